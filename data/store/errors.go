package store

import (
	"errors"
	"fmt"
	"strings"

	"pricepoint/data"
	"pricepoint/data/blob"
)

// What callers tell apart.
var (
	ErrEmpty       = errors.New("the store holds no snapshot")
	ErrNotFound    = errors.New("no such snapshot")
	ErrNewer       = errors.New("made by a newer pricepoint: upgrade this one")
	ErrLocked      = blob.ErrHeld
	ErrUnavailable = blob.ErrUnavailable // now: what was read from it before is as good as ever

	// ErrUnvouched says that a snapshot may be intact, but the key that is configured does not vouch for it.
	ErrUnvouched = errors.New("the key that is configured does not vouch for it")
)

var (
	errUnsigned = errors.New("it is not signed")
	errOtherKey = errors.New("is not by the key that is configured")
)

// warning tells what is wrong and what follows from that, if anything; nil when nothing is.
func warning(all []error, consequence string) error {
	if len(all) == 0 {
		return nil
	}
	causes := data.Each(all, func(err error) any { return err })
	if consequence != "" {
		consequence = "; " + consequence
	}
	return fmt.Errorf(strings.Repeat("; %w", len(all))[2:]+"%s", append(causes, consequence)...)
}
