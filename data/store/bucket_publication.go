package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"pricepoint/data"
)

// publication is one version on its way into a bucket.
type publication struct {
	*Bucket
	pointer data.Pointer
	tag     string   // of the pointer it follows
	owner   string   // written on everything it uploads
	touched []string // what it has uploaded, or tried to
	unsure  bool     // the last of them may still arrive
}

// errUncertain says that a request may still take effect.
var errUncertain = errors.New("whether it is published is not known")

// publish uploads everything, the claim first and the pointer last, or nothing.
func (p *publication) publish(ctx context.Context, objects []object) error {
	err := p.claim(ctx)
	if err != nil {
		return err
	}
	if err = p.upload(ctx, objects); err == nil {
		err = p.movePointer(ctx)
	}
	if err == nil || errors.Is(err, errUncertain) {
		return err // in doubt nothing is removed: the pointer may name it in a moment
	}
	if undo := p.undo(ctx); undo != nil {
		err = fmt.Errorf("%w; and what was written could not be removed: %v", err, undo)
	}
	return err
}

// claim makes sure that nobody else writes this version.
func (p *publication) claim(ctx context.Context) error {
	name := claimName(p.pointer.Version)
	created, err := p.create(ctx, name, []byte(thisProcess()), p.owner)
	if err != nil {
		return err
	}
	if !created {
		return p.claimed(name)
	}
	if err := p.tryConditions(ctx, name); err != nil {
		return errors.Join(err, p.delete(context.WithoutCancel(ctx), name))
	}
	return nil
}

// claimed says who else publishes this version.
func (p *publication) claimed(name string) error {
	holder, err := p.read(name)
	if err != nil {
		return fmt.Errorf("store %s: snapshot %s was being published by another run; run it again", p.url, p.pointer.Version)
	}
	return fmt.Errorf("store %s: snapshot %s is being published by another run, %s; if that was killed, remove %s/%s and %s/%s",
		p.url, p.pointer.Version, strings.TrimSpace(string(holder)), p.url, snapshotName(p.pointer.Version), p.url, name)
}

// tryConditions makes two writes that must fail. Some storages that speak S3 ignore the conditions and write.
func (p *publication) tryConditions(ctx context.Context, name string) error {
	for _, tag := range []string{"", p.driver.never} {
		err := p.swap(ctx, name, []byte(thisProcess()), tag, p.owner)
		if err == nil {
			return fmt.Errorf("store %s ignores the conditions of a write, so two runs could overwrite one another; use another storage, or a directory", p.url)
		}
		if !isRefused(err) {
			return p.cannotWrite(name, err)
		}
	}
	return nil
}

func (p *publication) upload(ctx context.Context, objects []object) error {
	for _, o := range objects {
		name := o.name
		if checkArchive(name) != nil {
			name = snapshotName(p.pointer.Version) + "/" + name
		}
		p.touched = append(p.touched, name)
		created, err := p.create(ctx, name, o.body, p.owner)
		if err != nil {
			p.unsure = true
			return err
		}
		if !created {
			return fmt.Errorf("store %s: %s is there already; nothing is overwritten", p.url, name)
		}
	}
	return ctx.Err()
}

// movePointer publishes. It is not stopped half-way: an answer that nobody waits for would leave it open who has won.
func (p *publication) movePointer(ctx context.Context) error {
	ctx, cancel := lastly(ctx)
	defer cancel()
	body, err := data.Encode(p.pointer)
	if err != nil {
		return err
	}
	failure := p.swap(ctx, pointerName, body, p.tag, p.owner)
	if failure == nil {
		return nil
	}
	now, err := p.attributes(ctx, pointerName) // a refusal may be of a second try, after the first had its effect
	known := err == nil || errors.Is(err, fs.ErrNotExist)
	switch {
	case err == nil && now.Metadata[ownerKey] == p.owner:
		return nil // only the answer was lost
	case known && isRefused(failure):
		return fmt.Errorf("store %s: %s, so %s is not published: run it again", p.url, p.winner(), p.pointer.Version)
	case known && isDenied(failure):
		return p.cannotWrite(pointerName, failure)
	}
	return fmt.Errorf("%w: %w", p.cannotWrite(pointerName, failure), errUncertain)
}

// winner says who was first, as far as that can be told.
func (p *publication) winner() string {
	if pointer, err := p.Pointer(); err == nil {
		return "another run has published " + pointer.Version + " meanwhile"
	}
	return "the pointer has changed meanwhile"
}
