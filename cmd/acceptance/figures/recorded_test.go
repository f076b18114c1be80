package figures

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/cmd/internal/refresh"
	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/registry"
	"pricepoint/collectors/warc"
	"pricepoint/collectors/web"
	"pricepoint/data"
	"pricepoint/data/store"
)

// recordedWeb answers as the web did at some time. It is a web.Fetcher.
type recordedWeb struct {
	captures map[string][]web.Payload // by address, oldest first
	at       time.Time
}

// allCaptures are the real captures, read once for all tests. None of them may change the map.
var allCaptures = sync.OnceValues(func() (map[string][]web.Payload, error) {
	answers, err := payloads(fixture.RecordedFile())
	all := map[string][]web.Payload{}
	for _, p := range answers {
		all[p.URL] = append(all[p.URL], p)
	}
	for _, of := range all {
		slices.SortStableFunc(of, func(x, y web.Payload) int { return x.FetchedAt.Compare(y.FetchedAt) })
	}
	return all, err
})

// newRecordedWeb is the recorded web. Without the captures the test skips.
func newRecordedWeb(t testing.TB) *recordedWeb {
	t.Helper()
	fixture.Recorded(t)
	all, err := allCaptures()
	if err != nil {
		t.Fatal(err)
	}
	return &recordedWeb{captures: maps.Clone(all)}
}

// days are the times of the captures.
func (w *recordedWeb) days() []time.Time {
	var all []time.Time
	for _, of := range w.captures {
		for _, d := range of {
			all = append(all, d.FetchedAt)
		}
	}
	slices.SortFunc(all, time.Time.Compare)
	return slices.Compact(all)
}

// Fetch implements web.Fetcher.
func (w *recordedWeb) Fetch(_ context.Context, r web.Request) (web.Payload, error) {
	for _, d := range slices.Backward(w.captures[r.URL]) {
		if !d.FetchedAt.After(w.at) {
			return d, nil
		}
	}
	return web.Payload{}, fmt.Errorf("%s is not among the captures", r.URL)
}

// newest is when the capture that answers was made.
func (w *recordedWeb) newest(address string) (time.Time, bool) {
	d, err := w.Fetch(context.Background(), web.Request{URL: address})
	return d.FetchedAt, err == nil
}

// sources are all sources, with a Parse that reads the same documents only once, whichever test asks.
var sources = sync.OnceValue(func() []collectors.Source {
	all := registry.All()
	for i, s := range all {
		all[i].Parse = remembered(s.Parse)
	}
	return all
})

// parser is the Parse of a source.
type parser = func([]web.Payload, *page.Refused) ([]data.Observation, error)

// remembered is a Parse that reads the same documents only once.
func remembered(parse parser) parser {
	type reading struct {
		observations []data.Observation
		refused      page.Refused
		err          error
	}
	var mu sync.Mutex
	known := map[string]reading{}
	return func(docs []web.Payload, refused *page.Refused) ([]data.Observation, error) {
		var key strings.Builder
		for _, d := range docs {
			key.WriteString(d.URL + " " + d.FetchedAt.String() + " " + d.SHA256 + "\n")
		}
		mu.Lock()
		defer mu.Unlock()
		r, ok := known[key.String()]
		if !ok {
			r.observations, r.err = parse(docs, &r.refused)
			known[key.String()] = r
		}
		*refused = slices.Clone(r.refused)
		return slices.Clone(r.observations), r.err
	}
}

// replay is the recorded web, refreshed from week by week. It does what refresh --replay --as-of does, but the
// captures and the snapshots stay in memory and a page is parsed once.
type replay struct {
	*refresh.Refresher
	web      *recordedWeb
	archive  string // a copy of the recorded web
	previous *data.Snapshot
	lists    bool // make the files that lie on the lists of others: they take ten megabytes a week
}

// newReplay has an empty store.
func newReplay(t testing.TB) *replay {
	t.Helper()
	dir := t.TempDir()
	r := &replay{Refresher: fixture.Refresher(t, dir), web: newRecordedWeb(t), archive: filepath.Join(dir, "recorded.warc.gz")}
	archive, err := os.ReadFile(fixture.Recorded(t))
	if err := errors.Join(err, os.WriteFile(r.archive, archive, 0o600), os.MkdirAll(filepath.Join(dir, "store", "archive"), 0o700)); err != nil {
		t.Fatal(err)
	}
	return r
}

// week is one refresh. The archive of every run is the recorded web itself: in it, too, a source that fails finds its
// last good pages.
func (r *replay) week(t testing.TB, at time.Time) data.Snapshot {
	t.Helper()
	asked := sources()
	j := r.Job(refresh.Origin{Replay: r.archive, AsOf: at}, asked, false)
	if err := os.Link(r.archive, filepath.Join(r.Store.String(), store.ArchiveName(data.Version(at)))); err != nil {
		t.Fatal(err)
	}
	r.web.at = at
	results := collectors.Run(t.Context(), r.web, asked, collectors.RunOptions{Concurrency: 1, Newest: r.web.newest})
	for i := range results {
		if !r.lists {
			results[i].Bodies = nil
		}
	}
	built, err := j.Decide(results, r.previous)
	if err != nil {
		t.Fatal(err)
	}
	if !r.lists {
		built.Snapshot.Exports = nil
	}
	r.previous = &built.Snapshot
	return built.Snapshot
}

// payloads are the answers with status 200 in a WARC file, in their order, as collectors get them.
func payloads(path string) (all []web.Payload, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	records := warc.NewReader(file)
	for err == nil {
		var record *warc.Record
		if record, err = records.Next(); err != nil || record.Type != warc.Response {
			continue
		}
		var resp *http.Response
		if resp, err = record.Response(); err != nil || resp.StatusCode != http.StatusOK {
			continue
		}
		var body []byte
		body, err = io.ReadAll(resp.Body)
		all = append(all, payload(record.TargetURI, record.Date, body))
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return all, err
}

func payload(url string, at time.Time, body []byte) web.Payload {
	sum := sha256.Sum256(body)
	return web.Payload{URL: url, FetchedAt: at, Body: body, SHA256: hex.EncodeToString(sum[:])}
}

// firstMonday is when the recorded year begins.
var firstMonday = time.Date(2025, 10, 6, 3, 0, 0, 0, time.UTC)

var endOfYear = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)

var oneYear fixture.Once[[]data.Snapshot]

// year is a refresh every Monday, each on top of the week before.
func year(t testing.TB) []data.Snapshot {
	t.Helper()
	fixture.Recorded(t)
	return oneYear.Of(t, func() (all []data.Snapshot) {
		r := newReplay(t)
		for at := firstMonday; at.Before(endOfYear); at = at.AddDate(0, 0, 7) {
			all = append(all, r.week(t, at))
		}
		return all
	})
}
