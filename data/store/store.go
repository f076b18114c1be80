// Package store keeps snapshots in a directory: every version of the documents, the raw responses they were
// made from, and a pointer to the newest. Start at Open; publish.go writes, latest.go finds, read.go reads and verifies.
//
//	snapshots/<version>/api/*.br       the documents, brotli
//	snapshots/<version>/manifest.json  what they were made from, and their digests
//	archive/<version>.warc.gz          the raw responses
//	latest.json                        the pointer, the only file that ever changes
//	runs/latest.json                   the report of the last run
//
// Names (layout.go) and encodings (format.go) know nothing of files, so that another kind of store needs only
// its own reading and writing beside Dir. The package decides nothing about the content of a document, drops no
// old version and never edits a published one.
package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
)

// What callers tell apart.
var (
	ErrEmpty    = errors.New("the store holds no snapshot")
	ErrNotFound = errors.New("no such snapshot")
	ErrNewer    = errors.New("made by a newer pricepoint: upgrade this one")
	ErrLocked   = errors.New("another run holds the lock")
)

// Dir is a store in a directory. Reading needs no lock and no right to write, and is safe at any time.
type Dir struct {
	root   string
	locked atomic.Bool // by this Dir
}

// Open names a store. The directory need not exist yet: it reads as empty and the first Lock makes it.
func Open(location string) (*Dir, error) {
	if scheme, _, isURL := strings.Cut(location, "://"); isURL {
		return nil, fmt.Errorf("store %s: this build has no %s:// buckets; name a directory", location, scheme)
	}
	if location == "" {
		return nil, errors.New("no store is named; name a directory")
	}
	info, err := os.Stat(location)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, fmt.Errorf("store: %v", err)
	case !info.IsDir():
		return nil, fmt.Errorf("store %s is a file; name a directory", location)
	}
	return &Dir{root: filepath.Clean(location)}, nil
}

// String returns the directory.
func (d *Dir) String() string { return d.root }

// path is where the object of that name lies.
func (d *Dir) path(name string) string { return filepath.Join(d.root, filepath.FromSlash(name)) }
