package built

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"pricepoint/cmd/internal/fixture"
)

// Shared is a store that is made once for all tests of a package, each of which gets a copy. Its zero value is ready.
type Shared struct {
	once sync.Once
	dir  string // "" when it could not be made
}

// Copied has the store made in an empty folder if it is not there yet, and returns where a copy of it lies.
func (s *Shared) Copied(t testing.TB, make func(dir string) (location string)) string {
	t.Helper()
	s.once.Do(func() {
		dir, err := os.MkdirTemp(Dir, "store")
		if err != nil {
			t.Fatal(err)
		}
		s.dir = make(dir)
	})
	if s.dir == "" {
		t.Fatal("the store could not be made; another test says why")
	}
	return fixture.Copied(t, s.dir)
}

// The versions of the snapshots of OneWeek and TwoWeeks.
const (
	GoodWeek = "2026-01-03T000000Z"
	BadWeek  = "2026-01-10T000000Z"
)

var oneWeek, twoWeeks Shared

// OneWeek is a store of one refresh, which has read a small page of every source.
func OneWeek(t testing.TB) (store string) {
	t.Helper()
	return oneWeek.Copied(t, func(dir string) string {
		if err := fixture.WriteArchives(dir); err != nil {
			t.Fatal(err)
		}
		Refresh(t, filepath.Join(dir, "store"), filepath.Join(dir, "good.warc.gz"), "2026-01-03T00:00:00Z")
		return filepath.Join(dir, "store")
	})
}

// TwoWeeks is that store after a second refresh, in which three sources have failed.
func TwoWeeks(t testing.TB) (store string) {
	t.Helper()
	return twoWeeks.Copied(t, func(dir string) string {
		store := filepath.Join(dir, "store")
		if err := errors.Join(fixture.WriteArchives(dir), os.CopyFS(store, os.DirFS(OneWeek(t)))); err != nil {
			t.Fatal(err)
		}
		Refresh(t, store, filepath.Join(dir, "bad.warc.gz"), "2026-01-10T00:00:00Z")
		return store
	})
}
