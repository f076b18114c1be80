package normalize

import (
	"slices"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize/gate"
	"pricepoint/normalize/read"
	"pricepoint/scoring"
)

// inputs are all there is before a value is decided, and whose word of it counts.
type inputs struct {
	read.Known
	withheld map[string]data.Breach // sources whose changes do not count
}

// readBefore is what a collector had read for the snapshot before. What the catalogue said then does not count: it
// speaks for itself.
func (from inputs) readBefore(n read.Entry) (data.Evidence, bool) {
	was, ok := from.Before.Values[n.Field()]
	switch was.Method {
	case data.Collected, data.Fed, data.Carried:
		return from.AfterPromotion(n.Tool, read.PlaceOf(n.Quantity), from.Sources.Carried(was)), ok
	default:
		return data.Evidence{}, false
	}
}

// lastGood is what a new value of a number is compared with: what was published before, or what a person has read on
// the page since, or before anything was published. A placeholder and a value made by rule are neither.
func (from inputs) lastGood(n read.Entry) *data.Evidence {
	var all []data.Evidence
	if e, ok := from.Before.Values[n.Field()]; ok && !e.Placeholder && e.Method != data.Ruled {
		all = append(all, e)
	}
	if n.Fact != nil && from.Sources.FirstHand(*n.Fact) {
		all = append(all, *n.Fact)
	}
	if e, ok := read.Newest(all); ok {
		return &e
	}
	return nil
}

// decider settles the values of one tool after the other.
type decider struct {
	in      inputs
	gate    gate.Gate
	ability scoring.Calibration
	found   *read.Findings
}

// tool settles every value of a tool.
func (d *decider) tool(t catalog.Tool) Tool {
	row := d.prices(t)
	decided := Tool{
		Tool: t, ProviderName: d.in.Provider(t.Provider).Name,
		Input: row[data.InputPlace], Output: row[data.OutputPlace], CacheRead: row[data.CacheReadPlace], CacheWrite: row[data.CacheWritePlace],
		Window: d.context(t), Results: map[string]data.Evidence{},
	}
	if d.in.Sources.OwnPage(decided.Input.Source) {
		decided.Stage = stageOf(decided.Input.Conditions.Status)
	}
	if l, ok := d.in.Lives[t.ID]; ok {
		decided.live(l)
	}
	for place, q := range data.Prices {
		decided.Coming[place] = d.in.Stated.Coming[data.ToolField{Tool: t.ID, Field: q.Name}]
	}
	for _, column := range d.in.Catalog.Scoring.Columns {
		if e, ok := d.result(t, column); ok {
			decided.Results[column.ID] = e
		}
	}
	decided.Tariff = d.tariff(decided)
	return decided
}

// candidate is a proposed value as the gate takes it. What it is compared with depends on the kind of number.
func (d *decider) candidate(n read.Entry, proposed *data.Evidence) gate.Candidate {
	c := gate.Candidate{ToolID: n.Tool.ID, ToolName: n.Tool.Name, Quantity: n.Quantity, Proposed: proposed, Last: d.in.lastGood(n)}
	if proposed == nil {
		return c
	}
	c.OwnPage, c.Witness = d.in.Sources.OwnPage(proposed.Source), d.in.witnessOfChange(n, *proposed, c.Last)
	d.weighPlace(n, &c)
	return c
}

// settle publishes a candidate that the gate lets through, and keeps the last good value of one that is held. ok is false
// when there is none.
func (d *decider) settle(n read.Entry, c gate.Candidate, v gate.Verdict) (e data.Evidence, ok bool) {
	switch {
	case c.Proposed == nil:
		return e, false
	case v.Held:
		d.found.Add(v.Finding)
		return d.keep(n, c.Last, v.Finding.ID)
	}
	e = *c.Proposed
	if v.Ruling.Rule != "" {
		e.RestOn(v.Ruling)
		if at := d.in.Stated.Compared[e.Source]; at != nil && (v.Ruling.Rule == data.Corroborated || v.Ruling.Rule == data.AcceptedByHand) {
			at.Confirmed = true
		}
		if v.Known {
			e.ChangedAt = data.At(d.in.Now) // it was read before, and is published only now
		}
	}
	if c.Last == nil && c.OwnPage && c.Witness == "" {
		e.Confidence = data.Low // there was nothing to hold it against
	}
	if fact := n.Fact; fact != nil && !fact.Placeholder && fact.Value.Equal(e.Value) && fact.Basis.FirstHand() {
		e.VerifiedAt = fact.VerifiedAt
		e = read.Doubted(e, *fact)
	}
	if e.Method == data.Carried {
		d.reportGone(n, e)
	}
	d.reportAlone(n, c, &e)
	e.Confidence = e.Basis.AtMost(e.Confidence)
	return d.in.Before.KeepClock(n.Tool.ID, e, d.in.Now), true
}

// keep is what stays published while a newer value is held.
func (d *decider) keep(n read.Entry, last *data.Evidence, held string) (e data.Evidence, ok bool) {
	if last == nil {
		last = n.Fact
	}
	if last == nil {
		return data.Evidence{Field: n.Name, Held: held}, false
	}
	e = d.in.Sources.Carried(*last)
	// What is held is the maker's word against a list's. The list may have corrected itself meanwhile.
	if now, ok := d.in.Stated.Of(last.Source, n.Field()); ok && d.in.Sources.Feed(last.Source) && d.in.supported(n, now) {
		e = now
	}
	e.Confidence = e.Basis.AtMost(e.Confidence)
	e.Held = held
	return d.in.Before.KeepClock(n.Tool.ID, e, d.in.Now), true
}

// corroborated completes a published value with who else states it and how far it can be trusted by now, and reports
// those who may know of a change.
func (d *decider) corroborated(n read.Entry, e *data.Evidence) {
	e.UnconfirmedSince = d.in.unconfirmedSince(n, *e)
	e.Confidence = d.in.trust(n, *e)
	d.reportAge(n, *e)
	contested := d.in.contested(n, *e)
	for _, other := range d.in.corroborate(n, e) {
		if slices.ContainsFunc(contested, func(c data.Evidence) bool { return c.Source == other.Source }) || d.mayKnow(*e, other) {
			d.disagreement(n, *e, other)
		}
	}
}
