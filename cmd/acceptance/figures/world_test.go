//go:build proof

package figures

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"pricepoint/collectors"
	"pricepoint/collectors/registry"
	"pricepoint/collectors/web"
	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize/names"
)

// world is what was recorded of the web, and the catalogue. Every page of it is parsed once.
type world struct {
	catalog  *catalog.Catalog
	resolver *names.Resolver
	web      *recordedWeb
	kept     map[string][]data.Observation // of feeds, by source, documents and tools

	baselines map[string]*baseline // by source, documents and day
}

// recordedWorld skips the test in a lone clone, where nothing is recorded.
func recordedWorld(t testing.TB) *world {
	t.Helper()
	c, err := catalog.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	return &world{catalog: c, resolver: names.New(c), web: newRecordedWeb(t), kept: map[string][]data.Observation{}, baselines: map[string]*baseline{}}
}

// captures are all that were made, oldest first.
func (w *world) captures() []web.Payload {
	all := slices.Concat(slices.Collect(maps.Values(w.web.captures))...)
	slices.SortFunc(all, func(x, y web.Payload) int { return cmp.Or(x.FetchedAt.Compare(y.FetchedAt), cmp.Compare(x.URL, y.URL)) })
	return all
}

// on is the recorded web as it was at some time.
func (w *world) on(at time.Time) *recordedWeb { return &recordedWeb{captures: w.web.captures, at: at} }

// others are the readings of the sources that state numbers of the same kind as one, at some time, with what they say of
// some tools. Boards stand alone: nobody else states their results.
func (w *world) others(t testing.TB, than collectors.Source, at time.Time, about map[string]bool) []data.Reading {
	t.Helper()
	var asked []collectors.Source
	for _, s := range sources() {
		first := s.Kind == data.PricingSource && than.Kind == data.FeedSource
		if s.Name != than.Name && than.Kind != data.LeaderboardSource && (first || s.Kind == data.FeedSource) {
			asked = append(asked, s)
		}
	}
	from := w.on(at)
	readings := collectors.Run(t.Context(), from, asked, collectors.RunOptions{Concurrency: 1, Newest: from.newest})
	for i, r := range readings {
		readings[i].Observations, readings[i].Bodies = w.about(r, about), nil
	}
	return readings
}

// about leaves of a feed's reading what is about some tools. What is about others decides nothing about them.
func (w *world) about(r data.Reading, tools map[string]bool) []data.Observation {
	if r.Kind != data.FeedSource || len(r.Inputs) == 0 {
		return r.Observations
	}
	key := fmt.Sprint(r.Source, r.Inputs, tools)
	if kept, known := w.kept[key]; known {
		return kept
	}
	var kept []data.Observation
	for _, o := range r.Observations {
		if m := w.resolver.Resolve(o.Source, o.Subject, o.FetchedAt.Time); m.Kind == names.Tool && tools[m.Tool] {
			kept = append(kept, o)
		}
	}
	w.kept[key] = kept
	return kept
}

// only is the catalogue with some of its tools, and no use cases: what is recommended decides no price.
func (w *world) only(tools map[string]bool) *catalog.Catalog {
	c := *w.catalog
	c.UseCases = nil
	c.Tools = slices.DeleteFunc(slices.Clone(c.Tools), func(t catalog.Tool) bool { return !tools[t.ID] })
	return &c
}

// pages are the recorded pages of the sources of a kind, oldest first by source.
func (w *world) pages(t testing.TB, kind data.SourceKind) []*scene {
	t.Helper()
	var all []*scene
	for _, s := range registry.All() {
		if s.Kind != kind {
			continue
		}
		for _, c := range w.captures() {
			docs := w.visited(t, s, c)
			place := slices.IndexFunc(docs, func(d web.Payload) bool { return d.URL == c.URL })
			if place >= 0 && !bytes.HasPrefix(c.Body, []byte("PK")) { // no archive
				name := path.Base(c.URL) + "@" + c.FetchedAt.Format(time.DateOnly)
				all = append(all, &scene{world: w, name: name, source: s, docs: docs, place: place, at: c.FetchedAt})
			}
		}
	}
	return all
}

// fewPages are as many pages of a kind as are edited when nobody has said how many edits each should have.
var fewPages = map[data.SourceKind]int{data.PricingSource: 2, data.LeaderboardSource: 3, data.FeedSource: 2}

// eachPage has the pages of a kind edited that can be read, in the order of the seed, or a few of them. One of which nothing
// is made does not count.
func (w *world) eachPage(t *testing.T, kind data.SourceKind, edit func(s *scene) (edits int)) {
	t.Helper()
	pages, done := w.pages(t, kind), 0
	for _, s := range some(rand.New(rand.NewPCG(*seed, 0)), pages, len(pages)) {
		if *each == 0 && done == fewPages[kind] {
			return
		}
		if strings.Contains(s.name+" "+s.source.Name, *only) && s.prepare(t) && edit(s) > 0 {
			done++
		}
	}
}

// asks reports whether a source asks for an address, before it has read any page.
func asks(s collectors.Source, url string) bool {
	return slices.ContainsFunc(slices.Concat(s.Requests, s.Optional), func(alternatives []web.Request) bool {
		return slices.ContainsFunc(alternatives, func(r web.Request) bool { return r.URL == url })
	})
}

// visited are the documents that a source reads on the day of a capture, with the capture if it asks for that.
func (w *world) visited(t testing.TB, s collectors.Source, c web.Payload) []web.Payload {
	t.Helper()
	if !asks(s, c.URL) && s.Next == nil {
		return nil
	}
	from := w.on(c.FetchedAt.AddDate(0, 0, 1))
	fetch := func(r web.Request) (web.Payload, error) {
		if r.URL == c.URL {
			return c, nil
		}
		return from.Fetch(t.Context(), r)
	}
	var docs, next []web.Payload
	for i, alternatives := range slices.Concat(s.Requests, s.Optional) {
		named := slices.IndexFunc(alternatives, func(r web.Request) bool { return r.URL == c.URL })
		if named >= 0 {
			alternatives = alternatives[named:]
		} else if i >= len(s.Requests) {
			continue // what only completes the others
		}
		for _, r := range alternatives {
			if doc, err := fetch(r); err == nil {
				docs = append(docs, doc)
				break
			}
		}
	}
	if s.Next != nil {
		for _, d := range docs {
			for _, r := range s.Next(d) {
				if doc, err := fetch(r); err == nil && !slices.ContainsFunc(next, func(o web.Payload) bool { return o.URL == doc.URL }) {
					next = append(next, doc)
				}
			}
		}
	}
	return append(docs, next...)
}

// provider are the tools of whom a page is.
func (w *world) provider(publisher string) map[string]bool {
	all := map[string]bool{}
	for _, t := range w.catalog.Tools {
		i := slices.IndexFunc(w.catalog.Providers, func(p catalog.Provider) bool { return p.ID == t.Provider })
		if i >= 0 && w.catalog.Providers[i].Name == publisher {
			all[t.ID] = true
		}
	}
	return all
}
