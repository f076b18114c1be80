package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"pricepoint/data"
	"pricepoint/data/store"
)

// storeItself looks at what the store holds.
func (d *doctor) storeItself(ctx context.Context) {
	newest, trouble, err := d.Store.Base()
	d.newest = newest
	d.measure()
	switch {
	case errors.Is(err, store.ErrUnavailable):
		d.note("store", Wrong, "pricepoint config; then the way to the storage, and its credentials in the environment", "%v", err)
		return
	case errors.Is(err, store.ErrNewer):
		d.note("store", Wrong, "install the newer pricepoint; until then a server goes on with the newest snapshot that it understands", "%v", err)
	case err == nil && trouble == nil:
		d.everyByte(newest.Manifest)
	case d.denied(trouble, err):
		return
	case d.unsigned(trouble, err):
	case trouble != nil && (errors.Is(err, store.ErrEmpty) || errors.Is(err, store.ErrUnvouched)):
		d.note("store", Wrong, "pricepoint restore BACKUP --store NEW", "%v", trouble)
	case errors.Is(err, store.ErrEmpty):
		d.note("store", Wrong, d.refreshNow(), "%v, so there is nothing to serve; or is --store wrong?", err)
	case err != nil:
		d.note("store", Wrong, d.command("verify"), "%v", err)
	default:
		d.note("store", Wrong, d.refreshNow(), "%v", trouble)
	}
	d.permissions()
	d.lockHolder(ctx)
}

// everyByte looks at all there is of the newest snapshot: a file may be damaged although what is served of it is right.
func (d *doctor) everyByte(newest data.Manifest) {
	found, err := d.Store.Verify(newest.Version)
	if err != nil {
		d.note("store", Wrong, d.command("verify"), "%v", err)
		return
	}
	intact := true
	for _, c := range found.Checked {
		if c.State == store.Broken {
			intact = false
			d.note("store", Wrong, c.Do, "%s: %s", c.Object, c.About)
		}
	}
	if name := store.ArchiveName(newest.Version); newest.Archive != nil {
		if err := d.Store.CheckArchive(name, newest.Archive); err != nil && !errors.Is(err, fs.ErrPermission) { // which permissions tells
			intact = false
			d.note("store", Wrong, "restore it from a copy of the store; the next refresh reads every page again", "%s: %v", name, err)
		}
	}
	if intact {
		d.note("store", Well, "", "%s: the newest snapshot, %s, is intact", d.Store, newest.Version)
	}
}

// denied reports a store that is not broken: this user may not read it.
func (d *doctor) denied(trouble, err error) bool {
	root := d.directory()
	if root == "" || trouble == nil && errors.Is(err, store.ErrEmpty) {
		return false
	}
	path, denied := unreadable(root)
	if denied == nil {
		return false
	}
	d.note("store", Wrong, d.mendRights(path, denied), "%s cannot be read by %s: %v; using %s", path, thisUser(), bare(denied), d.used())
	return true
}

// used is the version that stands in for the newest.
func (d *doctor) used() string {
	if version := d.newest.Manifest.Version; version != "" {
		return version
	}
	return "none"
}

// unsigned reports a store that is not broken: nobody has signed its newest snapshot, which sign.public_key asks for.
func (d *doctor) unsigned(trouble, err error) bool {
	pointer, pointerErr := d.Store.Pointer()
	if pointerErr != nil || !errors.Is(trouble, store.ErrUnvouched) {
		return false
	}
	if _, missing := d.Store.Signature(pointer.Version); !errors.Is(missing, store.ErrNotFound) {
		return false
	}
	mend := ""
	if d.Config.Sign.Key == "" {
		mend = "set sign.key where pricepoint refreshes; the next refresh signs"
	}
	if err == nil {
		mend = joined(mend, d.refreshNow())
	} else { // nothing is built on what nobody has signed
		mend = joined(mend, "if the snapshot is yours: "+d.refreshNow()+" --adopt "+pointer.Version)
	}
	d.note("store", Wrong, mend, "the newest snapshot, %s, is not signed, which sign.public_key asks for; using %s", pointer.Version, d.used())
	return true
}

func joined(first, second string) string {
	if first == "" {
		return second
	}
	return first + "; " + second
}

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
	locked, ok := errors.AsType[*store.LockedError](err)
	if !ok {
		d.note("lock", Wrong, d.mendLock(file, err), "%v; no refresh can publish", err)
		return
	}
	if by := locked.Holder; by.PID != 0 && d.Now().Sub(by.Since) > 2*d.Config.Collect.Deadline {
		d.note("lock", Wrong, fmt.Sprintf("kill %d on %s", by.PID, by.Host), "%v; that is more than twice collect.deadline, so it hangs", err)
		return
	}
	d.note("lock", Well, "", "a run is at work: %v", err)
}

// mendLock says how the lock can be taken again.
func (d *doctor) mendLock(file string, err error) string {
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return freeSome
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return d.mendRights(file, err)
	}
	return "move " + ShellQuoted(file) + " away; the next run makes it anew"
}
