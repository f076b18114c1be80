package store

import (
	"context"
	"io"
	"net/http"
	"sync"

	"gocloud.dev/blob"
)

// remembered is the pointer as it was read last: who asks for it every few seconds is mostly told that it has not
// changed.
type remembered struct {
	mu   sync.Mutex
	tag  string // "": nothing was read, or nothing that can be asked for conditionally
	body []byte
}

func (m *remembered) last() (tag string, body []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.tag, m.body
}

func (m *remembered) keep(tag string, body []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.tag, m.body = tag, body
}

// get reads an object in one request.
func (b blobs) get(ctx context.Context, name string, options *blob.ReaderOptions) (body []byte, tag string, err error) {
	r, err := b.bucket.NewReader(ctx, name, options)
	if err != nil {
		return nil, "", err
	}
	defer r.Close()
	body, err = io.ReadAll(io.LimitReader(r, limit(name)+1))
	if err == nil && b.driver.readTag != nil {
		tag = b.driver.readTag(r, body)
	}
	return body, tag, err
}

// getPointer reads the pointer unless it is what was read last.
func (b blobs) getPointer(ctx context.Context) ([]byte, error) {
	var options *blob.ReaderOptions
	known, last := b.pointer.last()
	if known != "" {
		options = &blob.ReaderOptions{BeforeRead: func(as func(any) bool) error { return b.driver.unlessTag(as, known) }}
	}
	body, tag, err := b.get(ctx, pointerName, options)
	if known != "" && httpStatus(err) == http.StatusNotModified {
		return last, nil
	}
	if err == nil {
		b.pointer.keep(tag, body)
	}
	return body, err
}
