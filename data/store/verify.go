package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"pricepoint/data"
	"pricepoint/data/store/pack"
)

// Condition is what was found of an object.
type Condition string

// The conditions. Only Broken is something wrong.
const (
	Intact   Condition = "intact"
	Broken   Condition = "broken"
	Gone     Condition = "dropped"  // no longer kept, and nothing needs it
	Unproven Condition = "unproven" // nothing contradicts it, and not everything vouches for it
)

// Checked is what is known of one object of a store. A snapshot is reported as a whole, and what is wrong in it by its
// own name.
type Checked struct {
	Object string    `json:"object"` // its name in the store
	State  Condition `json:"state"`
	About  string    `json:"about"`        // what was found
	Do     string    `json:"do,omitempty"` // what ends it
}

// Verification is what Verify has found.
type Verification struct {
	Checked   []Checked       // the pointer, then the snapshots, oldest first
	Manifests []data.Manifest // of the snapshots that were asked for, those that are not broken, oldest first
}

// Verify reads every byte of the pointer and of the snapshots: all of them, or one when version is not "". The error
// is ErrEmpty or ErrNotFound when there is nothing to verify, ErrUnavailable when the store cannot be reached.
//
// It reads the history as all that reads a snapshot does, and verifies each signature too.
func (s *Store) Verify(version string) (Verification, error) {
	h := s.history
	at, err := h.head()
	if err != nil {
		return Verification{}, err
	}
	v := &verification{store: s, names: at.names, only: version}
	if version != "" && !slices.Contains(slices.Concat(at.names, at.later), version) {
		return Verification{}, h.notFound(version)
	}
	v.notPublished(at.later, "it is later than the newest: somebody is publishing it, or was stopped, or the pointer was set back")
	var beside []string
	for e := range h.entries(at.downTo(version), h.manifestBody, true) {
		if e.beside {
			beside = append(beside, e.version)
		} else if err := v.snapshot(e); err != nil {
			return Verification{}, err
		}
	}
	v.notPublished(beside, "the snapshot that follows was not built on it: it was never published, or was broken then; it is not listed")
	if !slices.ContainsFunc(v.found.Checked, func(c Checked) bool { return c.Object == pointerName }) {
		v.add(v.pointer(at))
	}
	slices.Reverse(v.found.Checked)
	slices.Reverse(v.found.Manifests)
	return v.found, nil
}

// verification goes from the newest version to the oldest.
type verification struct {
	store *Store
	names []string // of versions
	only  string   // the version that was asked for; "" for all
	sure  bool     // something vouches for the version that refers to the next
	found Verification
}

func (v *verification) asked(version string) bool { return v.only == "" || v.only == version }

func (v *verification) add(c Checked) { v.found.Checked = append(v.found.Checked, c) }

// notPublished is about versions that lie there, and to which nothing refers.
func (v *verification) notPublished(versions []string, why string) {
	for _, version := range slices.Backward(versions) {
		if v.asked(version) {
			v.add(Checked{snapshotName(version), Unproven, why, ""})
		}
	}
}

func (v *verification) pointer(at head) Checked {
	const do = "the next refresh writes it anew; until then the newest intact snapshot is used"
	switch {
	case errors.Is(at.trouble, ErrNotFound):
		return Checked{pointerName, Broken, "it names " + at.newest.version + ", which is not in the store", do}
	case at.trouble != nil:
		return Checked{pointerName, Broken, at.trouble.Error(), do}
	}
	if err := v.store.isWritten(pointerName, data.Pointer{Version: at.newest.version, Manifest: at.newest.digest}); err != nil {
		return Checked{pointerName, Broken, err.Error(), do}
	}
	return Checked{pointerName, Intact, "names " + at.newest.version, ""}
}

// isWritten is an error when an object does not have the one form in which its content is written.
func (s *Store) isWritten(name string, content any) error {
	want, err := data.Encode(content)
	if err != nil {
		return err
	}
	body, err := s.history.read(name)
	if err == nil && !bytes.Equal(body, want) {
		err = errors.New("its bytes are not as they were written")
	}
	return err
}

// snapshot verifies the next version of the history, and reports it when it was asked for. The error is ErrUnavailable.
func (v *verification) snapshot(e entry) error {
	if errors.Is(e.refusal(), ErrNotFound) && e.expected.from != pointerName {
		v.notPublished([]string{e.version}, "it has no manifest: a run was stopped while it wrote or dropped it; prune removes the rest")
		return nil
	}
	checks := v.store.history.keys.Checks()
	v.sure = e.signed && checks || e.expected.digest != "" && (v.sure || e.expected.from == pointerName)
	if !v.asked(e.version) {
		return unavailable(e.wrong)
	}
	if err := e.refusal(); errors.Is(err, ErrUnvouched) && errors.Is(err, errUnsigned) && e.expected.from != pointerName {
		v.add(Checked{snapshotName(e.version), Unproven, "it is not signed, and no other object has the digest of its manifest: it is not listed", ""})
		return nil
	}
	if _, err := v.store.Exports(e.manifest); err != nil {
		e.wrong = append(e.wrong, broken(exportsName(e.version), err, "restore it from a copy of the store; the next refresh makes new ones, and until then programs are told that there are none"))
	}
	wrong := v.inFile(e.version, e.manifest, append(v.documents(e.manifest), e.wrong...))
	for _, p := range wrong {
		v.add(p.Checked)
	}
	if e.published {
		v.found.Manifests = append(v.found.Manifests, e.manifest)
	}
	if len(wrong) == 0 {
		v.add(v.summary(e))
	}
	return unavailable(wrong)
}

