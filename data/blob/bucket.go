package blob

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"
)

// How long a single blob may take, repetitions included.
const (
	readTimeout  = time.Minute
	writeTimeout = 5 * time.Minute
)

const (
	pageSize  = 1000      // names in an answer, which is what S3 gives at most
	maxListed = 2_000_000 // names in a listing: a mirror has 83 for each snapshot
)

// bucket is a bucket, or what is below a prefix in one. Each request is repeated when that may help, has a time limit, and fails
// in the same words each time.
type bucket struct {
	Purpose
	url    string // for messages: without parameters
	prefix string // of every name: "" or ending in a slash
	s3     requests
}

// requests are the single ones that a bucket takes, of names with their prefix, each made once.
//
// These are functions, and a bucket has no field of the library's types, so that the linker sees which methods of them are used
// and leaves out the others: 2 MB of them.
type requests struct {
	// read returns at most limit bytes and one more, and the tag of the object.
	read   func(ctx context.Context, name string, limit int64) (body []byte, tag string, err error)
	write  func(ctx context.Context, name string, how Blob) error
	remove func(ctx context.Context, name string) error
	// list visits names in their order; folded, all that is below the next slash is one name.
	list  func(ctx context.Context, prefix string, folded bool, visit func(Entry) error) error
	close func()
}

// Open opens the bucket. Credentials come from where the cloud's own programs look for them. It asks the network
// nothing.
func (a Address) Open(p Purpose) (Blobs, error) {
	opened, err := openS3(a.bucket, a.settings)
	if err != nil {
		reason := strings.ReplaceAll(err.Error(), "?"+a.settings.Encode(), "") // which may hold a secret
		return nil, fmt.Errorf("%s %s cannot be opened: %s", p.Name, a, reason)
	}
	prefix := a.prefix
	if prefix != "" {
		prefix += "/"
	}
	return &bucket{p, a.where, prefix, opened}, nil
}

func (b *bucket) Close() error {
	b.s3.close()
	return nil
}

// String returns the URL without parameters.
func (b *bucket) String() string { return b.url }

// Lock keeps nobody out.
func (b *bucket) Lock(context.Context) (func() error, error) { return nil, errors.ErrUnsupported }

func (b *bucket) Read(ctx context.Context, name string, limit int64) (body []byte, tag string, err error) {
	err = ask(ctx, readTimeout, func(ctx context.Context) (err error) {
		body, tag, err = b.s3.read(ctx, b.prefix+name, limit)
		return err
	})
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, "", fmt.Errorf("%s/%s: %w", b.url, name, fs.ErrNotExist)
	case err != nil:
		return nil, "", b.unavailable(err)
	case int64(len(body)) > limit:
		return nil, "", fmt.Errorf("%s/%s is larger than %d bytes", b.url, name, limit)
	}
	return body, tag, nil
}

// held is a blob in memory.
type held struct{ *bytes.Reader }

// Close does nothing.
func (held) Close() error { return nil }

// Open reads ahead: a connection that breaks off in the midst of a blob is not seen.
func (b *bucket) Open(ctx context.Context, name string, limit int64) (Reader, error) {
	body, _, err := b.Read(ctx, name, limit)
	return held{bytes.NewReader(body)}, err
}

func (b *bucket) Write(ctx context.Context, all ...Blob) error {
	for _, one := range all {
		err := ask(ctx, writeTimeout, func(ctx context.Context) error { return b.s3.write(ctx, b.prefix+one.Name, one) })
		if err != nil {
			return b.cannotWrite(one.Name, err)
		}
	}
	return nil
}

func (b *bucket) Remove(ctx context.Context, name string) error {
	err := ask(ctx, readTimeout, func(ctx context.Context) error { return b.s3.remove(ctx, b.prefix+name) })
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return b.cannotWrite(name, err)
}

func (b *bucket) cannotWrite(name string, err error) error {
	return fmt.Errorf("%s %s cannot be written: %s: %w", b.Name, b.url, name, err)
}

func (b *bucket) List(ctx context.Context, prefix string, folded bool) (names []Entry, err error) {
	err = ask(ctx, readTimeout, func(ctx context.Context) error {
		names = nil
		return b.s3.list(ctx, b.prefix+prefix, folded, func(e Entry) error {
			if len(names) == maxListed {
				return errTooMany
			}
			if !strings.HasPrefix(e.Name, b.prefix+prefix) {
				return fmt.Errorf("the storage lists %q, which nobody has asked for", e.Name[:min(len(e.Name), 80)])
			}
			e.Name = e.Name[len(b.prefix):]
			names = append(names, e)
			return nil
		})
	})
	switch {
	case errors.Is(err, errTooMany):
		return nil, fmt.Errorf("%s/%s holds more than %d names: use an empty bucket or prefix, or keep fewer snapshots (pricepoint prune)", b.url, prefix, maxListed)
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%w: there is no bucket at %s; create it or correct %s", ErrUnavailable, b.url, b.Other)
	case err != nil:
		return nil, b.unavailable(err)
	}
	slices.SortFunc(names, func(a, b Entry) int { return strings.Compare(a.Name, b.Name) }) // what is folded comes apart
	return names, nil
}

var errTooMany = errors.New("too many names")

// unavailable is the error of a bucket that may be as it was, but does not say so.
func (b *bucket) unavailable(err error) error {
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("%s: %w: %w", b.url, ErrUnavailable, context.Canceled)
	}
	return fmt.Errorf("%s: %w: %v", b.url, ErrUnavailable, err)
}
