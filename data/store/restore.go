package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"pricepoint/data"
)

// Source is a store to restore from: a *Dir or a *Bucket, a copy of either, or one that is in use.
type Source interface {
	String() string
	Accepted() ([]data.Acceptance, error)
	content() *reader
}

func (r *reader) content() *reader { return r }

// Restored is what Restore has copied.
type Restored struct {
	Newest      string   `json:"newest"` // the version the pointer names
	Snapshots   int      `json:"snapshots"`
	Archives    int      `json:"archives"`
	Acceptances int      `json:"acceptances"`
	Bytes       int64    `json:"bytes"`
	LeftOut     []string `json:"leftOut"` // what is broken or missing in the source, and why
}

// Restore fills an empty store with the intact snapshots of another, their archives, the acceptances and the last
// report, byte for byte, each digest verified. The pointer comes last and names the newest intact snapshot, whatever
// the source's own pointer says: a copy that was made while a run published may have one without the other. The
// caller holds the lock.
//
// Until the pointer is there readers see an empty store, and Restore again carries on.
func (d *Dir) Restore(ctx context.Context, from Source) (Restored, error) {
	if !d.locked.Load() {
		return Restored{}, fmt.Errorf("restore into %s without its lock: call Lock first", d.root)
	}
	if err := d.mustBeEmpty(); err != nil {
		return Restored{}, err
	}
	if err := d.clean(); err != nil {
		return Restored{}, err
	}
	return restoreFrom(ctx, from, copying{
		put: func(_ context.Context, name string, body []byte) error {
			return d.writeFile(name, bytes.NewReader(body))
		},
		remove: func(_ context.Context, name string) error { return d.remove(name) },
		lay:    inOneFile,
	})
}

// Restore is as Dir.Restore.
func (b *Bucket) Restore(ctx context.Context, from Source) (Restored, error) {
	if !b.locked.Load() {
		return Restored{}, fmt.Errorf("restore into %s without its lock: call Lock first", b.url)
	}
	if err := b.mustBeEmpty(); err != nil {
		return Restored{}, err
	}
	// Without an owner: no clearing up takes it for its own.
	return restoreFrom(ctx, from, copying{put: b.replace, remove: b.delete, lay: oneByOne})
}

// mustBeEmpty refuses a store that holds something a reader may see.
func (r *reader) mustBeEmpty() error {
	pointer, err := r.Pointer()
	switch {
	case errors.Is(err, ErrEmpty):
		return nil
	case errors.Is(err, ErrUnavailable):
		return err
	case err == nil:
		return fmt.Errorf("store %s holds %s already; restore into an empty one, and name that with --store", r.where, pointer.Version)
	}
	return fmt.Errorf("store %s is not empty (%w); restore into an empty one, and name that with --store", r.where, err)
}
