package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
)

// Prune drops what a plan does not keep. The caller holds the lock since before the plan was made.
//
// A snapshot vanishes whole: it is a file, or a folder that is renamed before anything of it is removed. Archives go
// when no manifest names them any more. So at any step each snapshot is either as it was or gone. What a killed run
// leaves, the next one or Publish removes.
func (d *Dir) Prune(ctx context.Context, plan Plan) error {
	if !d.locked.Load() {
		return fmt.Errorf("prune %s without its lock: call Lock first", d.root)
	}
	for _, name := range []string{snapshotsName, archiveName} {
		if err := d.mustBeFolder(name); err != nil {
			return err
		}
	}
	if err := d.removeTemps(snapshotsName); err != nil {
		return err
	}
	if err := d.stillAt(plan.pointer); err != nil {
		return err
	}
	for _, version := range dropped(plan.Versions) { // newest first: what is left has what it was built on
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := d.drop(version); err != nil {
			return err
		}
	}
	return d.dropArchives(ctx, dropped(plan.Archives))
}

// drop removes the file of a version, or its folder.
func (d *Dir) drop(version string) error {
	if err := d.remove(zipName(snapshotName(version))); err != nil {
		return err
	}
	aside := snapshotName("." + version)
	err := d.rename(snapshotName(version), aside)
	if errors.Is(err, fs.ErrNotExist) {
		return d.syncFolders(snapshotsName)
	}
	if err != nil {
		return err
	}
	return d.remove(aside)
}

func (d *Dir) dropArchives(ctx context.Context, names []string) error {
	for _, name := range names {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := d.remove(name); err != nil {
			return err
		}
	}
	if len(names) == 0 {
		return nil
	}
	return d.syncFolders(archiveName)
}
