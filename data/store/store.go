// Package store keeps snapshots: every version of the documents, the raw responses they were made from, and a
// pointer to the newest. Start at Open and OpenBucket: a Store is in a directory or in object storage, and does the same
// in either. The same names and bytes are in them; a directory has all that begins with snapshots/<version>/ in one file,
// snapshots/<version>.zip:
//
//	snapshots/<version>/api/*.br       the documents, brotli
//	snapshots/<version>/manifest.json  what they were made from, and their digests
//	snapshots/<version>/manifest.json.minisig  its signature, when a key is configured
//	archive/<version>.warc.gz          the raw responses
//	exports/<version>.zip              the lists of other programs with our prices in them, gzip and zstd
//	accepted/<finding>.json            what operators have accepted
//	latest.json                        the pointer, the only file that changes and that readers follow
//	runs/latest.json                   the report of the last run
//	publishing/<version>               who is writing that version, only while it is written
//	pruning/<version>                  who is dropping that version, only meanwhile and in a bucket
//
// What a store does is in publish.go, latest.go, read.go, accept.go, prune.go, restore.go and verify.go. Which versions are
// published, and what vouches for them, is in chain.go and proof.go, which all of these ask. What a directory
// and a bucket do in ways of their own is behind the interface of place.go, in directory.go and objects.go. keep.go is the
// rule by which old versions are dropped, when somebody asks for it.
//
// The package decides nothing about the content of a document and never edits a published one. Package bucket talks to
// the storage, package site writes copies that any web server can serve.
package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"

	"pricepoint/data/bucket"
)

// Store keeps snapshots in a place. Reading needs no lock and no right to write, and is safe at any time. It trusts no
// byte that is not in a digest, no name that this package does not give, and no size.
type Store struct {
	*chain
	ctx    context.Context // of what takes none
	locked atomic.Bool
}

func newStore(ctx context.Context, where string, p place) *Store {
	return &Store{chain: &chain{reader: reader{where: where, place: p}}, ctx: ctx}
}

// Open names a directory. It need not exist yet: it reads as empty and the first Lock makes it.
func Open(location string) (*Store, error) {
	d, err := openDirectory(location)
	if err != nil {
		return nil, err
	}
	return newStore(context.Background(), d.root, d), nil
}

// OpenBucket names a bucket, as in s3://bucket/prefix?region=eu-central-1; bucket.Parse says what a URL may hold. It asks
// the network nothing. The storage must honour conditional writes, which Publish tries out.
//
// A directory needs no context, so the methods that only read take none. Each has a time limit, and all end with ctx.
func OpenBucket(ctx context.Context, location string) (*Store, error) {
	address, err := bucket.Parse(location)
	if err != nil {
		return nil, fmt.Errorf("store: %v", err)
	}
	opened, err := address.Open()
	if err != nil {
		return nil, fmt.Errorf("store %s cannot be opened: %v", address, err)
	}
	return inBucket(ctx, opened), nil
}

func inBucket(ctx context.Context, s storage) *Store {
	return newStore(ctx, s.String(), &objects{storage: s, ctx: ctx})
}

// At names a directory, or a bucket by its URL.
func At(ctx context.Context, location string) (*Store, error) {
	if strings.Contains(location, "://") {
		return OpenBucket(ctx, location)
	}
	return Open(location)
}

// Close ends all connections.
func (s *Store) Close() error { return s.place.close() }

// Use signs what is published from now on, and relies on no snapshot that the keys do not vouch for.
func (s *Store) Use(keys *Keys) { s.keys = keys }

// String returns the store as messages name it.
func (s *Store) String() string { return s.where }

// Directory is where the store's files are; false when it is in a bucket.
func (s *Store) Directory() (path string, is bool) {
	d, is := s.place.(*directory)
	if !is {
		return "", false
	}
	return d.root, true
}

// Lock is what a run needs before it writes. In a directory it keeps other runs out until unlock is called or the
// process ends; it tries at least once, then until ctx ends, and the error then is ErrLocked and names the holder.
//
// In a bucket it keeps nobody out: whoever moves the pointer first has won, since it moves only from what the run began
// with. It finds out whether the bucket can be reached, before a run spends any time.
func (s *Store) Lock(ctx context.Context) (unlock func() error, err error) {
	release, err := s.place.lock(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := s.ask(); errors.Is(err, ErrUnavailable) {
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
	return fmt.Errorf("%s %s without its lock: call Lock first", doing, s.where)
}
