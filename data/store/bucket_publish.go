package store

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"pricepoint/data"
)

// Publish stores a snapshot with the raw responses it was made from (nil when there are none) and makes it the
// newest. It fills in every digest of the manifest. The caller has called Lock.
//
// It refuses what Dir.Publish refuses, and loses when another run has moved the pointer since it began. After an
// error nothing of it remains. What cannot be removed, since the storage is out of reach, the next Publish removes, as
// it does with what a killed run leaves behind.
func (b *Bucket) Publish(ctx context.Context, snapshot data.Snapshot, archive io.Reader) (data.Pointer, error) {
	if !b.locked.Load() {
		return data.Pointer{}, fmt.Errorf("publish to %s without its lock: call Lock first", b.url)
	}
	tag, err := b.pointerTag(ctx) // before anything else is read: all that is decided holds for this pointer
	if err != nil {
		return data.Pointer{}, err
	}
	if err := errors.Join(b.settle(ctx), b.admit(snapshot)); err != nil {
		return data.Pointer{}, err
	}
	objects, manifest, err := pack(ctx, snapshot)
	if err != nil {
		return data.Pointer{}, err
	}
	var kept *data.File
	if archive != nil {
		name := ArchiveName(manifest.Version)
		body, err := readAtMost(archive, maxArchive, name)
		if err != nil {
			return data.Pointer{}, fmt.Errorf("store %s: copy to %s: %w", b.url, name, err)
		}
		objects = append([]object{{name, body}}, objects...)
		kept = &data.File{Path: name, Size: int64(len(body)), SHA256: digest(body)}
	}
	last, pointer, err := b.seal(manifest, kept)
	if err != nil {
		return data.Pointer{}, err
	}
	p := publication{Bucket: b, pointer: pointer, tag: tag, owner: rand.Text()}
	if err := p.publish(ctx, append(objects, last...)); err != nil {
		return data.Pointer{}, err
	}
	_ = b.settle(ctx) // if that fails, the next Publish does it
	return pointer, nil
}

// pointerTag identifies the pointer as it is now, "" when there is none.
func (b *Bucket) pointerTag(ctx context.Context) (string, error) {
	found, err := b.attributes(ctx, pointerName)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return b.driver.tag(found), nil
}
