package store

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"pricepoint/data"
	"pricepoint/data/blob"
)

// Plan is what a retention keeps of a store, and what it drops.
type Plan struct {
	Versions []Verdict // newest first
	Archives []Verdict // newest first

	orphans []Verdict    // exports whose snapshot is not there
	pointer data.Pointer // of the store it was made for
}

// Verdict is what becomes of a snapshot or an archive.
type Verdict struct {
	Name  string `json:"name"` // a version, or an archive as ArchiveName names it
	Kept  bool   `json:"kept"`
	Why   string `json:"why"`
	Bytes int64  `json:"freedBytes"` // that dropping it frees; 0 when it is kept

	objects []string // that are removed, in this order
}

// notNeeded is why something is dropped.
const notNeeded = "nothing needs it"

// Plan finds out what the rule of retention would drop now, and drops nothing. The newest snapshot must be intact: with a broken
// one in place, an older one may have to stand in. What is later than that is not published yet, and left alone.
func (s *Store) Plan(days int, now time.Time) (Plan, error) {
	pointer, err := s.Pointer()
	if errors.Is(err, ErrEmpty) {
		return Plan{}, err
	}
	var warning error
	if err == nil {
		_, warning, err = s.Latest()
	}
	if err := cmp.Or(warning, err); err != nil {
		return Plan{}, fmt.Errorf("nothing is dropped from a store that is not intact: %w", err)
	}
	found, err := s.published("")
	if err != nil {
		return Plan{}, err
	}
	for version, err := range found.refused {
		return Plan{}, fmt.Errorf("nothing is dropped, since it is not known what is needed of %s: %w; restore it from a copy, or move it out of the store", version, err)
	}
	kept, needed, err := keep(found.versions, days, now, s.needs)
	if err != nil {
		return Plan{}, fmt.Errorf("nothing is dropped, since it is not known what is needed: %w", err)
	}
	archives, err := s.upTo(pointer.Version, archiveName, archiveSuffix)
	if err != nil {
		return Plan{}, err
	}
	exports, err := s.upTo(pointer.Version, exportsFolder, zipSuffix)
	if err != nil {
		return Plan{}, err
	}
	names := slices.Sorted(slices.Values(slices.Concat(found.versions, found.beside)))
	if days == 0 {
		for _, name := range slices.Concat(names, archives) {
			kept[name], needed[name] = cmp.Or(kept[name], "all are kept"), cmp.Or(needed[name], "all are kept")
		}
	}
	for _, version := range names {
		exports = slices.DeleteFunc(exports, func(name string) bool { return name == exportsName(version) })
	}
	plan := Plan{pointer: pointer}
	itself := func(name string) []string { return []string{name} }
	var errs [3]error
	plan.Versions, errs[0] = s.verdicts(names, kept, placesOf)
	plan.orphans, errs[1] = s.verdicts(exports, nil, itself)
	plan.Archives, errs[2] = s.verdicts(archives, needed, itself)
	return plan, errors.Join(errs[:]...)
}

// placesOf is where a version has its objects, in a folder, in a file, or in both, and beside it. The manifest goes first:
// without it, nobody sees the rest. What stands beside goes last: a snapshot must never lack what its manifest names.
func placesOf(version string) []string {
	folder := snapshotName(version)
	return []string{folder + "/" + manifestName, folder + "/", zipName(folder), exportsName(version)}
}

// upTo are the names in a folder that are of a version and no later than one, oldest first.
func (s *Store) upTo(last, folder, suffix string) (names []string, err error) {
	all, err := s.listed(folder)
	for _, name := range all {
		version, is := strings.CutSuffix(name, suffix)
		if is && checkVersion(version) == nil && version <= last {
			names = append(names, folder+"/"+name)
		}
	}
	return names, err
}

