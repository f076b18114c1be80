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

func (d *Dir) writeJSON(name string, value any) error {
	body, err := data.Encode(value)
	if err != nil {
		return err
	}
	return d.writeFile(name, bytes.NewReader(body))
}

// writeFile writes a file beside its place, syncs it, renames it, and syncs the folders.
func (d *Dir) writeFile(name string, body io.Reader) error {
	target := d.path(name)
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return d.cannotWrite(err)
	}
	f, err := renameio.NewPendingFile(target, renameio.WithTempDir(filepath.Dir(target)), renameio.WithPermissions(0o644))
	if err != nil {
		return d.cannotWrite(err)
	}
	defer func() { _ = f.Cleanup() }() // what it cannot remove, the next Publish does
	if _, err := io.Copy(f, body); err != nil {
		return fmt.Errorf("store %s: copy to %s: %w%s", d.root, name, err, remedy(err)) // perhaps the reader's fault
	}
	if err := f.CloseAtomicallyReplace(); err != nil {
		return d.cannotWrite(err)
	}
	return d.syncFolders(path.Dir(name))
}

// syncFolders makes the names in a folder last through a power cut, and its own name up to the root.
func (d *Dir) syncFolders(name string) error {
	for {
		folder, err := os.Open(d.path(name))
		if err != nil {
			return d.cannotWrite(err)
		}
		err = folder.Sync()
		folder.Close()
		if err != nil {
			return d.cannotWrite(err)
		}
		if name == "." {
			return nil
		}
		name = path.Dir(name)
	}
}

// cannotWrite says which store, why, and what to do.
func (d *Dir) cannotWrite(err error) error {
	return fmt.Errorf("store %s cannot be written: %w%s", d.root, err, remedy(err))
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
