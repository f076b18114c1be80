package store

import (
	"fmt"
	"sort"
	"time"

	"pricepoint/data"
)

// GapError says that nobody can tell any more which version was the newest at a time: retention has dropped some
// between two that it kept. It is an ErrNotFound.
type GapError struct {
	Before, After string // the kept versions next to that time
}

func (d *GapError) Error() string {
	return fmt.Sprintf("what was published between %s and %s is no longer kept", d.Before, d.After)
}

// Unwrap makes it an ErrNotFound.
func (d *GapError) Unwrap() error { return ErrNotFound }

// VersionAsOf returns which of the versions that are kept, oldest first and at least one, was the newest at a time. It reads one
// manifest, of the version after the one it finds: that knows which one it replaced. The error is ErrNotFound when the first version
// is later, *GapError when the one that was the newest may be no longer kept.
func VersionAsOf(versions []string, t time.Time, manifest func(version string) (data.Manifest, error)) (string, error) {
	later := sort.Search(len(versions), func(i int) bool {
		made, err := data.ParseVersion(versions[i])
		return err == nil && made.After(t)
	})
	if later == 0 {
		return "", fmt.Errorf("%w that early; the first is %s", ErrNotFound, versions[0])
	}
	found := versions[later-1]
	if made, err := data.ParseVersion(found); later == len(versions) || err == nil && made.Equal(t) {
		return found, nil
	}
	next, err := manifest(versions[later])
	if err != nil {
		return "", fmt.Errorf("whether %s was still the newest then: %w", found, err)
	}
	if next.Previous > found {
		return "", &GapError{Before: found, After: versions[later]}
	}
	return found, nil
}
