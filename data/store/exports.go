package store

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"

	"pricepoint/data"
	"pricepoint/data/blob"
)

// The lists of other programs with our prices in them are larger than all documents together, and a client asks for them
// in gzip at most. So they stand beside a snapshot, in one file of their own, compressed when they are published. The
// manifest has the digest of that file, and so vouches for it.

// How a file of the exports ends: each is there in both forms, one after the other.
const (
	gzipSuffix = ".gz"
	zstdSuffix = ".zst"
)

// packExports compresses exports and puts them into one file.
func packExports(ctx context.Context, made time.Time, exports []data.Document) ([]byte, error) {
	if err := checkFiles(described(exports)); err != nil {
		return nil, fmt.Errorf("nobody could read these exports: %w", err)
	}
	exports, err := packed(ctx, exports, compressExport)
	if err != nil {
		return nil, err
	}
	var members []blob.Blob
	for _, e := range exports {
		members = append(members, blob.Blob{Name: e.Path + gzipSuffix, Body: e.Gzip}, blob.Blob{Name: e.Path + zstdSuffix, Body: e.Zstd})
	}
	return zipped(made, members)
}

// Exports returns the files that were published beside a snapshot, every digest verified; none when it has none. The error
// is ErrNotFound when they are no longer kept, and ErrUnavailable when nobody can tell now.
func (s *Store) Exports(manifest data.Manifest) ([]data.Document, error) {
	if manifest.Exports == nil {
		return nil, nil
	}
	name := exportsName(manifest.Version)
	file, err := s.objects.read(name)
	if err != nil {
		return nil, fmt.Errorf("exports in store %s: %w", s, err)
	}
	if int64(len(file)) != manifest.Exports.Size || digest(file) != manifest.Exports.SHA256 {
		return nil, fmt.Errorf("%s is not what was published: size or digest differ from the manifest", s.objects.place(name))
	}
	all, err := unpackExports(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %v", s.objects.place(name), err)
	}
	return all, nil
}

// unpackExports reads both forms of each file, and unpacks the one that is unpacked faster. Each form is its own slice, so that
// the file can be let go.
func unpackExports(file []byte) (all []data.Document, err error) {
	r, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, err
	}
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxMemory(maxObject))
	if err != nil {
		return nil, err
	}
	defer decoder.Close()
	for forms := range slices.Chunk(r.File, 2) {
		e := data.Document{Path: strings.TrimSuffix(forms[0].Name, gzipSuffix)}
		if len(forms) < 2 || forms[1].Name != e.Path+zstdSuffix {
			return nil, fmt.Errorf("%s: one of its two forms is missing", e.Path)
		}
		if e.Gzip, err = unzip(forms[0]); err == nil {
			e.Zstd, err = unzip(forms[1])
		}
		if err == nil {
			e.Body, err = decoder.DecodeAll(e.Zstd, nil)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %v", e.Path, err)
		}
		all = append(all, e)
	}
	return all, nil
}
