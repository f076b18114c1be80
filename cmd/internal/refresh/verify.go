package refresh

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"pricepoint/cmd/internal/published"
	"pricepoint/collectors/web"
	"pricepoint/data"
	"pricepoint/data/store"
)

// checker verifies the store of a command.
type checker struct{ published.Data }

// Verify verifies a whole store, or at one version and what it was read from; with again it also derives the documents
// anew and compares them.
func Verify(d published.Data, version string, again bool) ([]store.Checked, error) {
	v := checker{d}
	found, err := v.Store.Verify(version)
	if errors.Is(err, store.ErrNotFound) {
		return nil, v.Unreadable(version, err)
	}
	if err != nil {
		return nil, published.Nothing("verify", err)
	}
	all := found.Checked
	if again {
		all = v.rebuilt(all, found.Manifests)
	}
	checks := []func(store.Verification) ([]store.Checked, error){v.verifyArchives, v.verifyAcceptances, v.verifyReport}
	if version != "" {
		checks = checks[:1] // the others belong to no version
	}
	for _, check := range checks {
		checked, err := check(found)
		if err != nil {
			return nil, err
		}
		all = append(all, checked...)
	}
	return all, nil
}

// verifyAcceptances compares what operators have accepted with what the newest snapshot has of it.
func (v checker) verifyAcceptances(found store.Verification) ([]store.Checked, error) {
	all, trouble := v.Store.Accepted()
	if errors.Is(trouble, store.ErrUnavailable) {
		return nil, trouble
	}
	var newest []data.Acceptance
	if n := len(found.Manifests); n > 0 {
		newest = found.Manifests[n-1].Accepted
	}
	checked := store.CheckAcceptances(all, newest)
	if trouble != nil {
		checked = append(checked, store.Checked{Object: "accepted", State: store.Broken, About: trouble.Error(), Do: "the value it is about stays held until then"})
	}
	return checked, nil
}

// verifyReport reads the report of the last run, which nothing vouches for: every run replaces it.
func (v checker) verifyReport(store.Verification) ([]store.Checked, error) {
	_, err := v.Store.Report()
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if errors.Is(err, store.ErrUnavailable) {
		return nil, err
	}
	return []store.Checked{{Object: "runs/latest.json", State: store.Broken, About: err.Error(), Do: "the next refresh writes it anew"}}, nil
}

// kept is an archive and what snapshots need of it.
type kept struct {
	file     *data.File // as the manifest of its run has it; nil when that was not verified
	payloads []data.Input
	dropped  bool // the snapshot of its run is no longer kept
}

// verifyArchives compares every archive that a manifest names, and every payload in it that was read.
func (v checker) verifyArchives(found store.Verification) ([]store.Checked, error) {
	archives := map[string]*kept{}
	of := func(name string) *kept {
		if archives[name] == nil {
			archives[name] = &kept{}
		}
		return archives[name]
	}
	for _, m := range found.Manifests {
		if m.Archive != nil {
			of(m.Archive.Path).file = m.Archive
		}
		for _, in := range slices.Concat(m.Inputs, m.Compared) {
			of(in.Archive).add(in)
		}
	}
	cited, err := v.cited(found.Manifests)
	if err != nil {
		return nil, err
	}
	for _, in := range cited {
		if known := archives[in.Archive]; in.Archive != "" && in.SHA256 != "" && (known == nil || known.dropped) {
			of(in.Archive).dropped = true
			of(in.Archive).add(in)
		}
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

func (k *kept) add(in data.Input) {
	if !slices.ContainsFunc(k.payloads, func(p data.Input) bool { return p.SHA256 == in.SHA256 }) {
		k.payloads = append(k.payloads, in)
	}
}

// cited are the payloads in which evidence stands, where one of the manifests, oldest first, was not made from the one before
// it: then snapshots were dropped, and no manifest names their archives any more. The error is that the store cannot be
// reached; a document that is broken was reported already.
func (v checker) cited(manifests []data.Manifest) (all []data.Input, err error) {
	before, gap := "", false
	for _, m := range manifests {
		before, gap = m.Version, gap || m.Previous != before
	}
	if !gap {
		return nil, nil
	}
	for _, m := range manifests {
		document, err := v.Store.Document(m, data.ProvenancePath)
		if errors.Is(err, store.ErrUnavailable) {
			return nil, err
		}
		var provenance data.ProvenanceDocument
		if err != nil || json.Unmarshal(document.Body, &provenance) != nil {
			continue
		}
		for _, tool := range provenance.Tools {
			for _, e := range tool.Values {
				all = append(all, data.Input{URL: e.URL, SHA256: e.SHA256, Archive: e.Archive})
			}
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
