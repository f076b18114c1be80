package main

import (
	"errors"
	"fmt"
	"slices"

	"pricepoint/data"
	"pricepoint/data/store"
)

// errNoneIntact says that a store holds something, and nothing that may be relied on.
var errNoneIntact = errors.New("no snapshot of the store can be used")

// newest is the newest intact snapshot. The error is store.ErrEmpty when nothing was ever published, and errNoneIntact
// when something was; nobody should take the one for the other. What is broken beside it is logged.
func (a *app) newest() (data.Snapshot, error) {
	snapshot, warning, err := a.store.Latest()
	if errors.Is(err, store.ErrEmpty) && warning != nil {
		return snapshot, fmt.Errorf("%w: %v; pricepoint verify tells what is broken, pricepoint doctor what to do about it", errNoneIntact, warning)
	}
	if warning != nil {
		a.log.Warn("the newest snapshot is not intact", "warning", warning)
	}
	return snapshot, err
}

// newestOrBaseline is the newest snapshot, or what the catalogue says on its own when nothing was ever read.
func (a *app) newestOrBaseline() (snapshot data.Snapshot, stored bool, err error) {
	snapshot, err = a.newest()
	if errors.Is(err, store.ErrEmpty) {
		snapshot, err = a.baseline()
		return snapshot, false, err
	}
	return snapshot, true, err
}

// documentOf reads one document of a snapshot.
func documentOf[T any](snapshot data.Snapshot, path string) (document T, err error) {
	version := snapshot.Manifest.Version
	i := slices.IndexFunc(snapshot.Documents, func(d data.Document) bool { return d.Path == path })
	if i < 0 {
		return document, fmt.Errorf("snapshot %s has no %s: an older pricepoint made it; run pricepoint refresh", version, path)
	}
	if err := data.Decode(snapshot.Documents[i].Body, &document); err != nil {
		return document, fmt.Errorf("snapshot %s: %s: %v; run pricepoint refresh", version, path, err)
	}
	return document, nil
}
