package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"

	"pricepoint/data"
	"pricepoint/data/lock"
)

// directory keeps the objects of a store as files. A lock of the kernel keeps two runs apart, and goes with the process
// that holds it.
type directory struct{ disk }

func openDirectory(location string) (*directory, error) {
	if strings.Contains(location, "://") {
		return nil, fmt.Errorf("store %s is a bucket, not a directory", location)
	}
	if location == "" {
		return nil, errors.New("no store is named; name a directory")
	}
	info, err := os.Stat(location)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, fmt.Errorf("store: %v", err)
	case !info.IsDir():
		return nil, fmt.Errorf("store %s is a file; name a directory", location)
	}
	return &directory{disk{root: filepath.Clean(location), step: func() {}}}, nil
}

func (d *directory) close() error { return nil }

func (d *directory) lock(ctx context.Context) (unlock func() error, err error) {
	if err := os.MkdirAll(d.root, 0o755); err != nil {
		return nil, d.cannotWrite(err)
	}
	unlock, err = lock.Take(ctx, d.root)
	if held, is := errors.AsType[*lock.HeldError](err); is {
		return nil, &LockedError{Store: d.root, Holder: held.Holder}
	}
	if err != nil {
		return nil, d.cannotWrite(err)
	}
	return unlock, nil
}

// rivals are none, since the lock keeps them out.
func (d *directory) rivals() ([]string, error) { return nil, nil }

func (d *directory) lay(snapshot packed) ([]object, error) { return inOneFile(snapshot) }

func (d *directory) create(_ context.Context, name string, body []byte) (created bool, err error) {
	if err := d.mustBeFolder(path.Dir(name)); err != nil {
		return false, d.cannotWrite(err)
	}
	if _, err := os.Lstat(d.path(name)); !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	if err := d.removeTemps(path.Dir(name)); err != nil {
		return false, err
	}
	return true, d.writeFile(name, bytes.NewReader(body))
}

func (d *directory) replace(_ context.Context, name string, body []byte) error {
	return d.writeFile(name, bytes.NewReader(body))
}

func (d *directory) remove(_ context.Context, name string) error { return d.removeAll(name) }

// drop renames what it drops before anything of it is removed.
func (d *directory) drop(_ context.Context, name string) error {
	folder, base := path.Split(name)
	for _, there := range []string{zipName(name), markName(base)} {
		if err := d.removeAll(there); err != nil {
			return err
		}
	}
	aside := folder + "." + base
	err := d.rename(name, aside)
	if errors.Is(err, fs.ErrNotExist) {
		return d.syncFolders(path.Clean(folder))
	}
	if err != nil {
		return err
	}
	return d.removeAll(aside)
}

// settle removes what a killed run was writing, and sets aside the versions that the pointer does not name yet:
// left where they are, they would count as published once the pointer is past them. Without a pointer nothing but
// what is claimed is known to be unpublished, and every other version stays.
func (d *directory) settle(_ context.Context, newest string, known bool, claims []string) error {
	if err := d.sweep(); err != nil {
		return err
	}
	for _, version := range claims {
		var err error
		if known && version > newest {
			err = d.discard(version)
		} else { // it is published, or an unreadable pointer may have named it
			err = d.removeAll(claimName(version))
		}
		if err != nil {
			return err
		}
	}
	if newest == "" {
		return nil
	}
	later, err := versionsIn(d)
	if err != nil {
		return err
	}
	for _, version := range after(newest, later) {
		if err := d.setAside(version); err != nil {
			return err
		}
	}
	return nil
}

// discard removes a version that is not published, and last the claim to it: as long as that is there, and the pointer
// before it, no reader looks at any of it.
func (d *directory) discard(version string) error {
	for _, name := range []string{zipName(snapshotName(version)), snapshotName(version), exportsName(version), ArchiveName(version), claimName(version)} {
		if err := d.removeAll(name); err != nil {
			return err
		}
	}
	return nil
}

// setAside renames rather than deletes: nobody was writing this version, so perhaps somebody moved the pointer
// back by hand.
func (d *directory) setAside(version string) error {
	from, to := snapshotName(version), snapshotName(asidePrefix+version)
	for _, suffix := range []string{"", zipSuffix} {
		if err := d.removeAll(to + suffix); err != nil {
			return err
		}
		if err := d.rename(from+suffix, to+suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func (d *directory) sweep() error {
	for _, name := range []string{".", path.Dir(reportName), archiveName, exportsFolder, claimsName, snapshotsName} {
		if err := d.mustBeFolder(name); err != nil {
			return d.cannotWrite(err)
		}
		if err := d.removeTemps(name); err != nil {
			return err
		}
	}
	return nil
}

// removeTemps removes files and folders of a name only this package gives, and nothing else that may lie there.
func (d *directory) removeTemps(name string) error {
	entries, err := os.ReadDir(d.path(name))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return d.cannotWrite(err)
	}
	for _, entry := range entries {
		if isTemp(entry.Name()) {
			if err := d.removeAll(path.Join(name, entry.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

func (d *directory) begin(context.Context) (turn, error) { return &fileTurn{directory: d}, nil }

// fileTurn is a publication in a directory, which nobody else changes meanwhile.
type fileTurn struct {
	*directory
	version string
}

func (t *fileTurn) claim(_ context.Context, version string) error {
	t.version = version
	err := t.writeFile(claimName(version), strings.NewReader(thisProcess()))
	if err != nil {
		return t.undone(err)
	}
	return nil
}

// undone removes what is left of a claim that could not be made.
func (t *fileTurn) undone(err error) error {
	if undo := t.undo(context.Background()); undo != nil {
		return fmt.Errorf("%w; and what was written could not be removed: %v", err, undo)
	}
	return err
}

func (t *fileTurn) put(_ context.Context, name string, body io.Reader) error {
	return t.writeFile(name, body)
}

func (t *fileTurn) move(_ context.Context, to data.Pointer) error {
	body, err := data.Encode(to)
	if err != nil {
		return err
	}
	return t.writeFile(pointerName, bytes.NewReader(body))
}

// undo discards nothing as long as the pointer cannot be read: it may have moved before something else failed. The next
// publication clears up then.
func (t *fileTurn) undo(context.Context) error {
	body, err := t.read(pointerName)
	switch pointer, broken := decodePointer(body); {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.EISDIR): // nothing names a version
	case err != nil:
		return fmt.Errorf("nobody can tell whether %s is published: %w", t.version, err)
	case broken == nil && t.version <= pointer.Version:
		return t.removeAll(claimName(t.version)) // published after all: only what follows the pointer is missing
	}
	return t.discard(t.version)
}