// unavailable is the error of a store that could not be read; nil for none.
func unavailable(wrong []problem) error {
	for _, p := range wrong {
		if errors.Is(p.err, ErrUnavailable) {
			return p.err
		}
	}
	return nil
}

// CheckArchive reads an archive to its end and compares it with what the manifest of its run says; nil when no such
// manifest is left. The error is fs.ErrNotExist when the archive is missing, ErrUnavailable when nobody can tell.
func (s *Store) CheckArchive(name string, want *data.File) error {
	archive, err := s.OpenArchive(name)
	if err != nil {
		return err
	}
	defer archive.Close()
	sum := sha256.New()
	size, err := io.Copy(sum, archive)
	if err != nil {
		return err
	}
	if got := hex.EncodeToString(sum.Sum(nil)); want != nil && (size != want.Size || got != want.SHA256) {
		return fmt.Errorf("it has %d bytes with the digest %s, its manifest says %d with %s", size, got, want.Size, want.SHA256)
	}
	return nil
}

// CheckAcceptances compares the acceptances in the store, which are those given, with what the newest manifest has of
// them. One that was made after it has no digest yet.
func (s *Store) CheckAcceptances(all []data.Acceptance, newest []data.Acceptance) ([]Checked, error) {
	var checked []Checked
	for _, a := range all {
		i := slices.IndexFunc(newest, func(n data.Acceptance) bool { return n.ID == a.ID })
		c := Checked{acceptanceName(a.ID), Intact, "by " + a.By, ""}
		switch err := s.isWritten(c.Object, a); {
		case errors.Is(err, ErrUnavailable):
			return nil, err
		case err != nil:
			c.State, c.About, c.Do = Broken, err.Error(), "move it away and accept the finding again"
		case i < 0:
			c.State, c.About = Unproven, c.About+"; the next snapshot vouches for it"
		case newest[i] != a:
			c.State, c.About = Broken, fmt.Sprintf("it is not what the newest snapshot has: by %s at %s, note %q", newest[i].By, newest[i].At, newest[i].Note)
			c.Do = "write back what the snapshot has; if it was accepted anew since, the next refresh takes it over"
		}
		checked = append(checked, c)
	}
	for _, a := range newest {
		if slices.ContainsFunc(all, func(have data.Acceptance) bool { return have.ID == a.ID }) {
			continue
		}
		c := Checked{acceptanceName(a.ID), Gone, "it was taken back since the newest snapshot, which still has it", ""}
		if _, err := s.history.acceptance(a.ID); errors.Is(err, ErrUnavailable) {
			return nil, err
		} else if !errors.Is(err, fs.ErrNotExist) {
			c.State, c.About = Broken, fmt.Sprint(err)
			c.Do = fmt.Sprintf("write back what the newest snapshot has: by %s at %s, note %q", a.By, a.At, a.Note)
		}
		checked = append(checked, c)
	}
	return checked, nil
}

// documents are what is wrong with the documents of a snapshot.
func (v *verification) documents(manifest data.Manifest) (wrong []problem) {
	for doc, err := range v.store.Documents(manifest) {
		if err != nil {
			wrong = append(wrong, broken(snapshotName(manifest.Version)+"/"+doc.Path+brotliSuffix, err, fromACopy))
		}
	}
	slices.Reverse(wrong) // everything is reported backwards
	return wrong
}

// inFile puts what is wrong under the name of the file that it is in, if the snapshot is one and that is not as it was
// written. Nothing is known of what it should hold when the manifest has no Version.
func (v *verification) inFile(version string, manifest data.Manifest, wrong []problem) []problem {
	name := zipName(snapshotName(version))
	file, err := v.store.history.read(name)
	if err == nil {
		err = pack.Damage(file)
	}
	if err == nil && manifest.Version != "" {
		err = checkMembers(file, manifest)
	}
	switch {
	case err == nil, errors.Is(err, fs.ErrNotExist):
		return wrong
	case errors.Is(err, ErrUnavailable):
		return append(wrong, broken(name, err, "")) // which says nothing about the file
	case len(wrong) == 0:
		return []problem{broken(name, err, "what it should hold is right and is served; restore the file from a copy of the store")}
	}
	var all []string
	for _, p := range slices.Backward(wrong) {
		all = append(all, fmt.Sprintf("%s: %v", p.Object, p.err))
	}
	return []problem{broken(name, errors.New(strings.Join(all, "; ")), fromACopy)}
}

// summary reports a snapshot with nothing wrong in it, and what vouches for it.
func (v *verification) summary(e entry) Checked {
	m, state, vouches := e.manifest, Intact, ""
	switch {
	case e.signed && v.store.history.keys.Checks():
		vouches = "signed"
	case !v.sure:
		state, vouches = Unproven, "no other object has the digest of its manifest"
	case e.signed:
		vouches = "signature not checked: set sign.public_key"
	default:
		vouches = "not signed"
	}
	about := fmt.Sprintf("%d documents, %s", len(m.Files), vouches)
	if m.Previous != "" && !slices.Contains(v.names, m.Previous) {
		about += "; the one before, " + m.Previous + ", was dropped"
	}
	return Checked{snapshotName(m.Version), state, about, ""}
}
