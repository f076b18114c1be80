// Package normalize decides what is true: which tool a printed name means, which of several values is published,
// and how the documents are made from them. Start at Build.
//
// It is pure: catalogue, readings, previous snapshot and clock come in, documents go out, the same bytes for the
// same input. It fetches nothing, stores nothing and holds no scoring formula; those are package scoring's.
package normalize

import (
	"fmt"
	"slices"
	"time"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize/names"
	"pricepoint/scoring"
)

// Input is everything a build depends on.
type Input struct {
	Catalog   *catalog.Catalog
	Readings  []data.Reading    // one for every source, those that failed or were not asked included
	Previous  *data.Snapshot    // nil for the first
	Accepted  []data.Acceptance // findings that operators have accepted
	Now       time.Time         // when the refresh ran; names the snapshot
	Generator string            // pricepoint/<version>
}

// Result is a built snapshot and what an operator should look at.
type Result struct {
	Snapshot data.Snapshot
	Findings []data.Finding // as in findings.json
}

// build is the state of one Build.
type build struct {
	catalog   *catalog.Catalog
	seen      *names.Sightings
	ability   scoring.Calibration
	now       time.Time
	providers map[string]catalog.Provider          // by id
	sources   map[string]data.Reading              // by name
	pages     map[string]string                    // provider's name -> the source that reads its own page
	feeds     []string                             // the price feeds, those that may stand in first
	records   map[string]data.SourceRecord         // by name, as they are after this run
	archives  map[string]string                    // digest of a payload -> the archive that keeps it
	claims    claims                               // of pricing pages and feeds
	boards    map[string]map[string][]printedScore // column id -> tool id -> rows
	before    previous
	accepted  map[string]data.Acceptance // by finding
	withheld  map[string]data.Breach     // sources whose changes do not count
	tools     []*tool
	byID      map[string]*tool
	findings  []data.Finding
}

// Build makes a snapshot. An error means that the input contradicts itself; a source that failed is no error.
func Build(in Input) (Result, error) {
	b, err := newBuild(in)
	if err != nil {
		return Result{}, err
	}
	b.indexClaims(in.Readings)
	b.indexScores(in.Readings)
	b.withhold()
	for _, t := range in.Catalog.Tools {
		decided, err := b.decide(t)
		if err != nil {
			return Result{}, fmt.Errorf("%s: %v", t.ID, err)
		}
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
	snapshot, err := WithChanges(in.Previous, data.Snapshot{Manifest: manifest, Documents: documents}, data.Changed)
	if err != nil {
		return Result{}, err
	}
	return Result{Snapshot: snapshot, Findings: b.findings}, nil
}

func newBuild(in Input) (*build, error) {
	before, err := readPrevious(in.Previous)
	if err != nil {
		return nil, err
	}
	ability, err := Calibration(in.Catalog)
	if err != nil {
		return nil, err
	}
	b := &build{
		catalog: in.Catalog, seen: names.Sight(names.New(in.Catalog)), ability: ability, now: in.Now.UTC(), before: before,
		providers: map[string]catalog.Provider{}, sources: map[string]data.Reading{}, pages: map[string]string{}, records: map[string]data.SourceRecord{},
		archives: map[string]string{}, claims: claims{}, boards: map[string]map[string][]printedScore{},
		accepted: map[string]data.Acceptance{}, withheld: map[string]data.Breach{},
		byID: map[string]*tool{},
	}
	for _, p := range in.Catalog.Providers {
		b.providers[p.ID] = p
	}
	b.before.disown(b.seen.Resolver)
	for _, a := range in.Accepted {
		b.accepted[a.ID] = a
	}
	return b, b.indexSources(in)
}

// indexSources files every source with its status after this run.
func (b *build) indexSources(in Input) error {
	var before []data.SourceRecord
	if in.Previous != nil {
		before = in.Previous.Manifest.Sources
	}
	records, err := b.statuses(in.Readings, before)
	for _, r := range records {
		b.records[r.ID] = r
	}
	b.feeds = slices.Clone(in.Catalog.Gate.StandIns)
	for _, r := range in.Readings {
		b.sources[r.Source] = r
		switch {
		case r.Kind == data.PricingSource:
			b.pages[r.Publisher] = r.Source
		case r.Kind == data.FeedSource && !slices.Contains(b.feeds, r.Source):
			b.feeds = append(b.feeds, r.Source)
		}
		for _, i := range r.Inputs {
			b.archives[i.SHA256] = i.Archive
		}
	}
	return err
}

// manifest describes the snapshot; the store fills in its files.
func (b *build) manifest(in Input) (data.Manifest, error) {
	m := data.Manifest{
		Schema: data.ManifestSchema, Version: data.Version(in.Now), GeneratedAt: data.At(in.Now),
		Generator: in.Generator, Catalogue: in.Catalog.Digest, Accepted: in.Accepted,
	}
	if in.Previous != nil {
		m.Previous = in.Previous.Manifest.Version
		gone, err := b.withdrawn(*in.Previous)
		if err != nil {
			return data.Manifest{}, err
		}
		m.Withdrawn = gone
	}
	for _, r := range in.Readings {
		m.Inputs = append(m.Inputs, r.Inputs...)
		m.Sources = append(m.Sources, b.records[r.Source])
	}
	return m, nil
}

// withdrawn lists the tools that were listed once and no longer are: nothing vanishes without a word.
func (b *build) withdrawn(previous data.Snapshot) ([]data.Withdrawn, error) {
	gone := slices.Clone(previous.Manifest.Withdrawn)
	var before data.ToolsDocument
	if err := decodeDocument(previous, data.ToolsPath, &before); err != nil {
		return nil, err
	}
	for _, t := range before.Tools {
		if b.byID[t.ID] == nil {
			gone = append(gone, data.Withdrawn{ID: t.ID, Name: t.Name, Since: data.Version(b.now)})
		}
	}
	return slices.DeleteFunc(gone, func(w data.Withdrawn) bool { return b.byID[w.ID] != nil }), nil
}
