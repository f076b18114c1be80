package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"

	"pricepoint/data"
)

// clean removes what a killed run was writing, and sets aside the versions that the pointer does not name yet:
// left where they are, they would count as published once the pointer is past them. Without a pointer nothing but
// what is claimed is known to be unpublished, and every other version stays.
func (d *Dir) clean() error {
	for _, name := range []string{".", path.Dir(reportName), archiveName, claimsName, snapshotsName} {
		if err := d.mustBeFolder(name); err != nil {
			return err
		}
		if err := d.removeTemps(name); err != nil {
			return err
		}
	}
	claims, err := d.claims()
	if err != nil {
		return err
	}
	pointer, err := d.Pointer()
	unreadable := err != nil && !errors.Is(err, ErrEmpty) && !errors.Is(err, errNoPointer)
	for _, version := range claims {
		if unreadable { // it may have named this one
			err = d.remove(claimName(version))
		} else {
			err = d.undo(version)
		}
		if err != nil {
			return err
		}
	}
	return d.setAside(pointer)
}

// mustBeFolder refuses a link in place of a folder: what is behind it is not in the store, and is not read.
func (d *Dir) mustBeFolder(name string) error {
	if name == "." {
		return nil // the store itself may be one
	}
	info, err := os.Lstat(d.path(name))
	if err == nil && !info.IsDir() {
		return fmt.Errorf("store %s cannot be written: %s is a link or no directory; move it away or name another --store", d.root, name)
	}
	return nil // whatever else is wrong shows when it is written to
}

// removeTemps removes files and folders of a name only this package gives, and nothing else that may lie there.
func (d *Dir) removeTemps(name string) error {
	entries, err := os.ReadDir(d.path(name))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return d.cannotWrite(err)
	}
	for _, entry := range entries {
		if isTemp(entry.Name()) {
			if err := d.remove(path.Join(name, entry.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// setAside renames rather than deletes: nobody was writing these versions, so perhaps somebody moved the pointer
// back by hand.
func (d *Dir) setAside(pointer data.Pointer) error {
	if pointer.Version == "" {
		return nil
	}
	versions, err := d.versions()
	if err != nil {
		return err
	}
	for _, version := range slices.DeleteFunc(versions, func(v string) bool { return v <= pointer.Version }) {
		from, to := snapshotName(version), snapshotName(asidePrefix+version)
		for _, suffix := range []string{"", zipSuffix} {
			if err := d.remove(to + suffix); err != nil {
				return err
			}
			if err := d.rename(from+suffix, to+suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	return nil
}

// undo removes a version that is not published, and last the claim to it: as long as that is there, and the pointer
// before it, no reader looks at any of it.
func (d *Dir) undo(version string) error {
	if pointer, err := d.Pointer(); err == nil && version <= pointer.Version {
		return d.remove(claimName(version)) // published after all: only what follows the pointer is missing
	}
	for _, name := range []string{zipName(snapshotName(version)), snapshotName(version), ArchiveName(version), claimName(version)} {
		if err := d.remove(name); err != nil {
			return err
		}
	}
	return nil
}
