package doctor

import (
	"errors"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// permissions finds out whether a refresh may read and write, without writing.
func (d *doctor) permissions() {
	const name = "permissions"
	root := d.directory()
	if root == "" {
		d.note(name, Well, "", "the bucket can be read; a refresh finds out whether it can be written")
		return
	}
	if above := standing(root); above != root {
		d.mayMake(root, above)
		return
	}
	if path, err := unreadable(root); err != nil {
		d.note(name, Wrong, d.mendRights(path, err), "%s cannot be read by %s: %v", path, thisUser(), bare(err))
		return
	}
	for _, folder := range []string{"", "snapshots", "archive", "runs", "accepted", "publishing"} {
		path := filepath.Join(root, folder)
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err := mayWrite(path); err != nil {
			d.note(name, Wrong, d.mendRights(path, err), "%s cannot be written by %s: %v; no refresh can publish", path, thisUser(), err)
			return
		}
	}
	d.note(name, Well, "", "%s can be written by %s", root, thisUser())
}

// mayMake finds out whether the first refresh may make the directory of the store.
func (d *doctor) mayMake(root, above string) {
	if err := mayWrite(above); err != nil {
		d.note("permissions", Wrong, "sudo install -d -o "+ShellQuoted(strings.TrimPrefix(thisUser(), "#"))+" "+ShellQuoted(root),
			"%s cannot be made in %s by %s: %v; no refresh can publish", root, above, thisUser(), err)
	}
}

// unreadable is the first file or directory of a store that this user may not read.
func unreadable(root string) (path string, err error) {
	_ = filepath.WalkDir(root, func(at string, e fs.DirEntry, failed error) error {
		hidden := e != nil && at != root && strings.HasPrefix(e.Name(), ".") // a refresh at work
		if failed == nil && !hidden && e.Type().IsRegular() {
			var file *os.File
			if file, failed = os.Open(at); failed == nil {
				file.Close()
			}
		}
		if errors.Is(failed, fs.ErrPermission) {
			path, err = at, failed
			return fs.SkipAll
		}
		return nil
	})
	return path, err
}

// mendRights says as whom to run, or what to change, when this user may not read or write a path of the store.
func (d *doctor) mendRights(path string, err error) string {
	me, owner := strings.TrimPrefix(thisUser(), "#"), ownerOf(path)
	for owner == "" && path != filepath.Dir(path) { // what it lies in may hide it
		path = filepath.Dir(path)
		owner = ownerOf(path)
	}
	root := d.Config.Store
	switch {
	case errors.Is(err, syscall.EROFS):
		return "mount it for writing; findmnt -T " + ShellQuoted(path) + " names the mount"
	case owner == "":
		return "run as the owner of " + ShellQuoted(path) + ", or mend its rights"
	case owner == thisUser():
		return "chmod u+rwX " + ShellQuoted(path)
	case ownerOf(root) == thisUser():
		return "sudo chown " + ShellQuoted(me) + " " + ShellQuoted(path)
	}
	return d.commandAs(owner, "doctor") + " if " + owner + " refreshes; else: sudo chown -R " +
		ShellQuoted(me) + " " + ShellQuoted(root)
}

// ownerOf is the name of who owns a file or directory, "" when that cannot be told.
func ownerOf(path string) string {
	if id := ownerID(path); id >= 0 {
		return userName(id)
	}
	return ""
}

// bare leaves out the name of the file, which is printed beside it.
func bare(err error) error {
	var of *fs.PathError
	if errors.As(err, &of) {
		return of.Err
	}
	return err
}

func thisUser() string {
	if id := os.Geteuid(); id >= 0 {
		return userName(id)
	}
	return "this user"
}

// userName is the name of a user; of one without, the number as sudo takes it.
func userName(id int) string {
	if u, err := user.LookupId(strconv.Itoa(id)); err == nil {
		return u.Username
	}
	return "#" + strconv.Itoa(id)
}
