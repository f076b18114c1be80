package doctor

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"syscall"
	"time"

	"pricepoint/cmd/internal/terminal"
	"pricepoint/data/store"
)

// directory is the store's, "" when it is a bucket.
func (d *doctor) directory() string {
	path, _ := d.Store.Directory()
	return path
}

var lockedBy = regexp.MustCompile(`pid (\d+) on (\S+) since (\S+Z)`)

// lockHolder reports a run that is at work, or hangs.
func (d *doctor) lockHolder(ctx context.Context) {
	root := d.directory()
	if root == "" || mayWrite(root) != nil {
		return // a bucket has none, and what cannot be written cannot be locked
	}
	file := filepath.Join(root, ".lock")
	if _, err := os.Stat(file); err != nil {
		return // nobody has ever locked it, and a file of ours might be in the way of another user
	}
	once, cancel := context.WithCancel(ctx)
	cancel()
	unlock, err := d.Store.Lock(once)
	if err == nil {
		_ = unlock() // the process ends soon, and its locks with it
		return
	}
	if !errors.Is(err, store.ErrLocked) {
		d.note("lock", Wrong, d.mendLock(file, err), "%v; no refresh can publish", err)
		return
	}
	if holder := lockedBy.FindStringSubmatch(err.Error()); holder != nil {
		since, parseErr := time.Parse(time.RFC3339, holder[3])
		if parseErr == nil && d.Now().Sub(since) > 2*d.Config.Collect.Deadline {
			d.note("lock", Wrong, "kill "+holder[1]+" on "+holder[2], "%v; that is more than twice collect.deadline, so it hangs", err)
			return
		}
	}
	d.note("lock", Well, "", "a run is at work: %v", err)
}

// mendLock says how the lock can be taken again.
func (d *doctor) mendLock(file string, err error) string {
	switch {
	case isFull(err.Error()):
		return freeSome
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return d.mendRights(file, err)
	}
	return "move " + ShellQuoted(file) + " away; the next run makes it anew"
}

// rough is a duration for people.
func rough(span time.Duration) string {
	switch {
	case span >= 48*time.Hour:
		return terminal.Several(int(span.Hours()/24), "day")
	case span >= 2*time.Hour:
		return terminal.Several(int(span.Hours()), "hour")
	case span >= 2*time.Minute:
		return terminal.Several(int(span.Minutes()), "minute")
	}
	return terminal.Several(int(span.Seconds()), "second")
}
