package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"pricepoint/data"
)

// Publish stores a snapshot with the raw responses it was made from (nil when there are none) and makes it the
// newest. It fills Manifest.Files. The caller holds the lock.
//
// It refuses a version that is not later than the newest one and a snapshot built on another than the newest
// intact one. Until the pointer moves, which is the last step, readers see nothing of it; after an error nothing of
// it remains. What a killed run left behind is cleared away first.
func (d *Dir) Publish(ctx context.Context, snapshot data.Snapshot, archive io.Reader) (data.Pointer, error) {
	if !d.locked.Load() {
		return data.Pointer{}, fmt.Errorf("publish to %s without its lock: call Lock first", d.root)
	}
	if err := d.clean(); err != nil {
		return data.Pointer{}, err
	}
	if err := d.admit(snapshot); err != nil {
		return data.Pointer{}, err
	}
	objects, pointer, err := pack(ctx, snapshot)
	if err != nil {
		return data.Pointer{}, err
	}
	if err := d.write(ctx, objects, pointer, archive); err != nil {
		if undo := d.undo(pointer.Version); undo != nil {
			err = fmt.Errorf("%w; and what was written could not be removed: %v", err, undo)
		}
		return data.Pointer{}, err
	}
	return pointer, nil
}

// admit says whether a snapshot may follow what the store holds.
func (d *Dir) admit(snapshot data.Snapshot) error {
	m := snapshot.Manifest
	if err := checkVersion(m.Version); err != nil {
		return err
	}
	if m.Schema != data.ManifestSchema || len(snapshot.Documents) == 0 {
		return fmt.Errorf("snapshot %s has schema %d and %d documents; want schema %d and at least one document",
			m.Version, m.Schema, len(snapshot.Documents), data.ManifestSchema)
	}
	newest, err := d.newest()
	if err != nil {
		return err
	}
	if m.Version <= newest {
		return d.refuse(m.Version, newest)
	}
	latest, _, err := d.Latest() // its warning is the business of whoever built on it
	if err != nil && !errors.Is(err, ErrEmpty) {
		return err
	}
	if m.Previous != latest.Manifest.Version {
		return fmt.Errorf("snapshot %s was built on %q, but the newest intact snapshot in store %s is %q: build it again",
			m.Version, m.Previous, d.root, latest.Manifest.Version)
	}
	return nil
}

// newest returns the latest version ever published as far as the store knows, broken or not, "" for none.
func (d *Dir) newest() (string, error) {
	versions, err := d.List()
	if err != nil {
		return "", err
	}
	if pointer, err := d.Pointer(); err == nil {
		versions = append(versions, pointer.Version)
	}
	return slices.Max(append(versions, "")), nil
}

func (d *Dir) refuse(version, newest string) error {
	if _, err := os.Lstat(d.path(snapshotName(version))); err == nil {
		return fmt.Errorf("snapshot %s is already published in store %s; nothing published is overwritten", version, d.root)
	}
	return fmt.Errorf("snapshot %s is not later than %s, the newest in store %s: time never goes back; use another --store for the past",
		version, newest, d.root)
}

// write puts everything in its place, the pointer last.
func (d *Dir) write(ctx context.Context, objects []object, pointer data.Pointer, archive io.Reader) error {
	if archive != nil {
		if err := d.writeFile(ArchiveName(pointer.Version), archive); err != nil {
			return err
		}
	}
	if err := d.writeSnapshot(ctx, pointer.Version, objects); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return d.writeJSON(pointerName, pointer)
}

// writeSnapshot assembles the folder of a version under another name, so that it appears whole.
func (d *Dir) writeSnapshot(ctx context.Context, version string, objects []object) error {
	temp := tempSnapshotName(version)
	for _, o := range objects {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := d.writeFile(temp+"/"+o.name, bytes.NewReader(o.body)); err != nil {
			return err
		}
	}
	if err := os.Rename(d.path(temp), d.path(snapshotName(version))); err != nil {
		return d.cannotWrite(err)
	}
	return d.syncFolders(snapshotsName)
}
