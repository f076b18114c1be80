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
	if short == nil || m.lines.hasLong() {
		return
	}
	long := m.tool.Prices.LongContext
	for place, price := range []*data.Number{&long.Input, &long.Output, long.CacheRead, long.CacheWrite} {
		terms := m.lines[place].Terms
		terms.Context = beyond(short)
		m.curated(place, price, terms, long.Evidence)
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
	peak := m.tool.peak()
	if peak == nil || slices.ContainsFunc(m.lines, func(l data.TariffLine) bool { return l.Terms.Hours != nil && l.Terms.Hours.Outside }) {
		return
	}
	off, hours := m.tool.Prices.OffPeak, *peak
	hours.Outside = true
	for place, price := range []*data.Number{&off.Input, &off.Output, off.CacheRead} {
		terms := m.lines[place].Terms
		terms.Hours = &hours
		m.curated(place, price, terms, off.Evidence)
	}
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
			m.curated(place, was, terms, e.Evidence)
		}
	}
}

// curated adds a price that people have verified; nil: they have verified none.
func (m *maker) curated(place int, price *data.Number, terms data.Terms, e catalog.Evidence) {
	if price != nil {
		m.lines = append(m.lines, priceLine(classes[place], terms, perMillion, *price, m.tool.factOf(e, data.High)))
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
