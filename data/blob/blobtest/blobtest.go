// Package blobtest gives tests blobs that are kept as a bucket keeps them, and blobs that fail. Start at Unlocked and Faulty.
package blobtest

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"pricepoint/data/blob"
)

// Unlocked are the blobs of a directory from which nobody is kept out: of writers that race, conditions decide, as in a bucket.
type Unlocked struct {
	blob.Blobs
	mu *sync.Mutex
}

// NewUnlocked keeps blobs in a folder.
func NewUnlocked(folder string) (Unlocked, error) {
	blobs, err := blob.Purpose{Name: "store", Other: "--store"}.Open(folder)
	return Unlocked{blobs, new(sync.Mutex)}, err
}

// String returns a URL.
func (u Unlocked) String() string { return "s3://memory" }

// Lock keeps nobody out.
func (u Unlocked) Lock(context.Context) (func() error, error) { return nil, errors.ErrUnsupported }

// Write is that of blob.Blobs.
func (u Unlocked) Write(ctx context.Context, b blob.Blob) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.Blobs.Write(ctx, b)
}

// Remove is that of blob.Blobs.
func (u Unlocked) Remove(ctx context.Context, name string) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.Blobs.Remove(ctx, name)
}

// Faulty are blobs of which requests fail. Before is called before each request, and After when it has had its effect; either
// may return an error, which is then that of the request, or panic. Reads have no effect. nil: nothing fails.
type Faulty struct {
	blob.Blobs
	Before, After func(what, name string) error
}

func (f Faulty) do(what, name string, request func() error) error {
	for _, hook := range []func(what, name string) error{f.Before, func(string, string) error { return request() }, f.After} {
		if hook == nil {
			continue
		}
		if err := hook(what, name); err != nil {
			return err
		}
	}
	return nil
}

func (f Faulty) read(name string, request func() error) error {
	var own error
	err := f.do("read", name, func() error {
		own = request()
		return own
	})
	if err != nil && own == nil {
		err = fmt.Errorf("%s: %w: %w", f, blob.ErrUnavailable, err)
	}
	return err
}

// Read is that of blob.Blobs.
func (f Faulty) Read(ctx context.Context, name string, limit int64) (body []byte, tag string, err error) {
	err = f.read(name, func() (err error) { body, tag, err = f.Blobs.Read(ctx, name, limit); return err })
	return body, tag, err
}

// Open is that of blob.Blobs.
func (f Faulty) Open(ctx context.Context, name string, limit int64) (opened blob.Reader, err error) {
	err = f.read(name, func() (err error) { opened, err = f.Blobs.Open(ctx, name, limit); return err })
	return opened, err
}

// List is that of blob.Blobs.
func (f Faulty) List(ctx context.Context, prefix string, folded bool) (all []blob.Entry, err error) {
	err = f.read(prefix, func() (err error) { all, err = f.Blobs.List(ctx, prefix, folded); return err })
	return all, err
}

// Write is that of blob.Blobs.
func (f Faulty) Write(ctx context.Context, b blob.Blob) error {
	return f.do("write", b.Name, func() error { return f.Blobs.Write(ctx, b) })
}

// Remove is that of blob.Blobs.
func (f Faulty) Remove(ctx context.Context, name string) error {
	return f.do("remove", name, func() error { return f.Blobs.Remove(ctx, name) })
}
