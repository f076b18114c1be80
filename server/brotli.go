package server

import (
	"bytes"
	"context"
	"maps"

	"github.com/andybalholm/brotli"
)

// largestBrotli bounds what is compressed here, in bytes: best compression takes seconds for a megabyte. A store
// keeps its documents compressed, whatever their size.
const largestBrotli = 1 << 20

// compressBrotli returns nil when ctx has ended.
func compressBrotli(ctx context.Context, body []byte) []byte {
	var buf bytes.Buffer
	w := brotli.NewWriterLevel(&buf, brotli.BestCompression)
	for part := body; len(part) > 0 && ctx.Err() == nil; {
		n, err := w.Write(part[:min(len(part), 64<<10)])
		if err != nil {
			panic(err) // a buffer cannot fail
		}
		part = part[n:]
	}
	if ctx.Err() != nil {
		return nil
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return buf.Bytes()
}

// withoutBrotli lists the resources that come without it and are small enough to have it made here.
func (st *state) withoutBrotli() []*resource {
	var lacking []*resource
	if st != nil {
		for _, r := range st.resources {
			if r.document.Brotli == nil && len(r.document.Body) <= largestBrotli {
				lacking = append(lacking, r)
			}
		}
	}
	return lacking
}

// addBrotli makes the brotli forms that no store has made, one after the other, and serves them from then on.
func (s *Server) addBrotli(ctx context.Context) {
	current := s.current.Load()
	lacking := current.withoutBrotli()
	if len(lacking) == 0 {
		return
	}
	next, p := *current, s.newPreparation()
	next.resources, next.known = maps.Clone(current.resources), newKnown()
	for _, r := range lacking {
		d := r.document
		if d.Brotli = compressBrotli(ctx, d.Body); d.Brotli == nil {
			return
		}
		next.resources[r.route] = p.resource(r.route, r.common, d, r.modified)
	}
	s.current.CompareAndSwap(current, &next)
}
