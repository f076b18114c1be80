package tariffs

import (
	"fmt"

	"pricepoint/data"
)

// further adds the prices that people have read where no collector does, unless the page prints one of that class at that
// service.
func (m *maker) further() {
	var all []data.TariffLine
	for _, p := range m.Further {
		if !p.Of(m.ID) || p.Verified.First.After(m.Now) {
			continue
		}
		for _, service := range p.At() {
			l := data.TariffLine{Class: p.Class, Terms: data.Terms{Service: service, Region: m.Region}, Evidence: m.quoted(p.Quotation)}
			if m.lines.hasAny(l.Class, l.Terms.Service) {
				continue
			}
			if p.TimesInput != nil {
				all = append(all, m.timesInput(l, *p.TimesInput)...)
				continue
			}
			l.Per, l.Terms.CacheTTL = p.Per.Measure, p.Class.KeptFor()
			l.State, l.Price = priced(*p.Price)
			if short := m.shortContext(); p.Long != nil && short != nil {
				long := l
				l.Terms.Context, long.Terms.Context = short, &data.ContextBand{Over: short.UpTo, From: short.Below}
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
		computed := l
		computed.Terms, computed.Per = input.Terms, input.Per
		computed.Terms.CacheTTL = l.Class.KeptFor()
		computed.State, computed.Price = priced(data.Number{Decimal: input.Price.Mul(factor.Decimal)})
		computed.Rule = &data.Ruling{Rule: data.TimesInput, Formula: fmt.Sprintf("%s times the %s of input", factor, input.Price)}
		computed.Evidence.Method, computed.Evidence.Basis, computed.Evidence.Rule = data.Computed, data.ByRule, computed.Rule.String()
		all = append(all, computed)
	}
	return all
}
