// Package normalize decides what is true: which tool a printed name means, which of several values is published,
// and how the documents are made from them. Start at Build.
//
// It is pure: catalogue, readings, previous snapshot and clock come in, documents go out, the same bytes for the
// same input. It fetches nothing, stores nothing and holds no scoring formula; those are package scoring's.
package normalize

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// Input is everything a build depends on.
type Input struct {
	Catalog   *catalog.Catalog
	Readings  []Reading      // one for every source, those that failed or were not asked included
	Previous  *data.Snapshot // nil for the first
	Now       time.Time      // when the refresh ran; names the snapshot
	Generator string         // pricepoint/<version>
}

// Result is a built snapshot and what the operator should know about it.
type Result struct {
	Snapshot data.Snapshot
	Notes    []Note // values that were read but not published
	Unknown  []Name // printed names nobody has said the meaning of
}

// Note says why a value that a source states is not published.
type Note struct {
	Tool  string
	Field data.Field
	Why   string
}

// Name is a printed name of a source.
type Name struct{ Source, Subject string }

// build is the state of one Build.
type build struct {
	catalog   *catalog.Catalog
	resolver  *Resolver
	now       time.Time
	providers map[string]catalog.Provider                  // by id
	firstHand map[string]map[data.Field][]data.Observation // tool id -> what its provider's own pages print
	boards    map[string]map[string][]printedScore         // column id -> tool id -> rows
	tools     []*tool
	byID      map[string]*tool
	notes     []Note
	unknown   map[Name]bool
}

// Build makes a snapshot. An error means that the input contradicts itself; a source that failed is no error.
func Build(in Input) (Result, error) {
	b := newBuild(in)
	b.indexPrices(in.Readings)
	b.indexScores(in.Readings)
	for _, t := range in.Catalog.Tools {
		decided := b.decide(t)
		b.tools = append(b.tools, decided)
		b.byID[t.ID] = decided
	}
	manifest, err := b.manifest(in)
	if err != nil {
		return Result{}, err
	}
	documents, err := b.documents(manifest)
	if err != nil {
		return Result{}, err
	}
	return Result{
		Snapshot: data.Snapshot{Manifest: manifest, Documents: documents},
		Notes:    b.notes, Unknown: b.unknownNames(),
	}, nil
}

func newBuild(in Input) *build {
	b := &build{
		catalog: in.Catalog, resolver: NewResolver(in.Catalog), now: in.Now.UTC(),
		providers: map[string]catalog.Provider{}, firstHand: map[string]map[data.Field][]data.Observation{},
		boards: map[string]map[string][]printedScore{}, byID: map[string]*tool{}, unknown: map[Name]bool{},
	}
	for _, p := range in.Catalog.Providers {
		b.providers[p.ID] = p
	}
	return b
}

// indexPrices files what every provider's own pages print about its own tools. A page that mentions another
// provider's model says nothing first hand about it.
func (b *build) indexPrices(readings []Reading) {
	for _, r := range readings {
		if r.Kind != "pricing" {
			continue
		}
		for _, o := range r.Observations {
			m := b.resolve(o)
			if m.Kind != Tool || b.providers[b.resolver.provider[m.Tool]].Name != r.Publisher {
				continue
			}
			if b.firstHand[m.Tool] == nil {
				b.firstHand[m.Tool] = map[data.Field][]data.Observation{}
			}
			b.firstHand[m.Tool][o.Field] = append(b.firstHand[m.Tool][o.Field], o)
		}
	}
}

// resolve finds the tool an observation is about and remembers names that nobody knows.
func (b *build) resolve(o data.Observation) Match {
	m := b.resolver.Resolve(o.Source, o.Subject, o.FetchedAt.Time)
	if m.Kind == NoMatch {
		b.unknown[Name{o.Source, o.Subject}] = true
	}
	return m
}

func (b *build) note(tool string, field data.Field, why error) {
	b.notes = append(b.notes, Note{tool, field, why.Error()})
}

func (b *build) unknownNames() []Name {
	names := make([]Name, 0, len(b.unknown))
	for n := range b.unknown {
		names = append(names, n)
	}
	slices.SortFunc(names, func(x, y Name) int {
		return strings.Compare(x.Source+"\x00"+x.Subject, y.Source+"\x00"+y.Subject)
	})
	return names
}

// manifest describes the snapshot; the store fills in its files.
func (b *build) manifest(in Input) (data.Manifest, error) {
	m := data.Manifest{
		Schema: data.ManifestSchema, Version: data.Version(in.Now), GeneratedAt: data.At(in.Now),
		Generator: in.Generator, Catalogue: in.Catalog.Digest,
	}
	var before data.Manifest
	if in.Previous != nil {
		before = in.Previous.Manifest
		m.Previous = before.Version
		gone, err := b.withdrawn(*in.Previous)
		if err != nil {
			return data.Manifest{}, err
		}
		m.Withdrawn = gone
	}
	for _, r := range in.Readings {
		m.Inputs = append(m.Inputs, r.Inputs...)
	}
	var err error
	m.Sources, err = b.statuses(in.Readings, before.Sources)
	return m, err
}

// withdrawn lists the tools that were listed once and no longer are: nothing vanishes without a word.
func (b *build) withdrawn(previous data.Snapshot) ([]data.Withdrawn, error) {
	gone := slices.Clone(previous.Manifest.Withdrawn)
	for _, d := range previous.Documents {
		if d.Path != ToolsPath {
			continue
		}
		var before data.ToolsDocument
		if err := data.Decode(d.Body, &before); err != nil {
			return nil, fmt.Errorf("previous snapshot %s: %v", previous.Manifest.Version, err)
		}
		for _, t := range before.Tools {
			if b.byID[t.ID] == nil {
				gone = append(gone, data.Withdrawn{ID: t.ID, Name: t.Name, Since: data.Version(b.now)})
			}
		}
	}
	return slices.DeleteFunc(gone, func(w data.Withdrawn) bool { return b.byID[w.ID] != nil }), nil
}
