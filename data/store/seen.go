package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/google/renameio/v2"

	"pricepoint/data"
)

// seen remembers on this machine the newest version that a key vouched for, so that whoever holds the storage cannot take
// a reader back by hiding what came after, not even while it is not running. It only moves forward.
type seen struct {
	file string

	mu     sync.Mutex
	newest sighting
	read   bool
}

// sighting is what the file holds.
type sighting struct {
	Store   string `json:"store"`
	Version string `json:"version"`
}

// Remember keeps the newest version that a key has vouched for in a file outside the store, and relies on nothing older from
// then on: an error then is ErrWentBack. Without a public key it does nothing, since whoever can write to the storage
// could as well publish something new.
func (s *Store) Remember(file string) { s.history.seen = &seen{file: file} }

// notBehind refuses a version older than what was seen.
func (h *history) notBehind(version string) error {
	if h.seen == nil || !h.keys.checks() {
		return nil
	}
	h.seen.mu.Lock()
	defer h.seen.mu.Unlock()
	newest, err := h.seen.load()
	if err != nil || version >= newest {
		return err
	}
	return fmt.Errorf("%w: %s holds nothing later than %s that is intact, and %s was read from it before; if that is meant, remove %s",
		ErrWentBack, h.blobs, version, newest, h.seen.file)
}

// noteSeen moves forward. Where nothing can be written, it is remembered while the program runs.
func (h *history) noteSeen(version string) {
	if h.seen == nil || !h.keys.checks() {
		return
	}
	h.seen.mu.Lock()
	defer h.seen.mu.Unlock()
	newest, err := h.seen.load()
	if err != nil || version <= newest {
		return
	}
	h.seen.newest = sighting{h.blobs.String(), version}
	body, err := data.Encode(h.seen.newest)
	if err == nil && os.MkdirAll(filepath.Dir(h.seen.file), 0o755) == nil {
		_ = renameio.WriteFile(h.seen.file, body, 0o644)
	}
}

// load returns the version that was seen, "" for none. A file that cannot be read is an error, since nobody knows what it said.
func (s *seen) load() (string, error) {
	if s.read {
		return s.newest.Version, nil
	}
	body, err := os.ReadFile(s.file)
	if err == nil {
		err = data.Read(body, &s.newest)
	}
	if err == nil {
		err = checkVersion(s.newest.Version)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("%s, which says what was last read of a store, cannot be read: %w; remove it if the store is as it should be", s.file, err)
	}
	s.read = true
	return s.newest.Version, nil
}
