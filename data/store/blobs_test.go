package store

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"pricepoint/data/blob"
)

// unlockedBlobs are the blobs of a directory from which nobody is kept out: of writers that race, conditions decide, as in a bucket.
type unlockedBlobs struct {
	blob.Blobs
	mu *sync.Mutex
}

func (u unlockedBlobs) String() string { return "s3://memory" }

func (u unlockedBlobs) Lock(context.Context) (func() error, error) { return nil, errors.ErrUnsupported }

func (u unlockedBlobs) Write(ctx context.Context, b blob.Blob) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.Blobs.Write(ctx, b)
}

func (u unlockedBlobs) Remove(ctx context.Context, name string) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.Blobs.Remove(ctx, name)
}

// faultyBlobs are blobs of which requests fail. before is called before each request, and after when it has had its effect; either
// may return an error, which is then that of the request, or panic. Reads have no effect. nil: nothing fails.
type faultyBlobs struct {
	blob.Blobs
	before, after func(what, name string) error
}

func (f faultyBlobs) do(what, name string, request func() error) error {
	for _, hook := range []func(what, name string) error{f.before, func(string, string) error { return request() }, f.after} {
		if hook == nil {
			continue
		}
		if err := hook(what, name); err != nil {
			return err
		}
	}
	return nil
}

func (f faultyBlobs) read(name string, request func() error) error {
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

func (f faultyBlobs) Read(ctx context.Context, name string, limit int64) (body []byte, tag string, err error) {
	err = f.read(name, func() (err error) { body, tag, err = f.Blobs.Read(ctx, name, limit); return err })
	return body, tag, err
}

func (f faultyBlobs) List(ctx context.Context, prefix string) (all []blob.Entry, err error) {
	err = f.read(prefix, func() (err error) { all, err = f.Blobs.List(ctx, prefix); return err })
	return all, err
}

func (f faultyBlobs) Write(ctx context.Context, b blob.Blob) error {
	return f.do("write", b.Name, func() error { return f.Blobs.Write(ctx, b) })
}

func (f faultyBlobs) Remove(ctx context.Context, name string) error {
	return f.do("remove", name, func() error { return f.Blobs.Remove(ctx, name) })
}
