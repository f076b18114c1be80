// Package normalize decides what is true: which of several values of a number is published, what is held back, and what
// follows from the values. Start at Decide.
//
// It is pure: catalogue, readings, previous snapshot and clock come in, a Decision goes out, the same for the same input.
// It fetches nothing, stores nothing, writes no document (package documents does that from the Decision) and holds no
// scoring formula; those are package scoring's.
package normalize

import (
	"fmt"
	"time"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize/gate"
	"pricepoint/normalize/names"
	"pricepoint/normalize/read"
	"pricepoint/scoring"
)

// Input is everything a decision depends on.
type Input struct {
	Catalog   *catalog.Catalog
	Readings  []data.Reading    // one for every source, those that failed or were not asked included
	Previous  *data.Snapshot    // nil for the first
	Accepted  []data.Acceptance // findings that operators have accepted
	Now       time.Time         // when the refresh ran; names the snapshot
	Generator string            // pricepoint/<version>
	PublicURL string            // how readers reach what is published; "": nobody has said
}

// Decide settles everything that one snapshot publishes. An error means that the input contradicts itself; a source that
// failed is not an error.
func Decide(in Input) (Decision, error) {
	before, err := read.PreviousOf(in.Previous)
	if err != nil {
		return Decision{}, err
	}
	d, seen, err := newDecider(in, before)
	if err != nil {
		return Decision{}, err
	}
	if d.ability, err = Calibration(in.Catalog); err != nil {
		return Decision{}, err
	}
	made := Decision{Catalog: in.Catalog, Manifest: d.manifest(in)}
	for _, t := range in.Catalog.Tools {
		made.Tools = append(made.Tools, d.tool(t))
	}
	d.estimates(made.Tools)
	made.PriceCells = d.priceCells(in.Catalog, made.Tools)
	if made.Solved, err = d.solvedCosts(in.Catalog, made.Tools, seen); err != nil {
		return Decision{}, err
	}
	made.Audit = d.audit(made.Tools)
	for _, u := range in.Catalog.UseCases {
		recommended, err := recommend(u, made, d.in.Now)
		if err != nil {
			return Decision{}, fmt.Errorf("use case %s: %v", u.Slug, err)
		}
		made.UseCases = append(made.UseCases, recommended)
	}
	if made.Models, err = d.models(in, seen.Resolver); err != nil {
		return Decision{}, err
	}
	made.Sellers = d.sellers(in.Readings, seen.Resolver, made.Tools)
	made.Aliases = seen.Aliases(in.Catalog, made.Manifest.Withdrawn, d.in.Before.Aliases)
	d.found.UnknownNames(seen)
	made.Findings = d.found.Sorted()
	made.Manifest.Compared = d.comparedNext(in.Readings, made.Findings)
	return made, nil
}

// newDecider reads what every source states now, and finds the sources whose changes do not count. before is what was
// published until now.
func newDecider(in Input, before read.Previous) (*decider, *names.Sightings, error) {
	accepted := map[string]data.Acceptance{}
	for _, a := range in.Accepted {
		accepted[a.ID] = a
	}
	from, seen, found, err := read.All(in.Catalog, in.Readings, before, accepted, in.Now.UTC())
	if err != nil {
		return nil, nil, err
	}
	g := gate.Gate{
		Limits: in.Catalog.Gate, Naming: in.Catalog.Naming, Now: from.Now, Published: from.Before.Values, Before: from.Before.Findings,
		Accepted: accepted, Withheld: map[string]data.Breach{},
	}
	withhold(from, g, seen.Resolver, found)
	return &decider{in: inputs{from, g.Withheld}, gate: g, found: found}, seen, nil
}

// Records are the sources of an input, each with its status after the run, as a decision has them. No value is decided.
func Records(in Input) ([]data.SourceRecord, error) {
	var before, all []data.SourceRecord
	if in.Previous != nil {
		before = in.Previous.Manifest.Sources
	}
	s, err := read.NewSources(in.Catalog, in.Readings, before, in.Now)
	for _, r := range in.Readings {
		all = append(all, s.Records[r.Source])
	}
	return all, err
}

// manifest describes the snapshot; the store fills in its files.
func (d *decider) manifest(in Input) data.Manifest {
	m := data.Manifest{
		Schema: data.ManifestSchema, Version: data.Version(in.Now), Previous: d.in.Before.Version, GeneratedAt: data.At(in.Now),
		Generator: in.Generator, PublicURL: in.PublicURL, Catalogue: in.Catalog.Digest, Accepted: in.Accepted, Withdrawn: d.in.Before.Withdrawn(in.Catalog, data.Version(d.in.Now)),
	}
	for _, r := range in.Readings {
		m.Inputs = append(m.Inputs, r.Inputs...)
		m.Sources = append(m.Sources, d.in.Sources.Records[r.Source])
	}
	return m
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
	decided.Tariff, decided.Efforts = d.tariff(decided), d.in.EffortsOf(t.ID)
	return decided
}

// candidate is a proposed value as the gate takes it. What it is compared with depends on the kind of number.
func (from inputs) candidate(n read.Entry, proposed *data.Evidence) gate.Candidate {
	c := gate.Candidate{ToolID: n.Tool.ID, ToolName: n.Tool.Name, Quantity: n.Quantity, Proposed: proposed, Last: from.lastGood(n)}
	if proposed != nil {
		c.OwnPage, c.Witness = from.Sources.OwnPage(proposed.Source), from.witnessOfChange(n, *proposed, c.Last)
		from.weighPlace(n, &c)
	}
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
		return d.in.keep(n, c.Last, v.Finding.ID)
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
func (from inputs) keep(n read.Entry, last *data.Evidence, held string) (e data.Evidence, ok bool) {
	if last == nil {
		last = n.Fact
	}
	if last == nil {
		return data.Evidence{Field: n.Name, Held: held}, false
	}
	e = from.Sources.Carried(*last)
	// What is held is the maker's word against a list's. The list may have corrected itself meanwhile.
	if now, ok := from.Stated.Of(last.Source, n.Field()); ok && from.Sources.Feed(last.Source) && from.supported(n, now) {
		e = now
	}
	e.Confidence = e.Basis.AtMost(e.Confidence)
	e.Held = held
	return from.Before.KeepClock(n.Tool.ID, e, from.Now), true
}

// corroborated completes a published value with who else states it and how far it can be trusted by now, and reports
// those who may know of a change.
func (d *decider) corroborated(n read.Entry, e *data.Evidence) {
	e.UnconfirmedSince = d.in.unconfirmedSince(n, *e)
	e.Confidence = d.in.trust(n, *e)
	d.reportAge(n, *e)
	d.reportOthers(n, *e, d.in.corroborate(n, e))
}
