package store

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"time"

	"gocloud.dev/blob"
)

// undo removes what a publication has uploaded, and then its claim, unless something may yet arrive.
func (p *publication) undo(ctx context.Context) error {
	ctx, cancel := lastly(ctx)
	defer cancel()
	for _, name := range slices.Backward(p.touched) { // the manifest first
		if err := p.deleteOwned(ctx, name, p.owner); err != nil {
			return err
		}
	}
	if p.unsure {
		return nil
	}
	return p.delete(ctx, claimName(p.pointer.Version))
}

// lastly is for what has to be done even when a run is being stopped, and must not take long then.
func lastly(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), 30*time.Second)
}

// deleteOwned removes an object if that publication has written it. What was copied into a bucket by other means has
// no owner.
func (b *Bucket) deleteOwned(ctx context.Context, name, owner string) error {
	found, err := b.attributes(ctx, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil || owner == "" || found.Metadata[ownerKey] != owner {
		return err
	}
	return b.delete(ctx, name)
}

// settle clears up after earlier publications, by their claims.
//
// The claim to the newest version is just removed: it is published. So is every claim before the next pointer moves,
// hence a claim to an older version is of a run that lost, or was killed, and so are the objects with its owner. A claim
// to a later version may be of a run that is at work.
func (b *Bucket) settle(ctx context.Context) error {
	pointer, err := b.Pointer() // before the claims: one that is made and lost after this is left for later
	if errors.Is(err, ErrUnavailable) {
		return err
	}
	if err != nil {
		return nil // without a pointer nothing is known of any version
	}
	claims, err := b.claims()
	if err != nil {
		return err
	}
	for _, version := range claims {
		switch {
		case version == pointer.Version:
			err = b.delete(ctx, claimName(version))
		case version < pointer.Version:
			err = b.abandon(ctx, version)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// claimKept is how long a claim outlives its objects: a run that has lost may not know yet, and upload more.
const claimKept = 24 * time.Hour

// abandon removes what was uploaded of a version that was never published.
func (b *Bucket) abandon(ctx context.Context, version string) error {
	claim, err := b.attributes(ctx, claimName(version))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	names := []string{ArchiveName(version)}
	err = b.list(snapshotName(version), "", func(o *blob.ListObject) { names = append(names, o.Key) })
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := b.deleteOwned(ctx, name, claim.Metadata[ownerKey]); err != nil {
			return err
		}
	}
	if time.Since(claim.ModTime) < claimKept {
		return nil
	}
	return b.delete(ctx, claimName(version))
}
