package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"

	"gocloud.dev/blob"
)

// How long a single object may take, repetitions included.
const (
	readTimeout  = time.Minute
	writeTimeout = 5 * time.Minute
)

// blobs keeps objects in a bucket.
type blobs struct {
	ctx     context.Context // of all reading
	bucket  *blob.Bucket
	url     string // for messages
	driver  driver
	pointer *remembered
	step    func() error // called before each request, for a test that kills the process there, or cuts the line
}

// read returns the whole object of that name, if it is not absurdly large.
func (b blobs) read(name string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(b.ctx, readTimeout)
	defer cancel()
	body, err := ask(ctx, b, func() ([]byte, error) {
		if name == pointerName {
			return b.getPointer(ctx)
		}
		body, _, err := b.get(ctx, name, nil)
		return body, err
	})
	switch {
	case isMissing(err):
		return nil, fmt.Errorf("%s/%s: %w", b.url, name, fs.ErrNotExist)
	case err != nil:
		return nil, b.unavailable(err)
	case int64(len(body)) > limit(name):
		return nil, fmt.Errorf("%s/%s is larger than %d bytes", b.url, name, limit(name))
	}
	return body, nil
}

// stream reads ahead: an archive is small, and a connection that breaks off in the midst of it is not seen.
func (b blobs) stream(name string) (io.ReadCloser, error) {
	body, err := b.read(name)
	return io.NopCloser(bytes.NewReader(body)), err
}

// attributes of an object; fs.ErrNotExist when there is none.
func (b blobs) attributes(ctx context.Context, name string) (*blob.Attributes, error) {
	ctx, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	found, err := ask(ctx, b, func() (*blob.Attributes, error) { return b.bucket.Attributes(ctx, name) })
	if isMissing(err) {
		return nil, fmt.Errorf("%s/%s: %w", b.url, name, fs.ErrNotExist)
	}
	if err != nil {
		return nil, b.unavailable(err)
	}
	return found, nil
}

// delete removes an object; one that is not there is no error.
func (b blobs) delete(ctx context.Context, name string) error {
	ctx, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	_, err := ask(ctx, b, func() (struct{}, error) { return struct{}{}, b.bucket.Delete(ctx, name) })
	if err == nil || isMissing(err) {
		return nil
	}
	return b.cannotWrite(name, err)
}

// unavailable is the error of a store that may be as it was, but does not say so.
func (b blobs) unavailable(err error) error {
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("%s: %w: %w", b.url, ErrUnavailable, err)
	}
	return fmt.Errorf("%s: %w: %s", b.url, ErrUnavailable, because(err))
}

func (b blobs) cannotWrite(name string, err error) error {
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("store %s: write %s: %w", b.url, name, err)
	}
	return fmt.Errorf("store %s cannot be written: %s: %s", b.url, name, because(err))
}
