package store

import (
	"fmt"
	"maps"
	"slices"
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

// AsOf returns the version that was the newest at a time. The error is ErrNotFound when the first one is later,
// *GapError when that version may be one that is no longer kept, and ErrEmpty when there is none.
func (s *Store) AsOf(t time.Time) (version string, err error) {
	found, err := s.history.published("")
	if err != nil {
		return "", err
	}
	all := slices.Sorted(maps.Keys(found.refused)) // what is broken was the newest once, too
	all = append(all, found.versions...)
	slices.Sort(all)
	if len(all) == 0 {
		return "", fmt.Errorf("%s: %w", s, ErrEmpty)
	}
	version, err = VersionAsOf(all, t, s.Manifest)
	if err == nil {
		err = found.refused[version]
	}
	if err != nil {
		return "", fmt.Errorf("as of %s in %s: %w", data.At(t), s, err)
	}
	return version, nil
}

// VersionAsOf is AsOf for a caller that already has the list of versions, oldest first and not empty. It reads one manifest, of
// the version after the one it finds: that knows which one it replaced.
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
