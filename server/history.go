package server

import (
	"bytes"
	"errors"
	"maps"
	"slices"
	"sync/atomic"
	"time"

	"pricepoint/data"
	"pricepoint/data/store"
)

// history is what is served of the snapshots that are kept: their list, and their documents as they were.
type history struct {
	from atomic.Pointer[Store] // nil until Watch begins
	kept atomic.Pointer[kept]
	past *past
}

// kept is the list of snapshots as it was read last. Nothing in it changes.
type kept struct {
	versions []string          // oldest first
	previous map[string]string // of those whose manifest was read: the version each of them replaced
	document data.Document     // snapshots.json
	noticed  time.Time         // when the list came to be as it is
}

func newHistory(now time.Time, bytes int) *history {
	h := &history{past: newPast(bytes)}
	if err := h.set(nil, nil, now); err != nil {
		panic(err) // an empty list always encodes
	}
	return h
}

// set replaces the list.
func (h *history) set(versions []string, previous map[string]string, now time.Time) error {
	body, err := SnapshotsDocument(versions, previous)
	if err != nil {
		return err
	}
	if before := h.kept.Load(); before != nil && bytes.Equal(body, before.document.Body) {
		now = before.noticed
	}
	h.kept.Store(&kept{versions: versions, previous: previous, noticed: now, document: data.Document{Path: snapshotsPath[1:], Body: body}})
	return nil
}

const (
	usageOfSnapshots = "What was current at a time is the first of these whose at is not later; if the next later one is marked gap, others came in between that are no longer kept, and nobody can tell. " +
		"A server also leads from /api/asof/{time}/{document} there: a time such as 2026-11-21T03:00:00Z, or a day such as 2026-11-21, which means its end in UTC."
	documentsTemplate = "/api/snapshots/{version}/{document}"
	manifestDocument  = "manifest.json"
	signatureDocument = manifestDocument + ".minisig"
)

// SnapshotsDocument makes /api/snapshots.json of the versions that are kept, oldest first. previous has the version
// that each of them replaced, as its manifest says; what is not in it has no gap before it.
func SnapshotsDocument(versions []string, previous map[string]string) ([]byte, error) {
	doc := data.SnapshotsDocument{Usage: usageOfSnapshots, Documents: documentsTemplate, Snapshots: []data.KeptSnapshot{}}
	for i, version := range slices.Backward(versions) {
		at, err := data.ParseVersion(version)
		if err != nil {
			return nil, err
		}
		doc.Snapshots = append(doc.Snapshots, data.KeptSnapshot{
			Version: version, At: data.At(at), Manifest: SnapshotFolder(version) + "/" + manifestDocument,
			Gap: i > 0 && previous[version] > versions[i-1],
		})
		doc.Latest = max(doc.Latest, version)
	}
	return data.Encode(doc)
}

// relistAfter is how old the list may become while nothing new is published: snapshots are dropped, too.
const relistAfter = 10 * time.Minute

// lister reads the list for a watcher.
type lister struct {
	history *history
	store   Store
	atOnce  int          // how many manifests it reads before it lets others work; 0: all
	read    time.Time    // when it was last read
	newest  data.Pointer // as it was then
}

// refresh reads the list when something was published, and now and then.
func (l *lister) refresh(pointer data.Pointer, now time.Time) error {
	if pointer == l.newest && now.Sub(l.read) < relistAfter {
		return nil
	}
	versions, err := l.store.List()
	if err != nil {
		return err // the list stays as it was
	}
	l.read, l.newest = now, pointer
	before := l.history.kept.Load()
	if slices.Equal(versions, before.versions) {
		return nil
	}
	if len(before.versions) == 0 && len(versions) > 0 {
		now, _ = data.ParseVersion(versions[len(versions)-1]) // it has been so since then, for all we know
	}
	return l.history.set(versions, before.previous, now)
}

// learn reads which version each of the list replaced, once each, the newest first. What cannot be read is asked for
// again next time.
func (l *lister) learn() error {
	list := l.history.kept.Load()
	known, read := map[string]string{}, 0
	var failure error
	for _, version := range slices.Backward(list.versions) {
		if previous, ok := list.previous[version]; ok {
			known[version] = previous
			continue
		}
		if l.atOnce > 0 && read == l.atOnce {
			continue
		}
		read++
		manifest, err := l.store.Manifest(version)
		if errors.Is(err, store.ErrUnavailable) {
			return err
		}
		if err != nil {
			failure = err
			continue
		}
		known[version] = manifest.Previous
	}
	if maps.Equal(known, list.previous) {
		return failure
	}
	return errors.Join(failure, l.history.set(list.versions, known, list.noticed))
}
