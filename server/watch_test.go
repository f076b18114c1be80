package server_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pricepoint/data"
	"pricepoint/data/store"
	"pricepoint/server"
)

var _ server.Store = (*store.Store)(nil)

// shelf is a store whose content a test sets. Errors come first, as in a store.
type shelf struct {
	mu          sync.Mutex
	pointer     data.Pointer
	snapshot    data.Snapshot
	warning     error
	pointerErr  error
	snapshotErr error
	report      *data.RunReport
	reportErr   error
	reads       int // of whole snapshots
	past        past
}

func (s *shelf) set(change func(*shelf)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(s)
}

func (s *shelf) put(snapshot data.Snapshot) {
	s.set(func(s *shelf) {
		s.pointer, s.snapshot = data.Pointer{Version: snapshot.Manifest.Version}, snapshot
		s.pointerErr, s.snapshotErr, s.warning = nil, nil, nil
	})
}

func (s *shelf) Pointer() (data.Pointer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.pointer, s.pointerErr
}

func (s *shelf) Latest() (data.Snapshot, error, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reads++
	if s.snapshotErr != nil {
		return data.Snapshot{}, s.warning, s.snapshotErr
	}
	return s.snapshot, s.warning, nil
}

func (s *shelf) timesRead() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.reads
}

func (s *shelf) Report() (data.RunReport, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.report == nil && s.reportErr == nil {
		return data.RunReport{}, fmt.Errorf("run report: %w", fs.ErrNotExist)
	}
	if s.reportErr != nil {
		return data.RunReport{}, s.reportErr
	}
	return *s.report, nil
}

// watched runs a server that watches a shelf, in a bubble of synctest: time passes only when a test lets it.
type watched struct {
	*testing.T
	server *server.Server
	shelf  *shelf
	log    *bytes.Buffer
}

func watch(t *testing.T, s *shelf, test func(w watched)) {
	synctest.Test(t, func(t *testing.T) {
		log := &bytes.Buffer{}
		srv := server.New(server.Options{
			Log: slog.New(slog.NewTextHandler(log, nil)), Now: clockFrom(monday), Poll: time.Minute,
		})
		ctx, cancel := context.WithCancel(t.Context())
		go srv.Watch(ctx, s)
		test(watched{t, srv, s, log})
		cancel()
		synctest.Wait()
	})
}

// clockFrom is monday at the start of a bubble.
func clockFrom(from time.Time) func() time.Time {
	began := time.Now()
	return func() time.Time { return from.Add(time.Since(began)) }
}

// pass lets the watcher poll for some time.
func (w watched) pass(d time.Duration) {
	time.Sleep(d) // in the bubble
	synctest.Wait()
}

func (w watched) get(path string) string {
	rec := httptest.NewRecorder()
	w.server.Handler().ServeHTTP(rec, httptest.NewRequest("GET", path, nil))
	return rec.Body.String()
}

func (w watched) wantVersion(at time.Time) {
	w.Helper()
	if got := w.get("/metrics"); !strings.Contains(got, `pricepoint_snapshot_info{version="`+data.Version(at)+`"} 1`) {
		w.Errorf("does not serve %s", data.Version(at))
	}
}

func (w watched) wantLogged(times int, text string) {
	w.Helper()
	if got := strings.Count(w.log.String(), text); got != times {
		w.Errorf("logged %q %d times, want %d:\n%s", text, got, times, w.log)
	}
}

func TestWatchFollowsTheStore(t *testing.T) {
	watch(t, &shelf{pointerErr: store.ErrEmpty}, func(w watched) {
		w.pass(10 * time.Minute)
		if !strings.Contains(w.get("/readyz"), "no snapshot") || w.shelf.reads != 0 || w.log.Len() != 0 {
			t.Errorf("an empty store: %d reads, /readyz %s, log %s; want none, 503, silence", w.shelf.reads, w.get("/readyz"), w.log)
		}
		for _, at := range []time.Time{monday, monday.Add(time.Hour)} {
			w.shelf.put(snapshot(t, at))
			w.pass(10 * time.Minute)
			w.wantVersion(at)
		}
		w.wantLogged(2, "snapshot loaded")
		w.wantLogged(2, "\n")
		if w.shelf.reads != 2 {
			t.Errorf("read %d snapshots, want 2: a pointer that stays costs nothing", w.shelf.reads)
		}
	})
}

func TestWatchSurvivesABrokenStore(t *testing.T) {
	later, soon := snapshot(t, monday.Add(time.Hour)), monday.Add(time.Hour)
	for _, test := range []struct {
		name  string
		spoil func(*shelf)
		text  string
	}{
		{"pointer unreadable", func(s *shelf) { s.pointerErr, s.snapshotErr = errors.New("bad disk"), errors.New("bad disk") }, "bad disk"},
		{"snapshot unreadable", func(s *shelf) { s.pointer.Version, s.snapshotErr = "v", errors.New("bad digest") }, "bad digest"},
		{"fell back to what is served", func(s *shelf) { s.pointer.Version, s.warning = "v", errors.New("using the one before") }, "using the one before"},
		{"fell back to an older one", func(s *shelf) {
			s.pointer.Version, s.warning = "v", errors.New("using an old one")
			s.snapshot = snapshot(t, monday.AddDate(0, 0, -7))
		}, "using an old one"},
		{"snapshot incomplete", func(s *shelf) {
			s.pointer.Version, s.snapshot = "v", without(later, "api/tools.json")
		}, "api/tools.json is missing"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := &shelf{}
			s.put(snapshot(t, monday))
			watch(t, s, func(w watched) {
				w.pass(time.Minute)
				w.shelf.set(test.spoil)
				w.pass(10 * time.Minute)
				w.wantVersion(monday)
				w.wantLogged(1, test.text)
				if got := w.get("/metrics"); strings.Contains(got, "pricepoint_reload_failures_total 0") {
					t.Error("pricepoint_reload_failures_total is 0")
				}
				w.shelf.put(later)
				w.pass(time.Minute)
				w.wantVersion(soon)
			})
		})
	}
}

