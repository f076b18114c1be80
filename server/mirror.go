package server

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"pricepoint/data/store"
	"pricepoint/server/prepared"
)

// File is what one address answers, for a web server that serves it without this program.
type File struct {
	Address  string            // /api/tools.json
	Type     string            // media type
	Modified time.Time         // to the second
	Bodies   map[string][]byte // by content encoding; "" for the plain bytes
}

// Files returns everything that is served of the loaded snapshot, sorted by address. It is empty before a snapshot is
// loaded.
func (s *Server) Files() []File {
	current := s.current.Load()
	if current == nil {
		return nil
	}
	var all []File
	for address, r := range current.resources {
		if address == r.Route { // no second address of the same
			all = append(all, fileOf(r))
		}
	}
	for _, r := range s.everywhere {
		all = append(all, fileOf(r))
	}
	slices.SortFunc(all, func(a, b File) int { return strings.Compare(a.Address, b.Address) })
	return all
}

func fileOf(r *prepared.Resource) File {
	return File{Address: r.Route, Type: r.Kind.Type, Modified: r.Modified, Bodies: r.Bodies()}
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
