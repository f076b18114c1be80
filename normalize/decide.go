// Package normalize decides what is true: which of several values of a number is published, what is held back, and what
// follows from the values. Start at Decide.
//
// It is pure: catalogue, readings, previous snapshot and clock come in, a Decision goes out, the same for the same input.
// It fetches nothing, stores nothing, writes no document (package documents does that from the Decision) and holds no
// scoring formula; those are package scoring's.
package normalize

import (
	"fmt"
	"slices"
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

// comparedNext are the payloads that rows of the next readings are compared with: a row of which something is held keeps its
// standard until that is settled, and so does all of a source whose changes do not count.
func (d *decider) comparedNext(readings []data.Reading, found []data.Finding) []data.Input {
	var all []data.Input
	for _, r := range readings {
		rows, whole := heldRows(r.Source, found)
		if d.in.Stated.Compared[r.Source].TextWaits() && !slices.Contains(rows, data.TextsRow) {
			rows = append([]string{data.TextsRow}, rows...)
		}
		for _, s := range r.Standards {
			rest := s.Rows == nil
			kept := slices.DeleteFunc(slices.Clone(rows), func(row string) bool { return !r.IsStandard(s, row) })
			if rest && whole {
				kept = nil
			} else if len(kept) == 0 {
				continue
			}
			for _, in := range s.Inputs {
				in.Rows = kept
				all = append(all, in)
			}
		}
	}
	return all
}

// heldRows are the rows of a source of which something is held; whole says that none of its changes count.
func heldRows(source string, found []data.Finding) (rows []string, whole bool) {
	for _, f := range found {
		switch {
		case f.Source != source:
		case f.Kind == data.Withheld:
			whole = true
		case f.Kind == data.Held:
			rows = append(rows, f.Subject)
			if read.HeldByText(f) {
				rows = append(rows, data.TextsRow) // the text stays new
			}
		}
	}
	slices.Sort(rows)
	return slices.Compact(rows), whole
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
