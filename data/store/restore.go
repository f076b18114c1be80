package store

import (
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
	done, err := restoreFrom(ctx, from, s, until)
	if err == nil {
		s.history.noteSeen(done.Newest)
	}
	return done, err
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
	from     *Store
	into     *Store
	until    time.Time // zero: everything
	versions []string
	done     Restored
	wanted   map[string]*data.File // archives, with what is known of them; nil: only the name
	pointer  data.Pointer
}

func restoreFrom(ctx context.Context, from, into *Store, until time.Time) (Restored, error) {
	r := restoring{from: from, into: into, until: until, done: Restored{LeftOut: []string{}}, wanted: map[string]*data.File{}}
	found, err := r.from.history.follow("")
	if err != nil && !errors.Is(err, ErrEmpty) {
		return r.done, err
	}
	r.choose(found.versions)
	for _, version := range slices.Sorted(maps.Keys(found.refused)) {
		if err := found.refused[version]; isFinal(err) {
			return r.done, err
		}
		r.done.LeftOut = append(r.done.LeftOut, found.refused[version].Error())
	}
	for _, step := range []func(context.Context) error{r.claims, r.snapshots, r.archives, r.acceptances, r.report, r.finish} {
		if err = step(ctx); err != nil {
			break
		}
	}
	if err == nil || r.done.Bytes == 0 { // nothing is hidden any more, or there is nothing to hide
		for _, version := range r.versions {
			_ = r.into.blobs.Remove(context.WithoutCancel(ctx), claimName(version)) // if that fails, the next Publish does it
		}
	}
	return r.done, err
}

// isFinal says that a copy without this snapshot would be none.
func isFinal(err error) bool { return errors.Is(err, ErrNewer) || errors.Is(err, ErrUnavailable) }

// choose leaves out what is too late.
func (r *restoring) choose(versions []string) {
	r.versions = versions
	if r.until.IsZero() {
		return
	}
	last := data.Version(r.until)
	for _, version := range after(last, slices.Clone(versions)) {
		r.done.LeftOut = append(r.done.LeftOut, fmt.Sprintf("snapshot %s is later than %s", version, data.At(r.until)))
	}
	r.versions = slices.DeleteFunc(versions, func(v string) bool { return v > last })
}

// claims hides every version until the pointer is there, so that nobody sees some and takes them for all.
func (r *restoring) claims(ctx context.Context) error {
	for _, version := range r.versions {
		if err := r.into.blobs.Write(ctx, object(claimName(version), []byte(blob.ThisProcess().String()+"\n"))); err != nil {
			return err
		}
	}
	return nil
}

func (r *restoring) snapshots(ctx context.Context) error {
	for _, version := range r.versions {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := r.snapshot(ctx, version); err != nil {
			return err
		}
	}
	if r.done.Snapshots > 0 && r.until.IsZero() {
		return r.from.history.notBehind(r.done.Newest)
	}
	if r.done.Snapshots > 0 {
		return nil
	}
	return fmt.Errorf("nothing is restored: %s holds no intact snapshot%s", r.from, reasons(r.done.LeftOut))
}

func reasons(all []string) string {
	if len(all) == 0 {
		return ""
	}
	return ": " + strings.Join(all, "; ")
}

// snapshot copies one version, its manifest last, or leaves it out.
func (r *restoring) snapshot(ctx context.Context, version string) error {
	found, err := r.intact(version)
	if isFinal(err) {
		return err
	}
	if err != nil {
		r.done.LeftOut = append(r.done.LeftOut, err.Error())
		return nil
	}
	laid, err := found.laid(r.into.directory != "")
	if err != nil {
		return err
	}
	for _, o := range laid {
		if err := r.copy(ctx, o.Name, o.Body); err != nil {
			return err
		}
	}
	for _, name := range found.archives {
		if _, known := r.wanted[name]; !known && name != "" {
			r.wanted[name] = nil
		}
	}
	if err := r.exports(ctx, found.decoded); err != nil {
		return err
	}
	if archive := found.decoded.Archive; archive != nil {
		r.wanted[archive.Path] = archive
	}
	r.done.Snapshots++
	r.done.Newest = version
	r.pointer = found.pointer()
	return nil
}

