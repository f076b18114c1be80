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

	"github.com/google/renameio/v2"

	"pricepoint/data/remedy"
)

// disk keeps objects as the files of a directory, whole or not at all.
type disk struct {
	root string
	step func() // called between any two changes to the disk, for a test that kills the process there
}

// path is where the object of that name lies.
func (f disk) path(name string) string { return filepath.Join(f.root, filepath.FromSlash(name)) }

// read returns the whole object of that name, if it is a file within the store and not absurdly large.
func (f disk) read(name string) ([]byte, error) {
	file, err := f.stream(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return readAtMost(file, limit(name), f.path(name))
}

// stream opens a regular file. It follows no link out of the store, and waits for no pipe.
func (f disk) stream(name string) (io.ReadCloser, error) {
	if err := f.mustBeFolder(path.Dir(name)); err != nil {
		return nil, err
	}
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

// mustBeFolder refuses a link in place of a folder, or of one that it is in, to readers and writers alike: what is behind
// it is not in the store. The store itself may be a link.
func (f disk) mustBeFolder(name string) error {
	for ; name != "."; name = path.Dir(name) {
		info, err := os.Lstat(f.path(name))
		if err == nil && !info.IsDir() {
			return fmt.Errorf("%s is a link or no directory; move it away or name another --store", name)
		}
	}
	return nil // whatever else is wrong shows when it is used
}

// list returns what is in a folder, in the order of names.
func (f disk) list(folder string) (all []entry, err error) {
	if err := f.mustBeFolder(folder); err != nil {
		return nil, fmt.Errorf("store %s: %w", f.root, err)
	}
	entries, err := f.entries(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("store: %v", err)
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") || strings.HasPrefix(e.Name(), asidePrefix) {
			all = append(all, entry{e.Name(), e.IsDir(), !e.IsDir() && !e.Type().IsRegular()})
		}
	}
	return all, nil
}

// maxListed is how many names are read of a folder.
const maxListed = 100_000

func (f disk) entries(folder string) ([]fs.DirEntry, error) {
	dir, err := os.Open(f.path(folder))
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	all, err := dir.ReadDir(maxListed + 1)
	if len(all) > maxListed {
		return nil, fmt.Errorf("%s holds more than %d names", f.path(folder), maxListed)
	}
	if errors.Is(err, io.EOF) { // it is empty
		err = nil
	}
	slices.SortFunc(all, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return all, err
}

// size is that of the content, as a copy would count it.
func (f disk) size(name string) (bytes int64, err error) {
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

// writeFile writes a file that lasts, with its folders.
func (f disk) writeFile(name string, body io.Reader) error {
	if err := f.putFile(name, body); err != nil {
		return err
	}
	return f.syncFolders(path.Dir(name))
}

// putFile writes a file beside its place, syncs it and renames it. Its name lasts only once the folders are synced.
func (f disk) putFile(name string, body io.Reader) error {
	if err := f.mustBeFolder(path.Dir(name)); err != nil {
		return f.cannotWrite(err)
	}
	target := f.path(name)
	f.step()
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return f.cannotWrite(err)
	}
	f.step()
	file, err := renameio.NewPendingFile(target, renameio.WithTempDir(filepath.Dir(target)), renameio.WithPermissions(0o644))
	if err != nil {
		return f.cannotWrite(err)
	}
	defer func() { _ = file.Cleanup() }() // what it cannot remove, the next Publish does
	f.step()
	if _, err := io.Copy(steppingWriter{file, f.step}, body); err != nil {
		return fmt.Errorf("store %s: copy to %s: %w%s", f.root, name, err, remedy.Disk(err, "--store")) // perhaps the reader's fault
	}
	if err := file.CloseAtomicallyReplace(); err != nil { // syncs it first
		return f.cannotWrite(err)
	}
	f.step()
	return nil
}

// steppingWriter can be stopped between the two halves of a write, and after it.
type steppingWriter struct {
	io.Writer
	step func()
}

func (w steppingWriter) Write(p []byte) (int, error) {
	half, err := w.Writer.Write(p[:len(p)/2])
	if err != nil {
		return half, err
	}
	w.step()
	rest, err := w.Writer.Write(p[len(p)/2:])
	w.step()
	return half + rest, err
}

// rename moves a file or folder, and makes it last.
func (f disk) rename(from, to string) error {
	f.step()
	if err := os.Rename(f.path(from), f.path(to)); err != nil {
		return f.cannotWrite(err)
	}
	f.step()
	return f.syncFolders(path.Dir(to))
}

// removeAll removes a file or folder with all it holds; one that is not there is not an error.
func (f disk) removeAll(name string) error {
	f.step()
	if err := os.RemoveAll(f.path(name)); err != nil {
		return f.cannotWrite(err)
	}
	f.step()
	return nil
}

// syncFolders makes the names in a folder last through a power cut, and its own name up to the root.
func (f disk) syncFolders(name string) error {
	for {
		dir, err := os.Open(f.path(name))
		if err != nil {
			return f.cannotWrite(err)
		}
		err = dir.Sync()
		dir.Close()
		if err != nil {
			return f.cannotWrite(err)
		}
		f.step()
		if name == "." {
			return nil
		}
		name = path.Dir(name)
	}
}

// cannotWrite says which store, why, and what to do.
func (f disk) cannotWrite(err error) error {
	return fmt.Errorf("store %s cannot be written: %w%s", f.root, err, remedy.Disk(err, "--store"))
}
