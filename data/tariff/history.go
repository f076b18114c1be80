package tariff

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
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
	h := extend(before, now)
	h.ID, h.Name = today.ID, today.Name
	if h.Since.IsZero() {
		h.Since = now
	}
	return h.replaceAll(partsOf(today))
}

// Withdraw ends every interval of a tool that the snapshot made at now does not list.
func Withdraw(before data.PricesDocument, now data.Timestamp) data.PricesDocument {
	h := extend(before, now)
	return h.replaceAll(nil)
}

// history is a document while it is extended.
type history struct {
	data.PricesDocument
	now data.Timestamp
}

func extend(before data.PricesDocument, now data.Timestamp) *history {
	h := history{PricesDocument: before, now: now}
	h.Intervals = slices.Clone(before.Intervals)
	return &h
}

// partsOf are the frame, the lines and the factors of a tariff as intervals without times.
func partsOf(t data.Tariff) []data.PriceInterval {
	parts := []data.PriceInterval{{Frame: &data.TariffFrame{Seller: t.Seller, Region: t.Region, Sale: t.Sale, Limits: t.Limits}}}
	for i := range t.Lines {
		parts = append(parts, data.PriceInterval{Line: &t.Lines[i]})
	}
	for i := range t.Factors {
		parts = append(parts, data.PriceInterval{Factor: &t.Factors[i]})
	}
	return parts
}

// group says which parts change together: those of which only some can hold for the same tokens.
type group struct {
	what                    string // frame, line, announced, factor
	class                   data.BillingClass
	service, region, effort string
}

func groupOf(p data.PriceInterval) group {
	switch {
	case p.Line != nil && p.Line.Terms.Kind == data.KindAnnounced:
		return group{"announced", p.Line.Class, p.Line.Terms.Service, p.Line.Terms.Region, p.Line.Terms.Effort}
	case p.Line != nil:
		return group{"line", p.Line.Class, p.Line.Terms.Service, p.Line.Terms.Region, p.Line.Terms.Effort}
	case p.Factor != nil:
		return group{what: "factor", service: p.Factor.Service, region: p.Factor.Region}
	default:
		return group{what: "frame"}
	}
}

// isOpen reports whether an interval is thought to hold still.
func isOpen(p data.PriceInterval) bool { return p.KnownUntil.IsZero() && p.ValidUntil.IsZero() }

// replaceAll puts today's parts in the place of what was thought to hold.
func (h *history) replaceAll(parts []data.PriceInterval) data.PricesDocument {
	open, today := map[group][]int{}, map[group][]data.PriceInterval{}
	for i, p := range h.Intervals {
		if isOpen(p) {
			open[groupOf(p)] = append(open[groupOf(p)], i)
		}
	}
	for _, p := range parts {
		today[groupOf(p)] = append(today[groupOf(p)], p)
	}
	announced := h.announced()
	groups := maps.Clone(today)
	for of := range open {
		groups[of] = today[of]
	}
	for of := range groups {
		h.replace(open[of], today[of], announced)
	}
	h.sort()
	return h.PricesDocument
}

// sort orders the intervals by when they became known and began; those of one instant by what they say. Each is written
// once, not for every comparison.
func (h *history) sort() {
	type written struct {
		data.PriceInterval
		text string
	}
	all := make([]written, len(h.Intervals))
	for i, p := range h.Intervals {
		all[i] = written{p, encoded(p)}
	}
	slices.SortFunc(all, func(a, b written) int {
		return cmp.Or(a.KnownFrom.Compare(b.KnownFrom.Time), a.ValidFrom.Compare(b.ValidFrom.Time), cmp.Compare(a.text, b.text))
	})
	for i, w := range all {
		h.Intervals[i] = w.PriceInterval
	}
}

// announced are the lines that were said to come.
func (h *history) announced() (all []data.PriceInterval) {
	for _, p := range h.Intervals {
		if isOpen(p) && groupOf(p).what == "announced" {
			all = append(all, p)
		}
	}
	return all
}

// replace puts the parts of a group in the place of the open ones, unless they say the same.
func (h *history) replace(open []int, parts, announced []data.PriceInterval) {
	var old []data.PriceInterval
	for _, i := range open {
		old = append(old, h.Intervals[i])
	}
	c := change{history: h, old: old, gone: without(old, parts), came: without(parts, old), announced: announced}
	if len(c.gone) == 0 && len(c.came) == 0 {
		return
	}
	from, known := c.from(), sayings(old)
	for _, i := range open {
		was := h.Intervals[i]
		h.Intervals[i].KnownUntil = h.now
		if was.KnownFrom, was.ValidUntil = h.now, from; from.After(was.ValidFrom.Time) {
			h.Intervals = append(h.Intervals, was)
		}
	}
	for _, p := range parts {
		if was, is := known[said(p)]; is {
			p = was // with the evidence of when it was first read
		}
		p.KnownFrom, p.ValidFrom, p.ValidUntil, p.KnownUntil = h.now, from, data.Timestamp{}, data.Timestamp{}
		h.Intervals = append(h.Intervals, p)
	}
}

// without are the parts that nothing among others says.
func without(parts, others []data.PriceInterval) []data.PriceInterval {
	known := sayings(others)
	return slices.DeleteFunc(slices.Clone(parts), func(p data.PriceInterval) bool {
		_, is := known[said(p)]
		return is
	})
}

// sayings are parts by what they say; of those that say the same, the first.
func sayings(parts []data.PriceInterval) map[string]data.PriceInterval {
	all := make(map[string]data.PriceInterval, len(parts))
	for _, p := range slices.Backward(parts) {
		all[said(p)] = p
	}
	return all
}

// change is what becomes of one group.
type change struct {
	*history
	old, gone, came []data.PriceInterval // what was thought to hold; what of it does no longer; what is new
	announced       []data.PriceInterval // lines of any group
}

