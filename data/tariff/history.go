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
// A line that is no longer stated ends: on the day that was stated for its end or for what follows, else when what follows
// was read. When another source says something else than the one before, the line before was wrong and what follows takes
// its place from the beginning, since a change of source is no change of price.
func Extend(before data.PricesDocument, today data.Tariff, now data.Timestamp) data.PricesDocument {
	h := history{PricesDocument: before, now: now}
	h.ID, h.Name = today.ID, today.Name
	if h.Since.IsZero() {
		h.Since = now
	}
	h.Intervals = slices.Clone(before.Intervals)
	parts := partsOf(today)
	ended := h.end(parts)
	for _, p := range parts {
		if !h.open(p) {
			h.begin(p, ended)
		}
	}
	h.sort()
	return h.PricesDocument
}

// Withdraw ends every interval of a tool that the snapshot made at now does not list.
func Withdraw(before data.PricesDocument, now data.Timestamp) data.PricesDocument {
	h := history{PricesDocument: before, now: now}
	h.Intervals = slices.Clone(before.Intervals)
	h.end(nil)
	h.sort()
	return h.PricesDocument
}

func (h *history) sort() {
	slices.SortStableFunc(h.Intervals, func(a, b data.PriceInterval) int {
		return cmp.Or(a.KnownFrom.Compare(b.KnownFrom.Time), a.ValidFrom.Compare(b.ValidFrom.Time))
	})
}

// history is a document while it is extended.
type history struct {
	data.PricesDocument
	now data.Timestamp
}

// partsOf are the frame, the lines and the factors of a tariff as intervals without times.
func partsOf(t data.Tariff) []data.PriceInterval {
	parts := []data.PriceInterval{{Frame: &data.TariffFrame{Seller: t.Seller, Region: t.Region, Limits: t.Limits}}}
	for i := range t.Lines {
		parts = append(parts, data.PriceInterval{Line: &t.Lines[i]})
	}
	for i := range t.Factors {
		parts = append(parts, data.PriceInterval{Factor: &t.Factors[i]})
	}
	return parts
}

// isOpen reports whether an interval is thought to hold still.
func isOpen(p data.PriceInterval) bool { return p.KnownUntil.IsZero() && p.ValidUntil.IsZero() }

// open reports whether a part is known to hold already.
func (h *history) open(p data.PriceInterval) bool {
	return slices.ContainsFunc(h.Intervals, func(known data.PriceInterval) bool { return isOpen(known) && same(known, p) })
}

// end closes the open intervals that today's parts lack, and returns what they were.
func (h *history) end(parts []data.PriceInterval) (ended []data.PriceInterval) {
	for i, known := range h.Intervals {
		if isOpen(known) && !slices.ContainsFunc(parts, func(p data.PriceInterval) bool { return same(known, p) }) {
			h.Intervals[i].KnownUntil = h.now
			ended = append(ended, known)
		}
	}
	for _, was := range ended {
		if until := h.until(was, parts, ended); until.After(was.ValidFrom.Time) {
			was.KnownFrom, was.ValidUntil = h.now, until
			h.Intervals = append(h.Intervals, was)
		}
	}
	return ended
}

// until is when a part that is no longer stated ended; not after it began when it never held.
func (h *history) until(was data.PriceInterval, parts, ended []data.PriceInterval) data.Timestamp {
	until := h.now
	if i := slices.IndexFunc(parts, func(p data.PriceInterval) bool { return inPlaceOf(p, was) }); i >= 0 {
		until = h.from(parts[i], ended)
	}
	if day := stated(was).until; !day.IsZero() && day.Before(until.Time) {
		until = day
	}
	return until
}

// begin adds a part that was not known to hold.
func (h *history) begin(p data.PriceInterval, ended []data.PriceInterval) {
	p.KnownFrom, p.ValidFrom = h.now, h.from(p, ended)
	h.Intervals = append(h.Intervals, p)
}

// from is when a part began: where it corrects another, with that; on the day that was stated for it, there or in an
// announcement; else when it was first read, which was not before what it follows began.
func (h *history) from(p data.PriceInterval, ended []data.PriceInterval) data.Timestamp {
	from := stated(p).from
	var follows data.Timestamp
	for _, was := range ended {
		switch {
		case inPlaceOf(p, was) && corrects(p, was):
			return was.ValidFrom
		case inPlaceOf(p, was):
			follows = was.ValidFrom
		case announces(was, p) && from.IsZero():
			from = was.Line.Terms.From
		}
	}
	if from.IsZero() || from.After(h.now.Time) {
		from = readAt(p, h.now)
	}
	if from.Before(follows.Time) {
		return h.now
	}
	return from
}

