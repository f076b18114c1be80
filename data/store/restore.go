package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"time"

	"pricepoint/data"
)

// Restored is what Restore has copied.
type Restored struct {
	Newest      string   `json:"newest"` // the version the pointer names
	Snapshots   int      `json:"snapshots"`
	Archives    int      `json:"archives"`
	Acceptances int      `json:"acceptances"`
	Bytes       int64    `json:"bytes"`
	LeftOut     []string `json:"leftOut"` // what is broken or missing in the source, and why
}

// Restore fills a store without a pointer with the intact snapshots of another, their archives, the acceptances and the last
// report, byte for byte, each digest verified. The pointer comes last and names the newest intact snapshot, whatever
// the source's own pointer says: a copy that was made while a run published may have one without the other. The
// caller holds the lock. When it was stopped, it may be called again.
//
// What is later than until is left out, unless that is zero: so a store is rid of what a wrong clock has made.
func (s *Store) Restore(ctx context.Context, from *Store, until time.Time) (Restored, error) {
	if err := s.mustBeLocked("restore into"); err != nil {
		return Restored{}, err
	}
	switch pointer, err := s.pointer(); {
	case err == nil:
		return Restored{}, fmt.Errorf("store %s holds %s already; restore into an empty one, and name that with --store", s, pointer.Version)
	case !errors.Is(err, fs.ErrNotExist):
		return Restored{}, fmt.Errorf("store %s is not empty (%w); restore into an empty one, and name that with --store", s, err)
	}
	r := restoring{from: from, into: s, until: until, done: Restored{LeftOut: []string{}}, archives: map[string]*data.File{}}
	err := r.run(ctx)
	return r.done, err
}

// restoring is a restoration at work.
type restoring struct {
	from, into *Store
	until      time.Time // zero: everything
	done       Restored
	archives   map[string]*data.File // that are wanted, with what is known of them; nil: only the name
	pointer    data.Pointer
}

func (r *restoring) run(ctx context.Context) error {
	found, err := r.from.published("")
	if err != nil && !errors.Is(err, ErrEmpty) {
		return err
	}
	for _, version := range slices.Sorted(maps.Keys(found.refused)) {
		if err := r.leaveOut(found.refused[version]); err != nil {
			return err
		}
	}
	for _, version := range found.versions {
		if !r.until.IsZero() && version > data.Version(r.until) {
			r.done.LeftOut = append(r.done.LeftOut, fmt.Sprintf("snapshot %s is later than %s", version, data.At(r.until)))
			continue
		}
		if err := r.snapshot(ctx, version); err != nil {
			return err
		}
	}
	if r.done.Snapshots == 0 {
		return fmt.Errorf("nothing is restored: %s holds no intact snapshot: %s", r.from, cmp.Or(strings.Join(r.done.LeftOut, "; "), "it is empty"))
	}
	for _, step := range []func(context.Context) error{r.copyArchives, r.copyAcceptances, r.copyReport} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	body, err := data.Encode(r.pointer)
	if err != nil {
		return err
	}
	return r.into.blobs.Write(ctx, object(pointerName, body))
}

// leaveOut notes why something is not restored. It returns those errors without which a copy would be none.
func (r *restoring) leaveOut(why error) error {
	if errors.Is(why, ErrNewer) || errors.Is(why, ErrUnavailable) {
		return why
	}
	r.done.LeftOut = append(r.done.LeftOut, why.Error())
	return nil
}

// copy writes an object as it was read from the source, or leaves it out if that went wrong, and counts those that are written.
func (r *restoring) copy(ctx context.Context, count *int, name string, body []byte, err error) error {
	if err != nil {
		return r.leaveOut(err)
	}
	if count != nil {
		*count++
	}
	r.done.Bytes += int64(len(body))
	return r.into.blobs.Write(ctx, object(name, body))
}

// snapshot copies one version, its manifest last, with what stands beside it, or leaves it out. If that is missing or broken, the
// snapshot is still good.
func (r *restoring) snapshot(ctx context.Context, version string) error {
	found, err := r.from.Read(version)
	if err != nil {
		return r.leaveOut(err)
	}
	manifest, err := r.from.ManifestBody(version)
	if err != nil {
		return r.leaveOut(err)
	}
	signature, err := r.from.Signature(version)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return r.leaveOut(err)
	}
	members := membersOf(found.Documents, signature, manifest)
	all, err := r.into.placed(version, members)
	if err != nil {
		return err
	}
	for _, b := range all {
		if err := r.copy(ctx, nil, b.Name, b.Body, nil); err != nil {
			return err
		}
	}
	r.done.Snapshots++
	r.done.Newest, r.pointer = version, pointerTo(version, members)
	r.noteArchives(found)
	if found.Manifest.Exports == nil {
		return nil
	}
	var body []byte
	if _, err = r.from.Exports(found.Manifest); err == nil { // which verifies every digest
		body, err = r.from.read(exportsName(version))
	}
	return r.copy(ctx, nil, exportsName(version), body, err)
}

// noteArchives notes the archives that the values of a snapshot were read from: of its own run, and those its evidence stands in.
func (r *restoring) noteArchives(s data.Snapshot) {
	archives := archivesOf(s.Manifest)
	for _, doc := range s.Documents {
		archives = append(archives, archivesCited(doc.Path, doc.Body)...)
	}
	for _, name := range archives {
		if r.archives[name] == nil && name != "" {
			r.archives[name] = nil
		}
	}
	if own := s.Manifest.Archive; own != nil {
		r.archives[own.Path] = own
	}
}

// copyArchives copies the raw responses of the snapshots. One that is missing costs no published value.
func (r *restoring) copyArchives(ctx context.Context) error {
	for _, name := range slices.Sorted(maps.Keys(r.archives)) {
		body, err := r.from.archive(name)
		if want := r.archives[name]; err == nil && want != nil && digest(body) != want.SHA256 {
			err = fmt.Errorf("%s is not what was published: its digest differs from the manifest", r.from.name(name))
		}
		if err := r.copy(ctx, &r.done.Archives, name, body, err); err != nil {
			return err
		}
	}
	return nil
}

func (r *restoring) copyAcceptances(ctx context.Context) error {
	all, err := r.from.Accepted()
	if err != nil {
		if err := r.leaveOut(err); err != nil {
			return err
		}
	}
	for _, a := range all {
		body, err := data.Encode(a)
		if err := r.copy(ctx, &r.done.Acceptances, acceptanceName(a.ID), body, err); err != nil {
			return err
		}
	}
	return nil
}

// copyReport copies that of the last run, unless it is about what is left out.
func (r *restoring) copyReport(ctx context.Context) error {
	report, err := r.from.Report()
	if errors.Is(err, fs.ErrNotExist) || err == nil && !r.until.IsZero() && report.FinishedAt.After(r.until) {
		return nil
	}
	var body []byte
	if err == nil {
		body, err = data.Encode(report)
	}
	return r.copy(ctx, nil, reportName, body, err)
}