// TestWatchCountsNoStoreThatIsAway among the snapshots that could not be loaded: another alert tells of it.
func TestWatchCountsNoStoreThatIsAway(t *testing.T) {
	s := &shelf{}
	s.put(snapshot(t, monday))
	watch(t, s, func(w watched) {
		w.pass(time.Minute)
		w.shelf.set(func(s *shelf) { s.pointerErr, s.snapshotErr = store.ErrUnavailable, store.ErrUnavailable })
		w.pass(10 * time.Minute)
		w.wantVersion(monday)
		if got := w.get("/metrics"); !strings.Contains(got, "pricepoint_reload_failures_total 0") {
			t.Error("pricepoint_reload_failures_total is not 0")
		}
	})
}

// TestWatchNeverGoesBack does not follow a store that has lost what is served, or its pointer; it warns once. What is published
// later is served again.
func TestWatchNeverGoesBack(t *testing.T) {
	older := snapshot(t, monday.AddDate(0, 0, -7))
	s := &shelf{}
	s.put(snapshot(t, monday))
	watch(t, s, func(w watched) {
		w.pass(time.Minute)
		w.shelf.set(func(s *shelf) { s.pointer.Version, s.snapshot = older.Manifest.Version, older })
		reads := w.shelf.timesRead()
		w.pass(10 * time.Minute)
		w.wantVersion(monday)
		w.wantLogged(1, "it stays until something later is published")
		w.wantLogged(1, "level=WARN")
		if since := w.shelf.timesRead() - reads; since != 1 {
			t.Errorf("read %d snapshots since, want 1", since)
		}
		w.shelf.put(snapshot(t, monday.Add(time.Hour)))
		w.pass(time.Minute)
		w.wantVersion(monday.Add(time.Hour))
	})
}

func TestWatchFollowsTheRunReport(t *testing.T) {
	s := &shelf{}
	s.put(snapshot(t, monday))
	watch(t, s, func(w watched) {
		w.pass(time.Minute)
		failed := data.RunReport{FinishedAt: data.At(monday.Add(time.Minute)), Sources: []data.SourceOutcome{
			outcome("pricing_acme", data.Failing, "the page has moved", time.Time{})}}
		w.shelf.set(func(s *shelf) { s.report = &failed })
		w.pass(10 * time.Minute)
		if got := w.get("/api/freshness.json"); !strings.Contains(got, "the page has moved") {
			t.Errorf("freshness says %s, want the cause of the later run", got)
		}
		w.wantLogged(1, "freshness renewed")

		w.shelf.set(func(s *shelf) { s.reportErr = errors.New("half a report") })
		w.pass(10 * time.Minute)
		if got := w.get("/api/freshness.json"); !strings.Contains(got, "the page has moved") {
			t.Error("an unreadable report wiped out the last one")
		}
		w.wantLogged(1, "half a report")
	})
}

func TestWatchAgesSources(t *testing.T) {
	s := &shelf{}
	s.put(snapshot(t, monday))
	watch(t, s, func(w watched) {
		w.pass(data.StaleAfter)
		if got := w.get("/api/freshness.json"); strings.Contains(got, "stale") {
			t.Errorf("stale after exactly two weeks:\n%s", got)
		}
		w.pass(2 * time.Minute)
		if got := w.get("/api/freshness.json"); !strings.Contains(got, `"stale"`) {
			t.Errorf("not stale after two weeks:\n%s", got)
		}
		w.wantLogged(2, "freshness renewed") // before that, the next refresh was overdue
	})
}

// A snapshot built in memory gives way to the first one of the store, whatever its version.
func TestWatchReplacesWhatNoRefreshPublished(t *testing.T) {
	watch(t, &shelf{pointerErr: store.ErrEmpty}, func(w watched) {
		builtIn := snapshot(t, monday)
		builtIn.Manifest.Files = nil
		if err := w.server.Load(builtIn, nil); err != nil {
			t.Fatal(err)
		}
		if want := "pricepoint_refresh_last_success_timestamp_seconds 0\n"; !strings.Contains(w.get("/metrics"), want) {
			t.Errorf("the metrics lack %q: no refresh has published what is served", want)
		}
		w.shelf.put(snapshot(t, monday))
		w.pass(10 * time.Minute)
		w.wantLogged(1, "snapshot loaded")
	})
}

// TestNothingIntact is of a store that has snapshots of which none can be used: the log says why, not that it is empty.
func TestNothingIntact(t *testing.T) {
	watch(t, &shelf{pointer: data.Pointer{Version: "2026-10-05T030000Z"}, snapshotErr: store.ErrEmpty, warning: errors.New("it is not signed; no snapshot is intact")}, func(w watched) {
		w.pass(time.Minute)
		if got := w.log.String(); !strings.Contains(got, "it is not signed") || strings.Contains(got, store.ErrEmpty.Error()) {
			t.Errorf("logged %s", got)
		}
	})
}
