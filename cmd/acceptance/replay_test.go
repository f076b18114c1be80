package acceptance

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
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

func newCapturedWeb(t *testing.T, archive []byte) *capturedWeb {
	t.Helper()
	w := &capturedWeb{captures: map[string][]web.Payload{}}
	records, err := warc.NewReader(bytes.NewReader(archive))
	for err == nil {
		var record *warc.Record
		if record, err = records.Next(); err == nil && record.Type == warc.Response {
			err = w.add(record)
		}
	}
	if err != io.EOF {
		t.Fatal(err)
	}
	for _, all := range w.captures {
		slices.SortStableFunc(all, func(x, y web.Payload) int { return x.FetchedAt.Compare(y.FetchedAt) })
	}
	return w
}

func (w *capturedWeb) add(record *warc.Record) error {
	resp, err := record.Response()
	if err != nil || resp.StatusCode != http.StatusOK {
		return err
	}
	body, err := io.ReadAll(resp.Body)
	sum := sha256.Sum256(body)
	w.captures[record.TargetURI] = append(w.captures[record.TargetURI], web.Payload{
		URL: record.TargetURI, ContentType: resp.Header.Get("Content-Type"), FetchedAt: record.Date, Body: body, SHA256: hex.EncodeToString(sum[:]),
	})
	return err
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

// replayed is the recorded web, refreshed from week by week. It does what refresh --replay --as-of does, but the
// captures and the snapshots stay in memory and a page is parsed once.
type replayed struct {
	*refresh.Refresher
	t        *testing.T
	web      *capturedWeb
	archive  string // a copy of the recorded web
	asked    []collectors.Source
	previous *data.Snapshot
}

func newReplayed(t *testing.T) *replayed {
	t.Helper()
	dir := t.TempDir()
	archive, err := os.ReadFile(fixture.Recorded(t))
	if err != nil {
		t.Fatal(err)
	}
	r := &replayed{
		Refresher: fixture.Refresher(t, dir), t: t, web: newCapturedWeb(t, archive),
		archive: filepath.Join(dir, "recorded.warc.gz"), asked: remembering(collectors.All()),
	}
	if err := errors.Join(os.WriteFile(r.archive, archive, 0o600), os.MkdirAll(filepath.Join(dir, "store", "archive"), 0o700)); err != nil {
		t.Fatal(err)
	}
	return r
}

// remembering returns the sources with a Parse that reads the same documents only once.
func remembering(sources []collectors.Source) []collectors.Source {
	for i, s := range sources {
		type reading struct {
			observations []data.Observation
			err          error
		}
		known := map[string]reading{}
		sources[i].Parse = func(docs []web.Payload) ([]data.Observation, error) {
			var key strings.Builder
			for _, d := range docs {
				key.WriteString(d.URL + " " + d.FetchedAt.String() + " " + d.SHA256 + "\n")
			}
			r, ok := known[key.String()]
			if !ok {
				r.observations, r.err = s.Parse(docs)
				known[key.String()] = r
			}
			return slices.Clone(r.observations), r.err
		}
	}
	return sources
}

// week is one refresh. The archive of every run is the recorded web itself: in it, too, a source that fails finds its
// last good pages.
func (r *replayed) week(at time.Time) data.Snapshot {
	r.t.Helper()
	j := r.Job(refresh.Origin{Replay: r.archive, AsOf: at}, r.asked, false)
	if err := os.Link(r.archive, filepath.Join(r.Store.String(), store.ArchiveName(data.Version(at)))); err != nil {
		r.t.Fatal(err)
	}
	r.web.at = at
	results := collectors.Run(r.t.Context(), r.web, r.asked, collectors.RunOptions{Concurrency: 1, Newest: r.web.newest})
	built, err := j.Decide(results, r.previous)
	if err != nil {
		r.t.Fatal(err)
	}
	r.previous = &built.Snapshot
	return built.Snapshot
}
