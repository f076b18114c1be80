package refresh

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

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
	previous, dropped := v.earlier(m.Previous)
	old, lost := v.earlier(m.Restores)
	if cannot = cmp.Or(v.differs(m), dropped, lost); cannot != nil {
		return snapshot, cannot, nil
	}
	if m.Restores != "" && previous != nil {
		old.Exports, _ = v.Store.Exports(old.Manifest) // if they cannot be read there is nothing to compare
		snapshot, err = documents.Restore(*old, *previous, m.GeneratedAt.Time, m.Generator)
	}
	if m.Restores != "" {
		return snapshot, nil, err
	}
	readings, err := v.readingsOf(m)
	if err == nil && previous != nil {
		err = compare(v.Store.OpenArchive, readings, previous.Manifest)
	}
	if err != nil {
		return snapshot, nil, err
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
	all := readAgain(v.Store.OpenArchive, pastOf(registry.All(), m.Inputs))
	for n := range all {
		r := &all[n]
		if r.Failure != nil {
			return nil, fmt.Errorf("%s: %v", r.Source, r.Failure)
		}
		record := data.Find(m.Sources, func(s data.SourceRecord) bool { return s.ID == r.Source })
		if record == nil || record.Attempt == nil {
			continue
		}
		r.Attempted, r.Fetched = true, record.Attempt.Fetched
		if record.Attempt.Failure != "" {
			r.Failure = data.Failed(record.Attempt.Class, "%s", record.Attempt.Failure)
		}
	}
	return all, nil
}

// compare reports every document of a snapshot that differs from the one that was built again, every file beside it, and its
// manifest. Files that cannot be read at all are reported already.
func (v checker) compare(m data.Manifest, again data.Snapshot) (wrong []store.Checked) {
	folder := "snapshots/" + m.Version + "/"
	add := func(object, about string) {
		wrong = append(wrong, store.Checked{Object: object, State: store.Broken, About: about, Do: doubt})
	}
	match := func(stored, built []data.Document, name func(path string) string) {
		for _, s := range stored {
			if b := documentAt(built, s.Path); b == nil {
				add(name(s.Path), "nothing makes such a document")
			} else if !bytes.Equal(s.Body, b.Body) {
				add(name(s.Path), difference(s.Body, b.Body))
			}
		}
		for _, b := range built {
			if documentAt(stored, b.Path) == nil {
				add(name(b.Path), "it is missing")
			}
		}
	}
	var stored []data.Document
	for document, err := range v.Store.Documents(m) {
		if err != nil {
			add(folder, err.Error())
		} else {
			stored = append(stored, document)
		}
	}
	match(stored, again.Documents, func(path string) string { return folder + path + ".br" })
	if exports, err := v.Store.Exports(m); err == nil && m.Exports != nil {
		match(exports, again.Exports, func(path string) string { return m.Exports.Path + "/" + path })
	}
	built := again.Manifest
	built.Files, built.Archive, built.Exports, built.PreviousManifest = m.Files, m.Archive, m.Exports, m.PreviousManifest // the store fills these in
	if before, after := data.Encode(m), data.Encode(built); !bytes.Equal(before, after) {
		add(folder+"manifest.json", difference(before, after))
	}
	return wrong
}

func documentAt(all []data.Document, path string) *data.Document {
	return data.Find(all, func(d data.Document) bool { return d.Path == path })
}

// difference tells the first line in which two documents differ: there is one value on each line.
func difference(stored, built []byte) string {
	s, b := strings.Split(string(stored), "\n"), strings.Split(string(built), "\n")
	line := 0
	for line < min(len(s), len(b))-1 && s[line] == b[line] {
		line++
	}
	return fmt.Sprintf("line %d: %.60q is stored, %.60q follows from what was read", line+1, strings.TrimSpace(s[line]), strings.TrimSpace(b[line]))
}
