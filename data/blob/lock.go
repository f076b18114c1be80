package blob

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode"

	"github.com/gofrs/flock"
)

// lockName is the file of a directory that is locked. Only its owner and group may open it: whoever can may hold the lock.
const (
	lockName = ".lock"
	lockMode = 0o640
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

func (d *directory) Lock(ctx context.Context) (unlock func() error, err error) {
	if err := os.MkdirAll(d.root, 0o755); err != nil {
		return nil, d.cannotWrite(err)
	}
	name := filepath.Join(d.root, lockName)
	if info, err := os.Lstat(name); err == nil && !info.Mode().IsRegular() {
		return nil, d.cannotWrite(fmt.Errorf("%s is a link or no file; move it away", name))
	}
	held := flock.New(name, flock.SetFlag(os.O_CREATE|os.O_RDWR), flock.SetPermissions(lockMode))
	ok, err := held.TryLock()
	if err == nil && !ok {
		ok, err = held.TryLockContext(ctx, 100*time.Millisecond)
	}
	switch {
	case err != nil && ctx.Err() != nil:
		text, _ := os.ReadFile(name) // without it the holder is unknown
		return nil, fmt.Errorf("%s %s: %w", d.Name, d.root, &HeldError{readHolder(string(text))})
	case err != nil || !ok:
		return nil, d.cannotWrite(err)
	}
	_ = os.Chmod(name, lockMode) // earlier versions let everybody open it; the file of another user stays as it is
	host, _ := os.Hostname()
	holder := Holder{os.Getpid(), cmp.Or(host, "unknown-host"), time.Now().UTC().Truncate(time.Second)}
	if err := errors.Join(os.WriteFile(name, []byte(holder.String()+"\n"), lockMode), os.RemoveAll(filepath.Join(d.root, staging))); err != nil {
		return nil, errors.Join(d.cannotWrite(err), held.Unlock())
	}
	return held.Unlock, nil
}

// Holder is a process that writes somewhere. A lock holds it as a line of text.
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
	if h.Since, _ = time.Parse(time.RFC3339, since); err != nil || h.Since.IsZero() || strings.ContainsFunc(h.Host, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return Holder{}
	}
	return h
}
