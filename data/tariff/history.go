package tariff

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"pricepoint/data"
)

// Extend adds what a snapshot made at now knows of a tool to all that was known before; the zero document knows nothing.
//
// Lines that could hold for the same tokens change together, so that there is one tariff at every instant: those before
// end when those after begin. That is the day that was stated for it, else when what has changed was first read. When other
// sources say something else than those before, what was before was wrong and never held, since a change of source is no
// change of price.
func Extend(before data.PricesDocument, today data.Tariff, now data.Timestamp) data.PricesDocument {
	before.ID, before.Name = today.ID, today.Name
	if before.Since.IsZero() {
		before.Since = now
	}
	parts := []data.PriceInterval{{Frame: &data.TariffFrame{Seller: today.Seller, Region: today.Region, Sale: today.Sale, Limits: today.Limits}}}
	for i := range today.Lines {
		parts = append(parts, data.PriceInterval{Line: &today.Lines[i]})
	}
	for i := range today.Factors {
		parts = append(parts, data.PriceInterval{Factor: &today.Factors[i]})
	}
	return replaceAll(before, parts, now)
}

// Withdraw ends every interval of a tool that the snapshot made at now does not list.
func Withdraw(before data.PricesDocument, now data.Timestamp) data.PricesDocument {
	return replaceAll(before, nil, now)
}

// group says which parts change together: those of which only some can hold for the same tokens.
type group struct {
	what                    string // frame, line, announced, factor
	class                   data.BillingClass
	service, region, effort string
}

// part is a frame, a line or a factor of a tariff, with what is to be known of it.
type part struct {
	data.PriceInterval
	group
	says        string // as text: the same for two parts, whoever says it and whenever it was read
	evidence    data.BriefEvidence
	from, until data.Timestamp // the days that a line states for its beginning and its end
}

func partOf(p data.PriceInterval) part {
	of, says := part{PriceInterval: p, group: groupOf(p)}, p
	says.ValidFrom, says.ValidUntil, says.KnownFrom, says.KnownUntil = data.Timestamp{}, data.Timestamp{}, data.Timestamp{}, data.Timestamp{}
	if p.Line != nil {
		line := *p.Line
		of.evidence, of.from, of.until = line.Evidence, line.Terms.From, line.Terms.Until
		line.Evidence, line.Rule = data.BriefEvidence{}, nil
		says.Line = &line
	}
	if p.Factor != nil {
		factor := *p.Factor
		of.evidence, factor.Evidence = factor.Evidence, data.BriefEvidence{}
		says.Factor = &factor
	}
	of.says = encoded(says)
	return of
}

func groupOf(p data.PriceInterval) group {
	switch {
	case p.Line != nil:
		of := group{"line", p.Line.Class, p.Line.Terms.Service, p.Line.Terms.Region, p.Line.Terms.Effort}
		if p.Line.Terms.Kind == data.KindAnnounced {
			of.what = "announced"
		}
		return of
	case p.Factor != nil:
		return group{what: "factor", service: p.Factor.Service, region: p.Factor.Region}
	}
	return group{what: "frame"}
}

// change is what becomes of one group.
type change struct {
	now           data.Timestamp
	was, is       []part // what was thought to hold, and what does
	gone, came    []part // of these, what nothing says now, and what nothing said
	announcements []part // lines of any group that were said to come
}

// replaceAll puts today's parts in the place of what was thought to hold. The intervals are sorted by when they became known and
// began; those of one instant by what they say.
func replaceAll(h data.PricesDocument, today []data.PriceInterval, now data.Timestamp) data.PricesDocument {
	changes := map[group]*change{}
	in := func(p part) *change {
		if changes[p.group] == nil {
			changes[p.group] = &change{now: now}
		}
		return changes[p.group]
	}
	var announced []part
	type written struct {
		data.PriceInterval
		text string // each is written once, not for every comparison
	}
	var all []written
	for _, p := range h.Intervals {
		if !p.KnownUntil.IsZero() || !p.ValidUntil.IsZero() { // nobody thinks that it still holds
			all = append(all, written{p, encoded(p)})
			continue
		}
		old := partOf(p)
		if in(old).was = append(in(old).was, old); old.what == "announced" {
			announced = append(announced, old)
		}
	}
	for _, p := range today {
		new := partOf(p)
		in(new).is = append(in(new).is, new)
	}
	for _, c := range changes {
		c.announcements = announced
		for _, p := range c.intervals() {
			all = append(all, written{p, encoded(p)})
		}
	}
	slices.SortFunc(all, func(a, b written) int {
		return cmp.Or(a.KnownFrom.Compare(b.KnownFrom.Time), a.ValidFrom.Compare(b.ValidFrom.Time), cmp.Compare(a.text, b.text))
	})
	h.Intervals = make([]data.PriceInterval, len(all))
	for i, w := range all {
		h.Intervals[i] = w.PriceInterval
	}
	return h
}

