package store

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"time"

	"pricepoint/data"
	"pricepoint/data/bucket"
)

// contest is a publication in a bucket, where others may publish at the same time. Who moves the pointer first wins.
type contest struct {
	*objects
	version string
	tag     string   // of the pointer it follows, "" when there is none
	owner   string   // written on everything it uploads
	touched []string // what it has uploaded, or tried to
}

func (o *objects) begin(ctx context.Context) (turn, error) {
	found, err := o.Stat(ctx, pointerName)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return &contest{objects: o, tag: found.Tag, owner: rand.Text()}, nil
}

func (c *contest) claim(ctx context.Context, version string) error {
	c.version = version
	name := claimName(version)
	created, err := c.createFor(ctx, name, []byte(thisProcess()), c.owner)
	if err != nil {
		return err
	}
	if !created {
		created, err = c.takeOver(ctx, name)
	}
	if err != nil {
		return err
	}
	if !created {
		return c.claimed(name)
	}
	if err := c.tryConditions(ctx, name); err != nil {
		return errors.Join(err, c.remove(context.WithoutCancel(ctx), name))
	}
	return nil
}

// takeOver claims a version again whose publication was given up; false when it was not.
func (c *contest) takeOver(ctx context.Context, name string) (bool, error) {
	found, err := c.Stat(ctx, name)
	if err == nil {
		var holder []byte
		if holder, err = c.read(name); err == nil && !isGivenUp(holder) {
			return false, nil
		}
	}
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if err := c.clear(ctx, c.version, found.Owner); err != nil {
		return false, err
	}
	err = c.swap(ctx, name, []byte(thisProcess()), found.Tag, c.owner)
	if errors.Is(err, bucket.ErrRefused) { // by somebody else's claim, or by our own whose answer was lost
		found, err := c.Stat(ctx, name)
		return err == nil && found.Owner == c.owner, err
	}
	if err != nil {
		return false, c.cannotWrite(name, err)
	}
	return true, nil
}

// givenUp begins the claim of a publication that has failed and removed what it had written.
const givenUp = "given up: "

func isGivenUp(claim []byte) bool { return bytes.HasPrefix(claim, []byte(givenUp)) }

// claimed says who else publishes this version.
func (c *contest) claimed(name string) error {
	holder, err := c.read(name)
	if err != nil {
		return fmt.Errorf("store %s: snapshot %s was being published by another run; run it again", c, c.version)
	}
	return fmt.Errorf("store %s: snapshot %s is being published by another run, %s; if that was killed, remove %s/%s and %s/%s",
		c, c.version, strings.TrimSpace(string(holder)), c, snapshotName(c.version), c, name)
}

// tryConditions makes two writes that must fail. Some storages that speak S3 ignore the conditions and write.
func (c *contest) tryConditions(ctx context.Context, name string) error {
	for _, tag := range []string{"", c.NoTag()} {
		err := c.swap(ctx, name, []byte(thisProcess()), tag, c.owner)
		if err == nil {
			return fmt.Errorf("store %s ignores the conditions of a write, so two runs could overwrite one another; use another storage, or a directory", c)
		}
		if !errors.Is(err, bucket.ErrRefused) {
			return c.cannotWrite(name, err)
		}
	}
	return nil
}

func (c *contest) put(ctx context.Context, name string, from io.Reader) error {
	body, err := readAtMost(from, limit(name), name)
	if err != nil {
		return fmt.Errorf("store %s: copy to %s: %w", c, name, err)
	}
	c.touched = append(c.touched, name)
	created, err := c.createFor(ctx, name, body, c.owner)
	if err != nil {
		return err
	}
	if !created {
		return fmt.Errorf("store %s: %s is there already; nothing is overwritten", c, name)
	}
	return nil
}

// move is not stopped half-way: an answer that nobody waits for would leave it open who has won.
func (c *contest) move(ctx context.Context, to data.Pointer) error {
	ctx, cancel := lastly(ctx)
	defer cancel()
	body, err := data.Encode(to)
	if err != nil {
		return err
	}
	trouble := c.swap(ctx, pointerName, body, c.tag, c.owner)
	if trouble == nil {
		return nil
	}
	now, err := c.Stat(ctx, pointerName) // a refusal may be of a second try, after the first had its effect
	known := err == nil || errors.Is(err, fs.ErrNotExist)
	switch {
	case err == nil && now.Owner == c.owner:
		return nil // only the answer was lost
	case known && errors.Is(trouble, bucket.ErrRefused):
		return errOvertaken
	case known && errors.Is(trouble, bucket.ErrDenied):
		return c.cannotWrite(pointerName, trouble)
	}
	return fmt.Errorf("%w: %w", c.cannotWrite(pointerName, trouble), errUncertain)
}

// undo leaves the claim: a write whose answer was lost may arrive yet, or once more, and nobody would know of what it writes
// then. Given up, the claim lets the version be tried again. It goes when nothing was written.
func (c *contest) undo(ctx context.Context) error {
	ctx, cancel := lastly(ctx)
	defer cancel()
	if len(c.touched) == 0 {
		return c.remove(ctx, claimName(c.version))
	}
	for _, name := range slices.Backward(c.touched) { // the manifest first
		if err := c.removeOwned(ctx, name, c.owner); err != nil {
			return err
		}
	}
	name := claimName(c.version)
	if err := c.Write(ctx, name, []byte(givenUp+c.owner+"\n"), writing(name, bucket.Writing{Owner: c.owner})); err != nil {
		return c.cannotWrite(name, err)
	}
	return nil
}

// removeOwned removes an object if that publication has written it. What was copied into a bucket by other means has
// no owner.
func (o *objects) removeOwned(ctx context.Context, name, owner string) error {
	found, err := o.Stat(ctx, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil || owner == "" || found.Owner != owner {
		return err
	}
	return o.remove(ctx, name)
}

// settle removes the claim to the newest version: it is published. So is every claim before the next pointer moves,
// hence a claim to an older version is of a run that lost, or was killed, and so are the objects with its owner. A claim
// to a later version may be of a run that is at work. Without a pointer nothing is known of any version.
func (o *objects) settle(ctx context.Context, newest string, _ bool, claims []string) error {
	for _, version := range claims {
		var err error
		switch {
		case version == newest:
			err = o.remove(ctx, claimName(version))
		case version < newest:
			err = o.abandon(ctx, version)
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
func (o *objects) abandon(ctx context.Context, version string) error {
	claim, err := o.Stat(ctx, claimName(version))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := o.clear(ctx, version, claim.Owner); err != nil {
		return err
	}
	if time.Since(claim.Modified) < claimKept {
		return nil
	}
	return o.remove(ctx, claimName(version))
}

// clear removes what a publication has written of a version.
func (o *objects) clear(ctx context.Context, version, owner string) error {
	owned := func(ctx context.Context, name string) error { return o.removeOwned(ctx, name, owner) }
	return errors.Join(owned(ctx, ArchiveName(version)), owned(ctx, exportsName(version)), o.removeAll(ctx, snapshotName(version)+"/", owned))
}
