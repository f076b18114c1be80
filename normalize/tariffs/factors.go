package tariffs

import (
	"slices"
	"strings"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// factors adds the rules that the provider states for the tool without printing their prices. Where it prints some of the
// prices of a service, a rule is about the others.
func (m *maker) factors() {
	for _, rule := range m.tool.Rules {
		if !rule.Of(m.tool.ID) || rule.Verified.First.After(m.tool.Now) {
			continue
		}
		classes, some := m.unprinted(rule)
		if !some {
			continue
		}
		e := m.tool.factOf(rule.Evidence, data.High)
		e.Quote = rule.Quote
		f := data.TariffFactor{Service: rule.Service, Region: rule.Region, Classes: classes, Factor: rule.Factor, Evidence: e}
		if !rule.Until.IsZero() {
			f.Until = data.At(rule.Until.After())
		}
		m.multiplied = append(m.multiplied, f)
	}
}

// unprinted are the classes that a rule multiplies: none named for all of them, and false for none at all.
func (m *maker) unprinted(rule catalog.TariffRule) (classes []data.BillingClass, some bool) {
	printed := func(class data.BillingClass) bool {
		return rule.Service != "" && slices.ContainsFunc(m.lines, func(l data.TariffLine) bool {
			return l.Class == class && l.Terms.Service == rule.Service && l.Price != nil
		})
	}
	all := append(slices.Clone(rule.Classes), m.billedAsInput(rule)...)
	if rule.Classes == nil {
		all = m.lines.standardClasses()
	}
	left := slices.DeleteFunc(slices.Clone(all), printed)
	if rule.Classes == nil && len(left) == len(all) && !m.lines.countsOthers() {
		return nil, true
	}
	return left, len(left) > 0
}

// billedAsInput are the classes that a rule about input is about too, because they are billed as input.
func (m *maker) billedAsInput(rule catalog.TariffRule) []data.BillingClass {
	if !slices.Contains(rule.Classes, data.ClassInput) {
		return nil
	}
	var all []data.BillingClass
	for _, class := range classes {
		i := slices.IndexFunc(m.lines, func(l data.TariffLine) bool { return l.Class == class && l.State == data.BilledAsInput })
		if i >= 0 && !slices.Contains(rule.Classes, class) {
			all = append(all, class)
		}
	}
	return all
}

func ofTokens(l data.TariffLine) bool { return strings.HasPrefix(l.Per.Of, "token") }

// isMultiplied reports whether the price of a class at a service follows from that at the standard service.
func (m *maker) isMultiplied(class data.BillingClass, terms data.Terms) bool {
	return terms.Service != "" && slices.ContainsFunc(m.multiplied, func(f data.TariffFactor) bool {
		return f.Service == terms.Service && (f.Classes == nil || slices.Contains(f.Classes, class))
	})
}
