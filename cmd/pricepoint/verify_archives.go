package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"pricepoint/collectors"
	"pricepoint/data"
	"pricepoint/data/store"
)

// kept is an archive and what snapshots need of it.
type kept struct {
	file     *data.File // as the manifest of its run has it; nil when that was not looked at
	payloads []data.Input
}

// verifyArchives compares every archive that a manifest names, and every payload in it that was read.
func (a *app) verifyArchives(found store.Verification) ([]store.Checked, error) {
	archives := archivesIn(found.Manifests)
	var all []store.Checked
	for _, name := range slices.Sorted(maps.Keys(archives)) {
		checked, err := a.verifyArchive(name, archives[name])
		if err != nil {
			return nil, err
		}
		all = append(all, checked)
	}
	return all, nil
}

// archivesIn gathers what manifests say of archives.
func archivesIn(manifests []data.Manifest) map[string]*kept {
	archives := map[string]*kept{}
	of := func(name string) *kept {
		if archives[name] == nil {
			archives[name] = &kept{}
		}
		return archives[name]
	}
	for _, m := range manifests {
		if m.Archive != nil {
			of(m.Archive.Path).file = m.Archive
		}
		for _, in := range m.Inputs {
			k := of(in.Archive)
			if !slices.ContainsFunc(k.payloads, func(p data.Input) bool { return p.SHA256 == in.SHA256 }) {
				k.payloads = append(k.payloads, in)
			}
		}
	}
	return archives
}

// verifyArchive looks at one archive. The error is that the store cannot be reached.
func (a *app) verifyArchive(name string, k *kept) (store.Checked, error) {
	c := store.Checked{Object: name, State: store.Intact, About: fmt.Sprintf("%d payloads", len(k.payloads))}
	if k.file == nil {
		c.About += "; the rest of it is vouched for by the manifest of its run"
	}
	err := a.store.CheckArchive(name, k.file)
	if err == nil {
		_, err = collectors.ReadArchived(a.store.OpenArchive, k.payloads)
	}
	switch {
	case errors.Is(err, store.ErrUnavailable):
		return c, err
	case errors.Is(err, fs.ErrNotExist) && len(k.payloads) == 0:
		c.State, c.About = store.Gone, "no snapshot was read from it"
	case err != nil:
		first, more, _ := strings.Cut(err.Error(), "\n")
		if more != "" {
			first += fmt.Sprintf(", and %d payloads more", strings.Count(more, "\n")+1)
		}
		c.State, c.About, c.Do = store.Broken, first, "restore it from a copy of the store; what was read stays published, and is fetched anew"
	}
	return c, nil
}
