package server

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"pricepoint/data"
	"pricepoint/data/store"
)

// keptList is the list of the snapshots that are kept, as it was read last. Nothing in it changes.
type keptList struct {
	versions []string      // oldest first
	document data.Document // snapshots.json
	noticed  time.Time     // when the list came to be as it is

	previous map[string]string // of those whose manifest was read: the version each of them replaced
}

const listUsage = "What was current at a time is the first of these whose at is not later; if the next later one is marked gap, others came in between that are no longer kept, and nobody can tell. " +
	"A server also leads from /api/asof/{time}/{document} there: a time such as 2026-11-21T03:00:00Z, or a day such as 2026-11-21, which means its end in UTC."

// listDocument makes /api/snapshots.json of the versions that are kept, oldest first. previous has the version that each of
// them replaced, as its manifest says; what is not in it has no gap before it.
func listDocument(versions []string, previous map[string]string) (data.Document, error) {
	doc := data.SnapshotsDocument{Usage: listUsage, Documents: keptRoute, Snapshots: []data.KeptSnapshot{}}
	for i, version := range slices.Backward(versions) {
		at, err := data.ParseVersion(version)
		if err != nil {
			return data.Document{}, err
		}
		doc.Snapshots = append(doc.Snapshots, data.KeptSnapshot{
			Version: version, At: data.At(at), Manifest: folderOf(version) + manifestName,
			Gap: i > 0 && previous[version] > versions[i-1],
		})
		doc.Latest = max(doc.Latest, version)
	}
	return data.Document{Path: ListPath[1:], Body: data.Encode(doc)}, nil
}

// keep replaces the list.
func (s *Server) keep(versions []string, previous map[string]string, noticed time.Time) error {
	document, err := listDocument(versions, previous)
	if err != nil {
		return err
	}
	if before := s.kept.Load(); before != nil && bytes.Equal(document.Body, before.document.Body) {
		noticed = before.noticed
	}
	s.kept.Store(&keptList{versions: versions, previous: previous, noticed: noticed, document: document})
	return nil
}

// Kept are the versions that /api/snapshots.json lists, oldest first.
func (s *Server) Kept() []string { return slices.Clone(s.kept.Load().versions) }

// newest is the last version of a list that is not empty.
func (l *keptList) newest() string { return l.versions[len(l.versions)-1] }

// unknown says which versions there are beside one that is not kept.
func (l *keptList) unknown(version string) string {
	if len(l.versions) == 0 {
		return "no snapshot is kept yet; the current documents are listed at /api/"
	}
	if _, err := data.ParseVersion(version); err != nil {
		return fmt.Sprintf("the address names no version of a snapshot; the newest is %s, and %s lists all", l.newest(), ListPath)
	}
	place, _ := slices.BinarySearch(l.versions, version)
	beside := l.versions[max(place-1, 0):min(place+1, len(l.versions))]
	return fmt.Sprintf("there is no snapshot %s, or it is no longer kept; next to it is %s, and %s lists all", version, strings.Join(beside, " and "), ListPath)
}

// relistAfter is how old the list may become while nothing new is published: snapshots are dropped, too.
const relistAfter = 10 * time.Minute

// readList reads the list when something was published, and now and then.
func (w *watcher) readList(pointer data.Pointer, now time.Time) error {
	if pointer == w.listed && now.Sub(w.listedAt) < relistAfter {
		return nil
	}
	versions, err := w.store.List()
	if err != nil {
		return err // the list stays as it was
	}
	w.listed, w.listedAt = pointer, now
	before := w.server.kept.Load()
	if slices.Equal(versions, before.versions) {
		return nil
	}
	if len(before.versions) == 0 && len(versions) > 0 {
		now, _ = data.ParseVersion(versions[len(versions)-1]) // it has been so since then, for all we know
	}
	return w.server.keep(versions, before.previous, now)
}

// learn reads which version each of the list replaced, once each, the newest first. What cannot be read is asked for
// again next time.
func (w *watcher) learn() error {
	list := w.server.kept.Load()
	known := map[string]string{}
	var failure error
	for _, version := range slices.Backward(list.versions) {
		if previous, ok := list.previous[version]; ok {
			known[version] = previous
			continue
		}
		manifest, err := w.store.Manifest(version)
		if errors.Is(err, store.ErrUnavailable) {
			return err
		}
		if err != nil {
			failure = err
			continue
		}
		known[version] = manifest.Previous
	}
	if failure == nil {
		failure = w.store.Refused()
	}
	if maps.Equal(known, list.previous) {
		return failure
	}
	return errors.Join(failure, w.server.keep(list.versions, known, list.noticed))
}
