package store

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"pricepoint/data"
)

// name tells where an object is, for messages.
func (s *Store) name(object string) string {
	return strings.TrimSuffix(s.String(), "/") + "/" + object
}

// read returns a whole object, with the errors of blob.Blobs. Nothing of it is believed.
func (s *Store) read(name string) ([]byte, error) {
	body, _, err := s.blobs.Read(s.ctx, name, limit(name))
	return body, err
}

// pointer reads the pointer; fs.ErrNotExist when there is none.
func (s *Store) pointer() (pointer data.Pointer, err error) {
	body, err := s.read(pointerName)
	if err != nil {
		return pointer, err
	}
	if err = data.Read(body, &pointer); err == nil {
		err = checkVersion(pointer.Version)
	}
	if err != nil {
		return data.Pointer{}, fmt.Errorf("%s is broken: %v", s.name(pointerName), err)
	}
	return pointer, nil
}

// listed are the names in a folder, without those that begin with a dot.
func (s *Store) listed(folder string) (names []string, err error) {
	entries, err := s.blobs.List(s.ctx, folder+"/", true)
	for _, e := range entries {
		if name := strings.TrimPrefix(e.Name, folder+"/"); !strings.HasPrefix(name, ".") {
			names = append(names, name)
		}
	}
	return names, err
}

// versions are those with a folder or a file, published or not, oldest first.
func (s *Store) versions() (versions []string, err error) {
	names, err := s.listed(snapshotsName)
	for _, name := range names {
		version, isFolder := strings.CutSuffix(name, "/")
		if !isFolder {
			version, isFolder = strings.CutSuffix(name, zipSuffix)
		}
		if isFolder && checkVersion(version) == nil {
			versions = append(versions, version)
		}
	}
	slices.Sort(versions)
	return slices.Compact(versions), err
}

// manifestBody reads the bytes of a manifest. It is written last and removed first: without it there is nothing of the version,
// and the error is ErrNotFound.
func (s *Store) manifestBody(version string) ([]byte, error) {
	c := s.contents(version)
	body, err := c.read(manifestName)
	if _, fileErr := c.file(); errors.Is(err, fs.ErrNotExist) && errors.Is(fileErr, fs.ErrNotExist) {
		return nil, s.notFound(version)
	}
	return body, err
}

func (s *Store) notFound(version string) error {
	return fmt.Errorf("%s in %s: %w", version, s, ErrNotFound)
}

// broken says which snapshot, unless the store is what is wrong.
func (s *Store) broken(version string, err error) error {
	if errors.Is(err, ErrUnavailable) || errors.Is(err, ErrNotFound) {
		return err
	}
	return fmt.Errorf("snapshot %s in %s is broken: %w", version, s, err)
}
