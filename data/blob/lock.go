package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode"

	"github.com/gofrs/flock"
)

// lockName is the file of a directory that is locked. It is never followed when it is a link. Only its owner and group may open
// it: whoever can may hold the lock.
const lockName = ".lock"

const (
	lockRetry = 100 * time.Millisecond // how often a waiting process tries again
	lockMode  = 0o640                  // of the file
	maxHolder = 1 << 10                // bytes that are read of the file
)

// HeldError is ErrHeld with the process that holds the lock of a directory.
type HeldError struct {
	Holder Holder // zero when the file does not say
}

// Error names the holder, and says what to do.
func (e *HeldError) Error() string {
	return ErrHeld.Error() + ": " + e.Holder.String() + "; wait for it to end"
}

// Unwrap makes it ErrHeld.
func (e *HeldError) Unwrap() error { return ErrHeld }

// ErrHeld is every HeldError.
var ErrHeld = errors.New("another run holds the lock")

// lock locks a directory, which must exist. It tries at least once, then until ctx ends; the error is a *HeldError then.
func lock(ctx context.Context, folder string) (release func() error, err error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	if err := mustBeFile(root); err != nil {
		return nil, err
	}
	held := flock.New(filepath.Join(folder, lockName), flock.SetFlag(os.O_CREATE|os.O_RDWR|noFollow), flock.SetPermissions(lockMode))
	for {
		ok, err := held.TryLock()
		if err != nil {
			return nil, errors.Join(mustBeFile(root), err)
		}
		if ok {
			break
		}
		select {
		case <-ctx.Done():
			return nil, &HeldError{holderIn(root)}
		case <-time.After(lockRetry):
		}
	}
	if err := sign(root); err != nil {
		return nil, errors.Join(err, held.Unlock())
	}
	return held.Unlock, nil
}

// mustBeFile refuses a link, and whatever else is no file.
func mustBeFile(root *os.Root) error {
	info, err := root.Lstat(lockName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is a link or no file; move it away", filepath.Join(root.Name(), lockName))
	}
	return err
}

// sign says in the file who holds the lock, and closes it to all but its owner and group: earlier versions let everybody open it.
func sign(root *os.Root) error {
	file, err := root.OpenFile(lockName, os.O_WRONLY|os.O_TRUNC|noFollow, lockMode)
	if err != nil {
		return err
	}
	_, err = io.WriteString(file, ThisProcess().String()+"\n")
	if info, statErr := file.Stat(); statErr == nil && info.Mode().Perm()&^lockMode != 0 {
		_ = file.Chmod(lockMode) // the file of another user stays as it is
	}
	return errors.Join(err, file.Close())
}

// holderIn reads what sign wrote.
func holderIn(root *os.Root) Holder {
	file, err := root.OpenFile(lockName, os.O_RDONLY|noFollow, 0)
	if err != nil {
		return Holder{}
	}
	defer file.Close()
	text, _ := io.ReadAll(io.LimitReader(file, maxHolder)) // without it the holder is unknown
	return readHolder(string(text))
}

// Holder is a process that writes somewhere. Locks and claims hold it as a line of text.
type Holder struct {
	PID   int
	Host  string
	Since time.Time
}

const holderLine = "pid %d on %s since %s"

// String is the line, without its end.
func (h Holder) String() string {
	if h == (Holder{}) {
		return "a process that has not said which"
	}
	return fmt.Sprintf(holderLine, h.PID, h.Host, h.Since.Format(time.RFC3339))
}

// readHolder reads a line; the zero Holder is one that cannot be read.
func readHolder(text string) Holder {
	var h Holder
	var since string
	_, err := fmt.Sscanf(text, holderLine, &h.PID, &h.Host, &since)
	if h.Since, _ = time.Parse(time.RFC3339, since); err != nil || h.Since.IsZero() || strings.ContainsFunc(h.Host, unprintable) {
		return Holder{}
	}
	return h
}

func unprintable(r rune) bool { return !unicode.IsPrint(r) }

// ThisProcess is the process that runs.
func ThisProcess() Holder {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown-host"
	}
	return Holder{os.Getpid(), host, time.Now().UTC().Truncate(time.Second)}
}
