package store

import (
	"bytes"
	"cmp"
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

// packed are documents after something was done to each, on all processors: to compress them is most of the work of publishing.
func packed(ctx context.Context, documents []data.Document, pack func(*data.Document) error) ([]data.Document, error) {
	all := slices.Clone(documents)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range all {
		group.Go(func() error {
			if err := cmp.Or(ctx.Err(), pack(&all[i])); err != nil {
				return fmt.Errorf("compress %s: %w", all[i].Path, err)
			}
			return nil
		})
	}
	return all, group.Wait()
}

// quality is the level of compression, 0 to 11. The highest would take four times as long for a twentieth less. It is a
// text so that a linker can set it: tests that run a hundred refreshes of the whole program take a fast one.
var quality = "10"

// compressDocument fills in what is stored of a document.
func compressDocument(d *data.Document) error {
	quality, err := strconv.Atoi(quality)
	if err != nil {
		return err
	}
	if len(d.Body) > 256<<10 { // it repeats itself so much that level 9 makes it as small within a thirtieth, in a seventh of the time
		quality = min(quality, 9)
	}
	var buf bytes.Buffer
	w := brotli.NewWriterOptions(&buf, brotli.WriterOptions{Quality: quality, LGWin: windowBits(len(d.Body))})
	_, err = w.Write(d.Body)
	err = errors.Join(err, w.Close())
	d.Brotli = buf.Bytes()
	return err
}

// windowBits is the base 2 logarithm of a window that just holds a document of so many bytes: the encoder's tables take
// eight times the window, and 16 bytes of the window are its own.
func windowBits(size int) int { return min(max(bits.Len(uint(size+16)), 16), 22) }

// compressExport fills in what is stored of a file that stands beside a snapshot.
func compressExport(e *data.Document) error {
	var buf bytes.Buffer
	w := gzip.NewWriter(&buf)
	_, err := w.Write(e.Body)
	if err := errors.Join(err, w.Close()); err != nil {
		return err
	}
	e.Gzip = buf.Bytes()
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(8<<20)) // the largest that clients must accept
	if err == nil {
		e.Zstd = encoder.EncodeAll(e.Body, nil)
	}
	return err
}
