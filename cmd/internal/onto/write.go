package onto

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// Read reads a file of the user's; one that does not exist yet is nil. Nothing but a regular file is read.
func Read(path string) ([]byte, error) {
	if namesFolder(path) {
		return nil, fmt.Errorf("%s is no file", path)
	}
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0) // a pipe without a writer is opened at once, too
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Lstat(path); err == nil {
			return nil, fmt.Errorf("%s is a link to nothing; make what it leads to, or remove it", path)
		}
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

// Write puts a file in the place of the one that Read has read, all at once: whoever reads it meanwhile has the old one or the
// new one. It keeps the permissions of the old one, and where the path is a link, the link. It makes the folder where there is
// none. It refuses a file that was changed since it was read.
func Write(path string, old, body []byte) (err error) {
	if namesFolder(path) {
		return fmt.Errorf("%s is no file", path)
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	name := fmt.Sprintf("%s/.pricepoint-%d", filepath.Dir(path), time.Now().UnixNano())
	beside, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666) // with the permissions that a new file has here
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(name)
		}
	}()
	if info, missing := os.Stat(path); missing == nil {
		err = beside.Chmod(info.Mode().Perm())
	}
	if err == nil {
		_, err = beside.Write(body)
	}
	if err = errors.Join(err, beside.Sync(), beside.Close(), unchanged(path, old)); err != nil {
		return err
	}
	return os.Rename(name, path)
}

// namesFolder reports whether a path can only be that of a folder, whether there is one or not.
func namesFolder(path string) bool {
	last := filepath.Base(path)
	return last == "." || last == ".." || os.IsPathSeparator(path[len(path)-1])
}

// unchanged looks at a file again right before it is replaced.
func unchanged(path string, old []byte) error {
	now, err := Read(path)
	if err == nil && ((now == nil) != (old == nil) || !bytes.Equal(now, old)) {
		err = fmt.Errorf("%s was changed meanwhile, and is left as it is now; run this again", path)
	}
	return err
}
