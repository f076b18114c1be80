package signing

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

// Seen remembers on this machine the newest version that a key vouched for, so that whoever holds the storage cannot take
// a reader back by hiding what came after, not even while it is not running. It only moves forward.
type Seen struct {
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

// NewSeen remembers in a file.
func NewSeen(file string) *Seen { return &Seen{file: file} }

// String is the name of the file.
func (s *Seen) String() string { return s.file }

// Newest returns the version that was seen, "" for none. A file that cannot be read is an error, since nobody knows what it said.
func (s *Seen) Newest() (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.load()
}

// Note moves forward to a version of a store. Where nothing can be written, it is remembered while the program runs.
func (s *Seen) Note(store, version string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if newest, err := s.load(); err != nil || version <= newest {
		return
	}
	s.newest = sighting{store, version}
	body, err := data.Encode(s.newest)
	if err == nil && os.MkdirAll(filepath.Dir(s.file), 0o755) == nil {
		_ = renameio.WriteFile(s.file, body, 0o644)
	}
}

func (s *Seen) load() (string, error) {
	if s.read {
		return s.newest.Version, nil
	}
	body, err := os.ReadFile(s.file)
	if err == nil {
		err = data.Read(body, &s.newest)
	}
	if err == nil {
		_, err = data.ParseVersion(s.newest.Version)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("%s, which says what was last read of a store, cannot be read: %w; remove it if the store is as it should be", s.file, err)
	}
	s.read = true
	return s.newest.Version, nil
}
