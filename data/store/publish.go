package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"time"

	"pricepoint/data"
)

var (
	// errUncertain says that a request may still take effect.
	errUncertain = errors.New("whether it is published is not known")
	// errOvertaken says that the pointer is no longer what a publication follows.
	errOvertaken = errors.New("the pointer has changed meanwhile")
)

// Publish stores a snapshot with the raw responses it was made from (nil when there are none) and makes it the
// newest. It fills in every digest of the manifest. The caller has called Lock.
//
// It refuses a version that is not later than the newest one and a snapshot built on another than the newest
// intact one; in a bucket it loses when another run has moved the pointer since it began. Until the pointer moves, which
// is the last step, readers see nothing of it; after an error nothing of it remains. What cannot be removed, since the
// storage is out of reach, the next Publish removes, as it does with what a killed run leaves behind.
func (s *Store) Publish(ctx context.Context, snapshot data.Snapshot, archive io.Reader) (data.Pointer, error) {
	if err := s.mustBeLocked("publish to"); err != nil {
		return data.Pointer{}, err
	}
	run, err := s.place.begin(ctx) // before anything else is read: all that is decided holds for this pointer
	if err != nil {
		return data.Pointer{}, err
	}
	if err := s.settle(ctx); err != nil {
		return data.Pointer{}, err
	}
	if err := s.admit(snapshot); err != nil {
		return data.Pointer{}, err
	}
	objects, manifest, err := pack(ctx, snapshot)
	if err != nil {
		return data.Pointer{}, err
	}
	if err := run.claim(ctx, manifest.Version); err != nil {
		return data.Pointer{}, err
	}
	pointer, err := s.write(ctx, run, objects, manifest, archive)
	switch {
	case err == nil:
		_ = s.settle(ctx) // if that fails, the next Publish does it
		return pointer, nil
	case errors.Is(err, errUncertain):
		return data.Pointer{}, err // nothing is removed: the pointer may name it in a moment
	}
	if undo := run.undo(ctx); undo != nil {
		err = fmt.Errorf("%w; and what was written could not be removed: %v", err, undo)
	}
	return data.Pointer{}, err
}

// write puts everything in its place, and last the pointer.
func (s *Store) write(ctx context.Context, run turn, objects []object, manifest data.Manifest, archive io.Reader) (data.Pointer, error) {
	kept, err := putArchive(ctx, run, manifest.Version, archive)
	if err != nil {
		return data.Pointer{}, err
	}
	last, pointer, err := s.seal(manifest, kept)
	if err != nil {
		return data.Pointer{}, err
	}
	laid, err := s.place.lay(manifest.Version, append(objects, last...))
	if err != nil {
		return data.Pointer{}, err
	}
	for _, o := range laid {
		if err := ctx.Err(); err != nil {
			return data.Pointer{}, err
		}
		if err := run.put(ctx, o.name, bytes.NewReader(o.body)); err != nil {
			return data.Pointer{}, err
		}
	}
	if err := ctx.Err(); err != nil {
		return data.Pointer{}, err
	}
	if err = run.move(ctx, pointer); errors.Is(err, errOvertaken) {
		err = fmt.Errorf("store %s: %s, so %s is not published: run it again", s.where, s.winner(), pointer.Version)
	}
	return pointer, err
}

// putArchive returns what it has written, nil when there is no archive.
func putArchive(ctx context.Context, run turn, version string, archive io.Reader) (*data.File, error) {
	if archive == nil {
		return nil, nil
	}
	sum, size := sha256.New(), counter(0)
	if err := run.put(ctx, ArchiveName(version), io.TeeReader(archive, io.MultiWriter(sum, &size))); err != nil {
		return nil, err
	}
	return &data.File{Path: ArchiveName(version), Size: int64(size), SHA256: hex.EncodeToString(sum.Sum(nil))}, nil
}

// counter counts the bytes written to it.
type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

// winner says who was first, as far as that can be told.
func (s *Store) winner() string {
	if pointer, err := s.Pointer(); err == nil {
		return "another run has published " + pointer.Version + " meanwhile"
	}
	return errOvertaken.Error()
}

// settle clears up after earlier publications.
func (s *Store) settle(ctx context.Context) error {
	pointer, err := s.Pointer() // before the claims: one that is made and lost after this is left for later
	if errors.Is(err, ErrUnavailable) {
		return err
	}
	known := err == nil || errors.Is(err, ErrEmpty) || errors.Is(err, errNoPointer)
	claims, err := claimsIn(s.place)
	if err != nil {
		return err
	}
	return s.place.settle(ctx, pointer, known, claims)
}

// WriteReport replaces the report of the last run, whether it published or not.
func (s *Store) WriteReport(report data.RunReport) error {
	body, err := data.Encode(report)
	if err != nil {
		return err
	}
	ctx, cancel := lastly(s.ctx) // how a run was stopped is worth knowing
	defer cancel()
	return s.place.replace(ctx, reportName, body)
}

// lastly is for what has to be done even when a run is being stopped, and must not take long then.
func lastly(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), 30*time.Second)
}
