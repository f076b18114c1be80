package store

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"pricepoint/data"
)

// Manifest returns the manifest of a version, compared with the pointer when it is the newest. The error is
// ErrNotFound when it was never published.
func (r *reader) Manifest(version string) (data.Manifest, error) {
	if err := checkVersion(version); err != nil {
		return data.Manifest{}, err
	}
	pointer, err := r.Pointer()
	if errors.Is(err, ErrUnavailable) {
		return data.Manifest{}, err
	}
	if err == nil && version > pointer.Version {
		return data.Manifest{}, r.notFound(version)
	}
	want := ""
	if err == nil && version == pointer.Version {
		want = pointer.Manifest
	}
	return r.manifest(version, want)
}

// manifest reads a manifest; an empty digest skips its comparison.
func (r *reader) manifest(version, digest string) (data.Manifest, error) {
	body, err := r.manifestBody(version)
	if err != nil {
		return data.Manifest{}, err
	}
	manifest, err := decodeManifest(version, digest, body)
	if err != nil {
		return data.Manifest{}, r.broken(version, err)
	}
	return manifest, nil
}

// manifestBody reads the bytes of a manifest; ErrNotFound when there is nothing of the version.
func (r *reader) manifestBody(version string) ([]byte, error) {
	body, err := r.object(snapshotName(version), manifestName)
	if errors.Is(err, fs.ErrNotExist) {
		if versions, listErr := r.from.versions(); listErr == nil && !slices.Contains(versions, version) {
			return nil, r.notFound(version)
		}
	}
	if err != nil {
		return nil, r.broken(version, err)
	}
	return body, nil
}

// Document returns one document of a snapshot by its path in the manifest, its digest verified.
func (r *reader) Document(manifest data.Manifest, path string) (data.Document, error) {
	i := slices.IndexFunc(manifest.Files, func(f data.File) bool { return f.Path == path })
	if i < 0 {
		return data.Document{}, fmt.Errorf("%s in %s: %w", path, manifest.Version, ErrNotFound)
	}
	if err := errors.Join(checkVersion(manifest.Version), checkDocument(path)); err != nil {
		return data.Document{}, r.broken(manifest.Version, err)
	}
	compressed, err := r.object(snapshotName(manifest.Version), path+brotliSuffix)
	if err != nil {
		return data.Document{}, r.broken(manifest.Version, err)
	}
	doc, err := decodeDocument(manifest.Files[i], compressed)
	if err != nil {
		return data.Document{}, r.broken(manifest.Version, err)
	}
	return doc, nil
}

// Read returns a whole snapshot, every digest verified.
func (r *reader) Read(version string) (data.Snapshot, error) {
	manifest, err := r.Manifest(version)
	if err != nil {
		return data.Snapshot{}, err
	}
	return r.documents(manifest)
}

// readNewest is Read for a snapshot that is to be taken for the newest, so that a signature is asked for. An empty
// digest skips the comparison of the manifest.
func (r *reader) readNewest(version, digest string) (data.Snapshot, error) {
	body, err := r.manifestBody(version)
	if err != nil {
		return data.Snapshot{}, err
	}
	manifest, err := decodeManifest(version, digest, body)
	if err == nil && r.keys.checks() {
		err = r.checkSignature(version, body)
	}
	if err != nil {
		return data.Snapshot{}, r.broken(version, err)
	}
	return r.documents(manifest)
}

func (r *reader) documents(manifest data.Manifest) (data.Snapshot, error) {
	snapshot := data.Snapshot{Manifest: manifest}
	for _, file := range manifest.Files {
		doc, err := r.Document(manifest, file.Path)
		if err != nil {
			return data.Snapshot{}, err
		}
		snapshot.Documents = append(snapshot.Documents, doc)
	}
	return snapshot, nil
}

func (r *reader) notFound(version string) error {
	return fmt.Errorf("%s in %s: %w", version, r.where, ErrNotFound)
}

// broken says which snapshot, unless the store is what is wrong.
func (r *reader) broken(version string, err error) error {
	if errors.Is(err, ErrUnavailable) {
		return err
	}
	return fmt.Errorf("snapshot %s in %s is broken: %w", version, r.where, err)
}
