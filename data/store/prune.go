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
	"pricepoint/data/blob"
)

// Plan is what a retention keeps of a store, and what it drops.
type Plan struct {
	Versions []Verdict // newest first
	Archives []Verdict // newest first

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

// Plan finds out what the rule of retention would drop now, and drops nothing. The newest snapshot must be intact: with a broken
// one in place, an older one may have to stand in. What is later than that is not published yet, and left alone.
func (s *Store) Plan(days int, now time.Time) (plan Plan, err error) {
	plan.pointer, err = s.Pointer()
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
	found, err := s.history.published("")
	if err != nil {
		return Plan{}, err
	}
	for version, err := range found.refused {
		return Plan{}, fmt.Errorf("nothing is dropped, since it is not known what is needed of %s: %w; copy it back from a backup, or move it out of the store", version, err)
	}
	kept, needed, err := keep(found.versions, days, now, s.needs)
	if err != nil {
		return Plan{}, fmt.Errorf("nothing is dropped, since it is not known what is needed: %w", err)
	}
	exports, noExports := s.objects.versions(exportsFolder, zipSuffix) // those without a snapshot are of a run that was killed
	archives, noArchives := s.objects.versions(archiveName, archiveSuffix)
	if err := cmp.Or(noExports, noArchives); err != nil {
		return Plan{}, err
	}
	always := ""
	if days == 0 {
		always = "all are kept"
	}
	versions := slices.Concat(found.versions, found.beside, exports)
	slices.Sort(versions)
	plan.Versions, err = s.objects.verdicts(slices.Compact(versions), plan.pointer.Version, func(version string) (name, why string, places []string) {
		return version, cmp.Or(kept[version], always), placesOf(version)
	})
	if err == nil {
		plan.Archives, err = s.objects.verdicts(archives, plan.pointer.Version, func(version string) (name, why string, places []string) {
			name = ArchiveName(version)
			return name, cmp.Or(needed[name], always), []string{name}
		})
	}
	return plan, err
}

// placesOf is where a version has its objects. The manifest goes first: without it, nobody sees the rest. What stands beside goes
// last: a snapshot must never lack what its manifest names.
func placesOf(version string) []string {
	folder := snapshotName(version) + "/"
	return []string{folder + manifestName, folder, zipName(version), exportsName(version)}
}

// verdicts are what becomes of versions up to a last one, the last one first: of says what each is called, why it is kept, if it is,
// and where its objects are.
func (o objects) verdicts(versions []string, last string, of func(version string) (name, why string, places []string)) (all []Verdict, err error) {
	there := listing{o, map[string][]blob.Entry{}}
	for _, version := range slices.Backward(versions) {
		name, why, places := of(version)
		v := Verdict{Name: name, Kept: why != "", Why: cmp.Or(why, "nothing needs it")}
		if version > last {
			continue
		}
		for i := 0; i < len(places) && !v.Kept; i++ {
			found, err := there.at(places[i])
			if err != nil {
				return nil, err
			}
			for _, e := range found {
				if !slices.Contains(v.objects, e.Name) {
					v.Bytes, v.objects = v.Bytes+e.Size, append(v.objects, e.Name)
				}
			}
		}
		all = append(all, v)
	}
	return all, nil
}

// listing is what the folders of a store hold, each asked for once: a directory goes through the whole folder for any part of it.
type listing struct {
	objects objects
	folders map[string][]blob.Entry // by name
}

// at are the objects whose names begin with a place.
func (l listing) at(place string) ([]blob.Entry, error) {
	folder, _, _ := strings.Cut(place, "/")
	all, known := l.folders[folder]
	if !known {
		var err error
		if all, err = l.objects.blobs.List(l.objects.ctx, folder+"/"); err != nil {
			return nil, err
		}
		l.folders[folder] = all
	}
	from, _ := slices.BinarySearchFunc(all, place, func(e blob.Entry, place string) int { return strings.Compare(e.Name, place) })
	found := all[from:]
	if to := slices.IndexFunc(found, func(e blob.Entry) bool { return !strings.HasPrefix(e.Name, place) }); to >= 0 {
		found = found[:to]
	}
	return found, nil
}

// Freed is how many bytes dropping all that is not kept frees.
func (p Plan) Freed() (bytes int64) {
	for _, v := range slices.Concat(p.Versions, p.Archives) {
		bytes += v.Bytes
	}
	return bytes
}

// needs reads what a version needs. A version that cannot be read has unknown needs, which is an error.
func (s *Store) needs(version string) (needs, error) {
	snapshot, err := s.Read(version)
	if err != nil {
		return needs{}, err
	}
	m := snapshot.Manifest
	n := needs{previous: m.Previous, restores: m.Restores, archives: archivesOf(snapshot)}
	if d := data.Find(snapshot.Documents, func(d data.Document) bool { return d.Path == data.ChangesPath }); d != nil {
		var changes struct{ Earlier string }
		if err := json.Unmarshal(d.Body, &changes); err != nil {
			return needs{}, s.objects.broken(version, fmt.Errorf("%s: %v", data.ChangesPath, err))
		}
		n.earlier = changes.Earlier
	}
	return n, nil
}

// evidencePaths are the documents whose evidence names the archives that it stands in.
var evidencePaths = []string{data.ProvenancePath, data.TariffsPath, data.SolvedPath, data.AuditPath, data.ModelsPath}

var archivePath = regexp.MustCompile(archiveName + `/[0-9TZ-]+` + regexp.QuoteMeta(archiveSuffix))

// archivesOf are the archives that the values of a snapshot were read from: of its own run, and those its evidence stands in.
func archivesOf(s data.Snapshot) (names []string) {
	if s.Manifest.Archive != nil {
		names = append(names, s.Manifest.Archive.Path)
	}
	for _, in := range slices.Concat(s.Manifest.Inputs, s.Manifest.Compared) {
		if in.Archive != "" {
			names = append(names, in.Archive)
		}
	}
	for _, d := range s.Documents {
		if slices.Contains(evidencePaths, d.Path) {
			names = append(names, archivePath.FindAllString(string(d.Body), -1)...)
		}
	}
	return names
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
	for _, v := range slices.Concat(plan.Versions, plan.Archives) { // newest first: what is left has what it was built on
		if v.Kept {
			continue
		}
		pointer, err := s.objects.pointer()
		if err == nil && pointer != plan.pointer {
			err = fmt.Errorf("store %s: %s has been published since it was decided what to drop; prune again", s, pointer.Version)
		}
		if err != nil {
			return err
		}
		for _, name := range v.objects {
			if err := cmp.Or(ctx.Err(), s.objects.blobs.Remove(ctx, name)); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

// needs is what a version cannot do without, or leads its readers to.
type needs struct {
	previous string   // the version whose documents it was built on; "" for the first
	earlier  string   // the version whose changes.json continues its own; "" when there is none
	restores string   // the version whose content it brought back; "" for none
	archives []string // the raw responses its values were read from, as ArchiveName names them
}

// reasons say why a version or an archive is kept. What has none is to be dropped.
type reasons map[string]string

// keep is the rule of retention. It is pure; versions are all that are published, oldest first.
//
// Kept are the versions of some days up to the newest one (0: all versions), and of every month before them the last
// one, with which the month ended: what was true at the end of a month can then be looked up for ever. Days are counted
// back from the newest version and not from now, so that a store nobody refreshes, or a clock that is ahead, loses
// nothing; but from now when that is earlier, so that a version which such a clock has made costs no other.
// Each of these can be built again, so the version it was built on stays too. Wherever a kept version leads its
// readers, and every archive that one was read from, stays as well.
func keep(versions []string, days int, now time.Time, of func(version string) (needs, error)) (kept, archives reasons, err error) {
	chosen := choose(versions, days, now)
	kept, archives = maps.Clone(chosen), reasons{} // a reason of its own comes before what others need
	left := slices.Sorted(maps.Keys(chosen))       // whose needs are to be looked at, the last one first
	need := func(version, why string) {
		if kept[version] == "" && slices.Contains(versions, version) { // else it is kept anyway, or gone already
			kept[version] = why
			left = append(left, version)
		}
	}
	for len(left) > 0 {
		version := left[len(left)-1]
		left = left[:len(left)-1]
		n, err := of(version)
		if err != nil {
			return nil, nil, err
		}
		for _, archive := range n.archives {
			archives[archive] = cmp.Or(archives[archive], version+" was read from it")
		}
		if chosen[version] != "" { // else one would need the one before back to the first
			need(n.previous, version+" was built on it")
		}
		need(n.earlier, "the changes.json of "+version+" leads to it")
		need(n.restores, version+" restores it")
	}
	return kept, archives, nil
}

// choose are the versions that are kept for their own sake.
func choose(versions []string, days int, now time.Time) reasons {
	chosen := reasons{}
	var after time.Time // of the version looked at before
	var since time.Time
	for i, version := range slices.Backward(versions) {
		made, _ := data.ParseVersion(version) // which all of them are
		switch {
		case i == len(versions)-1:
			since = made.AddDate(0, 0, -days)
			if made.After(now) {
				since = now.AddDate(0, 0, -days)
			}
			chosen[version] = "the newest"
		case days == 0:
			chosen[version] = "all are kept"
		case !made.Before(since) && days == 1:
			chosen[version] = "of the last day"
		case !made.Before(since):
			chosen[version] = fmt.Sprintf("of the last %d days", days)
		case made.Month() != after.Month() || made.Year() != after.Year():
			chosen[version] = "the last of " + made.Format("2006-01")
		}
		after = made
	}
	return chosen
}
