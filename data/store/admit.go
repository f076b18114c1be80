package store

import (
	"errors"
	"fmt"
	"slices"

	"pricepoint/data"
)

// admit says whether a snapshot may follow what the store holds.
func (r *reader) admit(snapshot data.Snapshot) error {
	m := snapshot.Manifest
	if err := checkVersion(m.Version); err != nil {
		return err
	}
	if m.Schema != data.ManifestSchema || len(snapshot.Documents) == 0 {
		return fmt.Errorf("snapshot %s has schema %d and %d documents; want schema %d and at least one document",
			m.Version, m.Schema, len(snapshot.Documents), data.ManifestSchema)
	}
	newest, err := r.newest()
	if err != nil {
		return err
	}
	if m.Version <= newest {
		return r.refuse(m.Version, newest)
	}
	latest, _, err := r.Latest() // its warning is the business of whoever built on it
	if err != nil && !errors.Is(err, ErrEmpty) {
		return err
	}
	if m.Previous != latest.Manifest.Version {
		return fmt.Errorf("snapshot %s was built on %q, but the newest intact snapshot in store %s is %q: build it again",
			m.Version, m.Previous, r.where, latest.Manifest.Version)
	}
	return nil
}

// newest returns the latest version ever published as far as the store knows, broken or not, "" for none.
func (r *reader) newest() (string, error) {
	pointer, err := r.Pointer()
	switch {
	case err == nil:
		return pointer.Version, nil
	case errors.Is(err, ErrUnavailable):
		return "", err
	}
	versions, err := r.List()
	return slices.Max(append(versions, "")), err
}

func (r *reader) refuse(version, newest string) error {
	versions, err := r.List()
	if err == nil && slices.Contains(versions, version) {
		return fmt.Errorf("snapshot %s is already published in store %s; nothing published is overwritten", version, r.where)
	}
	return fmt.Errorf("snapshot %s is not later than %s, the newest in store %s: time never goes back; use another --store for the past",
		version, newest, r.where)
}
