package store

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

// The lists of other programs with our prices in them are larger than all documents together, and a client asks for them
// in gzip at most. So they stand beside a snapshot, in one file of their own, compressed when they are published. The
// manifest has the digest of that file, and so vouches for it.

// exportsName is the file that holds the exports of a version.
func exportsName(version string) string { return exportsFolder + "/" + version + zipSuffix }

// How a file of the exports ends.
const (
	gzipSuffix = ".gz"
	zstdSuffix = ".zst"
)

// maxExports is how many files the exports of a version may have.
const maxExports = 100

// packExports compresses exports and puts them into one file; nil for none.
func packExports(ctx context.Context, version string, exports []data.ExportFile) ([]byte, error) {
	if len(exports) == 0 {
		return nil, nil
	}
	var read exportCount
	for _, e := range exports {
		if err := read.add(e); err != nil {
			return nil, fmt.Errorf("nobody could read the exports of snapshot %s: %w", version, err)
		}
	}
	packed := slices.Clone(exports)
	if err := eachAtOnce(ctx, packed, compressExport); err != nil {
		return nil, err
	}
	return zipped(version, func(yield func(string, []byte) bool) {
		for _, e := range packed {
			if !yield(e.Path+gzipSuffix, e.Gzip) || !yield(e.Path+zstdSuffix, e.Zstd) {
				return
			}
		}
	})
}

// exportCount counts exports and their bytes, so that no more are published than can be read again.
type exportCount struct{ files, bytes int }

func (c *exportCount) add(e data.ExportFile) error {
	c.files, c.bytes = c.files+1, c.bytes+len(e.Body)
	switch {
	case c.files > maxExports:
		return fmt.Errorf("there are more than %d files", maxExports)
	case len(e.Body) > maxObject:
		return fmt.Errorf("%s has %d bytes; at most %d are read", e.Path, len(e.Body), maxObject)
	case c.bytes > maxSnapshot:
		return fmt.Errorf("they have more than %d bytes together", maxSnapshot)
	}
	return nil
}

// compressExport fills in the compressed forms, unless they are there.
func compressExport(e *data.ExportFile) (err error) {
	if err := checkDocument(e.Path); err != nil {
		return err
	}
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

// Exports returns the files that were published beside a snapshot, every digest verified; none when it has none. The error
// is ErrNotFound when they are no longer kept, and ErrUnavailable when nobody can tell now.
func (s *Store) Exports(manifest data.Manifest) ([]data.ExportFile, error) {
	if manifest.Exports == nil {
		return nil, nil
	}
	if err := checkVersion(manifest.Version); err != nil {
		return nil, err
	}
	name := exportsName(manifest.Version)
	file, err := s.history.read(name)
	if err != nil {
		return nil, fmt.Errorf("exports in store %s: %w", s, err)
	}
	if int64(len(file)) != manifest.Exports.Size || digest(file) != manifest.Exports.SHA256 {
		return nil, fmt.Errorf("%s is not what was published: size or digest differ from the manifest", s.history.name(name))
	}
	all, err := unpackExports(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %v", s.history.name(name), err)
	}
	return all, nil
}

// unpackExports reads the file of exports. Each form is its own slice, so that the file can be let go.
func unpackExports(file []byte) ([]data.ExportFile, error) {
	r, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, err
	}
	if len(r.File) > 2*maxExports {
		return nil, fmt.Errorf("it holds %d files; at most %d are read", len(r.File), 2*maxExports)
	}
	var all []data.ExportFile
	for _, m := range r.File {
		content, err := readMember(m, maxObject)
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
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxMemory(maxObject))
	if err != nil {
		return nil, err
	}
	defer decoder.Close()
	var read exportCount
	for i := range all {
		if all[i].Body, err = plainExport(all[i], decoder); err != nil {
			return nil, fmt.Errorf("%s: %v", all[i].Path, err)
		}
		if err := read.add(all[i]); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// plainExport unpacks the form that is unpacked faster.
func plainExport(e data.ExportFile, decoder *zstd.Decoder) ([]byte, error) {
	if err := checkDocument(e.Path); err != nil {
		return nil, err
	}
	if e.Gzip == nil || e.Zstd == nil {
		return nil, errors.New("one of its two forms is missing")
	}
	return decoder.DecodeAll(e.Zstd, nil)
}
