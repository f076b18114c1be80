package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
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

// put writes an object on its condition. What is there afterwards tells an answer that was lost from a write that failed. The
// error is blob.ErrRefused when something else is there.
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
	case errors.Is(readErr, ErrUnavailable):
		return fmt.Errorf("%v; nor can it be read", err) // so that nobody takes it for refused
	}
	return err
}

// settle clears up after publications that have ended, well or not. It removes the claims to what is published, and what was
// written of other versions: those before the newest, since the pointer has moved past them, and where nobody else can be at work
// those after it.
func (w writer) settle(ctx context.Context) error {
	claims, err := w.marked(claimsName)
	if err != nil || len(claims) == 0 {
		return err
	}
	found, err := w.published(claims[0])
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
	return f.newest.from == pointerName || errors.As(f.trouble, new(*BehindError))
}

// claimKept is how long a run may be at work in a bucket: one that has lost may not know yet, and write more.
const claimKept = 24 * time.Hour

// recent tells whether a version was claimed within claimKept.
func (w writer) recent(ctx context.Context, version string) (bool, error) {
	claim, err := w.blobs.List(ctx, claimName(version), true)
	return len(claim) > 0 && time.Since(claim[0].Modified) < claimKept, err
}

// abandon removes what was written of a version that is not published, and last the claim to it: as long as that is there, it
// is hidden from readers.
func (w writer) abandon(ctx context.Context, version string) error {
	if err := w.clear(ctx, version); err != nil {
		return err
	}
	if !w.alone {
		if recent, err := w.recent(ctx, version); recent || err != nil {
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

// removeSnapshot removes all objects of a snapshot, in a folder, in a file, or in both.
func (w writer) removeSnapshot(ctx context.Context, version string) error {
	all, err := w.blobs.List(ctx, snapshotName(version), false)
	if err != nil {
		return err
	}
	for _, e := range all {
		if e.Name == zipName(snapshotName(version)) || strings.HasPrefix(e.Name, snapshotName(version)+"/") {
			if err := w.blobs.Remove(ctx, e.Name); err != nil {
				return err
			}
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
		recent, err := w.recent(w.ctx, version)
		if err != nil {
			return err
		}
		if recent {
			holder, _ := w.read(claimName(version))
			return fmt.Errorf("store %s: snapshot %s is being published, %s; prune when that has ended", w.blobs, version, strings.TrimSpace(string(holder)))
		}
	}
	return nil
}
