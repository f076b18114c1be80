package refresh

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"

	"pricepoint/collectors/registry"
	"pricepoint/data"
	"pricepoint/data/store"
	"pricepoint/normalize"
	"pricepoint/normalize/documents"
)

// rebuilt derives each snapshot again whose digests are right, and adds what that shows to what is known of it.
func (v checker) rebuilt(all []store.Checked, manifests []data.Manifest) []store.Checked {
	for _, m := range manifests {
		i := slices.IndexFunc(all, func(c store.Checked) bool { return c.Object == "snapshots/"+m.Version })
		if i < 0 {
			continue // something in it is broken, and that is reported
		}
		snapshot, cannot, err := v.rebuild(m)
		wrong := []store.Checked{{Object: all[i].Object, State: store.Broken, About: fmt.Sprintf("it cannot be built again: %v", err), Do: doubt}}
		switch {
		case cannot != nil:
			all[i].State, all[i].About = store.Unproven, all[i].About+"; not rebuilt: "+cannot.Error()
			continue
		case err == nil:
			wrong = v.compare(m, snapshot)
		}
		if len(wrong) == 0 {
			all[i].About += "; rebuilt to the same bytes"
		}
		all = slices.Insert(all, i+1, wrong...)
	}
	return all
}

// doubt is what to do about a document that does not follow from what it is said to be made from.
const doubt = "do not trust it any more: refresh, or pricepoint rollback to a snapshot that is rebuilt; only if this program was changed and has the same version, rebuild with the one that made it"

// rebuild makes a snapshot again from what its manifest names. cannot says why this program cannot tell, err why what
// it should be made from makes none.
func (v checker) rebuild(m data.Manifest) (snapshot data.Snapshot, cannot, err error) {
	if cannot = v.differs(m); cannot != nil {
		return data.Snapshot{}, cannot, nil
	}
	previous, cannot := v.earlier(m.Previous)
	if cannot != nil {
		return data.Snapshot{}, cannot, nil
	}
	if m.Restores != "" {
		old, cannot := v.earlier(m.Restores)
		if cannot != nil || previous == nil {
			return data.Snapshot{}, cannot, nil
		}
		old.Exports, _ = v.Store.Exports(old.Manifest) // if they cannot be read there is nothing to compare
		snapshot, err = documents.Restore(*old, *previous, m.GeneratedAt.Time, m.Generator)
		return snapshot, nil, err
	}
	if cannot = v.predates(m); cannot != nil {
		return data.Snapshot{}, cannot, nil
	}
	if !slices.ContainsFunc(m.Sources, func(s data.SourceRecord) bool { return s.Attempt != nil }) {
		return data.Snapshot{}, errors.New("its manifest does not say how the sources fared, as later ones do"), nil
	}
	if slices.ContainsFunc(m.Sources, func(s data.SourceRecord) bool {
		return s.Attempt != nil && s.Attempt.Failure != "" && s.Attempt.Class == ""
	}) {
		return data.Snapshot{}, errors.New("its manifest does not say of which class the failures are, as later ones do"), nil
	}
	readings, err := v.readingsOf(m)
	if err == nil && previous != nil {
		err = compare(v.Store.OpenArchive, readings, previous.Manifest)
	}
	if err != nil {
		return data.Snapshot{}, nil, err
	}
	built, err := documents.Build(normalize.Input{
		Catalog: v.Catalog, Readings: readings, Previous: previous, Accepted: m.Accepted, Now: m.GeneratedAt.Time, Generator: m.Generator,
		PublicURL: m.PublicURL,
	})
	return built.Snapshot, nil, err
}

// differs says that another program has made a snapshot, so that this one cannot tell whether it is right.
func (v checker) differs(m data.Manifest) error {
	switch {
	case m.Generator != v.Program:
		return fmt.Errorf("made by %s, this is %s: rebuild it with that version", m.Generator, v.Program)
	case m.Restores == "" && m.Catalogue != v.Catalog.Digest:
		return fmt.Errorf("made by %s with catalogue %.12s, this one has catalogue %.12s: rebuild it with that version", m.Generator, m.Catalogue, v.Catalog.Digest)
	}
	return nil
}

