// Package store keeps snapshots: every version of the documents, the raw responses they were made from, and a
// pointer to the newest. Start at Open: a Store is in a directory or in object storage, and does the same in either.
//
//	snapshots/<version>.zip            api/*.br: the documents, brotli; manifest.json: what they were made from, and their digests;
//	                                   manifest.json.minisig: its signature, when a key is configured
//	archive/<version>.warc.gz          the raw responses
//	exports/<version>.zip              the lists of other programs with our prices in them, gzip and zstd
//	accepted/<finding>.json            what operators have accepted
//	latest.json                        the pointer, which readers follow
//	runs/latest.json                   the report of the last run
//
// Earlier versions of this program kept the members of a snapshot as objects below snapshots/<version>/ in a bucket. These are
// read as well. All of these are blobs (package blob), whole or not there, and all but the pointer and the report of the last run
// never change. The rest follows from that:
//
//   - To publish is to write the blobs of a version, each only if its name is free, and to swap the pointer, only if it is as it
//     was when the run began. Of two runs that race, one gets an error.
//   - The pointer has the digest of the newest manifest, and each manifest that of the one before. What these do not reach was
//     never published: a killed run left it, and Prune removes it. Readers go from the newest version down, and verify each
//     digest, always.
//
// publish.go, restore.go and prune.go write; history.go says what is published, and read.go and verify.go ask it. prune.go has the rule
// by which old versions are dropped, when somebody asks for it. The package decides nothing about the content of a document and never edits
// a published one.
package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"

	"pricepoint/data"
	"pricepoint/data/blob"
)

// Store keeps snapshots. Reading needs no lock and no right to write, and is safe at any time. It trusts no
// byte that is not in a digest, no name that this package does not give, and no size.
type Store struct {
	objects   objects
	history   *history
	directory string // where it is; "" in a bucket

	refused atomic.Pointer[map[string]error] // what the last List has left out, and why
	locked  atomic.Bool                      // by this process
}

var purpose = blob.Purpose{Name: "store", Other: "--store"}

// Open is At without a context.
func Open(location string) (*Store, error) { return At(context.Background(), location) }

// At names a directory, which need not exist yet: it reads as empty and the first Lock makes it. Or it names a bucket, as in
// s3://bucket/prefix?region=eu-central-1; blob.Purpose.Open says what a URL may hold. It asks the network nothing. The storage must
// honour conditional writes.
//
// The methods that only read take no context. Each request has a time limit, and all end with ctx.
func At(ctx context.Context, location string) (*Store, error) {
	blobs, err := purpose.Open(location)
	if err != nil {
		return nil, err
	}
	s := in(ctx, blobs)
	if !strings.Contains(location, "://") {
		s.directory = blobs.String()
	}
	return s, nil
}

func in(ctx context.Context, blobs blob.Blobs) *Store {
	o := objects{blobs, ctx}
	return &Store{objects: o, history: &history{objects: o}}
}

// Use signs what is published from now on, and relies on no snapshot that the keys do not vouch for.
func (s *Store) Use(keys *Keys) {
	s.history = &history{objects: s.objects, keys: keys}
}

// String returns the store as messages name it.
func (s *Store) String() string { return s.objects.String() }

// Directory is where the store's files are; false when it is in a bucket.
func (s *Store) Directory() (path string, is bool) { return s.directory, s.directory != "" }

// Lock is what a run needs before it writes. In a directory it keeps other runs out until unlock is called or the
// process ends; it tries at least once, then until ctx ends, and the error then is ErrLocked and names the holder.
//
// In a bucket it keeps nobody out: whoever moves the pointer first has won, since it moves only from what the run began
// with. It finds out whether the bucket can be reached, before a run spends any time.
func (s *Store) Lock(ctx context.Context) (unlock func() error, err error) {
	release, err := s.objects.blobs.Lock(ctx)
	if errors.Is(err, errors.ErrUnsupported) {
		release, err = func() error { return nil }, nil
	}
	if err != nil {
		return nil, err
	}
	if _, err := s.Pointer(); errors.Is(err, ErrUnavailable) {
		return nil, errors.Join(err, release())
	}
	s.locked.Store(true)
	return func() error {
		s.locked.Store(false)
		return release()
	}, nil
}

// mustBeLocked refuses to do something to a store before Lock.
func (s *Store) mustBeLocked(doing string) error {
	if s.locked.Load() {
		return nil
	}
	return fmt.Errorf("%s %s without its lock: call Lock first", doing, s)
}

// What callers tell apart.
var (
	ErrEmpty       = errors.New("the store holds no snapshot")
	ErrNotFound    = errors.New("no such snapshot")
	ErrNewer       = errors.New("made by a newer pricepoint: upgrade this one")
	ErrLocked      = blob.ErrHeld
	ErrUnavailable = blob.ErrUnavailable // now: what was read from it before is as good as ever

	// ErrUnvouched says that a snapshot may be intact, but the key that is configured does not vouch for it.
	ErrUnvouched = errors.New("the key that is configured does not vouch for it")
)

var (
	errUnsigned = errors.New("it is not signed")
	errOtherKey = errors.New("is not by the key that is configured")
)

// warning tells what is wrong and what follows from that, if anything; nil when nothing is.
func warning(all []error, consequence string) error {
	if len(all) == 0 {
		return nil
	}
	causes := data.Each(all, func(err error) any { return err })
	if consequence != "" {
		consequence = "; " + consequence
	}
	return fmt.Errorf(strings.Repeat("; %w", len(all))[2:]+"%s", append(causes, consequence)...)
}
