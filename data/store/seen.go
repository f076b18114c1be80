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
func (s *Store) Remember(file string) { s.seen = &seen{file: file} }

// ErrWentBack says that a store has lost what this machine has read from it.
var ErrWentBack = errors.New("the store has gone back")

// notBehind refuses a version older than what was seen.
func (c *chain) notBehind(version string) error {
	if c.seen == nil || !c.keys.checks() {
		return nil
	}
	c.seen.mu.Lock()
	defer c.seen.mu.Unlock()
	newest, err := c.seen.load()
	if err != nil || version >= newest {
		return err
	}
	return fmt.Errorf("%w: %s holds nothing later than %s that is intact, and %s was read from it before; if that is meant, remove %s",
		ErrWentBack, c.where, version, newest, c.seen.file)
}

// noteSeen moves forward. Where nothing can be written, it is remembered while the program runs.
func (c *chain) noteSeen(version string) {
	if c.seen == nil || !c.keys.checks() {
		return
	}
	c.seen.mu.Lock()
	defer c.seen.mu.Unlock()
	newest, err := c.seen.load()
	if err != nil || version <= newest {
		return
	}
	c.seen.newest = sighting{c.where, version}
	body, err := data.Encode(c.seen.newest)
	if err == nil && os.MkdirAll(filepath.Dir(c.seen.file), 0o755) == nil {
		_ = renameio.WriteFile(c.seen.file, body, 0o644)
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
