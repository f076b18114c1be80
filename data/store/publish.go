package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"time"

	"pricepoint/data"
	"pricepoint/data/blob"
)

// Publish stores a snapshot with the raw responses it was made from (nil when there are none) and makes it the
// newest. It fills in every digest of the manifest. The caller has called Lock.
//
// It refuses a version that is not later than the newest one and a snapshot built on another than the newest
// intact one; in a bucket it loses when another run has moved the pointer since it began. Until the pointer moves, which
// is the last step, readers see nothing of it. What an error leaves in a bucket, where another run may have written the
// same, Prune removes; in a directory nothing remains.
func (s *Store) Publish(ctx context.Context, snapshot data.Snapshot, archive io.Reader) (data.Pointer, error) {
	if err := s.mustBeLocked("publish to"); err != nil {
		return data.Pointer{}, err
	}
	// The tag before anything else: all that is decided holds for this pointer.
	_, tag, err := s.blobs.Read(ctx, pointerName, maxObject) // also one that is broken
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return data.Pointer{}, err
	}
	if err := s.admit(snapshot); err != nil {
		return data.Pointer{}, err
	}
	all, pointer, err := s.prepare(ctx, snapshot, archive)
	if err != nil {
		return data.Pointer{}, err
	}
	written, err := s.putAll(ctx, all)
	if err == nil {
		err = s.move(ctx, pointer, tag)
	}
	if err != nil {
		return data.Pointer{}, errors.Join(err, s.undo(ctx, written))
	}
	return pointer, nil
}

// admit says whether a snapshot may follow what the store holds.
func (s *Store) admit(snapshot data.Snapshot) error {
	m := snapshot.Manifest
	if err := checkVersion(m.Version); err != nil {
		return err
	}
	if m.Schema != data.ManifestSchema || len(snapshot.Documents) == 0 {
		return fmt.Errorf("snapshot %s has schema %d and %d documents; want schema %d and at least one document",
			m.Version, m.Schema, len(snapshot.Documents), data.ManifestSchema)
	}
	at, err := s.head()
	if err != nil && !errors.Is(err, ErrEmpty) {
		return err
	}
	if m.Version <= at.newest.version {
		return fmt.Errorf("snapshot %s is not later than %s, the newest in store %s: nothing published is overwritten, and time never goes back; use another --store for the past",
			m.Version, at.newest.version, s)
	}
	latest, _, err := s.Base() // its warning is the business of whoever built on it
	if err != nil && !errors.Is(err, ErrEmpty) {
		return err
	}
	if m.Previous != latest.Manifest.Version {
		return fmt.Errorf("snapshot %s was built on %q, but the newest intact snapshot in store %s is %q: build it again",
			m.Version, m.Previous, s, latest.Manifest.Version)
	}
	return nil
}

// prepare returns all that is written of a snapshot, its manifest last. The digests in that are of the bytes that are
// written, whatever the caller believed.
func (s *Store) prepare(ctx context.Context, snapshot data.Snapshot, archive io.Reader) (all []blob.Blob, to data.Pointer, err error) {
	m := snapshot.Manifest
	m.Files, m.Archive, m.Exports, m.PreviousManifest = nil, nil, nil, ""
	beside := func(name string, body []byte) *data.File {
		all = append(all, object(name, body))
		return &data.File{Path: name, Size: int64(len(body)), SHA256: digest(body)}
	}
	documents, err := packDocuments(ctx, snapshot.Documents, &m)
	if err != nil {
		return nil, to, err
	}
	if archive != nil {
		name := ArchiveName(m.Version)
		body, err := readAtMost(archive, limit(name), name)
		if err != nil {
			return nil, to, fmt.Errorf("store %s: copy to %s: %w", s, name, err)
		}
		m.Archive = beside(name, body)
	}
	if len(snapshot.Exports) > 0 {
		body, err := packExports(ctx, m.Version, snapshot.Exports)
		if err != nil {
			return nil, to, err
		}
		m.Exports = beside(exportsName(m.Version), body)
	}
	if m.Previous != "" {
		before, err := s.ManifestBody(m.Previous)
		if err != nil {
			return nil, to, err
		}
		m.PreviousManifest = digest(before)
	}
	members, err := s.sealed(documents, m)
	if err != nil {
		return nil, to, err
	}
	placed, err := s.placed(m.Version, members)
	return append(all, placed...), pointerTo(m.Version, members), err
}

