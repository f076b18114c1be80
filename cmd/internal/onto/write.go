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
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is no file", path)
	}
	return os.ReadFile(path)
}

// Write puts a file in the place of the one that Read has read, all at once: whoever reads it meanwhile has the old one or the
// new one. It keeps the permissions of the old one, and where the path is a link, the link. It makes the folder where there is
// none.
func Write(path string, body []byte) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	old, err := os.Stat(path)
	if err != nil {
		return os.WriteFile(path, body, 0o666) // with the permissions that a new file has here
	}
	beside := filepath.Join(filepath.Dir(path), ".pricepoint-"+filepath.Base(path))
	err = os.WriteFile(beside, body, 0o600)
	if err == nil {
		err = os.Chmod(beside, old.Mode().Perm())
	}
	if err == nil {
		err = os.Rename(beside, path)
	}
	if err != nil {
		_ = os.Remove(beside)
	}
	return err
}
