// Package blobtest gives tests blobs in memory, which are kept as a bucket keeps them, and blobs that fail. Start at Memory
// and Faulty.
package blobtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"pricepoint/data/blob"
)

// Memory keeps blobs in memory. As in a bucket, nobody is kept out.
type Memory struct {
	mu    sync.Mutex
	blobs map[string]kept
	next  int
}

type kept struct {
	body []byte
	tag  string
	at   time.Time
}

// NewMemory has no blobs yet.
func NewMemory() *Memory { return &Memory{blobs: map[string]kept{}} }

// String returns a URL.
func (m *Memory) String() string { return "s3://memory" }

// Close does nothing.
func (m *Memory) Close() error { return nil }

// Lock keeps nobody out.
func (m *Memory) Lock(context.Context) (func() error, error) { return nil, errors.ErrUnsupported }

// Read is that of blob.Blobs.
func (m *Memory) Read(ctx context.Context, name string, limit int64) ([]byte, string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	found, is := m.blobs[name]
	switch {
	case ctx.Err() != nil:
		return nil, "", fmt.Errorf("%s: %w: %w", m, blob.ErrUnavailable, ctx.Err())
	case !is:
		return nil, "", fmt.Errorf("%s/%s: %w", m, name, fs.ErrNotExist)
	case int64(len(found.body)) > limit:
		return nil, "", fmt.Errorf("%s/%s is larger than %d bytes", m, name, limit)
	}
	return slices.Clone(found.body), found.tag, nil
}

type reader struct{ *bytes.Reader }

func (reader) Close() error { return nil }

// Open is that of blob.Blobs.
func (m *Memory) Open(ctx context.Context, name string, limit int64) (blob.Reader, error) {
	body, _, err := m.Read(ctx, name, limit)
	return reader{bytes.NewReader(body)}, err
}

// List is that of blob.Blobs.
func (m *Memory) List(ctx context.Context, prefix string, folded bool) (all []blob.Entry, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if ctx.Err() != nil {
		return nil, fmt.Errorf("%s: %w: %w", m, blob.ErrUnavailable, ctx.Err())
	}
	for _, name := range slices.Sorted(maps.Keys(m.blobs)) {
		rest, is := strings.CutPrefix(name, prefix)
		if folder, _, below := strings.Cut(rest, "/"); is && folded && below {
			if e := (blob.Entry{Name: prefix + folder + "/", Folded: true}); len(all) == 0 || all[len(all)-1] != e {
				all = append(all, e)
			}
		} else if is {
			all = append(all, blob.Entry{Name: name, Size: int64(len(m.blobs[name].body)), Modified: m.blobs[name].at})
		}
	}
	return all, nil
}

// Write is that of blob.Blobs.
func (m *Memory) Write(ctx context.Context, all ...blob.Blob) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, b := range all {
		before, is := m.blobs[b.Name]
		err := ctx.Err()
		if b.IfAbsent && is || b.IfTag != "" && before.tag != b.IfTag {
			err = blob.ErrRefused
		}
		if err != nil {
			return fmt.Errorf("store %s cannot be written: %s: %w", m, b.Name, err)
		}
		m.next++
		m.blobs[b.Name] = kept{slices.Clone(b.Body), fmt.Sprint(m.next), time.Now()}
	}
	return nil
}

// Remove is that of blob.Blobs.
func (m *Memory) Remove(ctx context.Context, name string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.blobs, name)
	return ctx.Err()
}

// Clone is a copy of all blobs.
func (m *Memory) Clone() *Memory {
	m.mu.Lock()
	defer m.mu.Unlock()
	return &Memory{blobs: maps.Clone(m.blobs), next: m.next}
}

// Faulty are blobs of which requests fail. Before is called before each request, and After when it has had its effect; either
// may return an error, which is then that of the request, or panic. Reads have no effect. nil: nothing fails.
type Faulty struct {
	blob.Blobs
	Before, After func(what, name string) error
}

func (f Faulty) do(what, name string, request func() error) error {
	for _, step := range []func() error{f.hook(f.Before, what, name), request, f.hook(f.After, what, name)} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func (f Faulty) hook(hook func(what, name string) error, what, name string) func() error {
	return func() error {
		if hook == nil {
			return nil
		}
		err := hook(what, name)
		if err != nil && what == "read" {
			return fmt.Errorf("%s: %w: %w", f, blob.ErrUnavailable, err)
		}
		return err
	}
}

// Read is that of blob.Blobs.
func (f Faulty) Read(ctx context.Context, name string, limit int64) (body []byte, tag string, err error) {
	err = f.do("read", name, func() (err error) { body, tag, err = f.Blobs.Read(ctx, name, limit); return err })
	return body, tag, err
}

// Open is that of blob.Blobs.
func (f Faulty) Open(ctx context.Context, name string, limit int64) (opened blob.Reader, err error) {
	err = f.do("read", name, func() (err error) { opened, err = f.Blobs.Open(ctx, name, limit); return err })
	return opened, err
}

// List is that of blob.Blobs.
func (f Faulty) List(ctx context.Context, prefix string, folded bool) (all []blob.Entry, err error) {
	err = f.do("read", prefix, func() (err error) { all, err = f.Blobs.List(ctx, prefix, folded); return err })
	return all, err
}

// Write is that of blob.Blobs, of one after another.
func (f Faulty) Write(ctx context.Context, all ...blob.Blob) error {
	for _, b := range all {
		if err := f.do("write", b.Name, func() error { return f.Blobs.Write(ctx, b) }); err != nil {
			return err
		}
	}
	return nil
}

// Remove is that of blob.Blobs.
func (f Faulty) Remove(ctx context.Context, name string) error {
	return f.do("remove", name, func() error { return f.Blobs.Remove(ctx, name) })
}
