package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// read returns the whole object of that name, if it is a file within the store and not absurdly large.
func (f folder) read(name string) ([]byte, error) {
	file, err := f.stream(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return readAtMost(file, limit(name), f.path(name))
}

// readAtMost reads to the end, and no further than a limit in bytes.
func readAtMost(from io.Reader, limit int64, name string) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(from, limit+1))
	if err == nil && int64(len(body)) > limit {
		err = fmt.Errorf("%s is larger than %d bytes", name, limit)
	}
	return body, err
}

// stream opens a regular file. It follows no link out of the store, and waits for no pipe.
func (f folder) stream(name string) (io.ReadCloser, error) {
	root, err := os.OpenRoot(f.root)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	info, err := root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", f.path(name))
	}
	return root.Open(name)
}

// versions are those of zip files and folders.
func (f folder) versions() ([]string, error) {
	names, err := f.snapshots(func(name string) bool { return checkVersion(name) == nil })
	for i, name := range names {
		names[i] = path.Base(name)
	}
	return names, err
}

// aside are the folders of setAside, whether they are zip files or not.
func (f folder) aside() ([]string, error) {
	return f.snapshots(func(name string) bool { return strings.HasPrefix(name, asidePrefix) })
}

// snapshots are the folders whose names count, whether they are zip files or not.
func (f folder) snapshots(counts func(name string) bool) ([]string, error) {
	names, err := f.list(snapshotsName, func(e fs.DirEntry) bool {
		name, is := snapshotOf(e)
		return is && counts(name)
	})
	for i, name := range names {
		names[i] = strings.TrimSuffix(name, zipSuffix)
	}
	return slices.Compact(names), err
}

// snapshotOf is the name of a snapshot's folder without or with being a zip file.
func snapshotOf(e fs.DirEntry) (name string, is bool) {
	name, isZip := strings.CutSuffix(e.Name(), zipSuffix)
	return name, isZip && e.Type().IsRegular() || !isZip && e.IsDir()
}

// claims are the files of publishing.
func (f folder) claims() ([]string, error) {
	return f.named(claimsName, func(e fs.DirEntry) bool { return e.Type().IsRegular() })
}

// named lists what is named like a version, oldest first.
func (f folder) named(name string, counts func(fs.DirEntry) bool) ([]string, error) {
	versions, err := f.list(name, func(e fs.DirEntry) bool { return counts(e) && checkVersion(e.Name()) == nil })
	for i, v := range versions { // in the order of names, which is that of time
		versions[i] = path.Base(v)
	}
	return versions, err
}

// archives are the files of archive.
func (f folder) archives() ([]string, error) {
	return f.list(archiveName, func(e fs.DirEntry) bool { return checkArchive(archiveName+"/"+e.Name()) == nil })
}

// list lists what counts in a folder, in the order of names.
func (f folder) list(name string, counts func(fs.DirEntry) bool) (names []string, err error) {
	entries, err := os.ReadDir(f.path(name))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("store: %v", err)
	}
	for _, entry := range entries {
		if counts(entry) {
			names = append(names, path.Join(name, entry.Name()))
		}
	}
	return names, nil
}

// size is that of the content, as a copy would count it.
func (f folder) size(name string) (bytes int64, err error) {
	for _, root := range []string{name, zipName(name)} {
		err = filepath.WalkDir(f.path(root), func(_ string, e fs.DirEntry, err error) error {
			if err != nil || !e.Type().IsRegular() {
				return err
			}
			info, err := e.Info()
			if err == nil {
				bytes += info.Size()
			}
			return err
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return 0, fmt.Errorf("store: %v", err)
		}
	}
	return bytes, nil
}
