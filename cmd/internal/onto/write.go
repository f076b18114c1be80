package onto

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Read reads a file of the user's; one that does not exist yet is nil. Nothing but a regular file is read.
func Read(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Lstat(path); err == nil {
			return nil, fmt.Errorf("%s is a link to nothing; make what it leads to, or remove it", path)
		}
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no file", path)
	}
	return os.ReadFile(path)
}

// Write puts a file in the place of another, all at once: whoever reads it meanwhile has the old one or the new one. It keeps the
// permissions of the old one, and where the path is a link, the link. It makes the folder where there is none.
func Write(path string, body []byte) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	name := fmt.Sprintf("%s/.pricepoint-%d", filepath.Dir(path), os.Getpid())
	beside, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	if info, statErr := os.Stat(path); statErr == nil {
		err = beside.Chmod(info.Mode().Perm())
	}
	_, writeErr := beside.Write(body)
	if err = errors.Join(err, writeErr, beside.Sync(), beside.Close()); err == nil {
		err = os.Rename(name, path)
	}
	if err != nil {
		os.Remove(name)
	}
	return err
}
