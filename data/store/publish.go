package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"pricepoint/data"
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
	turn, err := s.place.begin(ctx) // before anything else is read: all that is decided holds for this pointer
	if err != nil {
		return data.Pointer{}, err
	}
	if err := s.settle(ctx); err != nil {
		return data.Pointer{}, err
	}
	p := publication{s, turn}
	if err := p.admit(snapshot); err != nil {
		return data.Pointer{}, err
	}
	documents, manifest, err := pack(ctx, snapshot)
	if err != nil {
		return data.Pointer{}, err
	}
	exports, err := packExports(ctx, manifest.Version, snapshot.Exports)
	if err != nil {
		return data.Pointer{}, err
	}
	if err := turn.claim(ctx, manifest.Version); err != nil {
		return data.Pointer{}, err
	}
	pointer, err := p.write(ctx, documents, manifest, exports, archive)
	switch {
	case err == nil:
		s.noteSeen(pointer.Version)
		_ = s.settle(ctx) // if that fails, the next Publish does it
		return pointer, nil
	case errors.Is(err, errUncertain):
		return data.Pointer{}, err // nothing is removed: the pointer may name it in a moment
	}
	if undo := turn.undo(ctx); undo != nil {
		err = fmt.Errorf("%w; and what was written could not be removed: %v", err, undo)
	}
	return data.Pointer{}, err
}

// publication is one version on its way into a store.
type publication struct {
	*Store
	turn turn
}

// write puts everything in its place, and last the pointer.
func (p publication) write(ctx context.Context, documents []data.Document, manifest data.Manifest, exports []byte, archive io.Reader) (data.Pointer, error) {
	kept, err := p.putArchive(ctx, manifest.Version, archive)
	if err != nil {
		return data.Pointer{}, err
	}
	if manifest.Exports, err = p.putExports(ctx, manifest.Version, exports); err != nil {
		return data.Pointer{}, err
	}
	snapshot, err := p.seal(documents, manifest, kept)
	if err != nil {
		return data.Pointer{}, err
	}
	laid, err := p.place.lay(snapshot)
	if err != nil {
		return data.Pointer{}, err
	}
	for _, o := range laid {
		if err := ctx.Err(); err != nil {
			return data.Pointer{}, err
		}
		if err := p.turn.put(ctx, o.name, bytes.NewReader(o.body)); err != nil {
			return data.Pointer{}, err
		}
	}
	if err := ctx.Err(); err != nil {
		return data.Pointer{}, err
	}
	pointer := snapshot.pointer()
	if err = p.turn.move(ctx, pointer); errors.Is(err, errOvertaken) {
		err = p.overtaken(pointer.Version)
	}
	return pointer, err
}

// overtaken is the error of a run that another one was faster than; nil when that one has built on this one: the pointer
// had moved then, and only the answer was lost.
func (p publication) overtaken(version string) error {
	published, known := false, false
	from, err := p.begin()
	if err == nil {
		published, known, err = p.isPublished(from, version)
	}
	switch {
	case published:
		return nil
	case err != nil || !known:
		return fmt.Errorf("store %s: %s, which may have built on %s: %w", p.where, p.winner(), version, errUncertain)
	}
	return fmt.Errorf("store %s: %s, so %s is not published: run it again", p.where, p.winner(), version)
}

// putArchive returns what it has written, nil when there is no archive.
func (p publication) putArchive(ctx context.Context, version string, archive io.Reader) (*data.File, error) {
	if archive == nil {
		return nil, nil
	}
	sum, size := sha256.New(), counter(0)
	if err := p.turn.put(ctx, ArchiveName(version), io.TeeReader(archive, io.MultiWriter(sum, &size))); err != nil {
		return nil, err
	}
	return &data.File{Path: ArchiveName(version), Size: int64(size), SHA256: hex.EncodeToString(sum.Sum(nil))}, nil
}

// putExports returns what it has written, nil when there are no exports.
func (p publication) putExports(ctx context.Context, version string, file []byte) (*data.File, error) {
	if file == nil {
		return nil, nil
	}
	name := exportsName(version)
	return &data.File{Path: name, Size: int64(len(file)), SHA256: digest(file)}, p.turn.put(ctx, name, bytes.NewReader(file))
}

// counter counts the bytes written to it.
type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

// winner says who was first, as far as that can be told.
func (p publication) winner() string {
	if pointer, err := p.Pointer(); err == nil {
		return "another run has published " + pointer.Version + " meanwhile"
	}
	return errOvertaken.Error()
}

