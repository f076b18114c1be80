package store

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"pricepoint/data"
)

// errNoPointer says that a store of some snapshots has no pointer.
var errNoPointer = errors.New("is missing")

// Pointer says which snapshot is the newest. It reads one small object, so it may be asked every few seconds.
// The error is ErrEmpty when nothing was ever published.
func (s *Store) Pointer() (data.Pointer, error) {
	body, err := s.place.read(pointerName)
	if errors.Is(err, fs.ErrNotExist) {
		return data.Pointer{}, s.missingPointer()
	}
	if err != nil {
		return data.Pointer{}, err
	}
	pointer, err := decodePointer(body)
	if err != nil {
		return data.Pointer{}, fmt.Errorf("%s is broken: %v", s.name(pointerName), err)
	}
	return pointer, nil
}

// missingPointer tells a new store from one that has lost its pointer.
func (s *Store) missingPointer() error {
	versions, err := s.completed()
	if err != nil {
		return err
	}
	if len(versions) == 0 {
		return fmt.Errorf("%s: %w", s.where, ErrEmpty)
	}
	return fmt.Errorf("%s %w", s.name(pointerName), errNoPointer)
}

// completed returns the versions nobody is writing. Without a pointer, all of them may have been published.
func (s *Store) completed() ([]string, error) {
	versions, err := versionsIn(s.place)
	if err != nil || len(versions) == 0 {
		return nil, err
	}
	claims, err := claimsIn(s.place)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(versions, func(v string) bool { return slices.Contains(claims, v) }), nil
}

// List returns the published versions, oldest first. What lies behind the pointer was never completed and is left
// out. It reads names, not manifests.
func (s *Store) List() ([]string, error) {
	pointer, err := s.Pointer() // first: a version that is published meanwhile is not a gap in the list
	switch {
	case errors.Is(err, ErrUnavailable):
		return nil, err
	case errors.Is(err, ErrEmpty):
		return nil, nil
	case err != nil:
		return s.completed()
	}
	versions, err := versionsIn(s.place)
	return slices.DeleteFunc(versions, func(v string) bool { return v > pointer.Version }), err
}

// Latest returns the newest intact snapshot. The warning, for the log, says what is broken and what is used
// instead. The error is ErrEmpty when no snapshot is intact, ErrUnavailable when the store cannot be reached, and
// ErrNewer when a snapshot was made by a newer pricepoint: nobody should carry on from older data then.
func (s *Store) Latest() (snapshot data.Snapshot, warning, err error) {
	var trouble []string
	pointer, err := s.Pointer()
	switch {
	case errors.Is(err, ErrEmpty), errors.Is(err, ErrUnavailable):
		return data.Snapshot{}, nil, err
	case err != nil:
		trouble = append(trouble, err.Error())
	default:
		if snapshot, err = s.readNewest(pointer.Version, pointer.Manifest); err == nil || isFinal(err) {
			return snapshot, nil, err
		}
		trouble = append(trouble, err.Error())
	}
	return s.latestBut(pointer.Version, trouble)
}

// isFinal says that no older snapshot should stand in for one that cannot be read.
func isFinal(err error) bool { return errors.Is(err, ErrNewer) || errors.Is(err, ErrUnavailable) }

// latestBut is the newest intact snapshot other than one that is known not to be intact.
func (s *Store) latestBut(broken string, trouble []string) (snapshot data.Snapshot, warning, err error) {
	versions, err := s.List()
	if err != nil {
		return data.Snapshot{}, nil, err
	}
	for _, version := range slices.Backward(versions) {
		if version == broken {
			continue
		}
		snapshot, err := s.readNewest(version, "")
		if err == nil {
			return snapshot, warn(trouble, "using "+version), nil
		}
		if isFinal(err) {
			return data.Snapshot{}, nil, err
		}
		trouble = append(trouble, err.Error())
	}
	return data.Snapshot{}, warn(trouble, "no snapshot is intact"), fmt.Errorf("%s: %w", s.where, ErrEmpty)
}

func warn(trouble []string, consequence string) error {
	return errors.New(strings.Join(append(trouble, consequence), "; "))
}