// verdicts are what becomes of things, the last one first. Of each, places say where its objects are.
func (s *Store) verdicts(names []string, kept reasons, places func(name string) []string) (all []Verdict, err error) {
	for _, name := range slices.Backward(names) {
		v := Verdict{Name: name, Kept: kept[name] != "", Why: cmp.Or(kept[name], notNeeded)}
		for _, place := range places(name) {
			var found []blob.Entry
			if !v.Kept {
				found, err = s.blobs.List(s.ctx, place, false)
			}
			for _, e := range found {
				if !slices.Contains(v.objects, e.Name) {
					v.Bytes, v.objects = v.Bytes+e.Size, append(v.objects, e.Name)
				}
			}
			if err != nil {
				return nil, err
			}
		}
		all = append(all, v)
	}
	return all, nil
}

// Freed is how many bytes dropping all that is not kept frees.
func (p Plan) Freed() (bytes int64) {
	for _, v := range slices.Concat(p.Versions, p.Archives) {
		bytes += v.Bytes
	}
	return bytes
}

// evidencePaths are the documents whose evidence names the archives that it stands in.
var evidencePaths = []string{data.ProvenancePath, data.TariffsPath, data.SolvedPath, data.AuditPath, data.ModelsPath}

var archivePath = regexp.MustCompile(archiveName + `/[0-9TZ-]+` + regexp.QuoteMeta(archiveSuffix))

// needs reads what a version needs. A version that cannot be read has unknown needs, which is an error.
func (s *Store) needs(version string) (needs, error) {
	m, err := s.Manifest(version)
	if err != nil {
		return needs{}, err
	}
	n := needs{previous: m.Previous, restores: m.Restores, archives: archivesOf(m)}
	for _, file := range m.Files {
		if file.Path != data.ChangesPath && !slices.Contains(evidencePaths, file.Path) {
			continue
		}
		doc, err := s.Document(m, file.Path)
		if err != nil {
			return needs{}, err
		}
		n.archives = append(n.archives, archivesCited(file.Path, doc.Body)...)
		if file.Path == data.ChangesPath {
			var changes struct{ Earlier string }
			if err := json.Unmarshal(doc.Body, &changes); err != nil {
				return needs{}, s.broken(version, fmt.Errorf("%s: %v", data.ChangesPath, err))
			}
			n.earlier = changes.Earlier
		}
	}
	return n, nil
}

// archivesOf are the archives that a manifest vouches for, or names as inputs.
func archivesOf(m data.Manifest) (names []string) {
	if m.Archive != nil {
		names = append(names, m.Archive.Path)
	}
	for _, in := range slices.Concat(m.Inputs, m.Compared) {
		names = append(names, in.Archive)
	}
	return names
}

// archivesCited are the archives that the evidence in a document stands in; none when it holds no evidence.
func archivesCited(path string, body []byte) []string {
	if !slices.Contains(evidencePaths, path) {
		return nil
	}
	return archivePath.FindAllString(string(body), -1)
}

// Prune drops what a plan does not keep. The caller holds the lock since before the plan was made. A snapshot vanishes
// whole, and archives and exports go when no manifest names them any more: at any step each snapshot is either as it was or
// gone. What a killed run leaves, the next one removes.
//
// In a bucket no lock keeps a publication out, and none need be: a refresh builds on the newest snapshot and names nothing
// that this one does not name, and all of that is kept. A rollback may bring back what is about to be dropped, so
// nothing is dropped after one has been published. Whoever rolls back must still not prune at the same moment.
func (s *Store) Prune(ctx context.Context, plan Plan) error {
	if err := s.mustBeLocked("prune"); err != nil {
		return err
	}
	for _, v := range slices.Concat(plan.Versions, plan.orphans, plan.Archives) { // newest first: what is left has what it was built on
		if v.Kept {
			continue
		}
		pointer, err := s.pointer()
		if err == nil && pointer != plan.pointer {
			err = fmt.Errorf("store %s: %s has been published since it was decided what to drop; prune again", s, pointer.Version)
		}
		if err != nil {
			return err
		}
		for _, name := range v.objects {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := s.blobs.Remove(ctx, name); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}
