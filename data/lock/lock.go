// Package lock keeps two processes apart that write into one directory. Start at Take. A lock of the kernel goes with the
// process that holds it; the file says which that is.
//
// The file is never followed when it is a link. Only its owner and group may open it: whoever can may hold the lock.
package lock

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// Name is that of the file in a directory.
const Name = ".lock"

const (
	retry   = 100 * time.Millisecond // how often a waiting process tries again
	mode    = 0o640                  // of the file
	longest = 1 << 10                // bytes that are read of the file
)

// HeldError says that another process holds a lock.
type HeldError struct {
	Holder Holder // zero when the file does not say
}

func (e *HeldError) Error() string { return "the lock is held by " + e.Holder.String() }

// Take locks a directory, which must exist. It tries at least once, then until ctx ends; the error is a *HeldError then.
func Take(ctx context.Context, folder string) (release func() error, err error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	if err := mustBeFile(root); err != nil {
		return nil, err
	}
	lock := flock.New(filepath.Join(folder, Name), flock.SetFlag(os.O_CREATE|os.O_RDWR|noFollow), flock.SetPermissions(mode))
	for {
		ok, err := lock.TryLock()
		if err != nil {
			return nil, errors.Join(mustBeFile(root), err)
		}
		if ok {
			break
		}
		select {
		case <-ctx.Done():
			return nil, &HeldError{holderIn(root)}
		case <-time.After(retry):
		}
	}
	if err := sign(root); err != nil {
		return nil, errors.Join(err, lock.Unlock())
	}
	return lock.Unlock, nil
}

// mustBeFile refuses a link, and whatever else is no file.
func mustBeFile(root *os.Root) error {
	info, err := root.Lstat(Name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is a link or no file; move it away", filepath.Join(root.Name(), Name))
	}
	return err
}

// sign says in the file who holds the lock, and closes it to all but its owner and group: earlier versions let everybody open it.
func sign(root *os.Root) error {
	file, err := root.OpenFile(Name, os.O_WRONLY|os.O_TRUNC|noFollow, mode)
	if err != nil {
		return err
	}
	_, err = io.WriteString(file, This().String()+"\n")
	if info, statErr := file.Stat(); statErr == nil && info.Mode().Perm()&^mode != 0 {
		_ = file.Chmod(mode) // the file of another user stays as it is
	}
	return errors.Join(err, file.Close())
}

// holderIn reads what sign wrote.
func holderIn(root *os.Root) Holder {
	file, err := root.OpenFile(Name, os.O_RDONLY|noFollow, 0)
	if err != nil {
		return Holder{}
	}
	defer file.Close()
	text, _ := io.ReadAll(io.LimitReader(file, longest)) // without it the holder is unknown
	return read(string(text))
}
