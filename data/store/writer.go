package store

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"pricepoint/data"
	"pricepoint/data/blob"
)

// writer writes the objects of a store, and removes them.
type writer struct {
	*history
	alone bool // nobody else can
}

func (s *Store) writer() writer { return writer{s.history, s.alone.Load()} }

// object is what is written under a name, with the headers that a cache or a browser in front of a bucket needs: what is
// published never changes, all else is asked for again each time.
func object(name string, body []byte) blob.Blob {
	b := blob.Blob{Name: name, Body: body, CacheControl: "no-cache"}
	if folder, _, _ := strings.Cut(name, "/"); slices.Contains([]string{snapshotsName, archiveName, exportsFolder}, folder) {
		b.CacheControl = "public, max-age=31536000, immutable"
	}
	plain, isBrotli := strings.CutSuffix(name, brotliSuffix)
	if isBrotli {
		b.ContentEncoding = "br"
	}
	b.ContentType = cmp.Or(contentTypes[path.Ext(plain)], "application/octet-stream")
	return b
}

// contentTypes are the media types of objects by the end of their names. An archive is what it is compressed: .gz is no encoding.
var contentTypes = map[string]string{
	".json": "application/json", ".atom": "application/atom+xml", ".ics": "text/calendar; charset=utf-8", ".csv": "text/csv; charset=utf-8",
	".html": "text/html; charset=utf-8", ".gz": "application/gzip", zipSuffix: "application/zip", "": "text/plain; charset=utf-8",
}

// put writes an object on its condition. By what is there afterwards it tells an answer that was lost from a write that was
// refused. The error is blob.ErrRefused when something else is there, and errUnknown when it may be written yet.
func (w writer) put(ctx context.Context, b blob.Blob) error {
	err := w.blobs.Write(ctx, b)
	if err == nil || errors.Is(err, blob.ErrDenied) {
		return err
	}
	ctx, cancel := lastly(ctx)
	defer cancel()
	there, _, readErr := w.blobs.Read(ctx, b.Name, int64(len(b.Body))+maxSmall)
	switch {
	case readErr == nil && bytes.Equal(there, b.Body):
		return nil
	case errors.Is(err, blob.ErrRefused) && !errors.Is(readErr, ErrUnavailable):
		return err
	case w.alone && (readErr == nil || errors.Is(readErr, fs.ErrNotExist)):
		return err
	}
	return fmt.Errorf("%w; %w", err, errUnknown)
}

var (
	// errUnknown says that a request may still take effect.
	errUnknown = errors.New("it may be written nevertheless")
	// errFate is errUnknown of the pointer.
	errFate = errors.New("whether it is published is not known")
)

// settle clears up after publications that have ended, well or not. It removes the claims to what is published, and what was
// written of other versions: those before the newest, since the pointer has moved past them, and where nobody else can be at work
// those after it.
func (w writer) settle(ctx context.Context) error {
	claims, err := w.marked(claimsName)
	if err != nil || len(claims) == 0 {
		return err
	}
	found, err := w.follow(claims[0])
	if err != nil && !errors.Is(err, ErrEmpty) {
		return err
	}
	for _, version := range claims {
		var err error
		switch {
		case found.has(version), w.alone && !found.known: // an unreadable pointer may have named it
			err = w.blobs.Remove(ctx, claimName(version))
		case found.lacks(version), w.alone && version > found.newest.version:
			err = w.abandon(ctx, version)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// has tells whether a version is certainly published, lacks whether it certainly is not and never will be. Nothing is certain of
// what is broken, of what nothing vouches for, and of what is later than the newest.
func (f published) has(version string) bool { return f.sure[version] }

func (f published) lacks(version string) bool {
	_, there := f.sure[version]
	return f.named() && version < f.newest.version && !there && f.refused[version] == nil
}

// named tells whether the newest version is sure to be that.
func (f published) named() bool {
	return f.newest.by == pointerName || errors.As(f.trouble, new(*BehindError))
}

// claimKept is how long a claim outlives its objects in a bucket: a run that has lost may not know yet, and write more.
const claimKept = 24 * time.Hour

// abandon removes what was written of a version that is not published, and last the claim to it: as long as that is there, no
// reader looks at any of it.
func (w writer) abandon(ctx context.Context, version string) error {
	if err := w.clear(ctx, version); err != nil {
		return err
	}
	if !w.alone {
		claim, err := w.blobs.List(ctx, claimName(version), true)
		if err != nil || len(claim) == 0 || time.Since(claim[0].Modified) < claimKept {
			return err
		}
	}
	return w.blobs.Remove(ctx, claimName(version))
}

// clear removes all objects of a version.
func (w writer) clear(ctx context.Context, version string) error {
	for _, name := range []string{ArchiveName(version), exportsName(version)} {
		if err := w.blobs.Remove(ctx, name); err != nil {
			return err
		}
	}
	return w.removeSnapshot(ctx, version)
}

func (w writer) removeSnapshot(ctx context.Context, version string) error {
	all, err := w.of(version)
	if err != nil {
		return err
	}
	for _, e := range all {
		if err := w.blobs.Remove(ctx, e.Name); err != nil {
			return err
		}
	}
	return nil
}

// drop removes a version so that at any moment readers see all of it or nothing: a mark hides it from before its first object goes
// until its last one has.
func (w writer) drop(ctx context.Context, version string) error {
	if err := w.blobs.Write(ctx, object(markName(version), []byte(blob.ThisProcess().String()+"\n"))); err != nil {
		return err
	}
	if err := w.removeSnapshot(ctx, version); err != nil {
		return err
	}
	return w.blobs.Remove(ctx, markName(version))
}

// undisturbed is an error when somebody publishes, or has published since the pointer was read.
func (w writer) undisturbed(was data.Pointer) error {
	pointer, err := w.pointer()
	switch {
	case err != nil:
		return err
	case pointer != was:
		return fmt.Errorf("store %s: %s has been published since it was decided what to drop; prune again", w.blobs, pointer.Version)
	case w.alone:
		return nil
	}
	claims, err := w.marked(claimsName)
	if err != nil {
		return err
	}
	for _, version := range after(was.Version, claims) {
		holder, err := w.read(claimName(version))
		if errors.Is(err, fs.ErrNotExist) || isGivenUp(holder) {
			continue
		}
		return fmt.Errorf("store %s: snapshot %s is being published, %s; prune when that has ended", w.blobs, version, strings.TrimSpace(string(holder)))
	}
	return nil
}
