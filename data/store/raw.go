package store

import (
	"errors"
	"fmt"
	"io/fs"
)

// ManifestBody returns the manifest of a version as it is stored: the bytes that a digest or a signature is of. Its
// errors are those of Manifest.
func (s *Store) ManifestBody(version string) ([]byte, error) {
	if _, err := s.Manifest(version); err != nil {
		return nil, err
	}
	return s.manifestBody(version)
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
