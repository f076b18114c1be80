package onto

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Read reads a file of the user's; one that does not exist yet is nil.
func Read(path string) ([]byte, error) {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no file", path)
	}
	text, err := io.ReadAll(io.LimitReader(file, MaxSize+1))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	if len(text) > MaxSize {
		return nil, fmt.Errorf("%s has more than %d bytes", path, MaxSize)
	}
	return text, nil
}

// Write puts a file in the place of one, all at once: whoever reads it meanwhile has the old one or the new one. It keeps
// the permissions of the old one, and where the path is a link, the link. It makes the folder where there is none.
func Write(path string, body []byte) (err error) {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	beside, err := os.CreateTemp(filepath.Dir(path), ".pricepoint-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(beside.Name())
		}
	}()
	_, err = beside.Write(body)
	err = errors.Join(err, beside.Chmod(mode), beside.Sync(), beside.Close())
	if err != nil {
		return err
	}
	return os.Rename(beside.Name(), path)
}