// intervals are those of the group: what was thought to hold, unless something else is said, and then what does.
func (c *change) intervals() (all []data.PriceInterval) {
	c.gone, c.came = without(c.was, c.is), without(c.is, c.was)
	if len(c.gone) == 0 && len(c.came) == 0 {
		return data.Each(c.was, func(p part) data.PriceInterval { return p.PriceInterval })
	}
	from := c.began()
	for _, p := range c.was {
		known, was := p.PriceInterval, p.PriceInterval
		known.KnownUntil = c.now
		all = append(all, known)
		if was.KnownFrom, was.ValidUntil = c.now, from; from.After(was.ValidFrom.Time) {
			all = append(all, was)
		}
	}
	for _, p := range c.is {
		if i := slices.IndexFunc(c.was, func(was part) bool { return was.says == p.says }); i >= 0 {
			p = c.was[i] // with the evidence of when it was first read
		}
		p.KnownFrom, p.ValidFrom = c.now, from
		all = append(all, p.PriceInterval)
	}
	return all
}

// without are the parts that nothing among others says.
func without(parts, others []part) []part {
	return slices.DeleteFunc(slices.Clone(parts), func(p part) bool {
		return slices.ContainsFunc(others, func(other part) bool { return other.says == p.says })
	})
}

// began is when the new parts of the group began to hold: never before the old ones did. What comes from other sources than
// what is gone corrects it.
func (c *change) began() data.Timestamp {
	began := earliest(c.was, func(p part) data.Timestamp { return p.ValidFrom })
	sameSource := func(p part) bool {
		return slices.ContainsFunc(c.gone, func(was part) bool {
			x, y := p.evidence, was.evidence
			return x.Source == y.Source && (x.Method == data.Curated) == (y.Method == data.Curated)
		})
	}
	if len(c.gone) > 0 && len(c.came) > 0 && c.came[0].Frame == nil && !slices.ContainsFunc(c.came, sameSource) {
		return began
	}
	for _, said := range []data.Timestamp{
		earliest(c.came, func(p part) data.Timestamp { return p.from }),
		earliest(c.came, c.announcedFor),
		earliest(c.gone, func(p part) data.Timestamp { return p.until }),
		earliest(c.came, func(p part) data.Timestamp { // when it was first read or verified
			if p.evidence.Method == data.Curated {
				return p.evidence.VerifiedAt
			}
			return p.evidence.FetchedAt
		}),
	} {
		if !said.IsZero() && said.After(began.Time) && !said.After(c.now.Time) {
			return said
		}
	}
	return c.now
}

// earliest is the first of some instants, zero when there is none.
func earliest(parts []part, of func(part) data.Timestamp) (first data.Timestamp) {
	for _, p := range parts {
		if at := of(p); !at.IsZero() && (first.IsZero() || at.Before(first.Time)) {
			first = at
		}
	}
	return first
}

// announcedFor is the day for which a line was announced, zero when it was not.
func (c *change) announcedFor(p part) data.Timestamp {
	if p.Line == nil || p.Line.Price == nil {
		return data.Timestamp{}
	}
	p.what = "announced"
	for _, a := range c.announcements {
		if a.group == p.group && a.Line.Price != nil && a.Line.Price.Equal(*p.Line.Price) {
			return a.from
		}
	}
	return data.Timestamp{}
}

// encoded is a value as text, by which it can be compared.
func encoded(v any) string {
	var text bytes.Buffer
	_ = json.NewEncoder(&text).Encode(v) // these types always can be
	return text.String()
}

// At is the tariff that held at an instant, as far as was known at another. assumed are the places of lines that nobody had
// read so early: they are the earliest that are known, and there are none before the tool was released. ok is false when the tool was not known at all by then.
func At(h data.PricesDocument, at, known time.Time) (t data.Tariff, assumed []int, ok bool) {
	t = data.Tariff{ID: h.ID, Name: h.Name}
	var released time.Time // the first instant at which the tool can have been sold, as it was known last; zero: not said
	for _, p := range h.Intervals {
		if p.Frame != nil {
			released = p.Frame.Sale.From.Time
		}
	}
	first := func(p data.PriceInterval) bool { // nothing is known to have been before what the first snapshot knew of its group
		return slices.ContainsFunc(h.Intervals, func(first data.PriceInterval) bool {
			return first.KnownFrom == h.Since && first.ValidFrom == p.ValidFrom && groupOf(first) == groupOf(p)
		})
	}
	by := func(t data.Timestamp) bool { return !t.IsZero() && !t.After(at) }
	for _, p := range h.Intervals {
		if p.KnownFrom.After(known) || !p.KnownUntil.IsZero() && !p.KnownUntil.After(known) {
			continue
		}
		early := p.ValidFrom.After(at)
		if early && !first(p) || early && p.Frame == nil && at.Before(released) || !p.ValidUntil.IsZero() && !p.ValidUntil.After(at) {
			continue
		}
		switch {
		case p.Frame != nil:
			t.Seller, t.Region, t.Sale, t.Limits, ok = p.Frame.Seller, p.Frame.Region, p.Frame.Sale, p.Frame.Limits, true
		case p.Factor != nil:
			t.Factors = append(t.Factors, *p.Factor)
		case p.Line != nil:
			e := p.Line.Evidence
			if seen := by(e.VerifiedAt) || by(e.ConfirmedAt) || by(e.FetchedAt) || by(p.Line.Terms.From); early && !seen {
				assumed = append(assumed, len(t.Lines))
			}
			t.Lines = append(t.Lines, *p.Line)
		}
	}
	return t, assumed, ok
}
