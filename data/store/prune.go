package store

import (
	"context"
	"fmt"
	"strings"

	"pricepoint/data"
)

// Prune drops what a plan does not keep. The caller holds the lock since before the plan was made. A snapshot vanishes
// whole, and archives go when no manifest names them any more: at any step each snapshot is either as it was or gone. What a
// killed run leaves, the next one removes.
//
// In a bucket no lock keeps a publication out, and none need be: a refresh builds on the newest snapshot and names nothing
// that this one does not name, and all of that is kept. A rollback may bring back what is about to be dropped, so
// nothing is dropped while a run is publishing, nor after one has. Whoever rolls back must still not prune at the same moment.
func (s *Store) Prune(ctx context.Context, plan Plan) error {
	if err := s.mustBeLocked("prune"); err != nil {
		return err
	}
	if err := s.place.sweep(); err != nil {
		return err
	}
	half, err := marksIn(s.place)
	if err != nil {
		return err
	}
	var names []string
	for _, version := range append(half, dropped(plan.Versions)...) { // newest first: what is left has what it was built on
		names = append(names, snapshotName(version))
	}
	for _, name := range append(names, dropped(plan.Archives)...) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := s.undisturbed(plan.pointer); err != nil {
			return err
		}
		if err := s.place.drop(ctx, name); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// undisturbed says whether somebody publishes, or has published since a plan was made.
func (s *Store) undisturbed(planned data.Pointer) error {
	pointer, err := s.Pointer()
	if err != nil {
		return err
	}
	if pointer != planned {
		return fmt.Errorf("store %s: %s has been published since it was decided what to drop; prune again", s.where, pointer.Version)
	}
	rivals, err := s.place.rivals()
	if err != nil {
		return err
	}
	for _, version := range after(planned.Version, rivals) {
		holder, _ := s.place.read(claimName(version)) // for the message only
		return fmt.Errorf("store %s: snapshot %s is being published, %s; prune when that has ended", s.where, version, strings.TrimSpace(string(holder)))
	}
	return nil
}
