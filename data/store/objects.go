package store

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"pricepoint/data"
	"pricepoint/data/blob"
)

// objects are the blobs of a store by their names. Nothing that is read of them is believed.
type objects struct {
	blobs blob.Blobs
	ctx   context.Context // of what takes none
}

func (o objects) String() string { return o.blobs.String() }

// place tells where an object is, for messages.
func (o objects) place(name string) string { return strings.TrimSuffix(o.String(), "/") + "/" + name }

// read returns a whole object, with the errors of blob.Blobs.
func (o objects) read(name string) ([]byte, error) {
	body, _, err := o.blobs.Read(o.ctx, name, limit(name))
	return body, err
}

// pointer reads the pointer; fs.ErrNotExist when there is none.
func (o objects) pointer() (pointer data.Pointer, err error) {
	body, err := o.read(pointerName)
	if err != nil {
		return pointer, err
	}
	if err = data.Read(body, &pointer); err == nil {
		err = checkVersion(pointer.Version)
	}
	if err != nil {
		return data.Pointer{}, fmt.Errorf("%s is broken: %v", o.place(pointerName), err)
	}
	return pointer, nil
}

// names are those in a folder and below, without those that begin with a dot.
func (o objects) names(folder string) (names []string, err error) {
	entries, err := o.blobs.List(o.ctx, folder+"/")
	for _, e := range entries {
		if name := strings.TrimPrefix(e.Name, folder+"/"); !strings.HasPrefix(name, ".") {
			names = append(names, name)
		}
	}
	return names, err
}

// versions are those that a folder has something of, a file with a suffix or a folder, oldest first.
func (o objects) versions(folder, suffix string) (versions []string, err error) {
	names, err := o.names(folder)
	for _, name := range names {
		version, _, isFolder := strings.Cut(name, "/")
		if !isFolder {
			version, isFolder = strings.CutSuffix(name, suffix)
		}
		if isFolder && checkVersion(version) == nil {
			versions = append(versions, version)
		}
	}
	slices.Sort(versions)
	return slices.Compact(versions), err
}

func (o objects) notFound(version string) error {
	return fmt.Errorf("%s in %s: %w", version, o, ErrNotFound)
}

// broken says which snapshot, unless the store is what is wrong.
func (o objects) broken(version string, err error) error {
	if errors.Is(err, ErrUnavailable) || errors.Is(err, ErrNotFound) {
		return err
	}
	return fmt.Errorf("snapshot %s in %s is broken: %w", version, o, err)
}

// members reads the members of a snapshot by their names; fs.ErrNotExist when there is none.
type members func(name string) ([]byte, error)

// members opens a snapshot: its zip file, or where there is none its folder, as in the buckets of earlier versions. The error is
// ErrNotFound when there is nothing of it.
func (o objects) members(version string) (members, error) {
	folder := snapshotName(version)
	file, err := o.read(zipName(version))
	if errors.Is(err, fs.ErrNotExist) {
		return func(name string) ([]byte, error) { return o.read(folder + "/" + name) }, nil
	}
	if err != nil {
		return nil, err
	}
	r, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.place(zipName(version)), err)
	}
	files := map[string]*zip.File{}
	for _, f := range r.File {
		files[f.Name] = f
	}
	if files[manifestName] == nil {
		return nil, fmt.Errorf("%s holds no %s", o.place(zipName(version)), manifestName)
	}
	return func(name string) (body []byte, err error) {
		if f := files[name]; f != nil {
			body, err = unzip(f)
		} else {
			err = fs.ErrNotExist
		}
		if err != nil {
			err = fmt.Errorf("%s in %s: %w", name, o.place(zipName(version)), err)
		}
		return body, err
	}, nil
}

// document reads one document. What has an error has its path nevertheless.
func (m members) document(file data.File) (data.Document, error) {
	compressed, err := m(file.Path + brotliSuffix)
	if err != nil {
		return data.Document{Path: file.Path}, err
	}
	return decodeDocument(file, compressed)
}

// unzip reads a member of at most maxObject bytes, whatever it says of its size.
func unzip(m *zip.File) ([]byte, error) {
	content, err := m.Open()
	if err != nil {
		return nil, err
	}
	defer content.Close()
	return readAtMost(content, maxObject, "it")
}

// readAtMost reads to the end, and no further than a limit in bytes.
func readAtMost(from io.Reader, limit int64, name string) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(from, limit+1))
	if err == nil && int64(len(body)) > limit {
		err = fmt.Errorf("%s is larger than %d bytes", name, limit)
	}
	return body, err
}

func digest(body []byte) string { return fmt.Sprintf("%x", sha256.Sum256(body)) }
