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
	Forever  bool      // it never changes, so caches need not ask again
	List     bool      // it leads readers to other files, which must be there first and stay until it is replaced
	Body     []byte
}

// Folder is a folder of files that never change. They are named only when no Update knows them yet, and loaded only
// when one of them is missing.
type Folder struct {
	Path  string                   // api/snapshots/<version>
	Names func() ([]string, error) // of the files in it
	Load  func() ([]File, error)   // all of them
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

// Close ends all connections.
func (s *Site) Close() error { return s.to.Close() }

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
	case f.Forever:
		cached = cachedForever
	}
	return blob.Blob{Name: f.Path, Body: f.Body, Modified: f.Modified, CacheControl: cached, ContentType: f.Type, ContentEncoding: f.Encoding}
}

// write writes files, each whole or not at all, in their order.
func (s *Site) write(ctx context.Context, files []File) error {
	all := make([]blob.Blob, 0, len(files))
	for _, f := range files {
		all = append(all, f.blob())
	}
	return s.to.Write(ctx, all...)
}

// Update makes the site consist of these files. What is there already is not written again, and what an earlier Update
// has left and is not among them is removed.
//
// Folders come first, then single files, those that lead to others last, and removal comes after all: a reader is never
// led to what is not there. A destination that holds any file that no Update has written is refused before anything
// is changed, and so is one with a folder whose name comes after those of all that are to be there: folders are named by
// their time, and a mirror never goes back.
func (s *Site) Update(ctx context.Context, single []File, folders []Folder) (Report, error) {
	if _, _, err := s.look(ctx); err != nil { // before the lock leaves anything in a foreign directory
		return Report{}, err
	}
	unlock, err := s.to.Lock(ctx)
	switch {
	case err == nil:
		defer unlock()
	case !errors.Is(err, errors.ErrUnsupported): // in a bucket, two publications of one store write the same files
		return Report{}, err
	}
	found, before, err := s.look(ctx)
	if err != nil {
		return Report{}, err
	}
	after, err := before.next(single, folders)
	if err != nil {
		return Report{}, err
	}
	if was, is := before.last(), after.last(); is != "" && is < was {
		return Report{}, fmt.Errorf("%s: %w: it has %s, and nothing so late is to be there; if that is meant, remove all that is there first", s, ErrWentBack, was)
	}
	u := update{Site: s, found: found, before: before, after: after}
	if err := u.run(ctx, single, folders); err != nil {
		return Report{}, err
	}
	return u.report, nil
}

// update is one Update.
type update struct {
	*Site
	found         map[string]int64
	before, after mark
	report        Report
}

func (u *update) run(ctx context.Context, single []File, folders []Folder) error {
	changed := u.changed(single)
	missing := slices.DeleteFunc(slices.Clone(folders), u.whole)
	gone := u.gone()
	if len(changed)+len(missing)+len(gone) > 0 {
		if err := u.writeMark(ctx, u.before.during(u.after, changed)); err != nil {
			return err
		}
	}
	for _, folder := range missing {
		files, err := folder.Load()
		if err != nil {
			return err
		}
		if err := u.put(ctx, files); err != nil {
			return err
		}
	}
	if err := u.put(ctx, changed); err != nil {
		return err
	}
	for _, name := range gone {
		if err := errors.Join(ctx.Err(), u.to.Remove(ctx, name)); err != nil {
			return err
		}
	}
	u.report.Removed = len(gone)
	u.report.Unchanged = u.after.count() - u.report.Written
	return u.writeMark(ctx, u.after)
}

// changed are the files to write, those that lead to others last.
func (u *update) changed(single []File) []File {
	var all []File
	for _, f := range single {
		size, there := u.found[f.Path]
		if !there || size != int64(len(f.Body)) || u.before.Files[f.Path] != digest(f.Body) {
			all = append(all, f)
		}
	}
	slices.SortStableFunc(all, func(a, b File) int {
		rank := map[bool]int{true: 1}
		return cmp.Or(rank[a.List]-rank[b.List], strings.Compare(a.Path, b.Path))
	})
	return all
}

// whole tells whether every file of a folder is there.
func (u *update) whole(folder Folder) bool {
	for _, name := range u.after.Folders[folder.Path] {
		if _, there := u.found[folder.Path+"/"+name]; !there {
			return false
		}
	}
	return true
}

// gone are the files that are there and should not be.
func (u *update) gone() []string {
	wanted := u.after.names()
	return slices.DeleteFunc(slices.Sorted(maps.Keys(u.found)), func(name string) bool { return wanted[name] })
}

func (u *update) put(ctx context.Context, files []File) error {
	if err := u.write(ctx, files); err != nil {
		return err
	}
	for _, f := range files {
		u.report.Written++
		u.report.Bytes += int64(len(f.Body))
	}
	return nil
}

// look returns the sizes of what is there, and what earlier updates say about it.
func (s *Site) look(ctx context.Context) (found map[string]int64, before mark, err error) {
	all, err := s.to.List(ctx, "", false)
	if err != nil {
		return nil, mark{}, err
	}
	if i := slices.IndexFunc(all, func(e blob.Entry) bool { return e.Link }); i >= 0 {
		return nil, mark{}, fmt.Errorf("%s/%s is a link or no file; move it away or name another destination", s, all[i].Name)
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
