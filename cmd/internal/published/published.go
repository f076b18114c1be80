// Package published is what the commands know of a store: its newest snapshot with its documents, or what the built-in
// catalogue says where nothing was ever read; which tool a name means; the state of the sources; what operators have
// accepted. Start at Data.
//
// It changes nothing in a store: package refresh publishes, and the commands call the store for the rest.
package published

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"slices"
	"strings"
	"time"

	"pricepoint/cmd/internal/terminal"
	"pricepoint/collectors"
	"pricepoint/collectors/registry"
	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/store"
	"pricepoint/normalize"
	"pricepoint/normalize/documents"
)

// Data is what a command works on.
type Data struct {
	Store   *store.Store
	Catalog *catalog.Catalog
	Log     *slog.Logger
	Now     func() time.Time
	Program string // names this program in manifests and to the servers it asks, as pricepoint/1.2.3

	Patience time.Duration // that a run waits for the lock of the store; 0: half an hour
}

// ErrNoneIntact says that a store holds something, and nothing that may be relied on.
var ErrNoneIntact = errors.New("no snapshot of the store can be used")

// Newest is the newest intact snapshot. The error is store.ErrEmpty when nothing was ever published, and ErrNoneIntact
// when something was; nobody should take the one for the other. What else is broken is logged.
func (d Data) Newest() (data.Snapshot, error) {
	snapshot, warning, err := d.Store.Latest()
	if warning != nil && (errors.Is(err, store.ErrEmpty) || errors.Is(err, store.ErrUnvouched)) {
		return snapshot, fmt.Errorf("%w: %v; pricepoint verify says what is broken, pricepoint doctor what to do about it", ErrNoneIntact, warning)
	}
	if warning != nil {
		d.Log.Warn("the store is not intact", "cause", warning)
	}
	return snapshot, err
}

// Nothing says what to do about a store that is empty, to whoever wants to do something with what it holds. Other errors
// stay as they are.
func Nothing(toDo string, err error) error {
	if !errors.Is(err, store.ErrEmpty) {
		return err
	}
	return fmt.Errorf("%w, so there is nothing to %s; pricepoint refresh makes one, or is --store wrong?", err, toDo)
}

// NewestOrBaseline is the newest snapshot, or what the catalogue says on its own when nothing was ever read.
func (d Data) NewestOrBaseline() (snapshot data.Snapshot, stored bool, err error) {
	snapshot, err = d.Newest()
	if errors.Is(err, store.ErrEmpty) {
		snapshot, err = d.Baseline()
		return snapshot, false, err
	}
	return snapshot, true, err
}

// Baseline is the snapshot the catalogue makes on its own. It is served, never stored.
func (d Data) Baseline() (data.Snapshot, error) {
	built, err := documents.Build(d.unread())
	return built.Snapshot, err
}

// unread is what there is to decide by when no source was ever asked.
func (d Data) unread() normalize.Input {
	in := normalize.Input{Catalog: d.Catalog, Now: d.Catalog.Verified.First, Generator: d.Program}
	in.Readings = data.Each(registry.All(), collectors.Source.Unread)
	return in
}

// Document reads one document of a snapshot.
func Document[T any](snapshot data.Snapshot, path string) (document T, err error) {
	version := snapshot.Manifest.Version
	found := data.Find(snapshot.Documents, func(d data.Document) bool { return d.Path == path })
	if found == nil {
		return document, fmt.Errorf("snapshot %s has no %s: an older pricepoint made it; run pricepoint refresh", version, path)
	}
	if err := data.Read(found.Body, &document); err != nil {
		return document, fmt.Errorf("snapshot %s: %s: %v; run pricepoint refresh", version, path, err)
	}
	return document, nil
}

// Statuses are those of the newest snapshot with the last run over them, or Unread when nothing was ever read.
func (d Data) Statuses() ([]data.SourceStatus, error) {
	snapshot, err := d.Newest()
	switch {
	case errors.Is(err, store.ErrEmpty):
		return d.Unread(), nil
	case err != nil:
		return nil, err
	}
	return d.StatusesIn(snapshot), nil
}

// Unread are the statuses that Baseline has, with the last run over them. They come without its values, which take long.
func (d Data) Unread() []data.SourceStatus {
	in := d.unread()
	return d.StatusesIn(data.Snapshot{Manifest: data.Manifest{GeneratedAt: data.At(in.Now), Sources: normalize.Records(in)}})
}

// StatusesIn are those of a snapshot with the last run over them.
func (d Data) StatusesIn(snapshot data.Snapshot) []data.SourceStatus {
	all := data.Each(snapshot.Manifest.Sources, func(r data.SourceRecord) data.SourceStatus { return r.SourceStatus })
	report, err := d.Store.Report()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		d.Log.Warn("the report of the last run cannot be read; the next refresh writes a new one", "cause", err)
	} else if report.FinishedAt.After(asOf(snapshot.Manifest)) {
		all = report.Apply(all)
	}
	for i, s := range all {
		all[i] = s.At(d.Now())
	}
	return all
}

// asOf is when the content of a snapshot was made. What was read after that is news to it, also when it was restored
// since: otherwise run would ask every source again as soon as an operator has gone back.
func asOf(m data.Manifest) time.Time {
	if made, err := data.ParseVersion(m.Restores); err == nil {
		return made
	}
	return m.GeneratedAt.Time
}

// Accepted are the findings that operators have accepted. What cannot be read stays held.
func (d Data) Accepted() []data.Acceptance {
	all, err := d.Store.Accepted()
	if err != nil {
		d.Log.Warn("not every acceptance can be read; the values they are about stay held", "cause", err)
	}
	return all
}

// Nearest names the versions beside one, newest first.
func (d Data) Nearest(version string) string {
	all, _ := d.Store.List() // of a store that cannot be listed nothing can be named
	place, found := slices.BinarySearch(all, version)
	beside := slices.Clone(all[max(place-1, 0):min(place+1, len(all))])
	if found {
		beside = slices.Clone(all[max(place-2, 0):place])
	}
	slices.Reverse(beside)
	return cmp.Or(strings.Join(beside, ", "), "none")
}

// Unreadable says which other versions there are when one that was named cannot be read.
func (d Data) Unreadable(version string, err error) error {
	if _, notOne := data.ParseVersion(version); notOne != nil {
		return terminal.Usage(fmt.Errorf("%v; name one such as %s", notOne, d.Nearest(version)))
	}
	if errors.Is(err, store.ErrUnavailable) || errors.Is(err, store.ErrNewer) {
		return err
	}
	return fmt.Errorf("%w; the nearest are %s", err, d.Nearest(version))
}

// patience is how long a run waits for another to end: longer than any run takes that does not hang.
const patience = 30 * time.Minute

// Lock keeps other runs out of the store. When one is at work it says so and waits, for Patience; the error then names
// who holds the lock.
func (d Data) Lock(ctx context.Context) (unlock func() error, err error) {
	once, cancel := context.WithCancel(ctx)
	cancel() // one try
	unlock, err = d.Store.Lock(once)
	if !errors.Is(err, store.ErrLocked) || ctx.Err() != nil {
		return unlock, err
	}
	longest := cmp.Or(d.Patience, patience)
	d.Log.Info("waiting", "cause", err, "longest", longest)
	waiting, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	unlock, err = d.Store.Lock(waiting)
	if errors.Is(err, store.ErrLocked) && ctx.Err() == nil {
		err = fmt.Errorf("gave up after %s: %w", longest, err)
	}
	return unlock, err
}
