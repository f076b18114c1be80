package store

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"

	"pricepoint/data"
)

// clean removes what a killed run was writing, and sets aside the versions that the pointer does not name yet:
// left where they are, they would count as published once the pointer is past them. Without a pointer nothing is
// known to be unpublished, and every version stays.
func (d *Dir) clean() error {
	for _, folder := range []string{".", path.Dir(reportName), archiveName, snapshotsName} {
		if err := d.removeTemps(folder); err != nil {
			return d.cannotWrite(err)
		}
	}
	pointer, err := d.Pointer()
	if err != nil {
		return nil
	}
	return d.setAside(pointer)
}

// removeTemps removes files and folders of a name only this package gives, and nothing else that may lie there.
func (d *Dir) removeTemps(folder string) error {
	entries, err := os.ReadDir(d.path(folder))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, entry := range entries {
		if isTemp(entry.Name()) {
			if err := os.RemoveAll(d.path(path.Join(folder, entry.Name()))); err != nil {
				return err
			}
		}
	}
	return nil
}

// setAside renames rather than deletes: perhaps somebody moved the pointer back by hand.
func (d *Dir) setAside(pointer data.Pointer) error {
	versions, err := d.versions()
	if err != nil {
		return err
	}
	for _, version := range slices.DeleteFunc(versions, func(v string) bool { return v <= pointer.Version }) {
		aside := d.path(snapshotName(".unpublished-" + version))
		if err := os.RemoveAll(aside); err != nil {
			return d.cannotWrite(err)
		}
		if err := os.Rename(d.path(snapshotName(version)), aside); err != nil {
			return d.cannotWrite(err)
		}
	}
	return nil
}

// undo removes a version that was just written, unless the pointer names it.
func (d *Dir) undo(version string) error {
	if pointer, err := d.Pointer(); err == nil && pointer.Version == version {
		return nil // published after all: only the last sync failed
	}
	// Renamed first, so that no reader meets half of it.
	err := os.Rename(d.path(snapshotName(version)), d.path(tempSnapshotName(version)))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, name := range []string{tempSnapshotName(version), ArchiveName(version)} {
		if err := os.RemoveAll(d.path(name)); err != nil {
			return err
		}
	}
	return nil
}
