package pack

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"

	"pricepoint/data"
)

// How a file of the exports ends.
const (
	gzipSuffix = ".gz"
	zstdSuffix = ".zst"
)

// Exports compresses exports and puts them into one file.
func Exports(ctx context.Context, version string, exports []data.ExportFile) ([]byte, error) {
	packed := slices.Clone(exports)
	if err := eachAtOnce(ctx, packed, compressExport); err != nil {
		return nil, err
	}
	return Zip(version, func(yield func(string, []byte) bool) {
		for _, e := range packed {
			if !yield(e.Path+gzipSuffix, e.Gzip) || !yield(e.Path+zstdSuffix, e.Zstd) {
				return
			}
		}
	})
}

// compressExport fills in the compressed forms, unless they are there.
func compressExport(e *data.ExportFile) error {
	if e.Gzip == nil {
		var buf bytes.Buffer
		w := gzip.NewWriter(&buf)
		if _, err := w.Write(e.Body); err != nil {
			return err
		}
		if err := w.Close(); err != nil {
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

// ReadExports reads the file of Exports: so many files at most, of so many bytes each and together. Each form is its own slice, so
// that the file can be let go.
func ReadExports(file []byte, most int, each, together int64) ([]data.ExportFile, error) {
	r, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, err
	}
	if len(r.File) > 2*most {
		return nil, fmt.Errorf("it holds %d files; at most %d are read", len(r.File), 2*most)
	}
	var all []data.ExportFile
	for _, m := range r.File {
		content, err := ReadMember(m, each)
		if err != nil {
			return nil, fmt.Errorf("%s: %v", m.Name, err)
		}
		path := strings.TrimSuffix(strings.TrimSuffix(m.Name, gzipSuffix), zstdSuffix)
		if len(all) == 0 || all[len(all)-1].Path != path {
			all = append(all, data.ExportFile{Path: path})
		}
		if e := &all[len(all)-1]; strings.HasSuffix(m.Name, gzipSuffix) {
			e.Gzip = content
		} else {
			e.Zstd = content
		}
	}
	return all, unpackExports(all, each, together)
}

// unpackExports unpacks the form that is unpacked faster.
func unpackExports(all []data.ExportFile, each, together int64) error {
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxMemory(uint64(each)))
	if err != nil {
		return err
	}
	defer decoder.Close()
	for i := range all {
		e := &all[i]
		if e.Gzip == nil || e.Zstd == nil {
			return fmt.Errorf("%s: one of its two forms is missing", e.Path)
		}
		if e.Body, err = decoder.DecodeAll(e.Zstd, nil); err != nil {
			return fmt.Errorf("%s: %v", e.Path, err)
		}
		if together -= int64(len(e.Body)); together < 0 {
			return errors.New("they have more bytes together than are read")
		}
	}
	return nil
}
