package prices

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pricepoint/collectors"
	"pricepoint/collectors/web"
	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize"
	"pricepoint/normalize/documents"
	"pricepoint/normalize/names"

	"pricepoint/cmd/internal/fixture"
)

// failing is the recorded year with sources that fail now and then. It keeps what it read last in memory, where a refresh
// would look into its archives.
type failing struct {
	web      *fixture.Web
	sources  []collectors.Source // of prices
	random   *rand.Rand
	last     map[string]data.Reading
	previous *data.Snapshot
}

// failureShare is how many of all visits bring nothing.
const failureShare = 0.3

// readings are what the sources bring at a time: those that fail bring what they brought last.
func (f *failing) readings(t *testing.T, at time.Time) []data.Reading {
	t.Helper()
	f.web.At = at
	all := collectors.Run(t.Context(), f.web, f.sources, collectors.RunOptions{Concurrency: 1, Newest: f.web.Newest})
	for i, r := range all {
		if f.random.Float64() < failureShare {
			r.Failure = data.Failed(data.NoAnswerInTime, "no answer from %s", r.Source)
		}
		if r.Failure == nil {
			f.last[r.Source] = r
			continue
		}
		last := f.last[r.Source]
		r.Observations, r.Refused, r.Inputs = last.Observations, last.Refused, last.Inputs
		all[i] = r
	}
	return all
}

// pricesOnly are the sources of prices, with what they state of our tools: a list has thousands of others.
func pricesOnly(c *catalog.Catalog) []collectors.Source {
	sources := slices.DeleteFunc(slices.Clone(fixture.Sources()), func(s collectors.Source) bool { return s.Kind == data.LeaderboardSource })
	resolver := names.New(c)
	for i, s := range sources {
		sources[i].Parse = fixture.Remembered(func(docs []web.Payload) ([]data.Observation, error) {
			all, err := s.Parse(docs)
			return slices.DeleteFunc(all, func(o data.Observation) bool {
				return resolver.Resolve(s.Name, o.Subject, o.FetchedAt.Time).Tool == ""
			}), err
		})
	}
	return sources
}

// TestFailingSourcesPublishNothingNew lets sources fail at random through the recorded year. Whoever reads less may know
// less, and later; they must not publish a price or a context window that nobody would have published by then who reads all.
func TestFailingSourcesPublishNothingNew(t *testing.T) {
	t.Parallel()
	whole := fixture.Year(t)
	c, err := fixture.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	priced := pricesOnly(c)
	const seeds = uint64(2)
	for seed := range seeds {
		t.Run(fmt.Sprint("seed-", seed+1), func(t *testing.T) {
			f := &failing{web: fixture.NewWeb(t), sources: priced, random: rand.New(rand.NewPCG(seed+1, 0)), last: map[string]data.Reading{}}
			known := map[value]bool{}
			for _, week := range whole {
				learn(t, week, known)
				at := week.Manifest.GeneratedAt.Time
				built, err := documents.Build(normalize.Input{Catalog: c, Readings: f.readings(t, at), Previous: f.previous, Now: at, Generator: "pricepoint/test"})
				if err != nil {
					t.Fatal(err)
				}
				f.previous = &built.Snapshot
				eachValue(t, built.Snapshot, func(v value, e data.Evidence) {
					if !known[v] {
						known[v] = true // told once
						t.Errorf("%s: %s of %s is %s by %s, which nobody would have published by then who reads all", at.Format(time.DateOnly), v.Field, v.Tool, v.number, e.Source)
					}
				})
			}
		})
	}
}

// value is a number that was published of a tool.
type value struct {
	data.ToolField
	number string
}

// learn adds what a snapshot publishes, and what it has read and holds back: whoever lacks the value that speaks against
// it has no reason to hold it.
func learn(t *testing.T, s data.Snapshot, known map[value]bool) {
	t.Helper()
	eachValue(t, s, func(v value, _ data.Evidence) { known[v] = true })
	var findings data.FindingsDocument
	if err := s.Decode(data.FindingsPath, &findings); err != nil {
		t.Fatal(err)
	}
	for _, f := range findings.Findings {
		if f.Kind == data.Held {
			known[value{data.ToolField{Tool: f.Tool, Field: f.Field}, f.Found.String()}] = true
		}
	}
}

// eachValue goes through the prices and the context windows of a snapshot.
func eachValue(t *testing.T, s data.Snapshot, found func(value, data.Evidence)) {
	t.Helper()
	var provenance data.ProvenanceDocument
	if err := s.Decode(data.ProvenancePath, &provenance); err != nil {
		t.Fatal(err)
	}
	for _, tool := range provenance.Tools {
		for _, field := range append(priceFields, data.FieldContext) {
			e := tool.Value(field)
			found(value{data.ToolField{Tool: tool.ID, Field: field}, e.Value.String()}, *e)
		}
	}
}
