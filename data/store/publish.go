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
	_, tag, err := s.objects.blobs.Read(ctx, pointerName, maxObject) // also one that is broken
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
	written := all
	for i, b := range all {
		if err = s.objects.add(ctx, b); err == nil {
			continue
		}
		if written = all[:i+1]; errors.Is(err, blob.ErrRefused) {
			written = all[:i]
			err = fmt.Errorf("store %s: %s is there already, with another content; nothing is overwritten; if a killed run has left it, remove it", s, b.Name)
		}
		break
	}
	if err == nil {
		err = s.objects.swap(ctx, pointer, tag)
	}
	if err != nil && s.directory != "" { // where nobody else can have written the same, and a disk may be full
		ctx, cancel := lastly(ctx)
		defer cancel()
		for _, b := range slices.Backward(written) {
			err = errors.Join(err, s.objects.blobs.Remove(ctx, b.Name))
		}
	}
	return pointer, err
}

// admit says whether a snapshot may follow what the store holds.
func (s *Store) admit(snapshot data.Snapshot) error {
	m := snapshot.Manifest
	if err := checkVersion(m.Version); err != nil {
		return err
	}
	at, err := s.history.head()
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

// prepare returns all that is written of a snapshot, and the pointer to it. The digests in its manifest are of the bytes that are
// written, whatever the caller believed.
func (s *Store) prepare(ctx context.Context, snapshot data.Snapshot, archive io.Reader) (all []blob.Blob, to data.Pointer, err error) {
	m := snapshot.Manifest
	made, err := data.ParseVersion(m.Version)
	if err != nil {
		return nil, to, err
	}
	m.Files, m.Archive, m.Exports, m.PreviousManifest = described(snapshot.Documents), nil, nil, ""
	if err := checkFiles(m.Files); err != nil {
		return nil, to, fmt.Errorf("nobody could read snapshot %s: %w", m.Version, err)
	}
	beside := func(name string, body []byte) *data.File {
		all = append(all, object(name, body))
		file := describe(name, body)
		return &file
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
		body, err := packExports(ctx, made, snapshot.Exports)
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
	documents, err := packed(ctx, snapshot.Documents, compressDocument)
	if err != nil {
		return nil, to, err
	}
	file, manifest, err := s.sealed(made, documents, m)
	if err == nil && len(file) > maxObject {
		err = fmt.Errorf("snapshot %s takes %d bytes; at most %d are read", m.Version, len(file), maxObject)
	}
	return append(all, object(zipName(m.Version), file)), data.Pointer{Version: m.Version, Manifest: digest(manifest)}, err
}

// sealed is the file of a snapshot: its documents, its manifest, and the signature of that when there is a key.
func (s *Store) sealed(made time.Time, documents []data.Document, m data.Manifest) (file, manifest []byte, err error) {
	var members []blob.Blob
	for i, d := range documents {
		members = append(members, blob.Blob{Name: d.Path + brotliSuffix, Body: d.Brotli})
		m.Files[i].Stored = digest(d.Brotli)
	}
	manifest = data.Encode(m)
	if s.history.keys.Signs() {
		signature, err := s.history.keys.Sign(m.Version, manifest)
		if err != nil {
			return nil, nil, err
		}
		members = append(members, blob.Blob{Name: signatureName, Body: signature})
	}
	file, err = zipped(made, append(members, blob.Blob{Name: manifestName, Body: manifest}))
	return file, manifest, err
}

// add writes a new object. The error is blob.ErrRefused when something else has its name.
func (o objects) add(ctx context.Context, b blob.Blob) error {
	b.IfAbsent = true
	return o.write(ctx, b)
}

// swap moves the pointer, if it still has the tag that it had; "" for none. It is not stopped half-way: an answer that nobody waits
// for would leave it open who has won.
func (o objects) swap(ctx context.Context, to data.Pointer, tag string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	ctx, cancel := lastly(ctx)
	defer cancel()
	pointer := object(pointerName, data.Encode(to))
	pointer.IfAbsent, pointer.IfTag = tag == "", tag
	err := o.write(ctx, pointer)
	if errors.Is(err, blob.ErrRefused) {
		err = fmt.Errorf("store %s: another run has moved the pointer meanwhile, so %s is not published: run it again", o, to.Version)
	}
	return err
}

// write writes an object on its condition. What is there afterwards tells an answer that was lost from a write that failed.
func (o objects) write(ctx context.Context, b blob.Blob) error {
	err := o.blobs.Write(ctx, b)
	if err == nil || errors.Is(err, blob.ErrDenied) {
		return err
	}
	ctx, cancel := lastly(ctx)
	defer cancel()
	there, _, readErr := o.blobs.Read(ctx, b.Name, limit(b.Name))
	switch {
	case readErr == nil && bytes.Equal(there, b.Body):
		return nil
	case errors.Is(readErr, ErrUnavailable):
		return fmt.Errorf("%v; nor can it be read, so whether it is published is not known", err) // nobody takes it for refused
	}
	return err
}

// lastly is for what has to be done even when a run is being stopped, and must not take long then.
func lastly(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), 30*time.Second)
}

// WriteReport replaces the report of the last run, whether it published or not.
func (s *Store) WriteReport(report data.RunReport) error {
	body := data.Encode(report)
	ctx, cancel := lastly(s.objects.ctx) // how a run was stopped is worth knowing
	defer cancel()
	return s.objects.blobs.Write(ctx, object(reportName, body))
}
