package store

import (
	"fmt"
	"maps"
	"slices"

	"pricepoint/data"
)

// Plan is what a retention keeps of a store, and what it drops.
type Plan struct {
	Versions []Verdict // newest first
	Archives []Verdict // newest first

	pointer data.Pointer // of the store it was made for
}

// Verdict is what becomes of a snapshot or an archive.
type Verdict struct {
	Name  string // a version, or an archive as ArchiveName names it
	Kept  bool
	Why   string
	Bytes int64 // that dropping it frees; 0 when it is kept
}

// notNeeded is why something is dropped.
const notNeeded = "nothing needs it"

// Plan finds out what Keep would drop, and drops nothing. The newest snapshot must be intact: with a broken one in
// place, an older one may have to stand in. What is not published yet is left out, and so left alone.
func (s *Store) Plan(days int) (Plan, error) {
	pointer, err := s.Pointer()
	if err == nil {
		_, err = s.readNewest(pointer.Version, pointer.Manifest)
	}
	if err != nil {
		return Plan{}, fmt.Errorf("nothing is dropped from a store that is not intact: %w", err)
	}
	versions, err := s.List()
	if err != nil {
		return Plan{}, err
	}
	kept, needed, err := Keep(versions, days, s.needs)
	if err != nil {
		return Plan{}, fmt.Errorf("nothing is dropped, since it is not known what is needed: %w", err)
	}
	archives, err := s.archives(pointer.Version, needed)
	if err != nil {
		return Plan{}, err
	}
	if days == 0 {
		needed = alsoKept(needed, archives)
	}
	plan := Plan{pointer: pointer}
	if plan.Versions, err = s.verdicts(versions, kept, snapshotName); err != nil {
		return Plan{}, err
	}
	plan.Archives, err = s.verdicts(archives, needed, func(name string) string { return name })
	return plan, err
}

// alsoKept keeps the archives that nothing needs too, in a store where everything is kept.
func alsoKept(needed Reasons, archives []string) Reasons {
	all := maps.Clone(needed)
	for _, name := range archives {
		if all[name] == "" {
			all[name] = "all are kept"
		}
	}
	return all
}

// archives lists the archives up to a version, and adds to those that are needed what snapshots set aside need.
func (s *Store) archives(last string, needed Reasons) ([]string, error) {
	names, err := archivesIn(s.place)
	if err != nil {
		return nil, err
	}
	aside, err := asideIn(s.place)
	if err != nil {
		return nil, err
	}
	for _, folder := range aside {
		var m data.Manifest
		body, err := s.object(folder, manifestName)
		if err == nil {
			err = data.Decode(body, &m)
		}
		if err != nil {
			return nil, fmt.Errorf("nothing is dropped, since what was set aside as %s is broken: %w; move it out of the store", s.name(folder), err)
		}
		for _, name := range append(archivesOf(m), ArchiveName(m.Version)) {
			needed[name] = s.name(folder) + " was set aside"
		}
	}
	return slices.DeleteFunc(names, func(name string) bool { return name > ArchiveName(last) }), nil
}

func (s *Store) verdicts(names []string, kept Reasons, place func(string) string) ([]Verdict, error) {
	var all []Verdict
	for _, name := range slices.Backward(names) {
		v := Verdict{Name: name, Kept: true, Why: kept[name]}
		if v.Why == "" {
			size, err := s.place.size(place(name))
			if err != nil {
				return nil, err
			}
			v = Verdict{Name: name, Why: notNeeded, Bytes: size}
		}
		all = append(all, v)
	}
	return all, nil
}

// dropped are the names of what is not kept.
func dropped(all []Verdict) (names []string) {
	for _, v := range all {
		if !v.Kept {
			names = append(names, v.Name)
		}
	}
	return names
}

// Freed is how many bytes dropping all that is not kept frees.
func (p Plan) Freed() (bytes int64) {
	for _, v := range append(slices.Clone(p.Versions), p.Archives...) {
		bytes += v.Bytes
	}
	return bytes
}
