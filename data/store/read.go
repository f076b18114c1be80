package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"pricepoint/data"
)

// Manifest returns the manifest of a version, compared with the pointer when it is the newest.
func (d *Dir) Manifest(version string) (data.Manifest, error) {
	if err := checkVersion(version); err != nil {
		return data.Manifest{}, err
	}
	pointer, err := d.Pointer()
	known := err == nil
	_, err = os.Lstat(d.path(snapshotName(version)))
	if errors.Is(err, fs.ErrNotExist) || known && version > pointer.Version {
		return data.Manifest{}, fmt.Errorf("%s in %s: %w", version, d.root, ErrNotFound)
	}
	want := ""
	if known && version == pointer.Version {
		want = pointer.Manifest
	}
	body, err := d.read(snapshotName(version) + "/" + manifestName)
	if err != nil {
		return data.Manifest{}, d.broken(version, err)
	}
	manifest, err := decodeManifest(version, want, body)
	if err != nil {
		return data.Manifest{}, d.broken(version, err)
	}
	return manifest, nil
}

// Document returns one document of a snapshot by its path in the manifest, its digest verified.
func (d *Dir) Document(manifest data.Manifest, path string) (data.Document, error) {
	i := slices.IndexFunc(manifest.Files, func(f data.File) bool { return f.Path == path })
	if i < 0 {
		return data.Document{}, fmt.Errorf("%s in %s: %w", path, manifest.Version, ErrNotFound)
	}
	if err := errors.Join(checkVersion(manifest.Version), checkDocument(path)); err != nil {
		return data.Document{}, d.broken(manifest.Version, err)
	}
	compressed, err := d.read(snapshotName(manifest.Version) + "/" + path + brotliSuffix)
	if err != nil {
		return data.Document{}, d.broken(manifest.Version, err)
	}
	doc, err := decodeDocument(manifest.Files[i], compressed)
	if err != nil {
		return data.Document{}, d.broken(manifest.Version, err)
	}
	return doc, nil
}

// Read returns a whole snapshot, every digest verified.
func (d *Dir) Read(version string) (data.Snapshot, error) {
	manifest, err := d.Manifest(version)
	if err != nil {
		return data.Snapshot{}, err
	}
	snapshot := data.Snapshot{Manifest: manifest}
	for _, file := range manifest.Files {
		doc, err := d.Document(manifest, file.Path)
		if err != nil {
			return data.Snapshot{}, err
		}
		snapshot.Documents = append(snapshot.Documents, doc)
	}
	return snapshot, nil
}

func (d *Dir) broken(version string, err error) error {
	return fmt.Errorf("snapshot %s in %s is broken: %w", version, d.root, err)
}

// read returns the whole object of that name, if it is not absurdly large.
func (d *Dir) read(name string) ([]byte, error) {
	f, err := os.Open(d.path(name))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	body, err := io.ReadAll(io.LimitReader(f, maxObject+1))
	if err == nil && len(body) > maxObject {
		err = fmt.Errorf("%s is larger than %d bytes", f.Name(), maxObject)
	}
	return body, err
}
