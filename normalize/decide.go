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
	d, err := newDecider(in, before)
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
	made.PriceCells = d.priceCells(made.Tools)
	if made.Solved, err = d.solvedCosts(made.Tools); err != nil {
		return Decision{}, err
	}
	made.Audit = d.audit(made.Tools)
	for _, u := range in.Catalog.UseCases {
		recommended, err := recommend(u, made, d.Now)
		if err != nil {
			return Decision{}, fmt.Errorf("use case %s: %v", u.Slug, err)
		}
		made.UseCases = append(made.UseCases, recommended)
	}
	if made.Models, err = d.models(in); err != nil {
		return Decision{}, err
	}
	made.Sellers = d.sellers(in.Readings, made.Tools)
	made.Aliases = d.seen.Aliases(in.Catalog, made.Manifest.Withdrawn, d.Before.Aliases)
	d.found.UnknownNames(d.seen)
	made.Findings = d.found.Sorted()
	made.Manifest.Compared = d.comparedNext(in.Readings, made.Findings)
	return made, nil
}

// decider settles the values of one tool after the other.
type decider struct {
	read.Known
	gate    gate.Gate
	ability scoring.Calibration
	seen    *names.Sightings
	found   *read.Findings
}

// newDecider reads what every source states now, and finds the sources whose changes do not count. before is what was
// published until now.
func newDecider(in Input, before read.Previous) (*decider, error) {
	accepted := map[string]data.Acceptance{}
	for _, a := range in.Accepted {
		accepted[a.ID] = a
	}
	known, seen, found, err := read.All(in.Catalog, in.Readings, before, accepted, in.Now.UTC())
	if err != nil {
		return nil, err
	}
	d := &decider{Known: known, seen: seen, found: found, gate: gate.Gate{
		Limits: in.Catalog.Gate, Naming: in.Catalog.Naming, Now: known.Now, Published: before.Values, Before: before.Findings,
		Accepted: accepted, Withheld: map[string]data.Breach{},
	}}
	d.withhold()
	return d, nil
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
		Schema: data.ManifestSchema, Version: data.Version(in.Now), Previous: d.Before.Version, GeneratedAt: data.At(in.Now),
		Generator: in.Generator, PublicURL: in.PublicURL, Catalogue: in.Catalog.Digest, Accepted: in.Accepted, Withdrawn: d.Before.Withdrawn(in.Catalog, data.Version(d.Now)),
	}
	for _, r := range in.Readings {
		m.Inputs = append(m.Inputs, r.Inputs...)
		m.Sources = append(m.Sources, d.Sources.Records[r.Source])
	}
	return m
}

// tool settles every value of a tool.
func (d *decider) tool(t catalog.Tool) Tool {
	row := d.prices(t)
	decided := Tool{
		Tool: t, ProviderName: d.Provider(t.Provider).Name,
		Input: row[data.InputPlace], Output: row[data.OutputPlace], CacheRead: row[data.CacheReadPlace], CacheWrite: row[data.CacheWritePlace],
		Window: d.context(t), Results: map[string]data.Evidence{},
	}
	if d.Sources.OwnPage(decided.Input.Source) {
		decided.Stage = stageOf(decided.Input.Conditions.Status)
	}
	if l, ok := d.Lives[t.ID]; ok {
		decided.live(l)
	}
	for _, column := range d.Catalog.Scoring.Columns {
		if e, ok := d.result(t, column); ok {
			decided.Results[column.ID] = e
		}
	}
	decided.Tariff, decided.Efforts = d.tariff(decided), d.EffortsOf(t.ID)
	return decided
}

// candidate is a proposed value as the gate takes it. What it is compared with depends on the kind of number.
func (d *decider) candidate(n read.Entry, proposed *data.Evidence) gate.Candidate {
	c := gate.Candidate{ToolID: n.Tool.ID, ToolName: n.Tool.Name, Quantity: n.Quantity, Proposed: proposed, Last: d.lastGood(n)}
	if proposed != nil {
		c.OwnPage, c.Witness = d.Sources.OwnPage(proposed.Source), d.witnessOfChange(n, *proposed, c.Last)
		d.weighPlace(n, &c)
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
		return d.keep(n, c.Last, v.Finding.ID)
	}
	e = *c.Proposed
	if v.Ruling.Rule != "" {
		e.RestOn(v.Ruling)
		if at := d.Stated.Compared[e.Source]; at != nil && (v.Ruling.Rule == data.Corroborated || v.Ruling.Rule == data.AcceptedByHand) {
			at.Confirmed = true
		}
		if v.Known {
			e.ChangedAt = data.At(d.Now) // it was read before, and is published only now
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
	return d.Before.KeepClock(n.Tool.ID, e, d.Now), true
}

// keep is what stays published while a newer value is held.
func (d *decider) keep(n read.Entry, last *data.Evidence, held string) (e data.Evidence, ok bool) {
	if last == nil {
		last = n.Fact
	}
	if last == nil {
		return data.Evidence{Field: n.Name, Held: held}, false
	}
	e = d.Sources.Carried(*last)
	// What is held is the maker's word against a list's. The list may have corrected itself meanwhile.
	if now, ok := d.Stated.Of(last.Source, n.Field()); ok && d.Sources.Feed(last.Source) && d.supported(n, now) {
		e = now
	}
	e.Confidence = e.Basis.AtMost(e.Confidence)
	e.Held = held
	return d.Before.KeepClock(n.Tool.ID, e, d.Now), true
}

// corroborated completes a published value with who else states it and how far it can be trusted by now, and reports
// those who may know of a change.
func (d *decider) corroborated(n read.Entry, e *data.Evidence) {
	e.UnconfirmedSince = d.unconfirmedSince(n, *e)
	e.Confidence = d.trust(n, *e)
	d.reportAge(n, *e)
	d.reportOthers(n, *e, d.corroborate(n, e))
}
