// Package store keeps snapshots: every version of the documents, the raw responses they were made from, and a
// pointer to the newest. There are two kinds: Dir, a directory (start at Open), and Bucket, object storage (start at
// OpenBucket). Both have the same methods and the same names and bytes in them; a directory has all that begins with
// snapshots/<version>/ in one file, snapshots/<version>.zip:
//
//	snapshots/<version>/api/*.br       the documents, brotli
//	snapshots/<version>/manifest.json  what they were made from, and their digests
//	snapshots/<version>/manifest.json.minisig  its signature, when a key is configured
//	archive/<version>.warc.gz          the raw responses
//	accepted/<finding>.json            what operators have accepted
//	latest.json                        the pointer, the only file that ever changes
//	runs/latest.json                   the report of the last run
//	publishing/<version>               who is writing that version, only while it is written
//	pruning/<version>                  who is dropping that version, only meanwhile and in a bucket
//
// Both share names (layout.go), encodings (format.go, zip.go) and reading (reader.go); each writes in its own way (publish.go,
// bucket_publish.go). keep.go is the rule by which old versions are dropped, when somebody asks for it; site.go writes
// copies of the documents that any web server can serve. The package decides nothing about the content of a document and
// never edits a published one.
package store

import "errors"

// What callers tell apart.
var (
	ErrEmpty       = errors.New("the store holds no snapshot")
	ErrNotFound    = errors.New("no such snapshot")
	ErrNewer       = errors.New("made by a newer pricepoint: upgrade this one")
	ErrLocked      = errors.New("another run holds the lock")
	ErrUnavailable = errors.New("the store cannot be reached") // now: what was read from it before is as good as ever
)
