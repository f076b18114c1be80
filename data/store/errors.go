package store

import (
	"errors"
	"fmt"
	"strings"

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
	errUnsigned  = errors.New("it is not signed")
	errNoPointer = errors.New("is missing")
)

// LockedError is ErrLocked with the process that holds the lock.
type LockedError = blob.HeldError

// troubles are what is wrong with a store.
type troubles struct {
	all   []error
	words string
}

// maxNamed is how many are told in one message.
const maxNamed = 10

// warning tells what is wrong and what follows from that; nil when nothing is.
func warning(all []error, consequence string) error {
	if len(all) == 0 {
		return nil
	}
	var words []string
	for _, err := range all[:min(len(all), maxNamed)] {
		words = append(words, err.Error())
	}
	if more := len(all) - len(words); more > 0 {
		words = append(words, fmt.Sprintf("and %d more", more))
	}
	return &troubles{all, strings.TrimSuffix(strings.Join(append(words, consequence), "; "), "; ")}
}

func (t *troubles) Error() string   { return t.words }
func (t *troubles) Unwrap() []error { return t.all }
