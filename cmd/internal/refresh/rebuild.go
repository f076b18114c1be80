package refresh

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
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
	made := map[string][]byte{} // and not compared yet
	for _, built := range again.Documents {
		made[built.Path] = built.Body
	}
	for stored, err := range v.Store.Documents(m) {
		built, is := made[stored.Path]
		delete(made, stored.Path)
		switch object := folder + stored.Path + ".br"; {
		case !is:
			add(object, "nothing makes such a document")
		case err != nil:
			add(object, err.Error())
		case !bytes.Equal(stored.Body, built):
			add(object, difference(stored.Body, built))
		}
	}
	for _, path := range slices.Sorted(maps.Keys(made)) {
		add(folder+path+".br", "it is missing")
	}
	if stored, err := v.Store.Exports(m); err == nil && m.Exports != nil {
		for _, built := range again.Exports {
			e := data.Find(stored, func(e data.Document) bool { return e.Path == built.Path })
			if e == nil {
				add(m.Exports.Path+"/"+built.Path, "it is missing")
			} else if !bytes.Equal(e.Body, built.Body) {
				add(m.Exports.Path+"/"+built.Path, difference(e.Body, built.Body))
			}
		}
	}
	built := again.Manifest
	built.Files, built.Archive, built.Exports, built.PreviousManifest = m.Files, m.Archive, m.Exports, m.PreviousManifest // the store fills these in
	stored, err := data.Encode(m)
	body, err2 := data.Encode(built)
	if err := errors.Join(err, err2); err != nil {
		add(folder+"manifest.json", err.Error())
	} else if !bytes.Equal(stored, body) {
		add(folder+"manifest.json", difference(stored, body))
	}
	return wrong
}

// difference names the first place where two documents differ: the path in JSON, the line in any other text.
func difference(stored, built []byte) string {
	s, b := places(stored), places(built)
	all := maps.Clone(s)
	maps.Copy(all, b)
	for _, at := range slices.Sorted(maps.Keys(all)) {
		if s[at] != b[at] {
			return fmt.Sprintf("%s: %s is stored, %s follows from what was read", at, shortened(s[at]), shortened(b[at]))
		}
	}
	return "its content follows from what was read, its bytes do not"
}

// places are the values of a document by where they stand, numbers as they are written; of any other text its lines.
func places(body []byte) map[string]string {
	all := map[string]string{}
	var value any
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	if d.Decode(&value) == nil {
		addPlaces(all, "", value)
		return all
	}
	for i, line := range strings.Split(string(body), "\n") {
		all[fmt.Sprintf("line %d", i+1)] = fmt.Sprintf("%q", line)
	}
	return all
}

func addPlaces(all map[string]string, path string, value any) {
	switch value := value.(type) {
	case map[string]any:
		all[path+" (members)"] = strconv.Itoa(len(value))
		for name, member := range value {
			addPlaces(all, strings.TrimPrefix(path+"."+name, "."), member)
		}
	case []any:
		all[path+" (elements)"] = strconv.Itoa(len(value))
		for i, item := range value {
			addPlaces(all, fmt.Sprintf("%s[%d]", path, i), item)
		}
	case string:
		all[path] = strconv.Quote(value)
	default:
		all[path] = fmt.Sprint(value)
	}
}

// shortened is a value in a line, or the lack of it.
func shortened(value string) string {
	if value == "" {
		return "nothing"
	}
	if text := []rune(value); len(text) > 60 {
		return string(text[:60]) + "…"
	}
	return value
}
