// Package bucket keeps objects in object storage: Amazon's S3 and what speaks like it. Start at Parse. A Bucket reads,
// writes on conditions, lists and removes; each request is repeated when that may help, has a time limit, and fails in the same words each time.
//
// The package knows nothing of what the objects mean: package store keeps snapshots in a bucket, package site a mirror.
package bucket

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"
)

// How long a single object may take, repetitions included.
const (
	readTimeout  = time.Minute
	writeTimeout = 5 * time.Minute
)

const (
	pageSize  = 1000      // names in an answer, which is what S3 gives at most
	maxListed = 2_000_000 // names in a listing: a mirror has 260 for each snapshot
)

// Bucket is a bucket, or what is below a prefix in one. Names of objects are without the prefix.
type Bucket struct {
	url    string // for messages: without parameters
	prefix string // of every name: "" or ending in a slash
	s3     requests
}

// requests are the single ones that a bucket takes, of names with their prefix. An error is an *answer when the storage has given
// one.
//
// These are functions, and a Bucket has no field of the library's types, so that the linker sees which methods of them are used
// and leaves out the others: 2 MB of them.
type requests struct {
	// read returns at most limit bytes and one more, and the tag of the object; "" when that is not sure to be the tag of
	// these bytes. The answer's status is 304 while the object has the tag unless, which may be "".
	read   func(ctx context.Context, name, unless string, limit int64) (body []byte, tag string, err error)
	stat   func(ctx context.Context, name string) (Info, error)
	write  func(ctx context.Context, name string, body []byte, how Writing) error
	remove func(ctx context.Context, name string) error
	// list visits names in their order; folded, all that is below the next slash is one name.
	list  func(ctx context.Context, prefix string, folded bool, visit func(Entry) error) error
	close func()
}

// Info is what is known of an object besides its content.
type Info struct {
	Tag      string // identifies the content
	Owner    string // as it was written; "" for what was copied into the bucket by other means
	Modified time.Time

	CacheControl, ContentType, ContentEncoding string
}

// Writing is how an object is written.
type Writing struct {
	Owner    string // who writes it, for Info
	IfAbsent bool   // fail with ErrRefused when it is there already
	IfTag    string // fail with ErrRefused unless it has this tag; "" for no condition

	CacheControl, ContentType, ContentEncoding string
}

// ownerKey is the metadata that has the owner.
const ownerKey = "publication"

// Entry is a name in a listing.
type Entry struct {
	Name   string
	Size   int64
	Folded bool // it stands for all names that begin with it
}

// Open opens the bucket. Credentials come from where the cloud's own programs look for them. It asks the network
// nothing.
func (a Address) Open() (*Bucket, error) {
	opened, err := openS3(a.bucket, a.settings)
	if err != nil {
		return nil, errors.New(strings.ReplaceAll(err.Error(), "?"+a.settings.Encode(), "")) // which may hold a secret
	}
	prefix := a.prefix
	if prefix != "" {
		prefix += "/"
	}
	return &Bucket{url: a.where, prefix: prefix, s3: opened}, nil
}

// Close ends all connections.
func (b *Bucket) Close() error {
	b.s3.close()
	return nil
}

// String returns the bucket as messages name it: its URL without parameters.
func (b *Bucket) String() string { return b.url }

// NoTag is a tag that no object has.
func (b *Bucket) NoTag() string { return "00000000000000000000000000000000" }

// Read returns a whole object of at most limit bytes. The error is fs.ErrNotExist when there is none, ErrUnavailable
// when nobody can tell.
func (b *Bucket) Read(ctx context.Context, name string, limit int64) ([]byte, error) {
	body, _, err := b.ReadUnless(ctx, name, "", limit)
	return body, err
}

// ReadUnless is Read with ErrUnchanged while the object has a tag. It returns the tag it has now, "" when that is not
// sure.
func (b *Bucket) ReadUnless(ctx context.Context, name, known string, limit int64) (body []byte, tag string, err error) {
	ctx, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	body, err = ask(ctx, func() (got []byte, err error) {
		got, tag, err = b.s3.read(ctx, b.prefix+name, known, limit)
		return got, err
	})
	switch {
	case errors.Is(err, ErrUnchanged) && known != "": // of a tag that nobody has named it says nothing
		return nil, known, err
	case err != nil:
		return nil, "", b.unread(name, err)
	case int64(len(body)) > limit:
		return nil, "", fmt.Errorf("%s/%s is larger than %d bytes", b.url, name, limit)
	}
	return body, tag, nil
}

// Stat returns what is known of an object, with the errors of Read.
func (b *Bucket) Stat(ctx context.Context, name string) (Info, error) {
	ctx, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	found, err := ask(ctx, func() (Info, error) { return b.s3.stat(ctx, b.prefix+name) })
	if err != nil {
		return Info{}, b.unread(name, err)
	}
	return found, nil
}

// Write writes an object. The error says only why; it is ErrRefused when a condition does not hold, ErrDenied when we
// may not. After another error the object may yet be written.
func (b *Bucket) Write(ctx context.Context, name string, body []byte, how Writing) error {
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	_, err := ask(ctx, func() (struct{}, error) { return struct{}{}, b.s3.write(ctx, b.prefix+name, body, how) })
	return err
}

// Remove removes an object, with the errors of Write; one that is not there is not an error.
func (b *Bucket) Remove(ctx context.Context, name string) error {
	ctx, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	_, err := ask(ctx, func() (struct{}, error) { return struct{}{}, b.s3.remove(ctx, b.prefix+name) })
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// List returns the names that begin with a prefix, in their order. Folded, all that is below the next slash after the
// prefix is one name.
func (b *Bucket) List(ctx context.Context, prefix string, folded bool) ([]Entry, error) {
	ctx, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	names, err := ask(ctx, func() (names []Entry, err error) {
		err = b.s3.list(ctx, b.prefix+prefix, folded, func(e Entry) error {
			if len(names) == maxListed {
				return errTooMany
			}
			if !strings.HasPrefix(e.Name, b.prefix+prefix) {
				return fmt.Errorf("%w: it lists %q", errGarbage, e.Name[:min(len(e.Name), 80)])
			}
			e.Name = e.Name[len(b.prefix):]
			names = append(names, e)
			return nil
		})
		return names, err
	})
	switch {
	case errors.Is(err, errTooMany):
		return nil, fmt.Errorf("%s/%s holds more than %d names: use an empty bucket or prefix, or keep fewer snapshots (pricepoint prune)", b.url, prefix, maxListed)
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%w: there is no bucket at %s; create it or correct --store", ErrUnavailable, b.url)
	case err != nil:
		return nil, b.unavailable(err)
	}
	return names, nil
}

var (
	errTooMany = errors.New("too many names")
	errGarbage = errors.New("the storage answers what nobody has asked for")
)

// unread is the error of an object that was not read.
func (b *Bucket) unread(name string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s/%s: %w", b.url, name, fs.ErrNotExist)
	}
	return b.unavailable(err)
}

// unavailable is the error of a bucket that may be as it was, but does not say so.
func (b *Bucket) unavailable(err error) error {
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("%s: %w: %w", b.url, ErrUnavailable, context.Canceled)
	}
	return fmt.Errorf("%s: %w: %v", b.url, ErrUnavailable, err)
}
