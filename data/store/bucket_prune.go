package store

import (
	"context"
	"fmt"
	"strings"

	"gocloud.dev/blob"

	"pricepoint/data"
)

// Prune drops what a plan does not keep, as Dir.Prune does. The caller has called Lock.
//
// No lock keeps a publication out, and none need be: a refresh builds on the newest snapshot and names nothing that this
// one does not name, and all of that is kept. A rollback may bring back what is about to be dropped, so nothing is
// dropped while a run is publishing, nor after one has. Whoever rolls back must still not prune at the same moment.
//
// A bucket cannot rename, so a mark hides a version from readers from before its first object goes until its last
// one has. What a killed run leaves, the next Prune removes.
func (b *Bucket) Prune(ctx context.Context, plan Plan) error {
	if !b.locked.Load() {
		return fmt.Errorf("prune %s without its lock: call Lock first", b.url)
	}
	half, err := b.marked()
	if err != nil {
		return err
	}
	for _, version := range append(half, dropped(plan.Versions)...) {
		if err := b.undisturbed(plan.pointer); err != nil {
			return err
		}
		if err := b.drop(ctx, version); err != nil {
			return err
		}
	}
	for _, name := range dropped(plan.Archives) {
		if err := b.undisturbed(plan.pointer); err != nil {
			return err
		}
		if err := b.delete(ctx, name); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// drop removes a version behind a mark.
func (b *Bucket) drop(ctx context.Context, version string) error {
	if err := b.replace(ctx, markName(version), []byte(thisProcess())); err != nil {
		return err
	}
	var names []string
	if err := b.list(snapshotName(version), "", func(o *blob.ListObject) { names = append(names, o.Key) }); err != nil {
		return err
	}
	for _, name := range names {
		if err := b.delete(ctx, name); err != nil {
			return err
		}
	}
	return b.delete(ctx, markName(version))
}

// undisturbed says whether somebody publishes, or has published since the plan was made.
func (b *Bucket) undisturbed(by data.Pointer) error {
	if err := b.stillAt(by); err != nil {
		return err
	}
	claims, err := b.claims()
	if err != nil {
		return err
	}
	for _, version := range claims {
		if version > by.Version {
			holder, _ := b.read(claimName(version)) // for the message only
			return fmt.Errorf("store %s: snapshot %s is being published, %s; prune when that has ended", b.url, version, strings.TrimSpace(string(holder)))
		}
	}
	return nil
}

// stillAt says whether a plan still fits the store.
func (r *reader) stillAt(planned data.Pointer) error {
	pointer, err := r.Pointer()
	if err == nil && pointer != planned {
		err = fmt.Errorf("store %s: %s has been published since it was decided what to drop; prune again", r.where, pointer.Version)
	}
	return err
}
