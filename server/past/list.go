package past

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"pricepoint/data"
	"pricepoint/data/store"
)

// List is the list of snapshots as it was read last. Nothing in it changes.
type List struct {
	Versions []string      // oldest first
	Document data.Document // snapshots.json
	Noticed  time.Time     // when the list came to be as it is

	previous map[string]string // of those whose manifest was read: the version each of them replaced
}

const usage = "What was current at a time is the first of these whose at is not later; if the next later one is marked gap, others came in between that are no longer kept, and nobody can tell. " +
	"A server also leads from /api/asof/{time}/{document} there: a time such as 2026-11-21T03:00:00Z, or a day such as 2026-11-21, which means its end in UTC."

// document makes /api/snapshots.json of the versions that are kept, oldest first. previous has the version that each of
// them replaced, as its manifest says; what is not in it has no gap before it.
func document(versions []string, previous map[string]string) ([]byte, error) {
	doc := data.SnapshotsDocument{Usage: usage, Documents: Route, Snapshots: []data.KeptSnapshot{}}
	for i, version := range slices.Backward(versions) {
		at, err := data.ParseVersion(version)
		if err != nil {
			return nil, err
		}
		doc.Snapshots = append(doc.Snapshots, data.KeptSnapshot{
			Version: version, At: data.At(at), Manifest: Folder(version) + "/" + manifestName,
			Gap: i > 0 && previous[version] > versions[i-1],
		})
		doc.Latest = max(doc.Latest, version)
	}
	return data.Encode(doc)
}

// newest is the last version of a list that is not empty.
func (l *List) newest() string { return l.Versions[len(l.Versions)-1] }

// unknown says which versions there are beside one that is not kept.
func (l *List) unknown(version string) string {
	if len(l.Versions) == 0 {
		return "no snapshot is kept yet; the current documents are listed at /"
	}
	if _, err := data.ParseVersion(version); err != nil {
		return fmt.Sprintf("the address names no version of a snapshot; the newest is %s, and %s lists all", l.newest(), ListPath)
	}
	place, _ := slices.BinarySearch(l.Versions, version)
	beside := l.Versions[max(place-1, 0):min(place+1, len(l.Versions))]
	return fmt.Sprintf("there is no snapshot %s, or it is no longer kept; next to it is %s, and %s lists all", version, strings.Join(beside, " and "), ListPath)
}

// relistAfter is how old the list may become while nothing new is published: snapshots are dropped, too.
const relistAfter = 10 * time.Minute

// Lister keeps the list of a history up to date.
type Lister struct {
	history *History
	store   Store
	read    time.Time    // when the list was last read
	newest  data.Pointer // as it was then
}

// NewLister returns a Lister of a history.
func NewLister(history *History, store Store) *Lister { return &Lister{history: history, store: store} }

// Refresh reads the list when something was published, and now and then.
func (l *Lister) Refresh(pointer data.Pointer, now time.Time) error {
	if pointer == l.newest && now.Sub(l.read) < relistAfter {
		return nil
	}
	versions, err := l.store.List()
	if err != nil {
		return err // the list stays as it was
	}
	l.read, l.newest = now, pointer
	before := l.history.List()
	if slices.Equal(versions, before.Versions) {
		return nil
	}
	if len(before.Versions) == 0 && len(versions) > 0 {
		now, _ = data.ParseVersion(versions[len(versions)-1]) // it has been so since then, for all we know
	}
	return l.history.set(versions, before.previous, now)
}

// Learn reads which version each of the list replaced, once each, the newest first. What cannot be read is asked for
// again next time.
func (l *Lister) Learn() error {
	list := l.history.List()
	known := map[string]string{}
	var failure error
	for _, version := range slices.Backward(list.Versions) {
		if previous, ok := list.previous[version]; ok {
			known[version] = previous
			continue
		}
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
	if failure == nil {
		failure = l.store.Refused()
	}
	if maps.Equal(known, list.previous) {
		return failure
	}
	return errors.Join(failure, l.history.set(list.Versions, known, list.Noticed))
}
