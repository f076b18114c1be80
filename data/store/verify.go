package store

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"pricepoint/data"
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
func (s *Store) Verify(version string) (found Verification, err error) {
	at, err := s.head()
	if err != nil {
		return Verification{}, err
	}
	if version != "" && !slices.Contains(slices.Concat(at.names, at.later), version) {
		return Verification{}, s.notFound(version)
	}
	all := slices.Collect(s.entries(at.downTo(version), s.manifestBody, true))
	for _, e := range slices.Backward(all) {
		wrong := e.wrong
		if version == "" || e.version == version {
			var checked []Checked
			checked, wrong = s.checkSnapshot(e, at.names)
			found.Checked = append(found.Checked, checked...)
			if e.published {
				found.Manifests = append(found.Manifests, e.manifest)
			}
		}
		if i := slices.IndexFunc(wrong, func(p problem) bool { return errors.Is(p.err, ErrUnavailable) }); i >= 0 {
			return Verification{}, wrong[i].err
		}
	}
	if !slices.ContainsFunc(found.Checked, func(c Checked) bool { return c.Object == pointerName }) {
		found.Checked = slices.Insert(found.Checked, 0, s.checkPointer(at))
	}
	for _, v := range at.later {
		if version == "" || v == version {
			found.Checked = append(found.Checked, unproven(v, "it is later than the newest: somebody is publishing it, or was stopped, or the pointer was set back"))
		}
	}
	return found, nil
}

func unproven(version, why string) Checked { return Checked{snapshotName(version), Unproven, why, ""} }

func (s *Store) checkPointer(at head) Checked {
	err := at.trouble
	switch {
	case errors.Is(err, ErrNotFound):
		err = errors.New("it names " + at.newest.version + ", which is not in the store")
	case err == nil:
		err = s.isWritten(pointerName, data.Pointer{Version: at.newest.version, Manifest: at.newest.digest})
	}
	if err != nil {
		return Checked{pointerName, Broken, err.Error(), "the next refresh writes it anew; until then the newest intact snapshot is used"}
	}
	return Checked{pointerName, Intact, "names " + at.newest.version, ""}
}

// isWritten is an error when an object does not have the one form in which its content is written.
func (s *Store) isWritten(name string, content any) error {
	want, err := data.Encode(content)
	if err != nil {
		return err
	}
	body, err := s.read(name)
	if err == nil && !bytes.Equal(body, want) {
		err = errors.New("its bytes are not as they were written")
	}
	return err
}

// checkSnapshot reports a version of the history, and what is wrong with it; names are those of all versions.
func (s *Store) checkSnapshot(e entry, names []string) (checked []Checked, wrong []problem) {
	refusal, pointed := e.refusal(), e.expected.from == pointerName
	switch {
	case e.beside:
		return []Checked{unproven(e.version, "the snapshot that follows was not built on it: it was never published, or was broken then; it is not listed")}, nil
	case errors.Is(refusal, ErrNotFound) && !pointed:
		return []Checked{unproven(e.version, "it has no manifest: a run was stopped while it wrote or dropped it; prune removes the rest")}, nil
	case errors.Is(refusal, ErrUnvouched) && errors.Is(refusal, errUnsigned) && !pointed:
		return []Checked{unproven(e.version, "it is not signed, and no other object has the digest of its manifest: it is not listed")}, nil
	}
	wrong = e.wrong
	if _, err := s.Exports(e.manifest); err != nil {
		wrong = append(wrong, broken(exportsName(e.version), err, "restore it from a copy of the store; the next refresh makes new ones, and until then programs are told that there are none"))
	}
	stored := s.contents(e.version)
	for _, file := range e.manifest.Files {
		if _, err := stored.document(file); err != nil {
			wrong = append(wrong, broken(snapshotName(e.version)+"/"+file.Path+brotliSuffix, err, fromACopy))
		}
	}
	if wrong = stored.inFile(e.manifest, wrong); len(wrong) == 0 {
		return []Checked{s.summary(e, names)}, nil
	}
	for _, p := range wrong {
		checked = append(checked, p.Checked)
	}
	return checked, wrong
}

// inFile puts what is wrong under the name of the file that it is in, if the snapshot is one and that is not as it was
// written. Nothing is known of what it should hold when the manifest has no Version.
func (c contents) inFile(manifest data.Manifest, wrong []problem) []problem {
	name := zipName(snapshotName(c.version))
	file, err := c.file()
	if err == nil {
		err = checkSeal(file.body)
	}
	if err == nil && manifest.Version != "" {
		err = file.checkMembers(manifest)
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
	for _, p := range wrong {
		all = append(all, fmt.Sprintf("%s: %v", p.Object, p.err))
	}
	return []problem{broken(name, errors.New(strings.Join(all, "; ")), fromACopy)}
}

// checkMembers refuses what another program might take for published.
func (f zipFile) checkMembers(manifest data.Manifest) error {
	expected := map[string]bool{manifestName: true, signatureName: true}
	for _, file := range manifest.Files {
		expected[file.Path+brotliSuffix] = true
	}
	for _, name := range f.names {
		if !expected[name] {
			return fmt.Errorf("it holds %q twice, or its manifest does not name that", name)
		}
		delete(expected, name)
	}
	return nil
}

// summary reports a snapshot with nothing wrong in it, and what vouches for it.
func (s *Store) summary(e entry, names []string) Checked {
	m, state, vouches := e.manifest, Intact, ""
	switch {
	case e.signed && s.keys.Checks():
		vouches = "signed"
	case !e.vouched:
		state, vouches = Unproven, "no other object has the digest of its manifest"
	case e.signed:
		vouches = "signature not checked: set sign.public_key"
	default:
		vouches = "not signed"
	}
	about := fmt.Sprintf("%d documents, %s", len(m.Files), vouches)
	if m.Previous != "" && !slices.Contains(names, m.Previous) {
		about += "; the one before, " + m.Previous + ", was dropped"
	}
	return Checked{snapshotName(m.Version), state, about, ""}
}

// CheckArchive compares an archive with what the manifest of its run says; nil when no such manifest is left. The error is
// fs.ErrNotExist when the archive is missing, ErrUnavailable when nobody can tell.
func (s *Store) CheckArchive(name string, want *data.File) error {
	body, err := s.archive(name)
	if got := digest(body); err == nil && want != nil && (int64(len(body)) != want.Size || got != want.SHA256) {
		err = fmt.Errorf("it has %d bytes with the digest %s, its manifest says %d with %s", len(body), got, want.Size, want.SHA256)
	}
	return err
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
		if _, err := s.acceptance(a.ID); errors.Is(err, ErrUnavailable) {
			return nil, err
		} else if !errors.Is(err, fs.ErrNotExist) {
			c.State, c.About = Broken, fmt.Sprint(err)
			c.Do = fmt.Sprintf("write back what the newest snapshot has: by %s at %s, note %q", a.By, a.At, a.Note)
		}
		checked = append(checked, c)
	}
	return checked, nil
}
