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
	h := s.history
	found, err := h.published("")
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
	archives, err := h.upTo(pointer.Version, archiveName, archiveSuffix)
	if err != nil {
		return Plan{}, err
	}
	names := slices.Sorted(slices.Values(slices.Concat(found.versions, found.beside)))
	if days == 0 {
		for _, name := range slices.Concat(names, archives) {
			kept[name], needed[name] = cmp.Or(kept[name], "all are kept"), cmp.Or(needed[name], "all are kept")
		}
	}
	plan := Plan{pointer: pointer}
	if plan.Versions, err = h.verdicts(names, kept, snapshotName, exportsName); err != nil {
		return Plan{}, err
	}
	plan.Archives, err = h.verdicts(archives, needed, func(name string) string { return name })
	return plan, err
}

// upTo are the names in a folder that are of a version and no later than one, oldest first.
func (h *history) upTo(last, folder, suffix string) (names []string, err error) {
	all, err := h.listed(folder)
	for _, name := range all {
		version, is := strings.CutSuffix(name, suffix)
		if is && checkVersion(version) == nil && version <= last {
			names = append(names, folder+"/"+name)
		}
	}
	return names, err
}

func (h *history) verdicts(names []string, kept reasons, places ...func(string) string) ([]Verdict, error) {
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
				return needs{}, s.history.broken(version, fmt.Errorf("%s: %v", data.ChangesPath, err))
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
	for _, version := range dropped(plan.Versions) { // newest first: what is left has what it was built on
		if err := s.drop(ctx, plan, func() error { return s.writer().removeSnapshot(ctx, version) }); err != nil {
			return err
		}
	}
	orphans, err := s.history.orphans(plan.pointer.Version)
	if err != nil {
		return err
	}
	for _, name := range slices.Concat(orphans, dropped(plan.Archives)) {
		if err := s.drop(ctx, plan, func() error { return s.blobs.Remove(ctx, name) }); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// drop removes something, unless something has been published since the plan was made.
func (s *Store) drop(ctx context.Context, plan Plan, remove func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	pointer, err := s.history.pointer()
	if err == nil && pointer != plan.pointer {
		err = fmt.Errorf("store %s: %s has been published since it was decided what to drop; prune again", s, pointer.Version)
	}
	if err != nil {
		return err
	}
	return remove()
}

// removeSnapshot removes all objects of a snapshot, in a folder, in a file, or in both. The manifest goes first: without it,
// nobody sees the rest.
func (w writer) removeSnapshot(ctx context.Context, version string) error {
	folder := snapshotName(version)
	if err := w.blobs.Remove(ctx, folder+"/"+manifestName); err != nil {
		return err
	}
	all, err := w.blobs.List(ctx, folder, false)
	if err != nil {
		return err
	}
	for _, e := range all {
		if e.Name == zipName(folder) || strings.HasPrefix(e.Name, folder+"/") {
			if err := w.blobs.Remove(ctx, e.Name); err != nil {
				return err
			}
		}
	}
	return nil
}

// orphans are the exports up to a version whose snapshot is no longer there. They go after it: a snapshot must never lack
// what its manifest says stands beside it.
func (h *history) orphans(last string) ([]string, error) {
	names, err := h.upTo(last, exportsFolder, zipSuffix)
	if err != nil {
		return nil, err
	}
	there, err := h.versions()
	return slices.DeleteFunc(names, func(name string) bool {
		return slices.ContainsFunc(there, func(version string) bool { return name == exportsName(version) })
	}), err
}
