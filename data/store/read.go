package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"maps"
	"slices"

	"pricepoint/data"
)

// Pointer says which snapshot is the newest. It reads one small object, so it may be asked every few seconds.
// The error is ErrEmpty when nothing was ever published.
func (s *Store) Pointer() (data.Pointer, error) {
	pointer, err := s.history.pointer()
	if !errors.Is(err, fs.ErrNotExist) {
		return pointer, err
	}
	at, err := s.history.head() // which tells a new store from one that has lost its pointer
	switch {
	case err != nil:
		return data.Pointer{}, err
	case errors.Is(at.trouble, errNoPointer):
		return data.Pointer{}, at.trouble
	}
	return s.history.pointer() // it is there by now
}

// List returns the published versions, oldest first: those that the digests reach from the newest, and that are what was
// published. Refused says what that leaves out.
func (s *Store) List() ([]string, error) {
	found, err := s.history.published("")
	if errors.Is(err, ErrEmpty) {
		return nil, nil
	}
	if err == nil {
		s.refused.Store(&found.refused)
	}
	return found.versions, err
}

// Refused says, for the log, which snapshots the last List has left out because they are not what was published; nil for none.
func (s *Store) Refused() error {
	var left troubles
	if refused := s.refused.Load(); refused != nil {
		for _, version := range slices.Sorted(maps.Keys(*refused)) {
			left.all = append(left.all, (*refused)[version])
		}
	}
	return left.warning("they are not listed")
}

// Base is Latest for whoever builds on it. The error is ErrNewer when a newer pricepoint has made a later snapshot, or this
// one with more in its manifest than is known here: to carry on would undo what that one has published.
func (s *Store) Base() (snapshot data.Snapshot, warning, err error) {
	snapshot, warning, err = s.Latest()
	if errors.Is(warning, ErrNewer) {
		return data.Snapshot{}, nil, warning
	}
	if err != nil {
		return snapshot, warning, err
	}
	body, err := s.ManifestBody(snapshot.Manifest.Version)
	if err == nil {
		err = understood(body)
	}
	return snapshot, warning, err
}

// Latest returns the newest intact snapshot that this program understands: it ignores fields that it does not know, and passes
// over a schema that is higher than its own. The warning, for the log, says what is broken or newer and what is used instead. The
// error is ErrEmpty when no snapshot can be used, ErrUnvouched when the key
// that is configured vouches for none, and ErrUnavailable when the store cannot be reached.
func (s *Store) Latest() (snapshot data.Snapshot, warning, err error) {
	h := s.history
	at, err := h.head()
	if err != nil {
		return data.Snapshot{}, nil, err
	}
	var trouble troubles
	if at.trouble != nil {
		trouble.all = append(trouble.all, at.trouble)
	}
	for e := range h.entries(at, h.manifestBody, false) {
		if e.beside {
			continue
		}
		if err = e.refusal(); err != nil {
			err = h.broken(e.version, err)
		} else {
			snapshot, err = s.Read(e.version)
		}
		switch {
		case errors.Is(err, ErrUnavailable):
			return data.Snapshot{}, nil, err
		case err != nil:
			trouble.all = append(trouble.all, err)
			continue
		}
		for _, p := range e.wrong {
			trouble.all = append(trouble.all, fmt.Errorf("%s: %w", p.Object, p.err))
		}
		return snapshot, trouble.warning("using " + e.version), nil
	}
	warning = trouble.warning("no snapshot is intact")
	if errors.Is(warning, ErrUnvouched) {
		return data.Snapshot{}, warning, fmt.Errorf("%s: %w", s, ErrUnvouched)
	}
	return data.Snapshot{}, warning, fmt.Errorf("%s: %w", s, ErrEmpty)
}

// Manifest returns the manifest of a version, verified by what refers to it. The error is ErrNotFound when it was never
// published.
func (s *Store) Manifest(version string) (data.Manifest, error) {
	body, err := s.ManifestBody(version)
	if err != nil {
		return data.Manifest{}, err
	}
	manifest, err := decodeManifest(version, body)
	if err != nil {
		return data.Manifest{}, s.history.broken(version, err)
	}
	return manifest, nil
}

// ManifestBody returns the manifest of a version as it is stored: the bytes that a digest or a signature is of. Its
// errors are those of Manifest.
func (s *Store) ManifestBody(version string) ([]byte, error) {
	if err := checkVersion(version); err != nil {
		return nil, err
	}
	return s.history.manifest(version)
}

// Document returns one document of a snapshot by its path in the manifest, its digest verified.
func (s *Store) Document(manifest data.Manifest, path string) (data.Document, error) {
	i := slices.IndexFunc(manifest.Files, func(f data.File) bool { return f.Path == path })
	if i < 0 {
		return data.Document{}, fmt.Errorf("%s in %s: %w", path, manifest.Version, ErrNotFound)
	}
	stored := s.history.contents(snapshotName(manifest.Version))
	defer stored.close()
	return stored.document(manifest.Version, manifest.Files[i])
}

// Documents are all documents of a manifest in its order, each with its digest verified or the error that says what is wrong
// with it.
func (s *Store) Documents(manifest data.Manifest) iter.Seq2[data.Document, error] {
	return func(yield func(data.Document, error) bool) {
		stored := s.history.contents(snapshotName(manifest.Version))
		defer stored.close()
		for _, file := range manifest.Files {
			if !yield(stored.document(manifest.Version, file)) {
				return
			}
		}
	}
}

// Read returns a whole snapshot, every digest verified.
func (s *Store) Read(version string) (data.Snapshot, error) {
	manifest, err := s.Manifest(version)
	if err != nil {
		return data.Snapshot{}, err
	}
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
	body, err := s.history.object(snapshotName(version), signatureName)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("the signature of %w", s.history.notFound(version))
	case err != nil:
		return nil, s.history.broken(version, err)
	}
	return body, nil
}

// Report returns how the last run fared; fs.ErrNotExist before the first one.
func (s *Store) Report() (data.RunReport, error) {
	body, err := s.history.read(reportName)
	if err != nil {
		return data.RunReport{}, fmt.Errorf("run report: %w", err)
	}
	var report data.RunReport
	if err := data.Read(body, &report); err != nil {
		return data.RunReport{}, fmt.Errorf("run report %s is broken: %v", s.history.name(reportName), err)
	}
	return report, nil
}

// OpenArchive opens the raw responses named by Manifest.Inputs. It refuses every path but those of ArchiveName,
// and links: a manifest must not lead out of the store.
func (s *Store) OpenArchive(path string) (io.ReadCloser, error) {
	if err := checkArchive(path); err != nil {
		return nil, err
	}
	archive, err := s.blobs.Open(s.history.ctx, path, maxArchive)
	if err != nil {
		return nil, fmt.Errorf("archive in store %s: %w", s, err)
	}
	return archive, nil
}