// exports copies what stands beside a snapshot. If it is missing or broken, the snapshot is still good.
func (r *restoring) exports(ctx context.Context, manifest data.Manifest) error {
	if manifest.Exports == nil {
		return nil
	}
	_, err := r.from.Exports(manifest)
	if errors.Is(err, ErrUnavailable) {
		return err
	}
	if err != nil {
		r.done.LeftOut = append(r.done.LeftOut, err.Error())
		return nil
	}
	body, err := r.from.history.read(exportsName(manifest.Version))
	if err != nil {
		return err
	}
	return r.copy(ctx, exportsName(manifest.Version), body)
}

// intactVersion is a version of which every digest is right.
type intactVersion struct {
	packed
	decoded  data.Manifest
	archives []string // that its values were read from: of its own run, and those its evidence stands in
}

// intact reads a version and verifies every digest.
func (r *restoring) intact(version string) (found intactVersion, err error) {
	body, err := r.from.ManifestBody(version)
	if err != nil {
		return found, err
	}
	manifest, err := decodeManifest(version, body)
	if err != nil {
		return found, r.from.history.broken(version, err)
	}
	found.version, found.manifest, found.decoded, found.archives = version, body, manifest, archivesOf(manifest)
	for doc, err := range r.from.Documents(manifest) {
		if err != nil {
			return found, err
		}
		found.documents = append(found.documents, doc)
		found.archives = append(found.archives, archivesCited(doc.Path, doc.Body)...)
	}
	if found.signature, err = r.from.history.object(snapshotName(version), signatureName); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return found, r.from.history.broken(version, err)
	}
	return found, nil
}

// archives copies the raw responses of the snapshots. One that is missing costs no published value.
func (r *restoring) archives(ctx context.Context) error {
	for _, name := range slices.Sorted(maps.Keys(r.wanted)) {
		if err := checkArchive(name); err != nil {
			r.done.LeftOut = append(r.done.LeftOut, err.Error())
			continue
		}
		body, err := r.from.history.read(name)
		if err == nil && r.wanted[name] != nil && digest(body) != r.wanted[name].SHA256 {
			err = fmt.Errorf("%s is not what was published: its digest differs from the manifest", r.from.history.name(name))
		}
		if errors.Is(err, ErrUnavailable) {
			return err
		}
		if err != nil {
			r.done.LeftOut = append(r.done.LeftOut, err.Error())
			continue
		}
		if err := r.copy(ctx, name, body); err != nil {
			return err
		}
		r.done.Archives++
	}
	return nil
}

func (r *restoring) acceptances(ctx context.Context) error {
	all, err := r.from.Accepted()
	if errors.Is(err, ErrUnavailable) {
		return err
	}
	if err != nil {
		r.done.LeftOut = append(r.done.LeftOut, err.Error())
	}
	for _, a := range all {
		body, err := data.Encode(a)
		if err != nil {
			return err
		}
		if err := r.copy(ctx, acceptanceName(a.ID), body); err != nil {
			return err
		}
		r.done.Acceptances++
	}
	return nil
}

// report copies that of the last run, if there is an intact one.
func (r *restoring) report(ctx context.Context) error {
	report, err := r.from.Report()
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if errors.Is(err, ErrUnavailable) {
		return err
	}
	if err != nil {
		r.done.LeftOut = append(r.done.LeftOut, err.Error())
		return nil
	}
	if !r.until.IsZero() && report.FinishedAt.After(r.until) {
		return nil // it tells of what is left out
	}
	body, err := data.Encode(report)
	if err != nil {
		return err
	}
	return r.copy(ctx, reportName, body)
}

func (r *restoring) finish(ctx context.Context) error {
	body, err := data.Encode(r.pointer)
	if err != nil {
		return err
	}
	return r.into.blobs.Write(ctx, object(pointerName, body))
}

func (r *restoring) copy(ctx context.Context, name string, body []byte) error {
	r.done.Bytes += int64(len(body))
	return r.into.blobs.Write(ctx, object(name, body))
}
