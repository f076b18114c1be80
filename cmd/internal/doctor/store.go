package doctor

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"pricepoint/cmd/internal/refresh"
	"pricepoint/data/store"
)

// How many bytes the disk of a store should still take: a publication writes about 6 MB.
const (
	enoughBytes = 100e6
	fewBytes    = 20e6
)

const freeSome = "free some space, or see pricepoint prune --help for dropping old snapshots"

// store looks at what the store holds, and at whether a refresh can write there.
func (d *doctor) store() {
	newest, trouble, err := d.Store.Base()
	d.newest = newest
	denied := errors.Is(trouble, fs.ErrPermission) || errors.Is(err, fs.ErrPermission)
	switch {
	case errors.Is(err, store.ErrUnavailable):
		d.away = true
		d.note(theStore, Wrong, d.command("config")+"; then the way to the storage, and its credentials in the environment", "%v", err)
		return
	case errors.Is(err, store.ErrNewer):
		d.note(theStore, Wrong, "install the newer pricepoint; until then a server goes on with the newest snapshot that it understands", "%v", err)
	case denied:
		d.note(theStore, Wrong, d.mendRights(cmp.Or(trouble, err)), "%v", cmp.Or(trouble, err))
		return
	case errors.Is(trouble, store.ErrUnvouched):
		d.note(theStore, Wrong, "set sign.key where pricepoint refreshes; if the newest snapshot is yours: "+d.adopt()+
			"; if not: pricepoint restore BACKUP --store NEW", "%v", trouble)
	case trouble != nil && errors.Is(err, store.ErrEmpty):
		d.note(theStore, Wrong, "pricepoint restore BACKUP --store NEW", "%v", trouble)
	case errors.Is(err, store.ErrEmpty):
		d.note(theStore, Wrong, d.refreshNow(), "%v, so there is nothing to serve; or is --store wrong?", err)
	case err != nil:
		d.note(theStore, Wrong, d.command("verify"), "%v", err)
	case trouble != nil:
		d.note(theStore, Wrong, d.repair(), "%v", trouble)
	default:
		d.everyByte(newest.Manifest.Version)
	}
	if root, isDirectory := d.Store.Directory(); isDirectory {
		d.writable(root)
	}
}

// repair is what to do about a store of which an older snapshot is used. A refresh builds on that, which leaves out for good what
// is damaged; the pointer it writes anew.
func (d *doctor) repair() string {
	newest, err := d.Store.Pointer()
	if err != nil || newest.Version == d.newest.Manifest.Version {
		return d.refreshNow()
	}
	return "copy snapshots/" + newest.Version + ".zip back from a backup if there is one; if not: " + d.refreshNow()
}

// everyByte looks at all there is of the newest snapshot: a file may be damaged although what is served of it is right.
func (d *doctor) everyByte(newest string) {
	found, err := refresh.Verify(d.Data, newest, false)
	if err != nil {
		d.note(theStore, Wrong, d.command("verify"), "%v", err)
		return
	}
	before := len(d.found.Checks)
	for _, c := range found {
		if c.State == store.Broken {
			d.note(theStore, Wrong, c.Do, "%s: %s", c.Object, c.About)
		}
	}
	if len(d.found.Checks) == before {
		d.note(theStore, Well, "", "%s: the newest snapshot, %s, is intact", d.Store, newest)
	}
}

// writable finds out, without writing, whether a refresh can write the store's directory, and has room there.
func (d *doctor) writable(root string) {
	for _, name := range []string{"", "snapshots", "archive", "runs", "exports", "accepted", ".lock", ".pricepoint-staging"} {
		path := standing(filepath.Join(root, name))
		if err := mayWrite(path); err != nil {
			d.note(theStore, Wrong, d.mendRights(err), "%s cannot be written by this user: %v; no refresh can publish, or no finding be accepted", path, err)
			return
		}
	}
	switch bytes, err := freeSpace(standing(root)); {
	case err != nil: // a refresh tells
	case bytes < fewBytes:
		d.note(theStore, Wrong, freeSome, "the disk takes only %.1f MB more; the next refresh may fail", bytes/1e6)
	case bytes < enoughBytes:
		d.note(theStore, Warning, freeSome, "the disk takes only %.1f MB more", bytes/1e6)
	}
}

// mendRights says as whom to run, or what to change, when this user may not read or write something of the store.
func (d *doctor) mendRights(err error) string {
	root := ShellQuoted(d.Config.Store)
	if errors.Is(err, syscall.EROFS) {
		return "mount it for writing; findmnt -T " + root + " names the mount"
	}
	own := "chown -R %d %s"
	if _, err := os.Stat(d.Config.Store); errors.Is(err, fs.ErrNotExist) {
		own = "install -d -o %d %s"
	}
	return fmt.Sprintf("run this as the user who refreshes; if you do: sudo "+own, os.Getuid(), root)
}

// standing is a directory, or as long as it is not there the one that it will be made in.
func standing(directory string) string {
	for {
		above := filepath.Dir(directory)
		if _, err := os.Stat(directory); !errors.Is(err, fs.ErrNotExist) || above == directory {
			return directory
		}
		directory = above
	}
}
