package tariffs

import (
	"fmt"
	"slices"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// shortContext are the prompts that are not long, as people have curated it; nil where no size is known to be.
func (t Tool) shortContext() *data.ContextBand {
	switch long := t.Prices.LongContext; {
	case long == nil || long.Verified.First.After(t.Now):
		return nil
	case long.From > 0:
		return &data.ContextBand{Below: long.From}
	default:
		return &data.ContextBand{UpTo: long.Over}
	}
}

// beyond are the prompts that are longer than short ones.
func beyond(short *data.ContextBand) *data.ContextBand {
	return &data.ContextBand{Over: short.UpTo, From: short.Below}
}

// longContext adds what people have curated of long prompts, unless the page prints it.
func (m *maker) longContext() {
	short, long := m.tool.shortContext(), m.tool.Prices.LongContext
	if short != nil && !slices.ContainsFunc(m.lines, func(l line) bool { return l.Terms.Service == "" && l.Terms.Context.Lower() > 0 }) {
		m.curated(long.Evidence, func(t *data.Terms) { t.Context = beyond(short) }, &long.Input, &long.Output, long.CacheRead, long.CacheWrite)
	}
}

// peak are the hours at which the published prices hold, as people have curated it; nil: at any hour.
func (t Tool) peak() *data.WeeklyHours {
	if off := t.Prices.OffPeak; off != nil && !off.Verified.First.After(t.Now) {
		return &off.Peak.WeeklyHours
	}
	return nil
}

// offPeak adds what people have curated of cheaper hours, unless the page prints it.
func (m *maker) offPeak() {
	peak, off := m.tool.peak(), m.tool.Prices.OffPeak
	if peak != nil && !slices.ContainsFunc(m.lines, func(l line) bool { return l.Terms.Hours != nil && l.Terms.Hours.Outside }) {
		hours := *peak
		hours.Outside = true
		m.curated(off.Evidence, func(t *data.Terms) { t.Hours = &hours }, &off.Input, &off.Output, off.CacheRead)
	}
}

// curated adds prices that people have verified, in published order, under the terms of the published ones but for a change;
// nil: they have verified none.
func (m *maker) curated(e catalog.Evidence, change func(*data.Terms), prices ...*data.Number) {
	for place, price := range prices {
		if price != nil {
			l := priceLine(classOf(place), m.lines[place].Terms, data.PerMillionTokens, *price, m.tool.factOf(e, data.High))
			change(&l.Terms)
			m.add(l)
		}
	}
}

// laterHours puts the hours that a person has read on the page since in the place of those that it printed when it was read.
func (m *maker) laterHours() {
	peak := m.tool.peak()
	later := func(o data.Observation) bool { return !o.FetchedAt.Before(m.tool.Prices.OffPeak.Verified.First) }
	if peak == nil || slices.ContainsFunc(m.tool.Printed, later) {
		return
	}
	for i, l := range m.lines {
		if l.Terms.Hours != nil {
			hours := *peak
			hours.Outside = l.Terms.Hours.Outside
			m.lines[i].Terms.Hours = &hours
		}
	}
}

// past adds what people have curated of prices that were billed before those of now.
func (m *maker) past() {
	for _, e := range m.tool.Prices.Past {
		for place, now := range []*data.Number{&m.tool.Prices.Input, &m.tool.Prices.Output, m.tool.Prices.CacheRead, m.tool.Prices.CacheWrite} {
			was, since := e.Amount(place), data.At(e.Before.First)
			if was == nil || now == nil || !m.tool.Published[place].Value.Equal(*now) || e.Verified.First.After(m.tool.Now) {
				continue
			}
			terms := m.lines[place].Terms
			terms.Kind, terms.Until, terms.Promised = "", since, ""
			for i, l := range m.lines { // of all sizes of prompts and hours
				if l.Class == classOf(place) && l.Terms.Service == "" && l.Terms.From.IsZero() {
					m.lines[i].Terms.From = since
				}
			}
			m.add(priceLine(classOf(place), terms, data.PerMillionTokens, *was, m.tool.factOf(e.Evidence, data.High)))
		}
	}
}

// factOf is the evidence of a fact in the catalogue that somebody trusts so far.
func (t Tool) factOf(e catalog.Evidence, c data.Confidence) data.BriefEvidence {
	return data.BriefEvidence{
		Method: data.Curated, Confidence: e.Word().AtMost(e.Trust(c)), Source: "catalogue", Basis: e.Word(), Publisher: e.Printer(t.Seller),
		URL: e.Source, VerifiedAt: data.At(e.Verified.First),
	}
}

// quoted is the evidence of a fact in the catalogue with the text that states it.
func (t Tool) quoted(q catalog.Quotation) data.BriefEvidence {
	e := t.factOf(q.Evidence, q.Confidence)
	e.Quote = q.Quote
	return e
}

// factors adds the rules that the provider states for the tool without printing their prices. Where it prints some of the
// prices of a service, a rule is about the others.
func (m *maker) factors() {
	for _, rule := range m.tool.Rules {
		if !rule.Of(m.tool.Tool) || rule.Verified.First.After(m.tool.Now) {
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

// unprinted are the classes that a rule multiplies: none named for all of them, and false for none at all. What providers say
// of all prices is about tokens; what they say of input is about what is billed as input too.
func (m *maker) unprinted(rule catalog.TariffRule) (left []data.BillingClass, some bool) {
	all, onlyTokens := slices.Clone(rule.Classes), true
	for _, l := range m.lines {
		asInput := slices.Contains(rule.Classes, data.ClassInput) && l.State == data.BilledAsInput && data.PriceOf(l.Class) != nil
		ofAll := rule.Classes == nil && l.Terms.Service == "" && ofTokens(l.TariffLine)
		if (asInput || ofAll) && !slices.Contains(all, l.Class) {
			all = append(all, l.Class)
		}
		onlyTokens = onlyTokens && ofTokens(l.TariffLine)
	}
	slices.SortStableFunc(all[len(rule.Classes):], func(x, y data.BillingClass) int { return inOrder(classOrder, x, y) })
	left = slices.DeleteFunc(slices.Clone(all), func(class data.BillingClass) bool {
		return rule.Service != "" && slices.ContainsFunc(m.lines, func(l line) bool {
			return l.Class == class && l.Terms.Service == rule.Service && l.Price != nil
		})
	})
	if rule.Classes == nil && len(left) == len(all) && onlyTokens {
		return nil, true
	}
	return left, len(left) > 0
}

// further adds the prices that people have read where no collector does, unless the page prints one of that class at that
// service.
func (m *maker) further() {
	before := m.lines
	for _, p := range m.tool.Further {
		if !p.Of(m.tool.Tool) || p.Verified.First.After(m.tool.Now) {
			continue
		}
		for _, service := range p.At() {
			l := data.TariffLine{Class: p.Class, Terms: data.Terms{Service: service, Region: m.tool.Region}, Evidence: m.tool.quoted(p.Quotation)}
			if slices.ContainsFunc(before, func(o line) bool { return o.Class == l.Class && o.Terms.Service == l.Terms.Service }) {
				continue
			}
			if p.TimesInput != nil {
				m.timesInput(l, *p.TimesInput)
				continue
			}
			l.Per, l.Terms.CacheTTL = p.Per.Measure, p.Class.KeptFor()
			l.State, l.Price = priced(*p.Price)
			if short := m.tool.shortContext(); p.Long != nil && short != nil {
				long := l
				l.Terms.Context, long.Terms.Context = short, beyond(short)
				long.State, long.Price = priced(*p.Long)
				m.add(long)
			}
			m.add(l)
		}
	}
}

// timesInput adds the lines of a class that costs so many times each input price of the standard service.
func (m *maker) timesInput(l data.TariffLine, factor data.Number) {
	for _, input := range m.lines {
		if input.Class != data.ClassInput || !billed(input.Terms.Kind) || input.Price == nil || input.Terms.Service != "" {
			continue
		}
		times := priceLine(l.Class, input.Terms, input.Per, data.Number{Decimal: input.Price.Mul(factor.Decimal)}, l.Evidence)
		times.Terms.CacheTTL = l.Class.KeptFor()
		times.Rule = &data.Ruling{Rule: data.TimesInput, Formula: fmt.Sprintf("%s times the %s of input", factor, input.Price)}
		m.add(computed(times))
	}
}

// computed is a line whose evidence is the rule by which its price was computed.
func computed(l data.TariffLine) data.TariffLine {
	l.Evidence.Method, l.Evidence.Basis, l.Evidence.Rule = data.Computed, data.ByRule, l.Rule.String()
	return l
}