// predates says that an earlier program of the same version has made a snapshot: one that wrote in words only what is
// typed now.
func (v checker) predates(m data.Manifest) error {
	stored, err := v.Store.Document(m, data.ProvenancePath)
	if err != nil {
		return nil // the comparison reports it
	}
	var provenance data.ProvenanceDocument
	if err := data.Decode(stored.Body, &provenance); err != nil || provenance.HasRulings() {
		return nil
	}
	return fmt.Errorf("made by an earlier program that also called itself %s, whose evidence has no rulings yet: rebuild it with that program", m.Generator)
}

// earlier reads the snapshot that another was made from; nil for none.
func (v checker) earlier(version string) (*data.Snapshot, error) {
	if version == "" {
		return nil, nil
	}
	s, err := v.Store.Read(version)
	if errors.Is(err, store.ErrNotFound) {
		return nil, fmt.Errorf("%s, which it was made from, was dropped", version)
	}
	return &s, err
}

// readingsOf is what readings handed to the build of a snapshot, as its manifest and the archives have it.
func (v checker) readingsOf(m data.Manifest) ([]data.Reading, error) {
	again := readAgain(v.Store.OpenArchive, registry.All(), m.Inputs)
	var all []data.Reading
	for _, s := range registry.All() {
		r := again[s.Name]
		if r.Failure != nil {
			return nil, fmt.Errorf("%s: %v", s.Name, r.Failure)
		}
		i := slices.IndexFunc(m.Sources, func(record data.SourceRecord) bool { return record.ID == s.Name })
		if i >= 0 && m.Sources[i].Attempt != nil {
			attempt := m.Sources[i].Attempt
			r.Attempted, r.Fetched = true, attempt.Fetched
			if attempt.Failure != "" {
				r.Failure = data.Failed(attempt.Class, "%s", attempt.Failure)
			}
		}
		all = append(all, r)
	}
	return all, nil
}

// compare reports every document of a snapshot that differs from the one that was built again, and its manifest.
func (v checker) compare(m data.Manifest, again data.Snapshot) []store.Checked {
	folder := "snapshots/" + m.Version + "/"
	var wrong []store.Checked
	add := func(name, about string) {
		wrong = append(wrong, store.Checked{Object: folder + name, State: store.Broken, About: about, Do: doubt})
	}
	made := map[string][]byte{} // and not compared yet
	for _, built := range again.Documents {
		made[built.Path] = built.Body
	}
	for stored, err := range v.Store.Documents(m) {
		built, is := made[stored.Path]
		delete(made, stored.Path)
		switch {
		case !is:
			add(stored.Path+".br", "nothing makes such a document")
		case err != nil:
			add(stored.Path+".br", err.Error())
		case !bytes.Equal(stored.Body, built):
			add(stored.Path+".br", difference(stored.Body, built))
		}
	}
	for _, path := range slices.Sorted(maps.Keys(made)) {
		add(path+".br", "it is missing")
	}
	wrong = append(wrong, v.compareExports(m, again)...)
	built := again.Manifest
	built.Files, built.Archive, built.Exports, built.PreviousManifest = m.Files, m.Archive, m.Exports, m.PreviousManifest // the store fills these in
	stored, err := data.Encode(m)
	body, err2 := data.Encode(built)
	if err := errors.Join(err, err2); err != nil {
		add("manifest.json", err.Error())
	} else if !bytes.Equal(stored, body) {
		add("manifest.json", difference(stored, body))
	}
	return wrong
}

// compareExports reports every file beside a snapshot that differs from the one that was built again. What cannot be read at all
// is reported already.
func (v checker) compareExports(m data.Manifest, again data.Snapshot) (wrong []store.Checked) {
	stored, err := v.Store.Exports(m)
	if err != nil || m.Exports == nil {
		return nil
	}
	for _, built := range again.Exports {
		i := slices.IndexFunc(stored, func(e data.ExportFile) bool { return e.Path == built.Path })
		about := "it is missing"
		if i >= 0 {
			about = difference(stored[i].Body, built.Body)
		}
		if i < 0 || !bytes.Equal(stored[i].Body, built.Body) {
			wrong = append(wrong, store.Checked{Object: m.Exports.Path + "/" + built.Path, State: store.Broken, About: about, Do: doubt})
		}
	}
	return wrong
}
