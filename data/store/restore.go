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
	"pricepoint/data/blob"
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

// Restore fills an empty store with the intact snapshots of another, their archives, the acceptances and the last
// report, byte for byte, each digest verified. The pointer comes last and names the newest intact snapshot, whatever
// the source's own pointer says: a copy that was made while a run published may have one without the other. The
// caller holds the lock.
//
// What is later than until is left out, unless that is zero: so a store is rid of what a wrong clock has made.
//
// Until the pointer is there readers see an empty store, and Restore may be called again.
func (s *Store) Restore(ctx context.Context, from *Store, until time.Time) (Restored, error) {
	if err := s.mustBeLocked("restore into"); err != nil {
		return Restored{}, err
	}
	if err := s.mustBeEmpty(); err != nil {
		return Restored{}, err
	}
	if err := s.writer().settle(ctx); err != nil {
		return Restored{}, err
	}
	r := restoring{from: from, into: s, until: until, done: Restored{LeftOut: []string{}}, archives: map[string]*data.File{}}
	err := r.run(ctx)
	if err == nil {
		s.history.noteSeen(r.done.Newest)
	}
	return r.done, err
}

// mustBeEmpty refuses a store that holds something a reader may see.
func (s *Store) mustBeEmpty() error {
	pointer, err := s.Pointer()
	switch {
	case errors.Is(err, ErrEmpty):
		return nil
	case errors.Is(err, ErrUnavailable):
		return err
	case err == nil:
		return fmt.Errorf("store %s holds %s already; restore into an empty one, and name that with --store", s, pointer.Version)
	}
	return fmt.Errorf("store %s is not empty (%w); restore into an empty one, and name that with --store", s, err)
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
	found, err := r.from.history.published("")
	if err != nil && !errors.Is(err, ErrEmpty) {
		return err
	}
	versions := r.intended(found.versions)
	for _, version := range slices.Sorted(maps.Keys(found.refused)) {
		if _, err := r.leaveOut(found.refused[version]); err != nil {
			return err
		}
	}
	err = r.copyAll(ctx, versions)
	if err == nil || r.done.Bytes == 0 { // nothing is hidden any more, or there is nothing to hide
		for _, version := range versions {
			_ = r.into.blobs.Remove(context.WithoutCancel(ctx), claimName(version)) // if that fails, the next Publish does it
		}
	}
	return err
}

// copyAll hides every version until the pointer is there, so that nobody sees some and takes them for all.
func (r *restoring) copyAll(ctx context.Context, versions []string) error {
	for _, version := range versions {
		if err := r.into.blobs.Write(ctx, object(claimName(version), []byte(blob.ThisProcess().String()+"\n"))); err != nil {
			return err
		}
	}
	for _, version := range versions {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := r.snapshot(ctx, version); err != nil {
			return err
		}
	}
	if r.done.Snapshots == 0 {
		return fmt.Errorf("nothing is restored: %s holds no intact snapshot: %s", r.from, cmp.Or(strings.Join(r.done.LeftOut, "; "), "it is empty"))
	}
	if r.until.IsZero() {
		if err := r.from.history.notBehind(r.done.Newest); err != nil {
			return err
		}
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

// intended are the versions that are not too late.
func (r *restoring) intended(versions []string) []string {
	if r.until.IsZero() {
		return versions
	}
	last := data.Version(r.until)
	for _, version := range after(last, versions) {
		r.done.LeftOut = append(r.done.LeftOut, fmt.Sprintf("snapshot %s is later than %s", version, data.At(r.until)))
	}
	return slices.DeleteFunc(versions, func(v string) bool { return v > last })
}

// leaveOut notes why something is not restored, if there is an error. It returns those without which a copy would be none.
func (r *restoring) leaveOut(why error) (left bool, err error) {
	if why == nil || errors.Is(why, ErrNewer) || errors.Is(why, ErrUnavailable) {
		return false, why
	}
	r.done.LeftOut = append(r.done.LeftOut, why.Error())
	return true, nil
}

// copy writes an object as it was read from the source, or leaves it out if that went wrong.
func (r *restoring) copy(ctx context.Context, name string, body []byte, err error) (copied bool, _ error) {
	if left, err := r.leaveOut(err); left || err != nil {
		return false, err
	}
	r.done.Bytes += int64(len(body))
	return true, r.into.blobs.Write(ctx, object(name, body))
}

// snapshot copies one version, its manifest last, with what stands beside it, or leaves it out. If that is missing or broken, the
// snapshot is still good.
func (r *restoring) snapshot(ctx context.Context, version string) error {
	found, manifest, err := r.intact(version)
	if left, err := r.leaveOut(err); left || err != nil {
		return err
	}
	all, err := found.blobs(r.into.directory != "")
	if err != nil {
		return err
	}
	for _, b := range all {
		if _, err := r.copy(ctx, b.Name, b.Body, nil); err != nil {
			return err
		}
	}
	if manifest.Exports != nil {
		var body []byte
		_, err := r.from.Exports(manifest) // which verifies every digest
		if err == nil {
			body, err = r.from.history.read(exportsName(version))
		}
		if _, err := r.copy(ctx, exportsName(version), body, err); err != nil {
			return err
		}
	}
	if manifest.Archive != nil {
		r.archives[manifest.Archive.Path] = manifest.Archive
	}
	r.done.Snapshots++
	r.done.Newest, r.pointer = version, found.pointer()
	return nil
}

// intact reads a version and verifies every digest. It notes the archives that its values were read from: of its own run, and those
// its evidence stands in.
func (r *restoring) intact(version string) (found packed, manifest data.Manifest, err error) {
	found.version = version
	if found.manifest, err = r.from.ManifestBody(version); err != nil {
		return found, manifest, err
	}
	if manifest, err = decodeManifest(version, found.manifest); err != nil {
		return found, manifest, r.from.history.broken(version, err)
	}
	archives := archivesOf(manifest)
	for doc, err := range r.from.Documents(manifest) {
		if err != nil {
			return found, manifest, err
		}
		found.documents = append(found.documents, doc)
		archives = append(archives, archivesCited(doc.Path, doc.Body)...)
	}
	found.signature, err = r.from.history.object(snapshotName(version), signatureName)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return found, manifest, r.from.history.broken(version, err)
	}
	for _, name := range archives {
		if _, known := r.archives[name]; !known && name != "" {
			r.archives[name] = nil
		}
	}
	return found, manifest, nil
}

// copyArchives copies the raw responses of the snapshots. One that is missing costs no published value.
func (r *restoring) copyArchives(ctx context.Context) error {
	for _, name := range slices.Sorted(maps.Keys(r.archives)) {
		var body []byte
		err := checkArchive(name)
		if err == nil {
			body, err = r.from.history.read(name)
		}
		if want := r.archives[name]; err == nil && want != nil && digest(body) != want.SHA256 {
			err = fmt.Errorf("%s is not what was published: its digest differs from the manifest", r.from.history.name(name))
		}
		copied, err := r.copy(ctx, name, body, err)
		if err != nil {
			return err
		}
		if copied {
			r.done.Archives++
		}
	}
	return nil
}

func (r *restoring) copyAcceptances(ctx context.Context) error {
	all, err := r.from.Accepted()
	if _, err := r.leaveOut(err); err != nil {
		return err
	}
	for _, a := range all {
		body, err := data.Encode(a)
		if _, err := r.copy(ctx, acceptanceName(a.ID), body, err); err != nil {
			return err
		}
		r.done.Acceptances++
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
	_, err = r.copy(ctx, reportName, body, err)
	return err
}
