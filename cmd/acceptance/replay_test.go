package acceptance

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
	"pricepoint/collectors/warc"
	"pricepoint/collectors/web"
	"pricepoint/data"
	"pricepoint/data/store"
)

// capturedWeb answers as the web did at some time.
type capturedWeb struct {
	captures map[string][]web.Payload // by address, oldest first
	at       time.Time
}

// captures are the real captures, read once for all tests. None of them may change the map.
var captures = sync.OnceValues(func() (map[string][]web.Payload, error) {
	file, err := os.Open(fixture.RecordedFile())
	if err != nil {
		return nil, err
	}
	defer file.Close()
	records, err := warc.NewReader(file)
	all := map[string][]web.Payload{}
	for err == nil {
		var record *warc.Record
		if record, err = records.Next(); err == nil && record.Type == warc.Response {
			err = addCapture(all, record)
		}
	}
	for _, of := range all {
		slices.SortStableFunc(of, func(x, y web.Payload) int { return x.FetchedAt.Compare(y.FetchedAt) })
	}
	if err == io.EOF {
		err = nil
	}
	return all, err
})

func addCapture(all map[string][]web.Payload, record *warc.Record) error {
	resp, err := record.Response()
	if err != nil || resp.StatusCode != http.StatusOK {
		return err
	}
	body, err := io.ReadAll(resp.Body)
	sum := sha256.Sum256(body)
	all[record.TargetURI] = append(all[record.TargetURI], web.Payload{
		URL: record.TargetURI, ContentType: resp.Header.Get("Content-Type"), FetchedAt: record.Date, Body: body, SHA256: hex.EncodeToString(sum[:]),
	})
	return err
}

// newCapturedWeb is the recorded web. Without the captures the test skips.
func newCapturedWeb(t *testing.T) *capturedWeb {
	t.Helper()
	fixture.Recorded(t)
	all, err := captures()
	if err != nil {
		t.Fatal(err)
	}
	return &capturedWeb{captures: maps.Clone(all)}
}

// days are the times of the captures.
func (w *capturedWeb) days() []time.Time {
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
func (w *capturedWeb) Fetch(_ context.Context, r web.Request) (web.Payload, error) {
	for _, d := range slices.Backward(w.captures[r.URL]) {
		if !d.FetchedAt.After(w.at) {
			return d, nil
		}
	}
	return web.Payload{}, fmt.Errorf("%s is not among the captures", r.URL)
}

// newest is when the capture that answers was made.
func (w *capturedWeb) newest(address string) (time.Time, bool) {
	d, err := w.Fetch(context.Background(), web.Request{URL: address})
	return d.FetchedAt, err == nil
}

// remembering are the sources with a Parse that reads the same documents only once, whichever test asks.
var remembering = sync.OnceValue(func() []collectors.Source {
	sources := collectors.All()
	for i, s := range sources {
		sources[i].Parse = remembered(s.Parse)
	}
	return sources
})

func remembered(parse func([]web.Payload) ([]data.Observation, error)) func([]web.Payload) ([]data.Observation, error) {
	type reading struct {
		observations []data.Observation
		err          error
	}
	var mu sync.Mutex
	known := map[string]reading{}
	return func(docs []web.Payload) ([]data.Observation, error) {
		var key strings.Builder
		for _, d := range docs {
			key.WriteString(d.URL + " " + d.FetchedAt.String() + " " + d.SHA256 + "\n")
		}
		mu.Lock()
		defer mu.Unlock()
		r, ok := known[key.String()]
		if !ok {
			r.observations, r.err = parse(docs)
			known[key.String()] = r
		}
		return slices.Clone(r.observations), r.err
	}
}

// replayed is the recorded web, refreshed from week by week. It does what refresh --replay --as-of does, but the
// captures and the snapshots stay in memory and a page is parsed once.
type replayed struct {
	*refresh.Refresher
	web      *capturedWeb
	archive  string // a copy of the recorded web
	previous *data.Snapshot
	lists    bool // make the files that lie on the lists of others: they take ten megabytes a week
}

func newReplayed(t *testing.T) *replayed {
	t.Helper()
	dir := t.TempDir()
	r := &replayed{Refresher: fixture.Refresher(t, dir), web: newCapturedWeb(t), archive: filepath.Join(dir, "recorded.warc.gz")}
	archive, err := os.ReadFile(fixture.Recorded(t))
	if err := errors.Join(err, os.WriteFile(r.archive, archive, 0o600), os.MkdirAll(filepath.Join(dir, "store", "archive"), 0o700)); err != nil {
		t.Fatal(err)
	}
	return r
}

// week is one refresh. The archive of every run is the recorded web itself: in it, too, a source that fails finds its
// last good pages.
func (r *replayed) week(t *testing.T, at time.Time) data.Snapshot {
	t.Helper()
	asked := remembering()
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

// The Mondays of the recorded year.
var (
	firstMonday = time.Date(2025, 10, 6, 3, 0, 0, 0, time.UTC)
	endOfYear   = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
)

var (
	yearOnce sync.Once
	year     []data.Snapshot
)

// recordedYear is a refresh every Monday, each on top of the week before. It is made once; nobody may change it.
func recordedYear(t *testing.T) []data.Snapshot {
	t.Helper()
	fixture.Recorded(t)
	yearOnce.Do(func() {
		r := newReplayed(t)
		var all []data.Snapshot
		for at := firstMonday; at.Before(endOfYear); at = at.AddDate(0, 0, 7) {
			all = append(all, r.week(t, at))
		}
		year = all
	})
	if year == nil {
		t.Fatal("the recorded year could not be made; another test says why")
	}
	return year
}

var (
	octoberOnce sync.Once
	october     data.Snapshot
)

// recordedOctober is a first refresh on the 15th of October 2026, from the newest captures of most sources.
func recordedOctober(t *testing.T) data.Snapshot {
	t.Helper()
	fixture.Recorded(t)
	octoberOnce.Do(func() { october = newReplayed(t).week(t, time.Date(2026, 10, 15, 0, 0, 0, 0, time.UTC)) })
	if october.Manifest.Version == "" {
		t.Fatal("the refresh of October could not be made; another test says why")
	}
	return october
}