// packDocuments returns documents compressed, and names them in the manifest.
func packDocuments(ctx context.Context, documents []data.Document, manifest *data.Manifest) ([]data.Document, error) {
	for _, doc := range documents {
		manifest.Files = append(manifest.Files, data.File{Path: doc.Path, Size: int64(len(doc.Body)), SHA256: digest(doc.Body)})
	}
	if err := checkFiles(manifest.Files); err != nil {
		return nil, fmt.Errorf("nobody could read snapshot %s: %w", manifest.Version, err)
	}
	packed, err := compressed(ctx, documents)
	for i, doc := range packed {
		manifest.Files[i].Stored = digest(doc.Brotli)
	}
	return packed, err
}

// sealed are the members of a snapshot with its manifest, and the signature of that when there is a key.
func (s *Store) sealed(documents []data.Document, manifest data.Manifest) ([]blob.Blob, error) {
	body, err := data.Encode(manifest)
	if err != nil {
		return nil, err
	}
	var signature []byte
	if s.keys.Signs() {
		signature, err = s.keys.Sign(manifest.Version, body)
	}
	return membersOf(documents, signature, body), err
}

// pointerTo names a snapshot of these members.
func pointerTo(version string, members []blob.Blob) data.Pointer {
	return data.Pointer{Version: version, Manifest: digest(members[len(members)-1].Body)}
}

// putAll writes new objects, and returns which it has written or tried to.
func (s *Store) putAll(ctx context.Context, all []blob.Blob) (written []string, err error) {
	for i, b := range all {
		if err := ctx.Err(); err != nil {
			return written, err
		}
		b.IfAbsent = true
		err := s.put(ctx, b)
		if errors.Is(err, blob.ErrRefused) {
			return written, fmt.Errorf("store %s: %s is there already, with another content; nothing is overwritten; if a killed run has left it, remove it", s, b.Name)
		}
		written = append(written, b.Name)
		if err == nil && i == 0 && s.directory == "" {
			err = s.tryConditions(ctx, b)
		}
		if err != nil {
			return written, err
		}
	}
	return written, nil
}

// put writes an object on its condition. What is there afterwards tells an answer that was lost from a write that failed. The
// error is blob.ErrRefused when something else is there.
func (s *Store) put(ctx context.Context, b blob.Blob) error {
	err := s.blobs.Write(ctx, b)
	if err == nil || errors.Is(err, blob.ErrDenied) {
		return err
	}
	ctx, cancel := lastly(ctx)
	defer cancel()
	there, _, readErr := s.blobs.Read(ctx, b.Name, int64(len(b.Body))+maxSmall)
	switch {
	case readErr == nil && bytes.Equal(there, b.Body):
		return nil
	case errors.Is(readErr, ErrUnavailable):
		return fmt.Errorf("%v; nor can it be read, so whether it is published is not known", err) // nobody takes it for refused
	}
	return err
}

// tryConditions makes two writes of what is there that must fail. Some storages that speak S3 ignore the conditions and write.
func (s *Store) tryConditions(ctx context.Context, there blob.Blob) error {
	for _, wrong := range []blob.Blob{{IfAbsent: true}, {IfTag: blob.NoTag}} {
		wrong.Name, wrong.Body = there.Name, there.Body
		switch err := s.blobs.Write(ctx, wrong); {
		case err == nil:
			return fmt.Errorf("store %s ignores the conditions of a write, so two runs could overwrite one another; use another storage, or a directory", s)
		case !errors.Is(err, blob.ErrRefused):
			return err
		}
	}
	return nil
}

// move swaps the pointer, if it still has the tag that it had; "" for none. It is not stopped half-way: an answer that nobody waits
// for would leave it open who has won.
func (s *Store) move(ctx context.Context, to data.Pointer, tag string) error {
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
	pointer.IfAbsent, pointer.IfTag = tag == "", tag
	err = s.put(ctx, pointer)
	if errors.Is(err, blob.ErrRefused) {
		return fmt.Errorf("store %s: another run has moved the pointer meanwhile, so %s is not published: run it again", s, to.Version)
	}
	return err
}

// undo removes what was written, the manifest first, where nobody else can have written the same.
func (s *Store) undo(ctx context.Context, written []string) error {
	if s.directory == "" {
		return nil
	}
	ctx, cancel := lastly(ctx)
	defer cancel()
	for _, name := range slices.Backward(written) {
		if err := s.blobs.Remove(ctx, name); err != nil {
			return fmt.Errorf("and what was written could not be removed: %w", err)
		}
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
	ctx, cancel := lastly(s.ctx) // how a run was stopped is worth knowing
	defer cancel()
	return s.blobs.Write(ctx, object(reportName, body))
}
