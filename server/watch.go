package server

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"time"

	"pricepoint/data"
	"pricepoint/data/store"
)

// Store is what Watch asks. *store.Store is one.
type Store interface {
	Pointer() (data.Pointer, error) // cheap; store.ErrEmpty: nothing is published
	Latest() (snapshot data.Snapshot, warning, err error)
	Report() (data.RunReport, error) // fs.ErrNotExist: nothing ran yet
	Exports(data.Manifest) ([]data.Document, error)

	List() ([]string, error) // versions, oldest first
	Refused() error          // what List has left out, and why; nil for nothing
	Manifest(version string) (data.Manifest, error)
	ManifestBody(version string) ([]byte, error)
	Signature(version string) ([]byte, error) // store.ErrNotFound: it is not signed
	Document(m data.Manifest, path string) (data.Document, error)
}

// Watch serves whatever becomes the newest snapshot of the store, and tells the outcome of whatever becomes the last
// run, until ctx ends. What cannot be loaded is logged once and tried again; what was served before stays.
func (s *Server) Watch(ctx context.Context, from Store) {
	w := s.watcher(from)
	ticker := time.NewTicker(s.options.Poll)
	defer ticker.Stop()
	w.poll()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			w.poll()
		case done := <-s.reloads:
			w.poll()
			close(done)
		}
	}
}

// watcher remembers what it saw, so that it acts once on each change and logs each complaint once.
type watcher struct {
	server *Server
	store  Store
	loaded data.Pointer      // of what was loaded without a complaint
	report *data.RunReport   // the last that could be read
	said   map[string]string // what is wrong, by what it is about, as logged last

	listed   data.Pointer // what was the newest when the list was last read
	listedAt time.Time
}

func (s *Server) watcher(from Store) *watcher {
	s.store.Store(&from)
	return &watcher{server: s, store: from, said: map[string]string{}}
}

func (w *watcher) poll() {
	w.complain("the report of the last run cannot be read", w.readReport())
	w.complain(noSnapshotLoaded, w.readSnapshot())
	w.complain("not every manifest can be read", w.learn())
	w.complain("the freshness cannot be brought up to date", w.renew())
}

const noSnapshotLoaded = "the newest snapshot cannot be loaded"

// complain logs what is wrong when it begins and when its cause is another one.
func (w *watcher) complain(what string, err error) {
	if err == nil {
		delete(w.said, what)
	} else if w.said[what] != err.Error() {
		w.said[what] = err.Error()
		w.server.options.Log.Error(what, "cause", err)
	}
}

func (w *watcher) readReport() error {
	report, err := w.store.Report()
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		w.report = &report
	}
	return err
}

// readSnapshot loads the newest snapshot when the pointer has moved, or moved to something that could not be loaded.
func (w *watcher) readSnapshot() error {
	pointer, err := w.store.Pointer()
	w.server.metrics.asked(pointer, err, w.server.options.Now())
	if err == nil {
		w.complain("the snapshots cannot be listed", w.readList(pointer, w.server.options.Now()))
	}
	if errors.Is(err, store.ErrEmpty) || err == nil && pointer == w.loaded {
		return nil
	}
	snapshot, warning, err := w.store.Latest()
	if err != nil {
		if !errors.Is(err, store.ErrUnavailable) { // of which storeAsked tells
			w.server.metrics.reloadFailures.Inc()
		}
		return cmp.Or(warning, err) // the warning says what is wrong with each snapshot
	}
	if w.isNews(snapshot) {
		snapshot.Exports, err = w.store.Exports(snapshot.Manifest)
		if errors.Is(err, store.ErrUnavailable) {
			return err
		}
		w.complain("what stands beside the snapshot for other programs cannot be read", err)
		if err := w.server.Load(snapshot, w.report); err != nil {
			return err
		}
		w.log("snapshot loaded")
	}
	if warning != nil {
		w.server.metrics.reloadFailures.Inc()
		return warning
	}
	if served := w.server.current.Load().snapshot.Manifest.Version; snapshot.Manifest.Version < served {
		w.server.metrics.reloadFailures.Inc()
		w.server.options.Log.Warn("the store has gone back", "cause", fmt.Sprintf("the newest snapshot of the store is %s, and %s is served; it stays until something later is published or the server starts again",
			snapshot.Manifest.Version, served))
	}
	w.loaded = pointer
	return nil
}

// isNews tells whether a snapshot should replace what is served. Older ones never do: a rollback is a new snapshot, and a
// store that holds only older ones, or had to fall back to one, has nothing better than what is still in memory.
func (w *watcher) isNews(snapshot data.Snapshot) bool {
	current := w.server.current.Load()
	return current == nil || !stored(current.snapshot) || snapshot.Manifest.Version > current.snapshot.Manifest.Version
}

// renew makes the freshness document again when a run has ended since, a source has become stale, or the clock was put back.
func (w *watcher) renew() error {
	current := w.server.current.Load()
	if current == nil {
		return nil
	}
	report := w.report
	if report == nil {
		report = current.report
	}
	now := w.server.options.Now()
	aged := !current.expires.IsZero() && now.After(current.expires) || now.Before(current.modified)
	listed := bytes.Equal(current.kept.document.Body, w.server.kept.Load().document.Body)
	if listed && !aged && reflect.DeepEqual(report, current.report) {
		return nil
	}
	if err := w.server.Load(current.snapshot, report); err != nil {
		return err
	}
	if !listed {
		w.log("list of snapshots renewed")
		return nil
	}
	w.log("freshness renewed")
	return nil
}

func (w *watcher) log(what string) {
	current := w.server.current.Load()
	w.server.options.Log.Info(what, "version", current.snapshot.Manifest.Version,
		"lastUpdated", current.freshness.LastUpdated.String(), "tools", current.freshness.Counts.Tools)
}

// Reload makes Watch look at the store now, and returns when it has or ctx ends.
func (s *Server) Reload(ctx context.Context) {
	done := make(chan struct{})
	select {
	case s.reloads <- done:
	case <-ctx.Done():
		return
	}
	select {
	case <-done:
	case <-ctx.Done():
	}
}
