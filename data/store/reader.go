package store

import (
	"io"
	"strings"
)

// reader finds and verifies what is published, in whatever kind of store. It trusts no byte that is not in a
// digest, no name that this package does not give, and no size.
type reader struct {
	where string // the store, for messages
	from  objects
	keys  *Keys // nil: nothing is signed, and no signature asked for
}

// objects is what reading needs of a kind of store. Names are those of layout.go.
type objects interface {
	// read returns a whole object; fs.ErrNotExist when there is none, ErrUnavailable when nobody can tell now.
	read(name string) ([]byte, error)
	// stream opens an object, with the errors of read.
	stream(name string) (io.ReadCloser, error)
	// versions are those with a folder or a file, published or not, oldest first.
	versions() ([]string, error)
	// claims are the versions somebody is writing, or was when they were killed, oldest first.
	claims() ([]string, error)
	// archives are the names of all archives, oldest first.
	archives() ([]string, error)
	// aside are the folders of snapshots that were set aside, whether they are zip files or not.
	aside() ([]string, error)
	// size is how many bytes an object takes, or all objects in a folder.
	size(name string) (int64, error)
}

// Use signs what is published from now on, and takes no snapshot for the newest that the keys do not vouch for.
func (r *reader) Use(keys *Keys) { r.keys = keys }

// String returns the store as messages name it.
func (r *reader) String() string { return r.where }

// name tells where an object is, for messages.
func (r *reader) name(object string) string { return strings.TrimSuffix(r.where, "/") + "/" + object }
