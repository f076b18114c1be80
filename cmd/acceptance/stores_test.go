package acceptance

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"pricepoint/cmd/internal/built"
	"pricepoint/cmd/internal/fixture"
)

// shared is a store that is made once for all tests, which get copies of it.
type shared struct {
	once sync.Once
	dir  string // "" when it could not be made
}

// copied makes the store if nobody has, and returns a copy.
func (s *shared) copied(t *testing.T, make func(dir string) (location string)) string {
	t.Helper()
	s.once.Do(func() {
		dir, err := os.MkdirTemp(built.Dir, "store")
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

var oneRead, twoRead shared

// readStore is a store of a good week, or of a good and a bad one.
func readStore(t *testing.T, weeks int) string {
	t.Helper()
	if weeks == 1 {
		return oneRead.copied(t, func(dir string) string {
			if err := fixture.WriteArchives(dir); err != nil {
				t.Fatal(err)
			}
			refreshed(t, filepath.Join(dir, "store"), filepath.Join(dir, "good.warc.gz"), "2026-01-03T00:00:00Z")
			return filepath.Join(dir, "store")
		})
	}
	return twoRead.copied(t, func(dir string) string {
		store := readStore(t, 1)
		if err := errors.Join(fixture.WriteArchives(dir), os.CopyFS(filepath.Join(dir, "store"), os.DirFS(store))); err != nil {
			t.Fatal(err)
		}
		refreshed(t, filepath.Join(dir, "store"), filepath.Join(dir, "bad.warc.gz"), "2026-01-10T00:00:00Z")
		return filepath.Join(dir, "store")
	})
}
