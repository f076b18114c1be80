package store

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"time"

	"pricepoint/data"
	"pricepoint/data/blob"
	"pricepoint/data/store/pack"
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
	// The tag before anything else: all that is decided holds for this pointer.
	_, tag, err := s.blobs.Read(ctx, pointerName, maxObject)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return data.Pointer{}, err
	}
	if _, err := s.history.listed(reportsFolder); err != nil {
		return data.Pointer{}, err // of this run, nobody could be told
	}
	p := publication{store: s, to: s.writer(), version: snapshot.Manifest.Version, follows: tag}
	if err := p.to.settle(ctx); err != nil {
		return data.Pointer{}, err
	}
	if err := p.admit(snapshot); err != nil {
		return data.Pointer{}, err
	}
	blobs, pointer, err := p.prepare(ctx, snapshot, archive)
	if err != nil {
		return data.Pointer{}, err
	}
	if err := p.write(ctx, blobs, pointer); err != nil {
		return data.Pointer{}, err
	}
	s.history.noteSeen(pointer.Version)
	_ = p.to.settle(ctx) // if that fails, the next Publish does it
	return pointer, nil
}

// publication is one version on its way into a store.
type publication struct {
	store   *Store
	to      writer
	version string
	follows string   // the tag of the pointer; "" when there was none
	touched []string // what it has written, or tried to
}

// admit says whether a snapshot may follow what the store holds.
func (p *publication) admit(snapshot data.Snapshot) error {
	m := snapshot.Manifest
	if err := checkVersion(m.Version); err != nil {
		return err
	}
	if m.Schema != data.ManifestSchema || len(snapshot.Documents) == 0 {
		return fmt.Errorf("snapshot %s has schema %d and %d documents; want schema %d and at least one document",
			m.Version, m.Schema, len(snapshot.Documents), data.ManifestSchema)
	}
	at, err := p.to.head()
	if err != nil && !errors.Is(err, ErrEmpty) {
		return err
	}
	if m.Version <= at.newest.version {
		return fmt.Errorf("snapshot %s is not later than %s, the newest in store %s: nothing published is overwritten, and time never goes back; use another --store for the past",
			m.Version, at.newest.version, p.store)
	}
	latest, _, err := p.store.Base() // its warning is the business of whoever built on it
	if err != nil && !errors.Is(err, ErrEmpty) {
		return err
	}
	if m.Previous != latest.Manifest.Version {
		return fmt.Errorf("snapshot %s was built on %q, but the newest intact snapshot in store %s is %q: build it again",
			m.Version, m.Previous, p.store, latest.Manifest.Version)
	}
	return nil
}

// prepare returns all that is written of a snapshot, its manifest last. The digests in that are of the bytes that are
// written, whatever the caller believed.
func (p *publication) prepare(ctx context.Context, snapshot data.Snapshot, archive io.Reader) (all []blob.Blob, to data.Pointer, err error) {
	documents, manifest, err := packSnapshot(ctx, snapshot)
	if err != nil {
		return nil, to, err
	}
	manifest.Archive, manifest.Exports, manifest.PreviousManifest = nil, nil, ""
	if archive != nil {
		name := ArchiveName(p.version)
		body, err := pack.ReadAtMost(archive, limit(name), name)
		if err != nil {
			return nil, to, fmt.Errorf("store %s: copy to %s: %w", p.store, name, err)
		}
		all, manifest.Archive = append(all, object(name, body)), fileOf(name, body)
	}
	exports, err := packExports(ctx, p.version, snapshot.Exports)
	if err != nil {
		return nil, to, err
	}
	if exports != nil {
		name := exportsName(p.version)
		all, manifest.Exports = append(all, object(name, exports)), fileOf(name, exports)
	}
	sealed, err := p.seal(documents, manifest)
	if err != nil {
		return nil, to, err
	}
	snapshotBlobs, err := sealed.blobs(p.store.directory != "")
	return append(all, snapshotBlobs...), sealed.pointer(), err
}

// fileOf is what a manifest says of a file that stands beside it.
func fileOf(name string, body []byte) *data.File {
	return &data.File{Path: name, Size: int64(len(body)), SHA256: digest(body)}
}

// seal adds the manifest, with the digest of the one before, and its signature when there is a key.
func (p *publication) seal(documents []data.Document, manifest data.Manifest) (s packed, err error) {
	if manifest.Previous != "" {
		before, err := p.store.ManifestBody(manifest.Previous)
		if err != nil {
			return s, err
		}
		manifest.PreviousManifest = digest(before)
	}
	s = packed{version: manifest.Version, documents: documents}
	if s.manifest, err = data.Encode(manifest); err == nil && p.to.keys.Signs() {
		s.signature, err = p.to.keys.Sign(manifest.Version, s.manifest)
	}
	return s, err
}

// write puts everything in its place, and last the pointer. It undoes what it has done if it cannot, unless it may have.
func (p *publication) write(ctx context.Context, all []blob.Blob, to data.Pointer) error {
	if err := p.claim(ctx); err != nil {
		return err
	}
	err := p.putAll(ctx, all)
	if err == nil {
		err = p.move(ctx, to)
	}
	if err == nil || errors.Is(err, errFate) {
		return err // in doubt nothing is removed: the pointer may name it in a moment
	}
	if undo := p.undo(ctx); undo != nil {
		err = fmt.Errorf("%w; and what was written could not be removed: %v", err, undo)
	}
	return err
}

