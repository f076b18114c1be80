package tariffs

import (
	"fmt"

	"pricepoint/data"
)

// further adds the prices that people have read where no collector does, unless the page prints one of that class at that
// service.
func (m *maker) further() {
	var all []data.TariffLine
	for _, p := range m.tool.Further {
		if !p.Of(m.tool.ID) || p.Verified.First.After(m.tool.Now) {
			continue
		}
		for _, service := range p.At() {
			l := data.TariffLine{Class: p.Class, Terms: data.Terms{Service: service, Region: m.tool.Region}, Evidence: m.tool.quoted(p.Quotation)}
			if m.lines.hasAny(l.Class, l.Terms.Service) {
				continue
			}
			if p.TimesInput != nil {
				all = append(all, m.timesInput(l, *p.TimesInput)...)
				continue
			}
			l.Per, l.Terms.CacheTTL = p.Per.Measure, p.Class.KeptFor()
			l.State, l.Price = priced(*p.Price)
			if short := m.tool.shortContext(); p.Long != nil && short != nil {
				long := l
				l.Terms.Context, long.Terms.Context = short, beyond(short)
				long.State, long.Price = priced(*p.Long)
				all = append(all, long)
			}
			all = append(all, l)
		}
	}
	m.lines = append(m.lines, all...)
}

// timesInput are the lines of a class that costs so many times each input price of the standard service.
func (m *maker) timesInput(l data.TariffLine, factor data.Number) []data.TariffLine {
	var all []data.TariffLine
	for _, input := range m.lines.inputs() {
		if input.Price == nil || input.Terms.Service != "" {
			continue
		}
		times := priceLine(l.Class, input.Terms, input.Per, data.Number{Decimal: input.Price.Mul(factor.Decimal)}, l.Evidence)
		times.Terms.CacheTTL = l.Class.KeptFor()
		times.Rule = &data.Ruling{Rule: data.TimesInput, Formula: fmt.Sprintf("%s times the %s of input", factor, input.Price)}
		all = append(all, computed(times))
	}
	return all
}

// computed is a line whose evidence is the rule by which its price was computed.
func computed(l data.TariffLine) data.TariffLine {
	l.Evidence.Method, l.Evidence.Basis, l.Evidence.Rule = data.Computed, data.ByRule, l.Rule.String()
	return l
}
