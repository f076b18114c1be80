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
	switch pointer, err := s.objects.pointer(); {
	case err == nil:
		return Restored{}, fmt.Errorf("store %s holds %s already; restore into an empty one, and name that with --store", s, pointer.Version)
	case !errors.Is(err, fs.ErrNotExist):
		return Restored{}, fmt.Errorf("store %s is not empty (%w); restore into an empty one, and name that with --store", s, err)
	}
	r := restoring{from: from, into: s.objects, until: until, done: Restored{LeftOut: []string{}}, archives: map[string]*data.File{}}
	err := r.run(ctx)
	return r.done, err
}

// restoring is a restoration at work.
type restoring struct {
	from     *Store
	into     objects
	until    time.Time // zero: everything
	done     Restored
	archives map[string]*data.File // that are wanted, with what is known of them; nil: only the name
}

func (r *restoring) run(ctx context.Context) error {
	found, err := r.from.history.published("")
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
	if err := r.others(ctx); err != nil {
		return err
	}
	manifest, err := r.from.ManifestBody(r.done.Newest)
	if err != nil {
		return err
	}
	return r.into.swap(ctx, data.Pointer{Version: r.done.Newest, Manifest: digest(manifest)}, "")
}

// leaveOut notes why something is not restored. It returns those errors without which a copy would be none.
func (r *restoring) leaveOut(why error) error {
	if errors.Is(why, ErrNewer) || errors.Is(why, ErrUnavailable) {
		return why
	}
	r.done.LeftOut = append(r.done.LeftOut, why.Error())
	return nil
}

// copy copies an object that was verified, or leaves it out if it is broken, and counts those that are copied.
func (r *restoring) copy(ctx context.Context, count *int, name string, broken error) error {
	if broken != nil {
		return r.leaveOut(broken)
	}
	body, err := r.from.objects.read(name)
	if err != nil {
		return err
	}
	*count++
	r.done.Bytes += int64(len(body))
	return r.into.blobs.Write(ctx, object(name, body))
}

// snapshot copies one version, with what stands beside it, or leaves it out. If that is missing or broken, the snapshot is still
// good.
func (r *restoring) snapshot(ctx context.Context, version string) error {
	found, err := r.from.Read(version)
	if err != nil {
		return r.leaveOut(err)
	}
	uncounted := new(int)
	_, broken := r.from.Exports(found.Manifest)
	if found.Manifest.Exports != nil {
		if err := r.copy(ctx, uncounted, exportsName(version), broken); err != nil {
			return err
		}
	}
	for _, place := range []string{snapshotName(version) + "/", zipName(version)} {
		parts, err := r.from.objects.blobs.List(ctx, place)
		if err != nil {
			return err
		}
		for _, part := range parts {
			if err := r.copy(ctx, uncounted, part.Name, nil); err != nil {
				return err
			}
		}
	}
	r.done.Snapshots++
	r.done.Newest = version
	for _, name := range archivesOf(found) {
		if _, known := r.archives[name]; !known {
			r.archives[name] = nil // only its name
		}
	}
	if own := found.Manifest.Archive; own != nil {
		r.archives[own.Path] = own
	}
	return nil
}

// others copies the raw responses of the snapshots, of which one that is missing costs no published value, the acceptances, and
// the report of the last run, unless it is about what is left out.
func (r *restoring) others(ctx context.Context) error {
	for _, name := range slices.Sorted(maps.Keys(r.archives)) {
		err := r.from.CheckArchive(name, r.archives[name])
		if err != nil {
			err = fmt.Errorf("%s: %w", name, err)
		}
		if err := r.copy(ctx, &r.done.Archives, name, err); err != nil {
			return err
		}
	}
	accepted, err := r.from.Accepted()
	if err != nil {
		if err := r.leaveOut(err); err != nil {
			return err
		}
	}
	for _, a := range accepted {
		if err := r.copy(ctx, &r.done.Acceptances, acceptanceName(a.ID), nil); err != nil {
			return err
		}
	}
	report, err := r.from.Report()
	if errors.Is(err, fs.ErrNotExist) || err == nil && !r.until.IsZero() && report.FinishedAt.After(r.until) {
		return nil
	}
	return r.copy(ctx, new(int), reportName, err)
}
