package server_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pricepoint/data"
	"pricepoint/data/store"
	"pricepoint/server"
)

// past is what a shelf keeps beside its newest snapshot.
type past struct {
	snapshots []data.Snapshot // oldest first, the newest one included; nil: only that is kept
	err       error           // instead of any of them
	reads     int             // of documents
	manifests int             // that were read
	lists     int             // that were asked for
	busy      int             // readers of documents now
	mostBusy  int
	hold      chan struct{} // a reader of a document waits until it is closed
}

func (s *shelf) kept() ([]data.Snapshot, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.past.snapshots == nil && s.pointer.Version != "" {
		return []data.Snapshot{s.snapshot}, s.past.err
	}
	return s.past.snapshots, s.past.err
}

// asked is how often the store was asked for manifests and for its list.
func (s *shelf) asked() (manifests, lists int) {
	s.set(func(s *shelf) { manifests, lists = s.past.manifests, s.past.lists })
	return manifests, lists
}

func (s *shelf) find(version string) (data.Snapshot, error) {
	kept, err := s.kept()
	if err != nil {
		return data.Snapshot{}, err
	}
	i := slices.IndexFunc(kept, func(each data.Snapshot) bool { return each.Manifest.Version == version })
	if i < 0 {
		return data.Snapshot{}, fmt.Errorf("%s: %w", version, store.ErrNotFound)
	}
	return kept[i], nil
}

func (s *shelf) List() ([]string, error) {
	s.set(func(s *shelf) { s.past.lists++ })
	kept, err := s.kept()
	var versions []string
	for _, each := range kept {
		versions = append(versions, each.Manifest.Version)
	}
	return versions, err
}

func (s *shelf) Refused() error { return nil }

func (s *shelf) Exports(m data.Manifest) ([]data.Document, error) {
	found, err := s.find(m.Version)
	return found.Exports, err
}

func (s *shelf) Manifest(version string) (data.Manifest, error) {
	s.set(func(s *shelf) { s.past.manifests++ })
	found, err := s.find(version)
	return found.Manifest, err
}

func (s *shelf) ManifestBody(version string) ([]byte, error) {
	found, err := s.find(version)
	if err != nil {
		return nil, err
	}
	return data.Encode(found.Manifest), nil
}

func (s *shelf) Signature(version string) ([]byte, error) {
	return nil, fmt.Errorf("%s: %w", version, store.ErrNotFound)
}

func (s *shelf) Document(m data.Manifest, path string) (data.Document, error) {
	s.mu.Lock()
	s.past.reads++
	s.past.busy++
	s.past.mostBusy = max(s.past.mostBusy, s.past.busy)
	hold := s.past.hold
	s.mu.Unlock()
	defer s.set(func(s *shelf) { s.past.busy-- })
	if hold != nil {
		<-hold
	}
	found, err := s.find(m.Version)
	if err != nil {
		return data.Document{}, err
	}
	i := slices.IndexFunc(found.Documents, func(d data.Document) bool { return d.Path == path })
	return data.Document{Path: path, Body: found.Documents[i].Body, Brotli: []byte("brotli of " + m.Version)}, nil
}

// weekly has a snapshot every week, the newest of them at monday. What is in dropped, counted from the oldest one, is
// no longer kept.
func weekly(t testing.TB, n int, dropped ...int) *shelf {
	t.Helper()
	s := &shelf{}
	previous := ""
	for i := range n {
		each := snapshot(t, monday.AddDate(0, 0, 7*(i-n+1)))
		each.Manifest.Previous, previous = previous, each.Manifest.Version
		each.Manifest.Files = nil
		for _, d := range each.Documents {
			each.Manifest.Files = append(each.Manifest.Files, data.File{Path: d.Path})
		}
		if !slices.Contains(dropped, i) {
			s.past.snapshots = append(s.past.snapshots, each)
		}
		s.put(each)
	}
	return s
}

// taken serves a shelf, a while after monday.
func taken(t *testing.T, s *shelf) (address string, srv *server.Server) {
	t.Helper()
	srv = server.New(server.Options{Now: clock(monday.Add(36 * time.Hour))})
	if err := srv.Take(s); err != nil {
		t.Fatal(err)
	}
	return start(t, srv), srv
}
