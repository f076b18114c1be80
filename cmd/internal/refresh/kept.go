package refresh

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"pricepoint/collectors/web"
	"pricepoint/data"
	"pricepoint/data/store"
)

// kept is an archive and what snapshots need of it.
type kept struct {
	file     *data.File // as the manifest of its run has it; nil when that was not verified
	payloads []data.Input
	dropped  bool // the snapshot of its run is no longer kept
}

// verifyArchives compares every archive that a manifest names, and every payload in it that was read.
func (v checker) verifyArchives(found store.Verification) ([]store.Checked, error) {
	archives := archivesIn(found.Manifests)
	if err := v.addCited(archives, found.Manifests); err != nil {
		return nil, err
	}
	var all []store.Checked
	for _, name := range slices.Sorted(maps.Keys(archives)) {
		checked, err := v.verifyArchive(name, archives[name])
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
		for _, in := range slices.Concat(m.Inputs, m.Compared) {
			of(in.Archive).add(in)
		}
	}
	return archives
}

func (k *kept) add(in data.Input) {
	if !slices.ContainsFunc(k.payloads, func(p data.Input) bool { return p.SHA256 == in.SHA256 }) {
		k.payloads = append(k.payloads, in)
	}
}

// addCited adds the archives that no manifest names any more, since their snapshots were dropped, and in which the
// evidence of a later one stands. Where every snapshot has the one before there are none. The error is that the store
// cannot be reached; a document that is broken was reported already.
func (v checker) addCited(archives map[string]*kept, manifests []data.Manifest) error {
	if !hasGap(manifests) {
		return nil
	}
	named := maps.Clone(archives)
	for _, m := range manifests {
		cited, err := v.cited(m)
		if errors.Is(err, store.ErrUnavailable) {
			return err
		}
		for _, in := range cited {
			if in.Archive == "" || in.SHA256 == "" || named[in.Archive] != nil {
				continue
			}
			if archives[in.Archive] == nil {
				archives[in.Archive] = &kept{dropped: true}
			}
			archives[in.Archive].add(in)
		}
	}
	return nil
}

// hasGap tells whether one of the manifests, oldest first, was not made from the one before it.
func hasGap(manifests []data.Manifest) bool {
	before := ""
	for _, m := range manifests {
		if m.Previous != before {
			return true
		}
		before = m.Version
	}
	return false
}

// cited are the payloads in which the evidence of a snapshot stands.
func (v checker) cited(m data.Manifest) ([]data.Input, error) {
	document, err := v.Store.Document(m, data.ProvenancePath)
	if err != nil {
		return nil, err
	}
	var provenance data.ProvenanceDocument
	if err := json.Unmarshal(document.Body, &provenance); err != nil {
		return nil, err
	}
	var all []data.Input
	for _, tool := range provenance.Tools {
		for _, e := range tool.Values {
			all = append(all, data.Input{URL: e.URL, SHA256: e.SHA256, Archive: e.Archive})
		}
	}
	return all, nil
}

// verifyArchive verifies one archive. The error is that the store cannot be reached.
func (v checker) verifyArchive(name string, k *kept) (store.Checked, error) {
	c := store.Checked{Object: name, State: store.Intact, About: fmt.Sprintf("payloads: %d", len(k.payloads))}
	switch {
	case k.dropped:
		c.About += "; evidence refers to them, the snapshot of their run was dropped"
	case k.file == nil:
		c.About += "; the rest of it is vouched for by the manifest of its run"
	}
	err := v.Store.CheckArchive(name, k.file)
	if err == nil {
		_, err = web.ReadArchived(v.Store.OpenArchive, k.payloads)
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
