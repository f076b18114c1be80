// Package site keeps a static mirror: a directory or a bucket of plain files that any web server can serve. Start at
// Open and Site.Update, which makes the mirror consist of the files it is given and writes only what has changed.
//
// It makes no file and knows no snapshot: whoever publishes says what there is to be.
package site

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"pricepoint/data/blob"
)

// ErrNewer says that the mirror is none of this version's making.
var ErrNewer = errors.New("made by a newer pricepoint: upgrade this one")

// ErrWentBack says that what is to be published is older than what the mirror has.
var ErrWentBack = errors.New("a mirror does not go back")

// File is one file of a static site.
type File struct {
	Path     string    // with slashes and without one in front: api/tools.json, or api/tools.json.br for a compressed twin
	Type     string    // media type
	Encoding string    // content encoding of a twin; "" for the plain file
	Modified time.Time // to the second
	List     bool      // it leads readers to other files, which must be there first and stay until it is replaced
	Body     []byte

	Load func() ([]byte, error) // makes the body of a file that never changes, when it is missing; nil for any other
}

// Report counts files.
type Report struct {
	Written   int   `json:"written"`
	Unchanged int   `json:"unchanged"`
	Removed   int   `json:"removed"`
	Bytes     int64 `json:"bytes"` // written
}

// Site is a directory or bucket of plain files that any web server can serve. A bucket answers with the object of the very name
// that was asked for, so twins are objects of their own, for a server or CDN in front that picks one by Accept-Encoding.
type Site struct{ to blob.Blobs }

// Open names a directory or the URL of a bucket, as blob.Purpose.Open takes it.
func Open(location string) (*Site, error) {
	to, err := blob.Purpose{Name: "destination", Other: "destination"}.Open(location)
	if err != nil {
		return nil, err
	}
	return &Site{to}, nil
}

// String names the destination for messages.
func (s *Site) String() string { return s.to.String() }

// How long caches may keep a file of a bucket: one that never changes, and any other.
const (
	cachedForever = "public, max-age=31536000, immutable"
	cachedBriefly = "public, max-age=300, stale-while-revalidate=86400, stale-if-error=604800"
)

// blob is what is written of a file.
func (f File) blob() blob.Blob {
	cached := cachedBriefly
	switch {
	case f.Path == markName:
		cached = "no-cache"
	case f.Load != nil:
		cached = cachedForever
	}
	return blob.Blob{Name: f.Path, Body: f.Body, Modified: f.Modified, CacheControl: cached, ContentType: f.Type, ContentEncoding: f.Encoding}
}

// Update makes the site consist of these files. What is there already is not written again, and what an earlier Update
// has left and is not among them is removed.
//
// Files that never change come first, those that lead to others last, and removal comes after all: a reader is never
// led to what is not there. A destination that holds any file that no Update has written is refused before anything
// is changed, and so is one with a folder of such files whose name comes after those of all that are to be there: folders are
// named by their time, and a mirror never goes back. It may have less of the same time.
func (s *Site) Update(ctx context.Context, files []File) (Report, error) {
	if _, _, err := s.inspect(ctx); err != nil { // before the lock leaves anything in a foreign directory
		return Report{}, err
	}
	unlock, err := s.to.Lock(ctx)
	switch {
	case err == nil:
		defer unlock()
	case !errors.Is(err, errors.ErrUnsupported): // in a bucket, two publications of one store write the same files
		return Report{}, err
	}
	found, before, err := s.inspect(ctx)
	if err != nil {
		return Report{}, err
	}
	after := markOf(files)
	if was, is := before.last(), after.last(); is != "" && is < was && !strings.HasPrefix(was, is+"/") {
		return Report{}, fmt.Errorf("%s: %w: it has %s, and nothing so late is to be there; if that is meant, remove all that is there first", s, ErrWentBack, was)
	}
	missing := slices.DeleteFunc(slices.Clone(files), func(f File) bool {
		size, there := found[f.Path]
		return there && (f.Load != nil || size == int64(len(f.Body)) && before.Files[f.Path] == after.Files[f.Path])
	})
	slices.SortStableFunc(missing, func(a, b File) int { return cmp.Or(a.order()-b.order(), strings.Compare(a.Path, b.Path)) })
	wanted := after.names()
	gone := slices.DeleteFunc(slices.Sorted(maps.Keys(found)), func(name string) bool { return wanted[name] })
	if len(missing)+len(gone) > 0 {
		if err := s.writeMark(ctx, before.during(after, missing)); err != nil {
			return Report{}, err
		}
	}
	report := Report{Written: len(missing), Removed: len(gone), Unchanged: len(files) - len(missing)}
	if report.Bytes, err = s.writeAll(ctx, missing); err != nil {
		return Report{}, err
	}
	for _, name := range gone {
		if err := errors.Join(ctx.Err(), s.to.Remove(ctx, name)); err != nil {
			return Report{}, err
		}
	}
	return report, s.writeMark(ctx, after)
}

// order is when a file is written, among others.
func (f File) order() int {
	switch {
	case f.Load != nil:
		return 0
	case f.List:
		return 2
	}
	return 1
}

// writeAll writes files in their order, and returns how many bytes they have.
func (s *Site) writeAll(ctx context.Context, files []File) (bytes int64, err error) {
	for _, f := range files {
		if f.Load != nil {
			if f.Body, err = f.Load(); err != nil {
				return 0, err
			}
		}
		bytes += int64(len(f.Body))
		if err := s.to.Write(ctx, f.blob()); err != nil {
			return 0, err
		}
	}
	return bytes, nil
}

// inspect returns the sizes of what is there, and what earlier updates say about it.
func (s *Site) inspect(ctx context.Context) (found map[string]int64, before mark, err error) {
	all, err := s.to.List(ctx, "")
	if err != nil {
		return nil, mark{}, err
	}
	if before, err = s.readMark(ctx); err != nil {
		return nil, mark{}, err
	}
	found, known := map[string]int64{}, before.names()
	for _, e := range all {
		switch {
		case e.Name == markName:
		case !known[e.Name]:
			return nil, mark{}, fmt.Errorf("%s holds %s, which pricepoint publish has not written; move it away or name another destination", s, e.Name)
		default:
			found[e.Name] = e.Size
		}
	}
	return found, before, nil
}
