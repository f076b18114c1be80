package blob

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/gofrs/flock"
)

// lockName is the file of a directory that is locked. Only its owner and group may open it: whoever can may hold the lock.
const (
	lockName = ".lock"
	lockMode = 0o640
)

// ErrHeld is the error of a lock that somebody else holds. Its text names the process, and says what to do.
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
		if _, err = held.TryLockContext(ctx, 100*time.Millisecond); err != nil && ctx.Err() != nil {
			text, _ := os.ReadFile(name) // without it the holder is unknown
			return nil, fmt.Errorf("%s %s: %w: %s; wait for it to end", d.Name, d.root, ErrHeld, holderIn(string(text)))
		}
	}
	if err != nil { // such as one of rights, also when ctx has ended: nobody need hold what cannot be opened
		return nil, d.cannotWrite(err)
	}
	_ = os.Chmod(name, lockMode) // earlier versions let everybody open it; the file of another user stays as it is
	host, _ := os.Hostname()
	holder := fmt.Sprintf("pid %d on %s since %s\n", os.Getpid(), cmp.Or(host, "unknown-host"), time.Now().UTC().Format(time.RFC3339))
	if err := errors.Join(os.WriteFile(name, []byte(holder), lockMode), os.RemoveAll(filepath.Join(d.root, staging))); err != nil {
		return nil, errors.Join(d.cannotWrite(err), held.Unlock())
	}
	return held.Unlock, nil
}

// holderLine is what a lock holds: the process that writes.
var holderLine = regexp.MustCompile(`^pid \d+ on [[:graph:]]+ since [\dTZ:-]+$`)

// holderIn is the line of a lock, unless that holds anything else.
func holderIn(text string) string {
	if text = strings.TrimSpace(text); !holderLine.MatchString(text) {
		return "a process that has not said which"
	}
	return text
}