// settle clears up after earlier publications.
func (s *Store) settle(ctx context.Context) error {
	from, err := s.begin() // before the claims: one that is made and lost after this is left for later
	if err != nil && !errors.Is(err, ErrEmpty) {
		return err
	}
	claims, err := claimsIn(s.place)
	if err != nil {
		return err
	}
	newest := ""
	if from.vouch.by == pointerName || errors.As(from.trouble, new(*BehindError)) {
		newest = from.newest
		if claims, err = s.unpublished(ctx, from, claims); err != nil {
			return err
		}
	}
	return s.place.settle(ctx, newest, from.known, claims)
}

// unpublished are the claims without those to versions before the newest that are published, which it removes. There is
// none, unless a claim was made a second time, long after it was asked for.
func (s *Store) unpublished(ctx context.Context, from start, claims []string) (rest []string, err error) {
	for _, version := range claims {
		published, known, err := s.isPublished(from, version)
		switch {
		case err != nil:
			return nil, err
		case published:
			err = s.place.remove(ctx, claimName(version))
		case known:
			rest = append(rest, version)
		}
		if err != nil {
			return nil, err
		}
	}
	return rest, nil
}

// isPublished reports whether the chain of manifests leads to a version before the newest. It is not known of what is
// broken, and of what nothing vouches for.
func (s *Store) isPublished(from start, version string) (published, known bool, err error) {
	for w := from.walk(); version < from.newest && w.next() && w.version >= version; {
		p := s.prove(w.version, w.vouch, s.look(w.version), false)
		switch err := p.refusal(); {
		case errors.Is(err, ErrUnavailable):
			return false, false, err
		case w.version == version:
			sure := err == nil && w.vouch.digest != ""
			return sure, sure, nil
		case err == nil:
			w.leads(p.link())
		}
	}
	return false, true, nil
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

// admit says whether a snapshot may follow what the store holds.
func (p publication) admit(snapshot data.Snapshot) error {
	m := snapshot.Manifest
	if err := checkVersion(m.Version); err != nil {
		return err
	}
	if m.Schema != data.ManifestSchema || len(snapshot.Documents) == 0 {
		return fmt.Errorf("snapshot %s has schema %d and %d documents; want schema %d and at least one document",
			m.Version, m.Schema, len(snapshot.Documents), data.ManifestSchema)
	}
	newest, err := p.newest()
	if err != nil {
		return err
	}
	if m.Version <= newest {
		return p.refuse(m.Version, newest)
	}
	latest, _, err := p.Base() // its warning is the business of whoever built on it
	if err != nil && !errors.Is(err, ErrEmpty) {
		return err
	}
	if m.Previous != latest.Manifest.Version {
		return fmt.Errorf("snapshot %s was built on %q, but the newest intact snapshot in store %s is %q: build it again",
			m.Version, m.Previous, p.where, latest.Manifest.Version)
	}
	return nil
}

// newest returns the latest version ever published as far as the store knows, broken or not, "" for none.
func (p publication) newest() (string, error) {
	from, err := p.begin()
	if errors.Is(err, ErrEmpty) {
		return "", nil
	}
	return from.newest, err
}

func (p publication) refuse(version, newest string) error {
	versions, err := p.List()
	if err == nil && slices.Contains(versions, version) {
		return fmt.Errorf("snapshot %s is already published in store %s; nothing published is overwritten", version, p.where)
	}
	return fmt.Errorf("snapshot %s is not later than %s, the newest in store %s: time never goes back; use another --store for the past",
		version, newest, p.where)
}

// seal adds the manifest and, when there is a key, its signature. It fills in what vouches for the snapshot before and for
// the archive, nil when there is none.
func (p publication) seal(documents []data.Document, manifest data.Manifest, archive *data.File) (s packed, err error) {
	manifest.PreviousManifest, manifest.Archive = "", archive
	if manifest.Previous != "" {
		before, err := p.ManifestBody(manifest.Previous)
		if err != nil {
			return s, err
		}
		manifest.PreviousManifest = digest(before)
	}
	s = packed{version: manifest.Version, documents: documents}
	if s.manifest, err = data.Encode(manifest); err == nil && p.keys.signs() {
		s.signature, err = p.keys.sign(manifest.Version, s.manifest)
	}
	return s, err
}
