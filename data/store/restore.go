package store

import (
	"context"
	"errors"
	"fmt"
)

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
func (s *Store) Restore(ctx context.Context, from *Store) (Restored, error) {
	if err := s.mustBeLocked("restore into"); err != nil {
		return Restored{}, err
	}
	if err := s.mustBeEmpty(); err != nil {
		return Restored{}, err
	}
	if err := s.settle(ctx); err != nil {
		return Restored{}, err
	}
	return restoreFrom(ctx, from, s.place)
}

// mustBeEmpty refuses a store that holds something a reader may see.
func (s *Store) mustBeEmpty() error {
	pointer, err := s.Pointer()
	switch {
	case errors.Is(err, ErrEmpty):
		return nil
	case errors.Is(err, ErrUnavailable):
		return err
	case err == nil:
		return fmt.Errorf("store %s holds %s already; restore into an empty one, and name that with --store", s.where, pointer.Version)
	}
	return fmt.Errorf("store %s is not empty (%w); restore into an empty one, and name that with --store", s.where, err)
}
