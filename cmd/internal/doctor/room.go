package doctor

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// How many publications the disk should still take, and how many files.
const (
	enoughPublications = 10
	fewPublications    = 2
	fewFiles           = 100
)

// usualPublication is how many bytes a publication of all sources takes, generously.
const usualPublication = 2 << 20

const freeSome = "free some space, or see pricepoint prune --help for dropping old snapshots"

// room is what the disk of a store still takes.
type room struct {
	free, files uint64 // bytes, and how many more files
	one         uint64 // bytes of a publication
	guessed     bool   // one is that of any store, for this one has no snapshot
	err         error  // nothing else is known then
}

// full says that the next refresh may fail.
func (r room) full() bool {
	return r.err == nil && (r.free < fewPublications*r.one || r.files < fewFiles)
}

// standing is a directory, or as long as it is not there the one that it will be made in.
func standing(directory string) string {
	for {
		above := filepath.Dir(directory)
		if _, err := os.Stat(directory); !errors.Is(err, fs.ErrNotExist) || above == directory {
			return directory
		}
		directory = above
	}
}
