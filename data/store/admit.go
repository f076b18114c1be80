package store

import (
	"errors"
	"fmt"
	"slices"

	"pricepoint/data"
)

// admit says whether a snapshot may follow what the store holds.
func (s *Store) admit(snapshot data.Snapshot) error {
	m := snapshot.Manifest
	if err := checkVersion(m.Version); err != nil {
		return err
	}
	if m.Schema != data.ManifestSchema || len(snapshot.Documents) == 0 {
		return fmt.Errorf("snapshot %s has schema %d and %d documents; want schema %d and at least one document",
			m.Version, m.Schema, len(snapshot.Documents), data.ManifestSchema)
	}
	newest, err := s.newest()
	if err != nil {
		return err
	}
	if m.Version <= newest {
		return s.refuse(m.Version, newest)
	}
	latest, _, err := s.Latest() // its warning is the business of whoever built on it
	if err != nil && !errors.Is(err, ErrEmpty) {
		return err
	}
	if m.Previous != latest.Manifest.Version {
		return fmt.Errorf("snapshot %s was built on %q, but the newest intact snapshot in store %s is %q: build it again",
			m.Version, m.Previous, s.where, latest.Manifest.Version)
	}
	return nil
}

// newest returns the latest version ever published as far as the store knows, broken or not, "" for none.
func (s *Store) newest() (string, error) {
	pointer, err := s.Pointer()
	switch {
	case err == nil:
		return pointer.Version, nil
	case errors.Is(err, ErrUnavailable):
		return "", err
	}
	versions, err := s.List()
	return slices.Max(append(versions, "")), err
}

func (s *Store) refuse(version, newest string) error {
	versions, err := s.List()
	if err == nil && slices.Contains(versions, version) {
		return fmt.Errorf("snapshot %s is already published in store %s; nothing published is overwritten", version, s.where)
	}
	return fmt.Errorf("snapshot %s is not later than %s, the newest in store %s: time never goes back; use another --store for the past",
		version, newest, s.where)
}
