package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"

	"pricepoint/data"
)

// Publish stores a snapshot with the raw responses it was made from (nil when there are none) and makes it the
// newest. It fills in every digest of the manifest. The caller holds the lock.
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
	objects, manifest, err := pack(ctx, snapshot)
	if err != nil {
		return data.Pointer{}, err
	}
	pointer, err := d.write(ctx, objects, manifest, archive)
	if err != nil {
		if undo := d.undo(manifest.Version); undo != nil {
			err = fmt.Errorf("%w; and what was written could not be removed: %v", err, undo)
		}
		return data.Pointer{}, err
	}
	_ = d.remove(claimName(pointer.Version)) // if that fails, the next Publish does it
	return pointer, nil
}

// write puts everything in its place, the claim first and the pointer last.
func (d *Dir) write(ctx context.Context, objects []object, manifest data.Manifest, archive io.Reader) (data.Pointer, error) {
	version := manifest.Version
	if err := d.writeFile(claimName(version), strings.NewReader(thisProcess())); err != nil {
		return data.Pointer{}, err
	}
	kept, err := d.writeArchive(version, archive)
	if err != nil {
		return data.Pointer{}, err
	}
	last, pointer, err := d.seal(manifest, kept)
	if err != nil {
		return data.Pointer{}, err
	}
	if err := d.writeSnapshot(ctx, version, append(objects, last...)); err != nil {
		return data.Pointer{}, err
	}
	if err := ctx.Err(); err != nil {
		return data.Pointer{}, err
	}
	return pointer, d.writeJSON(pointerName, pointer)
}

// writeArchive returns what it has written, nil when there is no archive.
func (d *Dir) writeArchive(version string, archive io.Reader) (*data.File, error) {
	if archive == nil {
		return nil, nil
	}
	sum, size := sha256.New(), counter(0)
	if err := d.writeFile(ArchiveName(version), io.TeeReader(archive, io.MultiWriter(sum, &size))); err != nil {
		return nil, err
	}
	return &data.File{Path: ArchiveName(version), Size: int64(size), SHA256: hex.EncodeToString(sum.Sum(nil))}, nil
}

// counter counts the bytes written to it.
type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

// writeSnapshot writes all of a version in one file, so that it appears whole.
func (d *Dir) writeSnapshot(ctx context.Context, version string, objects []object) error {
	laid, err := inOneFile(version, objects)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return err
	}
	return d.writeFile(laid[0].name, bytes.NewReader(laid[0].body))
}
