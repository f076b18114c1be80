package store

import (
	"errors"
	"fmt"
	"io/fs"
)

// ManifestBody returns the manifest of a version as it is stored: the bytes that a digest or a signature is of. Its
// errors are those of Manifest.
func (r *reader) ManifestBody(version string) ([]byte, error) {
	if _, err := r.Manifest(version); err != nil {
		return nil, err
	}
	return r.manifestBody(version)
}

// Signature returns the minisign signature of a version's manifest; ErrNotFound when there is none.
func (r *reader) Signature(version string) ([]byte, error) {
	if err := checkVersion(version); err != nil {
		return nil, err
	}
	body, err := r.object(snapshotName(version), signatureName)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("the signature of %w", r.notFound(version))
	case err != nil:
		return nil, r.broken(version, err)
	}
	return body, nil
}
