package store

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

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

// Plan finds out what Keep would drop now, and drops nothing. The newest snapshot must be intact: with a broken one in
// place, an older one may have to stand in. What is not published yet is left out, and so left alone.
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
	found, err := s.follow("")
	if err != nil {
		return Plan{}, err
	}
	p, versions := planner{s}, found.versions
	kept, needed, err := Keep(versions, days, now, p.needs)
	if err != nil {
		return Plan{}, fmt.Errorf("nothing is dropped, since it is not known what is needed: %w", err)
	}
	archives, err := p.archives(pointer.Version, needed, found.leftAlone())
	if err != nil {
		return Plan{}, err
	}
	if days == 0 {
		needed = alsoKept(needed, archives)
	}
	plan := Plan{pointer: pointer}
	if plan.Versions, err = p.verdicts(versions, kept, snapshotName, exportsName); err != nil {
		return Plan{}, err
	}
	plan.Archives, err = p.verdicts(archives, needed, func(name string) string { return name })
	return plan, err
}

// planner finds out what the versions of a store need.
type planner struct{ *Store }

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

// leftAlone are the folders of versions that are not listed: nobody drops what is not known.
func (f published) leftAlone() (folders []string) {
	for _, version := range append(slices.Sorted(maps.Keys(f.refused)), f.beside...) {
		folders = append(folders, snapshotName(version))
	}
	return folders
}

// archives lists the archives up to a version, and adds to those that are needed what snapshots need that are set aside, or
// left alone.
func (p planner) archives(last string, needed Reasons, leftAlone []string) ([]string, error) {
	names, err := archivesIn(p.place)
	if err != nil {
		return nil, err
	}
	aside, err := asideIn(p.place)
	if err != nil {
		return nil, err
	}
	claimed, err := claimsIn(p.place)
	if err != nil {
		return nil, err
	}
	for i, version := range claimed {
		claimed[i] = snapshotName(version)
	}
	for _, folder := range append(aside, leftAlone...) {
		var m data.Manifest
		body, err := p.object(folder, manifestName)
		if err == nil {
			err = data.Read(body, &m)
		}
		if errors.Is(err, fs.ErrNotExist) && slices.Contains(claimed, folder) {
			continue // the rest of what nobody has published, which the next publication removes
		}
		if err != nil {
			return nil, fmt.Errorf("nothing is dropped, since it is not known what is needed of %s, which is not listed and broken: %w; move it out of the store", p.name(folder), err)
		}
		for _, name := range append(archivesOf(m), ArchiveName(m.Version)) {
			needed[name] = p.name(folder) + " is not listed"
		}
	}
	return slices.DeleteFunc(names, func(name string) bool { return name > ArchiveName(last) }), nil
}

func (p planner) verdicts(names []string, kept Reasons, places ...func(string) string) ([]Verdict, error) {
	var all []Verdict
	for _, name := range slices.Backward(names) {
		v := Verdict{Name: name, Kept: true, Why: kept[name]}
		if v.Why == "" {
			v = Verdict{Name: name, Why: notNeeded}
			for _, place := range places {
				size, err := p.place.size(place(name))
				if err != nil {
					return nil, err
				}
				v.Bytes += size
			}
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

// evidencePaths are the documents whose evidence names the archives that it stands in.
var evidencePaths = []string{data.ProvenancePath, data.TariffsPath, data.SolvedPath, data.AuditPath}

var archivePath = regexp.MustCompile(archiveName + `/[0-9TZ-]+` + regexp.QuoteMeta(archiveSuffix))

// needs reads what a version needs. A version that cannot be read has unknown needs, which is an error.
func (p planner) needs(version string) (Needs, error) {
	m, err := p.Manifest(version)
	if err != nil {
		return Needs{}, err
	}
	n := Needs{Previous: m.Previous, Restores: m.Restores, Archives: archivesOf(m)}
	for _, file := range m.Files {
		if file.Path != data.ChangesPath && !slices.Contains(evidencePaths, file.Path) {
			continue
		}
		doc, err := p.Document(m, file.Path)
		if err != nil {
			return Needs{}, err
		}
		if file.Path != data.ChangesPath {
			n.Archives = append(n.Archives, archivesCited(file.Path, doc.Body)...)
			continue
		}
		var changes struct{ Earlier string }
		if err := json.Unmarshal(doc.Body, &changes); err != nil {
			return Needs{}, p.broken(version, fmt.Errorf("%s: %v", data.ChangesPath, err))
		}
		n.Earlier = changes.Earlier
	}
	slices.Sort(n.Archives)
	n.Archives = slices.Compact(n.Archives)
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
// whole, and archives go when no manifest names them any more: at any step each snapshot is either as it was or gone. What a
// killed run leaves, the next one removes.
//
// In a bucket no lock keeps a publication out, and none need be: a refresh builds on the newest snapshot and names nothing
// that this one does not name, and all of that is kept. A rollback may bring back what is about to be dropped, so
// nothing is dropped while a run is publishing, nor after one has. Whoever rolls back must still not prune at the same moment.
func (s *Store) Prune(ctx context.Context, plan Plan) error {
	if err := s.mustBeLocked("prune"); err != nil {
		return err
	}
	if err := s.place.sweep(); err != nil {
		return err
	}
	half, err := marksIn(s.place)
	if err != nil {
		return err
	}
	var versions []string
	// What is half dropped goes first, oldest first, then the rest, newest first: what is left has what it was built on.
	for _, version := range append(half, dropped(plan.Versions)...) {
		versions = append(versions, snapshotName(version))
	}
	if err := s.dropAll(ctx, plan, versions); err != nil {
		return err
	}
	exports, err := s.orphans(plan.pointer.Version)
	if err != nil {
		return err
	}
	return s.dropAll(ctx, plan, append(exports, dropped(plan.Archives)...))
}

// dropAll drops objects one after another, as long as nobody publishes.
func (s *Store) dropAll(ctx context.Context, plan Plan, names []string) error {
	for _, name := range names {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := s.undisturbed(plan.pointer); err != nil {
			return err
		}
		if err := s.place.drop(ctx, name); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// orphans are the exports up to a version whose snapshot is no longer there. They go after it: a snapshot must never lack
// what its manifest says stands beside it.
func (s *Store) orphans(last string) (names []string, err error) {
	entries, err := s.place.list(exportsFolder)
	if err != nil {
		return nil, err
	}
	folders, err := foldersIn(s.place, func(string) bool { return true })
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		version, isExports := strings.CutSuffix(e.name, zipSuffix)
		there := slices.Contains(folders, version) || slices.Contains(folders, asidePrefix+version)
		if isExports && checkVersion(version) == nil && version <= last && !there {
			names = append(names, exportsName(version))
		}
	}
	return names, nil
}

// undisturbed says whether somebody publishes, or has published since a plan was made.
func (s *Store) undisturbed(planned data.Pointer) error {
	pointer, err := s.Pointer()
	if err != nil {
		return err
	}
	if pointer != planned {
		return fmt.Errorf("store %s: %s has been published since it was decided what to drop; prune again", s.where, pointer.Version)
	}
	rivals, err := s.place.rivals()
	if err != nil {
		return err
	}
	for _, version := range after(planned.Version, rivals) {
		holder, _ := s.place.read(claimName(version)) // for the message only
		return fmt.Errorf("store %s: snapshot %s is being published, %s; prune when that has ended", s.where, version, strings.TrimSpace(string(holder)))
	}
	return nil
}
