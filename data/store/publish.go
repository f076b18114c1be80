package store

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path"
	"strings"

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
	_ = d.remove(claimName(pointer.Version)) // if that fails, the next Publish does it
	return pointer, nil
}

// write puts everything in its place, the claim first and the pointer last.
func (d *Dir) write(ctx context.Context, objects []object, pointer data.Pointer, archive io.Reader) error {
	if err := d.writeFile(claimName(pointer.Version), strings.NewReader(thisProcess())); err != nil {
		return err
	}
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
		if err := d.putFile(temp+"/"+o.name, bytes.NewReader(o.body)); err != nil {
			return err
		}
	}
	if err := d.syncFolders(temp + "/" + path.Dir(objects[0].name)); err != nil { // every document is in one folder
		return err
	}
	return d.rename(temp, snapshotName(version))
}