// from is when the new parts of the group began to hold: never before the old ones did.
func (c change) from() data.Timestamp {
	began := earliest(c.old, func(p data.PriceInterval) data.Timestamp { return p.ValidFrom })
	if c.corrects() {
		return began
	}
	for _, said := range []data.Timestamp{
		earliest(c.came, func(p data.PriceInterval) data.Timestamp { return stated(p).from }),
		earliest(c.came, c.announcedFor),
		earliest(c.gone, func(p data.PriceInterval) data.Timestamp { return stated(p).until }),
		earliest(c.came, c.readAt),
	} {
		if !said.IsZero() && said.After(began.Time) && !said.After(c.now.Time) {
			return said
		}
	}
	return c.now
}

// corrects reports whether what is new comes from other sources than what is gone.
func (c change) corrects() bool {
	if len(c.gone) == 0 || len(c.came) == 0 || c.came[0].Frame != nil {
		return false
	}
	return !slices.ContainsFunc(c.came, func(p data.PriceInterval) bool {
		return slices.ContainsFunc(c.gone, func(was data.PriceInterval) bool { return sameSource(p, was) })
	})
}

func sameSource(a, b data.PriceInterval) bool {
	x, y := evidence(a), evidence(b)
	return x.Source == y.Source && (x.Method == data.Curated) == (y.Method == data.Curated)
}

// earliest is the first of some instants, zero when there is none.
func earliest(parts []data.PriceInterval, of func(data.PriceInterval) data.Timestamp) (first data.Timestamp) {
	for _, p := range parts {
		if at := of(p); !at.IsZero() && (first.IsZero() || at.Before(first.Time)) {
			first = at
		}
	}
	return first
}

// readAt is when a part was first read or verified, zero where that is not said.
func (c change) readAt(p data.PriceInterval) data.Timestamp {
	e := evidence(p)
	if e.Method == data.Curated {
		return e.VerifiedAt
	}
	return e.FetchedAt
}

// announcedFor is the day for which a line was announced, zero when it was not.
func (c change) announcedFor(p data.PriceInterval) data.Timestamp {
	if p.Line == nil || p.Line.Price == nil {
		return data.Timestamp{}
	}
	of := groupOf(p)
	of.what = "announced"
	for _, a := range c.announced {
		if groupOf(a) == of && a.Line.Price != nil && a.Line.Price.Equal(*p.Line.Price) {
			return a.Line.Terms.From
		}
	}
	return data.Timestamp{}
}

func evidence(p data.PriceInterval) data.BriefEvidence {
	switch {
	case p.Line != nil:
		return p.Line.Evidence
	case p.Factor != nil:
		return p.Factor.Evidence
	default:
		return data.BriefEvidence{}
	}
}

// days are those that a line states for its beginning and its end.
type days struct{ from, until data.Timestamp }

func stated(p data.PriceInterval) days {
	if p.Line == nil {
		return days{}
	}
	return days{p.Line.Terms.From, p.Line.Terms.Until}
}

// said is what a part says, as text: the same for two parts, whoever says it and whenever it was read.
func said(p data.PriceInterval) string {
	p.ValidFrom, p.ValidUntil, p.KnownFrom, p.KnownUntil = data.Timestamp{}, data.Timestamp{}, data.Timestamp{}, data.Timestamp{}
	if p.Line != nil {
		line := *p.Line
		line.Evidence, line.Rule = data.BriefEvidence{}, nil
		p.Line = &line
	}
	if p.Factor != nil {
		factor := *p.Factor
		factor.Evidence = data.BriefEvidence{}
		p.Factor = &factor
	}
	return encoded(p)
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
	released := releaseOf(h)
	for _, p := range h.Intervals {
		if p.KnownFrom.After(known) || !p.KnownUntil.IsZero() && !p.KnownUntil.After(known) {
			continue
		}
		early := p.ValidFrom.After(at)
		if early && !isFirst(h, p) || early && p.Frame == nil && at.Before(released.Time) || !p.ValidUntil.IsZero() && !p.ValidUntil.After(at) {
			continue
		}
		switch {
		case p.Frame != nil:
			t.Seller, t.Region, t.Sale, t.Limits, ok = p.Frame.Seller, p.Frame.Region, p.Frame.Sale, p.Frame.Limits, true
		case p.Factor != nil:
			t.Factors = append(t.Factors, *p.Factor)
		case p.Line != nil:
			if early && !seenBy(*p.Line, at) {
				assumed = append(assumed, len(t.Lines))
			}
			t.Lines = append(t.Lines, *p.Line)
		}
	}
	return t, assumed, ok
}

// seenBy reports whether somebody had read a line by then, or it is said to hold since then.
func seenBy(l data.TariffLine, at time.Time) bool {
	read := func(t data.Timestamp) bool { return !t.IsZero() && !t.After(at) }
	return read(l.Evidence.VerifiedAt) || read(l.Evidence.ConfirmedAt) || read(l.Evidence.FetchedAt) || read(l.Terms.From)
}

// releaseOf is the first instant at which the tool can have been sold, as it was known last; zero: not said.
func releaseOf(h data.PricesDocument) (from data.Timestamp) {
	for _, p := range h.Intervals {
		if p.Frame != nil {
			from = p.Frame.Sale.From
		}
	}
	return from
}

// isFirst reports whether a part began with what the first snapshot knew of its group, so that nothing is known to have
// been before it.
func isFirst(h data.PricesDocument, p data.PriceInterval) bool {
	return slices.ContainsFunc(h.Intervals, func(first data.PriceInterval) bool {
		return first.KnownFrom == h.Since && first.ValidFrom == p.ValidFrom && groupOf(first) == groupOf(p)
	})
}
