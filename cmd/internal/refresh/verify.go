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
	archives, err := v.verifyArchives(found.Manifests)
	if all = append(all, archives...); err != nil || version != "" {
		return all, err // what follows belongs to no version
	}
	acceptances, err := v.verifyAcceptances(found.Manifests)
	return append(all, acceptances...), err
}

// verifyAcceptances compares what operators have accepted with what the newest snapshot has of it.
func (v checker) verifyAcceptances(manifests []data.Manifest) ([]store.Checked, error) {
	all, trouble := v.Store.Accepted()
	if errors.Is(trouble, store.ErrUnavailable) {
		return nil, trouble
	}
	var newest []data.Acceptance
	if n := len(manifests); n > 0 {
		newest = manifests[n-1].Accepted
	}
	checked := store.CheckAcceptances(all, newest)
	if trouble != nil {
		checked = append(checked, store.Damaged("accepted", trouble, "the value it is about stays held until then"))
	}
	return checked, nil
}

// kept is an archive and what snapshots need of it.
type kept struct {
	file     *data.File // as the manifest of its run has it; nil when that was dropped, or is not verified now
	payloads []data.Input
}

// verifyArchives compares every archive that a manifest or the evidence of a value names, and every payload in it that was read.
func (v checker) verifyArchives(manifests []data.Manifest) (all []store.Checked, err error) {
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
		cited, err := v.cited(m)
		if err != nil {
			return nil, err
		}
		for _, in := range slices.Concat(m.Inputs, m.Compared, cited) {
			k := of(in.Archive)
			if !slices.ContainsFunc(k.payloads, func(p data.Input) bool { return p.SHA256 == in.SHA256 }) {
				k.payloads = append(k.payloads, in)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(archives)) {
		checked, err := v.verifyArchive(name, archives[name])
		if err != nil {
			return nil, err
		}
		all = append(all, checked)
	}
	return all, nil
}

// cited are the payloads in which the evidence of a snapshot stands: once the snapshots before it are dropped, no manifest names
// their archives any more. The error is that the store cannot be reached; a document that is broken was reported already.
func (v checker) cited(m data.Manifest) (all []data.Input, err error) {
	document, err := v.Store.Document(m, data.ProvenancePath)
	if errors.Is(err, store.ErrUnavailable) {
		return nil, err
	}
	var provenance data.ProvenanceDocument
	if err != nil || json.Unmarshal(document.Body, &provenance) != nil {
		return nil, nil
	}
	for _, tool := range provenance.Tools {
		for _, e := range tool.Values {
			if e.Archive != "" && e.SHA256 != "" {
				all = append(all, data.Input{URL: e.URL, SHA256: e.SHA256, Archive: e.Archive})
			}
		}
	}
	return all, nil
}

// verifyArchive verifies one archive. The error is that the store cannot be reached.
func (v checker) verifyArchive(name string, k *kept) (store.Checked, error) {
	c := store.Checked{Object: name, State: store.Intact, About: fmt.Sprintf("payloads: %d", len(k.payloads))}
	if k.file == nil {
		c.About += "; the rest of it is vouched for by the manifest of its run, unless that was dropped"
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
		c = store.Damaged(name, err, "copy it back from a backup; what was read stays published, and is fetched anew")
		first, more, _ := strings.Cut(c.About, "\n")
		if c.About = first; more != "" {
			c.About += fmt.Sprintf(", and %d payloads more", strings.Count(more, "\n")+1)
		}
	}
	return c, nil
}
