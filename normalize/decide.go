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
	d := newDecider(in, before)
	ability, err := Calibration(in.Catalog)
	if err != nil {
		return Decision{}, err
	}
	made := Decision{Catalog: in.Catalog, Manifest: d.manifest(in)}
	for _, t := range in.Catalog.Tools {
		made.Add(d.tool(t))
	}
	estimates(d.from, &ability, made.Tools)
	made.PriceCells = priceCells(d.from, made.Tools)
	if made.Solved, err = d.solvedCosts(made.Tools); err != nil {
		return Decision{}, err
	}
	made.Audit = audit(d.from, made.Tools)
	for _, u := range in.Catalog.UseCases {
		recommended, err := recommend(u, made, d.from.Now)
		if err != nil {
			return Decision{}, fmt.Errorf("use case %s: %v", u.Slug, err)
		}
		made.UseCases = append(made.UseCases, recommended)
	}
	if made.Models, err = d.models(in); err != nil {
		return Decision{}, err
	}
	made.Sellers = d.sellers(in.Readings, made.Tools)
	made.Aliases = d.seen.Aliases(in.Catalog, made.Manifest.Withdrawn, d.from.Before.Aliases)
	d.found.UnknownNames(d.seen)
	made.Findings = d.found.Sorted()
	made.Manifest.Compared = d.comparedNext(in.Readings, made.Findings)
	return made, nil
}

// decider settles the values of one tool after the other.
type decider struct {
	from      read.Known
	gate      gate.Gate
	seen      *names.Sightings
	found     *read.Findings
	confirmed map[string]bool // sources of which somebody else states a value that changed
}

// newDecider reads what every source states now, and finds the sources whose changes do not count. before is what was
// published until now.
func newDecider(in Input, before read.Previous) *decider {
	accepted := map[string]data.Acceptance{}
	for _, a := range in.Accepted {
		accepted[a.ID] = a
	}
	known, seen, found := read.All(in.Catalog, in.Readings, before, accepted, in.Now.UTC())
	d := &decider{from: known, seen: seen, found: found, confirmed: map[string]bool{}, gate: gate.Gate{
		Limits: in.Catalog.Gate, Naming: in.Catalog.Naming, Now: known.Now, Published: before.Values, Before: before.Findings,
		Accepted: accepted,
	}}
	d.withhold()
	return d
}

// Records are the sources of an input, each with its status after the run, as a decision has them. No value is decided.
func Records(in Input) []data.SourceRecord {
	var before, all []data.SourceRecord
	if in.Previous != nil {
		before = in.Previous.Manifest.Sources
	}
	s := read.NewSources(in.Catalog, in.Readings, before, in.Now)
	for _, r := range in.Readings {
		all = append(all, s.Records[r.Source])
	}
	return all
}

// manifest describes the snapshot; the store fills in its files.
func (d *decider) manifest(in Input) data.Manifest {
	m := data.Manifest{
		Schema: data.ManifestSchema, Version: data.Version(in.Now), Previous: d.from.Before.Version, GeneratedAt: data.At(in.Now),
		Generator: in.Generator, PublicURL: in.PublicURL, Catalogue: in.Catalog.Digest, Accepted: in.Accepted,
		Withdrawn: d.from.Before.Withdrawn(in.Catalog, data.Version(d.from.Now)),
	}
	for _, r := range in.Readings {
		m.Inputs = append(m.Inputs, r.Inputs...)
		m.Sources = append(m.Sources, d.from.Sources.Records[r.Source])
	}
	return m
}

// tool settles every value of a tool.
func (d *decider) tool(t catalog.Tool) Tool {
	decided := d.priced(t)
	decided.Window, decided.Results = d.context(t), map[string]data.Evidence{}
	if d.from.Sources.OwnPage(decided.Input.Source) {
		decided.Stage = stageOf(decided.Input.Conditions.Status)
	}
	if l, ok := d.from.Lives[t.ID]; ok {
		decided.live(l)
	}
	for _, column := range d.from.Catalog.Scoring.Columns {
		if e, ok := d.result(t, column); ok {
			decided.Results[column.ID] = e
		}
	}
	decided.Tariff, decided.Efforts = tariffOf(d.from, decided), d.from.EffortsOf(t.ID)
	return decided
}
