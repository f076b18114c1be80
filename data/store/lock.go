package store

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/gofrs/flock"
)

// lockRetry is how often a waiting run tries again.
const lockRetry = 100 * time.Millisecond

// Lock keeps other runs out of the store until unlock is called or the process ends. It makes the directory if
// need be and tries at least once, then until ctx ends; the error then is ErrLocked and names the holder.
func (d *Dir) Lock(ctx context.Context) (unlock func() error, err error) {
	if err := os.MkdirAll(d.root, 0o755); err != nil {
		return nil, d.cannotWrite(err)
	}
	lock := flock.New(d.path(lockName), flock.SetFlag(os.O_CREATE|os.O_RDWR), flock.SetPermissions(0o644))
	for {
		ok, err := lock.TryLock()
		if err != nil {
			return nil, d.cannotWrite(err)
		}
		if ok {
			break
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("store %s: %w: %s; wait for it to end", d.root, ErrLocked, d.holder())
		case <-time.After(lockRetry):
		}
	}
	if err := os.WriteFile(d.path(lockName), []byte(thisProcess()), 0o644); err != nil {
		_ = lock.Unlock()
		return nil, d.cannotWrite(err)
	}
	d.locked.Store(true)
	return func() error {
		d.locked.Store(false)
		return lock.Unlock()
	}, nil
}

// thisProcess is what the lock file says, for people only: the lock itself is the kernel's.
func thisProcess() string {
	host, err := os.Hostname()
	if err != nil {
		host = "an unknown host"
	}
	return fmt.Sprintf("pid %d on %s since %s\n", os.Getpid(), host, time.Now().UTC().Format(time.RFC3339))
}

// holder reads what thisProcess wrote.
func (d *Dir) holder() string {
	text, err := d.read(lockName)
	if line := strings.TrimSpace(string(text)); err == nil && line != "" {
		return line
	}
	return "a process that has not said which"
}
