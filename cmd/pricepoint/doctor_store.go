package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"regexp"
	"time"

	"pricepoint/data"
	"pricepoint/data/store"
)

// directory is the store's, "" when it is a bucket.
func (d *doctor) directory() string {
	if _, ok := d.store.(*store.Dir); ok {
		return d.store.String()
	}
	return ""
}

// permissions finds out whether a refresh may write, without writing.
func (d *doctor) permissions() {
	const name = "permissions"
	root := d.directory()
	if root == "" {
		d.note(name, isWell, "", "the bucket can be read; a refresh finds out whether it can be written")
		return
	}
	if _, err := os.Stat(root); errors.Is(err, os.ErrNotExist) {
		return // the first refresh makes it
	}
	for _, folder := range []string{"", "snapshots", "archive", "runs", "accepted", "publishing"} {
		path := filepath.Join(root, folder)
		if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err := mayWrite(path); err != nil {
			d.note(name, isWrong, "sudo -u OWNER "+d.command("doctor")+" if another user refreshes; else chown it, or mount it for writing",
				"%s cannot be written by %s: %v; no refresh can publish", path, thisUser(), err)
			return
		}
	}
	d.note(name, isWell, "", "%s can be written by %s", root, thisUser())
}

func thisUser() string {
	if u, err := user.Current(); err == nil {
		return u.Username
	}
	return "this user"
}

var lockedBy = regexp.MustCompile(`pid (\d+) on (\S+) since (\S+Z)`)

// lockHolder tells of a run that is at work, or hangs.
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
	unlock, err := d.store.Lock(once)
	if err == nil {
		_ = unlock() // the process ends soon, and its locks with it
		return
	}
	if !errors.Is(err, store.ErrLocked) {
		d.note("lock", isWrong, "chown OWNER "+shellQuoted(file), "%v; no refresh can publish", err)
		return
	}
	if holder := lockedBy.FindStringSubmatch(err.Error()); holder != nil {
		since, parseErr := time.Parse(time.RFC3339, holder[3])
		if parseErr == nil && d.now().Sub(since) > 2*d.cfg.Collect.Deadline {
			d.note("lock", isWrong, "kill "+holder[1]+" on "+holder[2], "%v; that is more than twice collect.deadline, so it hangs", err)
			return
		}
	}
	d.note("lock", isWell, "", "a run is at work: %v", err)
}

// clockSkew is how far the clock may be off.
const clockSkew = 5 * time.Minute

// clockAgainstStore compares the clock with the newest snapshot, which cannot be of the future.
func (d *doctor) clockAgainstStore() {
	made, err := data.ParseVersion(d.newest.Manifest.Version)
	if err != nil {
		return
	}
	if ahead := made.Sub(d.now()); ahead > clockSkew {
		d.note("clock", isWrong, "timedatectl set-ntp true", "it says %s, which is %s before the newest snapshot was made; no refresh can publish until then",
			data.At(d.now()), rough(ahead))
	}
}

// rough is a duration for people.
func rough(span time.Duration) string {
	switch {
	case span >= 48*time.Hour:
		return several(int(span.Hours()/24), "day")
	case span >= 2*time.Hour:
		return several(int(span.Hours()), "hour")
	case span >= 2*time.Minute:
		return several(int(span.Minutes()), "minute")
	}
	return several(int(span.Seconds()), "second")
}

func several(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
