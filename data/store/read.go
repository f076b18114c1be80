package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"slices"

	"pricepoint/data"
)

// Manifest returns the manifest of a version, proven as prove does it. The error is ErrNotFound when it was never
// published.
func (s *Store) Manifest(version string) (data.Manifest, error) {
	body, err := s.ManifestBody(version)
	if err != nil {
		return data.Manifest{}, err
	}
	manifest, err := decodeManifest(version, body)
	if err != nil {
		return data.Manifest{}, s.broken(version, err)
	}
	return manifest, nil
}

// ManifestBody returns the manifest of a version as it is stored: the bytes that a digest or a signature is of. Its
// errors are those of Manifest.
func (s *Store) ManifestBody(version string) ([]byte, error) {
	if err := checkVersion(version); err != nil {
		return nil, err
	}
	return s.manifest(version)
}

// Document returns one document of a snapshot by its path in the manifest, its digest verified.
func (s *Store) Document(manifest data.Manifest, path string) (data.Document, error) {
	i := slices.IndexFunc(manifest.Files, func(f data.File) bool { return f.Path == path })
	if i < 0 {
		return data.Document{}, fmt.Errorf("%s in %s: %w", path, manifest.Version, ErrNotFound)
	}
	stored := s.contents(snapshotName(manifest.Version))
	defer stored.close()
	return s.document(manifest.Version, manifest.Files[i], stored)
}

// Documents are all documents of a manifest in its order, each with its digest verified or the error that says what is wrong
// with it.
func (s *Store) Documents(manifest data.Manifest) iter.Seq2[data.Document, error] {
	return func(yield func(data.Document, error) bool) {
		stored := s.contents(snapshotName(manifest.Version))
		defer stored.close()
		for _, file := range manifest.Files {
			if !yield(s.document(manifest.Version, file, stored)) {
				return
			}
		}
	}
}

// document reads one of the contents of a version. What has an error has its path nevertheless.
func (s *Store) document(version string, file data.File, stored *contents) (data.Document, error) {
	refused := data.Document{Path: file.Path}
	if err := errors.Join(checkVersion(version), checkDocument(file.Path)); err != nil {
		return refused, s.broken(version, err)
	}
	compressed, err := stored.read(file.Path + brotliSuffix)
	if err != nil {
		return refused, s.broken(version, err)
	}
	doc, err := decodeDocument(file, compressed)
	if err != nil {
		return refused, s.broken(version, err)
	}
	return doc, nil
}

// Read returns a whole snapshot, every digest verified.
func (s *Store) Read(version string) (data.Snapshot, error) {
	manifest, err := s.Manifest(version)
	if err != nil {
		return data.Snapshot{}, err
	}
	return s.documents(manifest)
}

// documents reads those of a manifest that counts.
func (s *Store) documents(manifest data.Manifest) (data.Snapshot, error) {
	snapshot := data.Snapshot{Manifest: manifest}
	for doc, err := range s.Documents(manifest) {
		if err != nil {
			return data.Snapshot{}, err
		}
		snapshot.Documents = append(snapshot.Documents, doc)
	}
	return snapshot, nil
}

// Signature returns the minisign signature of a version's manifest; ErrNotFound when there is none.
func (s *Store) Signature(version string) ([]byte, error) {
	if err := checkVersion(version); err != nil {
		return nil, err
	}
	body, err := s.object(snapshotName(version), signatureName)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("the signature of %w", s.notFound(version))
	case err != nil:
		return nil, s.broken(version, err)
	}
	return body, nil
}

// Report returns how the last run fared; fs.ErrNotExist before the first one.
func (s *Store) Report() (data.RunReport, error) {
	body, err := s.place.read(reportName)
	if err != nil {
		return data.RunReport{}, fmt.Errorf("run report: %w", err)
	}
	var report data.RunReport
	if err := data.Read(body, &report); err != nil {
		return data.RunReport{}, fmt.Errorf("run report %s is broken: %v", s.name(reportName), err)
	}
	return report, nil
}

// OpenArchive opens the raw responses named by Manifest.Inputs. It refuses every path but those of ArchiveName,
// and links: a manifest must not lead out of the store.
func (s *Store) OpenArchive(path string) (io.ReadCloser, error) {
	if err := checkArchive(path); err != nil {
		return nil, err
	}
	archive, err := s.place.stream(path)
	if err != nil {
		return nil, fmt.Errorf("archive in store %s: %w", s.where, err)
	}
	return archive, nil
}
