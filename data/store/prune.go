package store

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"pricepoint/data"
	"pricepoint/data/store/retention"
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
	h := s.history
	found, err := h.published("")
	if err != nil {
		return Plan{}, err
	}
	for version, err := range found.refused {
		return Plan{}, fmt.Errorf("nothing is dropped, since it is not known what is needed of %s: %w; restore it from a copy, or move it out of the store", version, err)
	}
	kept, needed, err := retention.Keep(found.versions, days, now, s.needs)
	if err != nil {
		return Plan{}, fmt.Errorf("nothing is dropped, since it is not known what is needed: %w", err)
	}
	for _, version := range found.beside {
		needed[ArchiveName(version)] = h.name(snapshotName(version)) + " is not listed"
	}
	archives, err := h.archivesUpTo(pointer.Version)
	if err != nil {
		return Plan{}, err
	}
	if days == 0 {
		needed = alsoKept(needed, archives)
	}
	plan := Plan{pointer: pointer}
	if plan.Versions, err = h.verdicts(found.versions, kept, snapshotName, exportsName); err != nil {
		return Plan{}, err
	}
	plan.Archives, err = h.verdicts(archives, needed, func(name string) string { return name })
	return plan, err
}

// archivesUpTo are the names of the archives that are no later than a version, oldest first.
func (h *history) archivesUpTo(version string) (names []string, err error) {
	all, err := h.listed(archiveName)
	for _, name := range all {
		if name = archiveName + "/" + name; checkArchive(name) == nil && name <= ArchiveName(version) {
			names = append(names, name)
		}
	}
	return names, err
}

// alsoKept keeps the archives that nothing needs too, in a store where everything is kept.
func alsoKept(needed retention.Reasons, archives []string) retention.Reasons {
	all := maps.Clone(needed)
	for _, name := range archives {
		if all[name] == "" {
			all[name] = "all are kept"
		}
	}
	return all
}

func (h *history) verdicts(names []string, kept retention.Reasons, places ...func(string) string) ([]Verdict, error) {
	var all []Verdict
	for _, name := range slices.Backward(names) {
		v := Verdict{Name: name, Kept: true, Why: kept[name]}
		if v.Why == "" {
			v = Verdict{Name: name, Why: notNeeded}
			for _, place := range places {
				all, err := h.blobs.List(h.ctx, place(name), false)
				if err != nil {
					return nil, err
				}
				for _, e := range all {
					v.Bytes += e.Size
				}
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
func (s *Store) needs(version string) (retention.Needs, error) {
	m, err := s.Manifest(version)
	if err != nil {
		return retention.Needs{}, err
	}
	n := retention.Needs{Previous: m.Previous, Restores: m.Restores, Archives: archivesOf(m)}
	for _, file := range m.Files {
		if file.Path != data.ChangesPath && !slices.Contains(evidencePaths, file.Path) {
			continue
		}
		doc, err := s.Document(m, file.Path)
		if err != nil {
			return retention.Needs{}, err
		}
		if file.Path != data.ChangesPath {
			n.Archives = append(n.Archives, archivesCited(file.Path, doc.Body)...)
			continue
		}
		var changes struct{ Earlier string }
		if err := json.Unmarshal(doc.Body, &changes); err != nil {
			return retention.Needs{}, s.history.broken(version, fmt.Errorf("%s: %v", data.ChangesPath, err))
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
	w := s.writer()
	half, err := w.marked(marksName)
	if err != nil {
		return err
	}
	// What is half dropped goes first, oldest first, then the rest, newest first: what is left has what it was built on.
	if err := w.dropAll(ctx, plan, append(half, dropped(plan.Versions)...), w.drop); err != nil {
		return err
	}
	exports, err := w.orphans(plan.pointer.Version)
	if err != nil {
		return err
	}
	return w.dropAll(ctx, plan, append(exports, dropped(plan.Archives)...), w.blobs.Remove)
}

// dropAll drops one after another, as long as nobody publishes.
func (w writer) dropAll(ctx context.Context, plan Plan, names []string, drop func(context.Context, string) error) error {
	for _, name := range names {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := w.undisturbed(plan.pointer); err != nil {
			return err
		}
		if err := drop(ctx, name); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// orphans are the exports up to a version whose snapshot is no longer there. They go after it: a snapshot must never lack
// what its manifest says stands beside it.
func (h *history) orphans(last string) (names []string, err error) {
	all, err := h.listed(exportsFolder)
	if err != nil {
		return nil, err
	}
	there, err := h.versions()
	for _, name := range all {
		version, isExports := strings.CutSuffix(name, zipSuffix)
		if isExports && checkVersion(version) == nil && version <= last && !slices.Contains(there, version) {
			names = append(names, exportsName(version))
		}
	}
	return names, err
}
