package server

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"pricepoint/data/store"
	"pricepoint/server/prepared"
)

// Files returns everything that is served of the loaded snapshot, sorted by address, for a web server that serves it without
// this program. It is empty before a snapshot is loaded.
func (s *Server) Files() []*prepared.Resource {
	current := s.current.Load()
	if current == nil {
		return nil
	}
	all := slices.Clone(s.everywhere)
	for address, r := range current.resources {
		if address == r.Route { // no second address of the same
			all = append(all, r)
		}
	}
	slices.SortFunc(all, func(a, b *prepared.Resource) int { return strings.Compare(a.Route, b.Route) })
	return all
}

// Take loads the newest snapshot of a store and the list of all that are kept, once, where Watch would go on doing so.
// Whatever is wrong with the store is logged; the error says why nothing could be loaded.
func (s *Server) Take(from Store) error {
	w := s.watcher(from)
	w.poll()
	if s.current.Load() == nil {
		return errors.New(cmp.Or(w.said[noSnapshotLoaded], store.ErrEmpty.Error()))
	}
	return nil
}

// Newest is the version that is served, "" while there is none.
func (s *Server) Newest() string {
	if current := s.current.Load(); current != nil {
		return current.snapshot.Manifest.Version
	}
	return ""
}

// Kept are the versions that /api/snapshots.json lists, oldest first.
func (s *Server) Kept() []string { return slices.Clone(s.history.List().Versions) }
