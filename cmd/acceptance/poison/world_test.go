//go:build proof

package poison

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pricepoint/cmd/internal/fixture"
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
	captures []capture
	bodies   map[string][]byte             // by file
	kept     map[string][]data.Observation // of feeds, by source, documents and tools

	baselines map[string]*baseline // by source, documents and day
}

// capture is a line of the index of the recorded web.
type capture struct {
	url, file, state string
	at               time.Time
}

// recordedWorld reads the index. In a lone clone there is none.
func recordedWorld(t testing.TB) *world {
	t.Helper()
	c, err := fixture.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	w := &world{catalog: c, resolver: names.New(c), bodies: map[string][]byte{}, kept: map[string][]data.Observation{}, baselines: map[string]*baseline{}}
	dir := filepath.Dir(fixture.RecordedFile())
	if _, err := os.Stat(dir); os.IsNotExist(err) {
		t.Skip("no recorded pages; set PRICEPOINT_RECORDED to the folder that holds them")
	}
	index, err := os.Open(filepath.Join(dir, "INDEX.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer index.Close()
	for lines := bufio.NewScanner(index); lines.Scan(); {
		column := strings.Split(lines.Text(), "\t")
		at, err := time.Parse(time.DateOnly, column[3])
		if err == nil { // not the titles
			w.captures = append(w.captures, capture{column[2], filepath.Join(dir, column[4]), column[5], at})
		}
	}
	slices.SortStableFunc(w.captures, func(x, y capture) int { return x.at.Compare(y.at) })
	return w
}

// payload is a capture as it was received.
func (w *world) payload(c capture) (web.Payload, error) {
	body, known := w.bodies[c.file]
	if !known {
		var err error
		if body, err = os.ReadFile(c.file); err != nil {
			return web.Payload{}, err
		}
		if strings.HasSuffix(c.file, ".gz") {
			packed, err := gzip.NewReader(bytes.NewReader(body))
			if err != nil {
				return web.Payload{}, err
			}
			if body, err = io.ReadAll(packed); err != nil {
				return web.Payload{}, err
			}
		}
		w.bodies[c.file] = body
	}
	return payload(c.url, c.at, body), nil
}

func payload(url string, at time.Time, body []byte) web.Payload {
	sum := sha256.Sum256(body)
	return web.Payload{URL: url, FetchedAt: at, Body: body, SHA256: hex.EncodeToString(sum[:])}
}

// webOf is the recorded web as it was at some time.
type webOf struct {
	*world
	at time.Time
}

// Fetch implements web.Fetcher.
func (w webOf) Fetch(_ context.Context, r web.Request) (web.Payload, error) {
	for _, c := range slices.Backward(w.captures) {
		if c.url == r.URL && !c.at.After(w.at) && (c.state == "complete" || c.state == "excerpt" || c.state == "derived") {
			return w.payload(c)
		}
	}
	return web.Payload{}, fmt.Errorf("%s is not among the captures", r.URL)
}

func (w webOf) newest(address string) (time.Time, bool) {
	d, err := w.Fetch(context.Background(), web.Request{URL: address})
	return d.FetchedAt, err == nil
}

// others are the readings of the sources that state numbers of the same kind as one, at some time, with what they say of
// some tools. Boards stand alone: nobody else states their results.
func (w *world) others(t testing.TB, than collectors.Source, at time.Time, about map[string]bool) []data.Reading {
	t.Helper()
	var asked []collectors.Source
	for _, s := range fixture.Sources() {
		first := s.Kind == data.PricingSource && than.Kind == data.FeedSource
		if s.Name != than.Name && than.Kind != data.LeaderboardSource && (first || s.Kind == data.FeedSource) {
			asked = append(asked, s)
		}
	}
	from := webOf{w, at}
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
		for _, c := range w.captures {
			if s.Kind != kind {
				continue
			}
			docs := w.visited(t, s, c)
			place := slices.IndexFunc(docs, func(d web.Payload) bool { return d.URL == c.url })
			if place >= 0 && !bytes.HasPrefix(docs[place].Body, []byte("PK")) { // no archive
				all = append(all, &scene{world: w, name: filepath.Base(c.file), source: s, docs: docs, place: place, at: c.at})
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
func (w *world) visited(t testing.TB, s collectors.Source, c capture) []web.Payload {
	t.Helper()
	if !asks(s, c.url) && s.Next == nil {
		return nil
	}
	from := webOf{w, c.at.AddDate(0, 0, 1)}
	fetch := func(r web.Request) (doc web.Payload, err error) {
		if r.URL == c.url {
			doc, err = w.payload(c)
		} else {
			doc, err = from.Fetch(t.Context(), r)
		}
		return doc, err
	}
	var docs, next []web.Payload
	for i, alternatives := range slices.Concat(s.Requests, s.Optional) {
		named := slices.IndexFunc(alternatives, func(r web.Request) bool { return r.URL == c.url })
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
