package store

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"math/bits"
	"runtime"
	"slices"
	"strconv"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
	"golang.org/x/sync/errgroup"

	"pricepoint/data"
)

// compressed are documents with their compressed forms, made on all processors: it is most of the work of publishing.
func compressed(ctx context.Context, documents []data.Document) ([]data.Document, error) {
	all := slices.Clone(documents)
	return all, eachAtOnce(ctx, all, func(d *data.Document) (err error) {
		if d.Brotli, err = brotliOf(d.Body); err != nil {
			err = fmt.Errorf("compress %s: %v", d.Path, err)
		}
		return err
	})
}

// eachAtOnce does something to all of a list, on all processors.
func eachAtOnce[T any](ctx context.Context, all []T, do func(*T) error) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range all {
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			return do(&all[i])
		})
	}
	return group.Wait()
}

// quality is the level of compression, 0 to 11. The highest would take four times as long for a twentieth less. It is a
// text so that a linker can set it: tests that run a hundred refreshes of the whole program take a fast one.
var quality = "10"

// A large document repeats itself so much that level 9 makes it as small within a thirtieth, in a seventh of the time.
const (
	largeDocument = 256 << 10 // bytes
	largeQuality  = 9
)

// brotliOf compresses a document.
func brotliOf(body []byte) ([]byte, error) {
	quality, err := strconv.Atoi(quality)
	if err != nil {
		return nil, err
	}
	if len(body) > largeDocument {
		quality = min(quality, largeQuality)
	}
	var buf bytes.Buffer
	w := brotli.NewWriterOptions(&buf, brotli.WriterOptions{Quality: quality, LGWin: windowBits(len(body))})
	_, err = w.Write(body)
	err = errors.Join(err, w.Close())
	return buf.Bytes(), err
}

// windowBits is the base 2 logarithm of a window that just holds a document of so many bytes: the encoder's tables take
// eight times the window, and 16 bytes of the window are its own.
func windowBits(size int) int { return min(max(bits.Len(uint(size+16)), 16), 22) }

// compressExport fills in the compressed forms, unless they are there.
func compressExport(e *data.Document) error {
	if e.Gzip == nil {
		var buf bytes.Buffer
		w := gzip.NewWriter(&buf)
		_, err := w.Write(e.Body)
		if err := errors.Join(err, w.Close()); err != nil {
			return err
		}
		e.Gzip = buf.Bytes()
	}
	if e.Zstd == nil {
		w, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(8<<20)) // the largest that clients must accept
		if err != nil {
			return err
		}
		e.Zstd = w.EncodeAll(e.Body, nil)
	}
	return nil
}