func (p *publication) putAll(ctx context.Context, all []blob.Blob) error {
	for _, b := range all {
		if err := ctx.Err(); err != nil {
			return err
		}
		b.IfAbsent = true
		err := p.to.put(ctx, b)
		if errors.Is(err, blob.ErrRefused) {
			return fmt.Errorf("store %s: %s is there already; nothing is overwritten", p.store, b.Name)
		}
		p.touched = append(p.touched, b.Name)
		if err != nil {
			return err
		}
	}
	return nil
}

// claim makes sure that nobody else writes the version, and hides it from readers.
func (p *publication) claim(ctx context.Context) error {
	claim := object(claimName(p.version), fmt.Appendf(nil, "%s, publication %s\n", blob.ThisProcess(), rand.Text()))
	claim.IfAbsent = true
	err := p.to.put(ctx, claim)
	if errors.Is(err, blob.ErrRefused) {
		holder, _ := p.to.read(claim.Name)
		return fmt.Errorf("store %s: snapshot %s is being published by another run, %s, or was given up; run it again, or, if that was killed, remove %s/%s and %s/%s",
			p.store, p.version, strings.TrimSpace(string(holder)), p.store, snapshotName(p.version), p.store, claim.Name)
	}
	if err != nil {
		return err // it may be that of another run
	}
	if err = p.tryConditions(ctx, claim); err == nil {
		err = p.stillFollows(ctx)
	}
	if err != nil {
		return errors.Join(err, p.to.blobs.Remove(context.WithoutCancel(ctx), claim.Name))
	}
	return nil
}

// stillFollows is an error when another run has published before this one had its claim, perhaps even this version. From now on
// nobody else does.
func (p *publication) stillFollows(ctx context.Context) error {
	_, tag, err := p.to.blobs.Read(ctx, pointerName, maxObject)
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	case tag != p.follows:
		return p.lost()
	}
	return nil
}

// lost is the error of a run that another one was faster than.
func (p *publication) lost() error {
	return fmt.Errorf("store %s: %s, so %s is not published: run it again", p.store, p.winner(), p.version)
}

// winner says who was faster, as far as that can be told.
func (p *publication) winner() string {
	if pointer, err := p.to.pointer(); err == nil {
		return "another run has published " + pointer.Version + " meanwhile"
	}
	return "the pointer has changed meanwhile"
}

// tryConditions makes two writes that must fail. Some storages that speak S3 ignore the conditions and write.
func (p *publication) tryConditions(ctx context.Context, claim blob.Blob) error {
	for _, wrong := range []blob.Blob{{IfAbsent: true}, {IfTag: blob.NoTag}} {
		wrong.Name, wrong.Body = claim.Name, claim.Body
		switch err := p.to.blobs.Write(ctx, wrong); {
		case err == nil:
			return fmt.Errorf("store %s ignores the conditions of a write, so two runs could overwrite one another; use another storage, or a directory", p.store)
		case !errors.Is(err, blob.ErrRefused):
			return err
		}
	}
	return nil
}

// move swaps the pointer. It is not stopped half-way: an answer that nobody waits for would leave it open who has won.
func (p *publication) move(ctx context.Context, to data.Pointer) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	ctx, cancel := lastly(ctx)
	defer cancel()
	body, err := data.Encode(to)
	if err != nil {
		return err
	}
	pointer := object(pointerName, body)
	pointer.IfAbsent, pointer.IfTag = p.follows == "", p.follows
	err = p.to.put(ctx, pointer)
	switch {
	case errors.Is(err, blob.ErrRefused):
		return p.overtaken()
	case err != nil && !p.to.alone && !errors.Is(err, blob.ErrDenied):
		return fmt.Errorf("%w: %w", err, errFate)
	}
	return err
}

// overtaken is lost, or nil when the other run has built on this one: the pointer had moved then, and only the answer was lost.
func (p *publication) overtaken() error {
	found, err := p.to.published(p.version)
	switch {
	case err == nil && found.has(p.version):
		return nil
	case err != nil || !found.lacks(p.version):
		return fmt.Errorf("store %s: %s, which may have built on %s: %w", p.store, p.winner(), p.version, errFate)
	}
	return p.lost()
}

// undo removes all that was written, the manifest first. In a bucket the claim stays, since a write may arrive yet, and nobody
// would know of what it writes then.
func (p *publication) undo(ctx context.Context) error {
	ctx, cancel := lastly(ctx)
	defer cancel()
	for _, name := range slices.Backward(p.touched) {
		if err := p.to.blobs.Remove(ctx, name); err != nil {
			return err
		}
	}
	if p.to.alone || len(p.touched) == 0 {
		return p.to.blobs.Remove(ctx, claimName(p.version))
	}
	return nil
}

// lastly is for what has to be done even when a run is being stopped, and must not take long then.
func lastly(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), 30*time.Second)
}

// WriteReport replaces the report of the last run, whether it published or not.
func (s *Store) WriteReport(report data.RunReport) error {
	body, err := data.Encode(report)
	if err != nil {
		return err
	}
	ctx, cancel := lastly(s.history.ctx) // how a run was stopped is worth knowing
	defer cancel()
	return s.blobs.Write(ctx, object(reportName, body))
}