// readAt is when a part was first read or verified, now where that is not said.
func readAt(p data.PriceInterval, now data.Timestamp) data.Timestamp {
	e := evidence(p)
	at := e.FetchedAt
	if e.Method == data.Curated {
		at = e.VerifiedAt
	}
	if at.IsZero() || at.After(now.Time) {
		return now
	}
	return at
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

// announces reports whether a line said that another would come.
func announces(was, p data.PriceInterval) bool {
	if was.Line == nil || p.Line == nil || was.Line.Terms.Kind != data.KindAnnounced {
		return false
	}
	then := *was.Line
	then.Terms.Kind = p.Line.Terms.Kind
	return inPlaceOf(p, data.PriceInterval{Line: &then}) && p.Line.Price != nil && then.Price != nil && p.Line.Price.Equal(*then.Price)
}

// corrects reports whether a part comes from another source than the one in whose place it stands.
func corrects(p, was data.PriceInterval) bool {
	now, then := evidence(p), evidence(was)
	return now.Source != then.Source || (now.Method == data.Curated) != (then.Method == data.Curated)
}

// inPlaceOf reports whether two parts are about the same thing, so that one of them at most can hold.
func inPlaceOf(a, b data.PriceInterval) bool {
	switch {
	case a.Frame != nil:
		return b.Frame != nil
	case a.Factor != nil:
		return b.Factor != nil && a.Factor.Service == b.Factor.Service && a.Factor.Region == b.Factor.Region && share(a.Factor.Classes, b.Factor.Classes)
	case b.Line == nil:
		return false
	}
	return a.Line.Class == b.Line.Class && encoded(undated(a.Line.Terms)) == encoded(undated(b.Line.Terms))
}

// undated are terms without what changes when a promotion begins or ends.
func undated(t data.Terms) data.Terms {
	t.From, t.Until, t.Promised = data.Timestamp{}, data.Timestamp{}, ""
	if t.Kind == data.KindPromotional {
		t.Kind = ""
	}
	return t
}

// same reports whether two parts say the same, whoever says it and whenever it was read.
func same(a, b data.PriceInterval) bool { return encoded(said(a)) == encoded(said(b)) }

func said(p data.PriceInterval) data.PriceInterval {
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
	return p
}

// encoded is a value as text, by which it can be compared.
func encoded(v any) string {
	var text bytes.Buffer
	_ = json.NewEncoder(&text).Encode(v) // these types always can be
	return text.String()
}

// At is the tariff that held at an instant, as far as was known at another. assumed are the places of lines that nobody had
// read so early: they are the earliest that are known. ok is false when the tool was not known at all by then.
func At(h data.PricesDocument, at, known time.Time) (t data.Tariff, assumed []int, ok bool) {
	t = data.Tariff{ID: h.ID, Name: h.Name}
	for _, p := range h.Intervals {
		if p.KnownFrom.After(known) || !p.KnownUntil.IsZero() && !p.KnownUntil.After(known) {
			continue
		}
		early := p.ValidFrom.After(at)
		if early && !isFirst(h, p) || !p.ValidUntil.IsZero() && !p.ValidUntil.After(at) {
			continue
		}
		switch {
		case p.Frame != nil:
			t.Seller, t.Region, t.Limits, ok = p.Frame.Seller, p.Frame.Region, p.Frame.Limits, true
		case p.Factor != nil:
			t.Factors = append(t.Factors, *p.Factor)
		case p.Line != nil:
			if early {
				assumed = append(assumed, len(t.Lines))
			}
			t.Lines = append(t.Lines, *p.Line)
		}
	}
	return t, assumed, ok
}

// isFirst reports whether a part began with what the first snapshot knew, so that nothing is known to have been before it.
func isFirst(h data.PricesDocument, p data.PriceInterval) bool {
	return slices.ContainsFunc(h.Intervals, func(first data.PriceInterval) bool {
		return first.KnownFrom == h.Since && first.ValidFrom == p.ValidFrom && (inPlaceOf(first, p) || same(first, p))
	})
}
