package store

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"maps"
	"slices"
	"sort"
	"time"

	"pricepoint/data"
)

// Pointer says which snapshot is the newest. It reads one small object, so it may be asked every few seconds.
// The error is ErrEmpty when nothing was ever published.
func (s *Store) Pointer() (data.Pointer, error) {
	pointer, err := s.objects.pointer()
	if !errors.Is(err, fs.ErrNotExist) {
		return pointer, err
	}
	at, err := s.history.head() // which tells a new store from one that has lost its pointer
	return data.Pointer{Version: at.newest.version, Manifest: at.newest.digest}, cmp.Or(err, at.trouble)
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
	var left []error
	if refused := s.refused.Load(); refused != nil {
		left = data.Each(slices.Sorted(maps.Keys(*refused)), func(version string) error { return (*refused)[version] })
	}
	return warning(left, "they are not listed")
}

// Base is Latest for whoever builds on it. The error is ErrNewer when a newer pricepoint has made a later snapshot, or this
// one with more in its manifest than is known here: to carry on would undo what that one has published.
func (s *Store) Base() (snapshot data.Snapshot, warned, err error) {
	snapshot, warned, err = s.Latest()
	if errors.Is(warned, ErrNewer) {
		return data.Snapshot{}, nil, warned
	}
	if err != nil {
		return snapshot, warned, err
	}
	body, err := s.ManifestBody(snapshot.Manifest.Version)
	if err == nil {
		err = understood(body)
	}
	return snapshot, warned, err
}

// Latest returns the newest intact snapshot that this program understands: it ignores fields that it does not know, and passes
// over a schema that is higher than its own. The warning, for the log, says what is broken or newer and what is used instead. The
// error is ErrEmpty when no snapshot can be used, ErrUnvouched when the key
// that is configured vouches for none, and ErrUnavailable when the store cannot be reached.
func (s *Store) Latest() (snapshot data.Snapshot, warned, err error) {
	at, err := s.history.head()
	if err != nil {
		return data.Snapshot{}, nil, err
	}
	var trouble []error
	if at.trouble != nil {
		trouble = append(trouble, at.trouble)
	}
	for e := range s.history.entries(at, s.history.recalled) {
		if e.beside {
			continue
		}
		if err = e.err; err != nil {
			err = s.objects.broken(e.version, err)
		} else {
			snapshot, err = s.Read(e.version)
		}
		switch {
		case err == nil:
			return snapshot, warning(trouble, "using "+e.version), nil
		case errors.Is(err, ErrUnavailable):
			return data.Snapshot{}, nil, err
		}
		trouble = append(trouble, err)
	}
	warned, err = warning(trouble, "no snapshot is intact"), ErrEmpty
	if errors.Is(warned, ErrUnvouched) {
		err = ErrUnvouched
	}
	return data.Snapshot{}, warned, fmt.Errorf("%s: %w", s, err)
}

// ManifestBody returns the manifest of a version as it is stored: the bytes that a digest or a signature is of. Its
// errors are those of Manifest.
func (s *Store) ManifestBody(version string) ([]byte, error) {
	_, body, err := s.history.open(version)
	return body, err
}

// Manifest returns the manifest of a version, verified by what refers to it. The error is ErrNotFound when it was never
// published.
func (s *Store) Manifest(version string) (manifest data.Manifest, err error) {
	body, err := s.ManifestBody(version)
	if err == nil {
		manifest, err = decodeManifest(version, body)
	}
	return manifest, err
}

// Document returns one document of a snapshot by its path in the manifest, its digest verified.
func (s *Store) Document(manifest data.Manifest, path string) (doc data.Document, err error) {
	file := data.Find(manifest.Files, func(f data.File) bool { return f.Path == path })
	if file == nil {
		return doc, fmt.Errorf("%s in %s: %w", path, manifest.Version, ErrNotFound)
	}
	manifest.Files = []data.File{*file}
	for doc, err = range s.Documents(manifest) {
	}
	return doc, err
}

// Documents are all documents of a manifest in its order, each with its digest verified or the error that says what is wrong
// with it.
func (s *Store) Documents(manifest data.Manifest) iter.Seq2[data.Document, error] {
	return func(yield func(data.Document, error) bool) {
		m, failure := s.objects.members(manifest.Version)
		for _, file := range manifest.Files {
			doc, err := data.Document{Path: file.Path}, failure
			if err == nil {
				doc, err = m.document(file)
			}
			if err != nil {
				err = s.objects.broken(manifest.Version, err)
			}
			if !yield(doc, err) {
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
func (s *Store) Signature(version string) (signature []byte, err error) {
	if err := checkVersion(version); err != nil {
		return nil, err
	}
	m, err := s.objects.members(version)
	if err == nil {
		signature, err = m(signatureName)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("the signature of %w", s.objects.notFound(version))
	case err != nil:
		return nil, s.objects.broken(version, err)
	}
	return signature, nil
}

// Report returns how the last run fared; fs.ErrNotExist before the first one.
func (s *Store) Report() (report data.RunReport, err error) {
	body, err := s.objects.read(reportName)
	if err != nil {
		return report, fmt.Errorf("run report: %w", err)
	}
	if err := data.Read(body, &report); err != nil {
		return data.RunReport{}, fmt.Errorf("run report %s is broken: %v", s.objects.place(reportName), err)
	}
	return report, nil
}

// OpenArchive opens the raw responses named by Manifest.Inputs. No path leads out of the store.
func (s *Store) OpenArchive(path string) (io.ReadCloser, error) {
	body, err := s.archive(path)
	return io.NopCloser(bytes.NewReader(body)), err
}

func (s *Store) archive(path string) ([]byte, error) {
	body, err := s.objects.read(path)
	if err != nil {
		return nil, fmt.Errorf("archive in store %s: %w", s, err)
	}
	return body, nil
}

// GapError says that nobody can tell any more which version was the newest at a time: retention has dropped some
// between two that it kept. It is an ErrNotFound.
type GapError struct {
	Before, After string // the kept versions next to that time
}

func (d *GapError) Error() string {
	return fmt.Sprintf("what was published between %s and %s is no longer kept", d.Before, d.After)
}

// Unwrap makes it an ErrNotFound.
func (d *GapError) Unwrap() error { return ErrNotFound }

// VersionAsOf returns which of the versions that are kept, oldest first and at least one, was the newest at a time. It reads one
// manifest, of the version after the one it finds: that knows which one it replaced. The error is ErrNotFound when the first version
// is later, *GapError when the one that was the newest may be no longer kept.
func VersionAsOf(versions []string, t time.Time, manifest func(version string) (data.Manifest, error)) (string, error) {
	later := sort.Search(len(versions), func(i int) bool {
		made, err := data.ParseVersion(versions[i])
		return err == nil && made.After(t)
	})
	if later == 0 {
		return "", fmt.Errorf("%w that early; the first is %s", ErrNotFound, versions[0])
	}
	found := versions[later-1]
	if made, err := data.ParseVersion(found); later == len(versions) || err == nil && made.Equal(t) {
		return found, nil
	}
	next, err := manifest(versions[later])
	if err != nil {
		return "", fmt.Errorf("whether %s was still the newest then: %w", found, err)
	}
	if next.Previous > found {
		return "", &GapError{Before: found, After: versions[later]}
	}
	return found, nil
}
