package tariffs

import (
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
	short := m.tool.shortContext()
	if short == nil || slices.ContainsFunc(m.lines, func(l line) bool { return l.Terms.Service == "" && l.Terms.Context.Lower() > 0 }) {
		return
	}
	long := m.tool.Prices.LongContext
	m.curated([]*data.Number{&long.Input, &long.Output, long.CacheRead, long.CacheWrite}, long.Evidence, func(t *data.Terms) { t.Context = beyond(short) })
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
	peak := m.tool.peak()
	if peak == nil || slices.ContainsFunc(m.lines, func(l line) bool { return l.Terms.Hours != nil && l.Terms.Hours.Outside }) {
		return
	}
	off, hours := m.tool.Prices.OffPeak, *peak
	hours.Outside = true
	m.curated([]*data.Number{&off.Input, &off.Output, off.CacheRead}, off.Evidence, func(t *data.Terms) { t.Hours = &hours })
}

// laterHours puts the hours that a person has read on the page since in the place of those that it printed when it was read.
func (m *maker) laterHours() {
	peak := m.tool.peak()
	if peak == nil || slices.ContainsFunc(m.tool.Printed, func(c Cell) bool { return !c.FetchedAt.Before(m.tool.Prices.OffPeak.Verified.First) }) {
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
			m.lines[place].Terms.From = since
			m.add(priceLine(classes[place], terms, perMillion, *was, m.tool.factOf(e.Evidence, data.High)))
		}
	}
}

// curated adds prices that people have verified, in published order, under the terms of the published ones but for a change;
// nil: they have verified none.
func (m *maker) curated(prices []*data.Number, e catalog.Evidence, change func(*data.Terms)) {
	for place, price := range prices {
		if price != nil {
			l := priceLine(classes[place], m.lines[place].Terms, perMillion, *price, m.tool.factOf(e, data.High))
			change(&l.Terms)
			m.add(l)
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
