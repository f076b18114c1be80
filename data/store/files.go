package store

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"syscall"

	"github.com/google/renameio/v2"

	"pricepoint/data"
)

// folder keeps objects as the files of a directory, whole or not at all.
type folder struct {
	root string
	step func() // called between any two changes to the disk, for a test that kills the process there
}

// path is where the object of that name lies.
func (f folder) path(name string) string { return filepath.Join(f.root, filepath.FromSlash(name)) }

func (f folder) writeJSON(name string, value any) error {
	body, err := data.Encode(value)
	if err != nil {
		return err
	}
	return f.writeFile(name, bytes.NewReader(body))
}

// writeFile writes a file that lasts, with its folders.
func (f folder) writeFile(name string, body io.Reader) error {
	if err := f.putFile(name, body); err != nil {
		return err
	}
	return f.syncFolders(path.Dir(name))
}

// putFile writes a file beside its place, syncs it and renames it. Its name lasts only once the folders are synced.
func (f folder) putFile(name string, body io.Reader) error {
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
		return fmt.Errorf("store %s: copy to %s: %w%s", f.root, name, err, remedy(err)) // perhaps the reader's fault
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
func (f folder) rename(from, to string) error {
	f.step()
	if err := os.Rename(f.path(from), f.path(to)); err != nil {
		return f.cannotWrite(err)
	}
	f.step()
	return f.syncFolders(path.Dir(to))
}

// remove removes a file or folder with all it holds; one that is not there is no error.
func (f folder) remove(name string) error {
	f.step()
	if err := os.RemoveAll(f.path(name)); err != nil {
		return f.cannotWrite(err)
	}
	f.step()
	return nil
}

// syncFolders makes the names in a folder last through a power cut, and its own name up to the root.
func (f folder) syncFolders(name string) error {
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
func (f folder) cannotWrite(err error) error {
	return fmt.Errorf("store %s cannot be written: %w%s", f.root, err, remedy(err))
}

func remedy(err error) string {
	switch {
	case errors.Is(err, fs.ErrPermission):
		return "; run as the owner of the directory or name another --store"
	case errors.Is(err, syscall.EROFS):
		return "; mount it for writing or name another --store"
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return "; free some space or name another --store"
	case errors.Is(err, syscall.ENOTDIR):
		return "; name a --store that is a directory"
	}
	return ""
}
