package store

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

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

// Damaged reports an object that has an error, and what to do unless it is that this user may not read it.
func Damaged(object string, err error, do string) Checked {
	if errors.Is(err, fs.ErrPermission) {
		do = "it cannot be read by this user; run this as the user who refreshes"
	}
	return Checked{object, Broken, err.Error(), do}
}

// broken reports a member of a snapshot that has an error. Nobody can work out its bytes again.
func broken(version, member string, err error) Checked {
	c := Damaged(snapshotName(version)+"/"+member, err, "copy "+zipName(version)+" back from a backup; a snapshot that is not intact is not served")
	switch {
	case errors.Is(err, ErrNewer):
		c.Do = "upgrade this pricepoint, or verify with the one that made it"
	case errors.Is(err, errUnsigned):
		c.Do = "set sign.key where pricepoint refreshes; the next refresh signs"
	}
	return c
}

func unproven(version, why string) Checked { return Checked{snapshotName(version), Unproven, why, ""} }

// Verify reads every byte of the pointer and of the snapshots: all of them, or one when version is not "". The error
// is ErrEmpty or ErrNotFound when there is nothing to verify, ErrUnavailable when the store cannot be reached.
//
// It reads the history as all that reads a snapshot does, and reports each signature too.
func (s *Store) Verify(version string) (found Verification, err error) {
	at, err := s.history.head()
	if err != nil {
		return Verification{}, err
	}
	if version != "" && !slices.Contains(slices.Concat(at.names, at.later), version) {
		return Verification{}, s.objects.notFound(version)
	}
	found.Checked = []Checked{checkPointer(at)}
	all := slices.Collect(s.history.entries(at.downTo(version), s.history.read))
	for _, e := range slices.Backward(all) {
		if errors.Is(e.err, ErrUnavailable) {
			return Verification{}, e.err
		}
		if version != "" && e.version != version {
			continue
		}
		checked, err := s.checkSnapshot(e, at.names)
		if err != nil {
			return Verification{}, err
		}
		found.Checked = append(found.Checked, checked...)
		if !e.beside && e.err == nil {
			found.Manifests = append(found.Manifests, e.manifest)
		}
	}
	for _, v := range at.later {
		if version == "" || v == version {
			found.Checked = append(found.Checked, unproven(v, "it is later than the newest: somebody is publishing it, or was stopped, or the pointer was set back"))
		}
	}
	return found, nil
}

func checkPointer(at head) Checked {
	err := at.trouble
	if errors.Is(err, ErrNotFound) {
		err = errors.New("it names " + at.newest.version + ", which is not in the store")
	}
	if err != nil {
		return Damaged(pointerName, err, "the next refresh writes it anew; until then the newest intact snapshot is used")
	}
	return Checked{pointerName, Intact, "names " + at.newest.version, ""}
}

// checkSnapshot reports a version of the history, and what is wrong with it; names are those of all versions. The error is that the
// store cannot be reached.
func (s *Store) checkSnapshot(e entry, names []string) (wrong []Checked, err error) {
	pointed := e.expected.from == pointerName
	switch {
	case e.beside:
		return []Checked{unproven(e.version, "the snapshot that follows was not built on it: it was never published, or was broken then; it is not listed")}, nil
	case errors.Is(e.err, ErrNotFound) && !pointed:
		return []Checked{unproven(e.version, "it has no manifest: a run was stopped while it wrote or dropped it; prune removes the rest")}, nil
	case errors.Is(e.err, errUnsigned) && !pointed:
		return []Checked{unproven(e.version, "it is not signed, and no other object has the digest of its manifest: it is not listed")}, nil
	case e.err != nil:
		return []Checked{broken(e.version, e.at, e.err)}, nil
	case e.signature != nil && !errors.Is(e.signature, errUnsigned) && !(e.vouched && errors.Is(e.signature, errOtherKey)):
		wrong = append(wrong, broken(e.version, signatureName, e.signature))
	}
	if _, err := s.Exports(e.manifest); errors.Is(err, ErrUnavailable) {
		return nil, err
	} else if err != nil {
		wrong = append(wrong, Damaged(exportsName(e.version), err,
			"copy it back from a backup; the next refresh makes new ones, and until then programs are told that there are none"))
	}
	for doc, err := range s.Documents(e.manifest) {
		if errors.Is(err, ErrUnavailable) {
			return nil, err
		}
		if err != nil {
			wrong = append(wrong, broken(e.version, doc.Path+brotliSuffix, err))
		}
	}
	if len(wrong) == 0 {
		wrong = []Checked{s.summary(e, names)}
	}
	return wrong, nil
}

// summary reports a snapshot with nothing wrong in it, and what vouches for it.
func (s *Store) summary(e entry, names []string) Checked {
	m, state, vouches := e.manifest, Intact, ""
	switch {
	case e.signature == nil && s.history.keys.Checks():
		vouches = "signed"
	case !e.vouched:
		state, vouches = Unproven, "no other object has the digest of its manifest"
	case e.signature == nil:
		vouches = "signature not checked: set sign.public_key"
	case errors.Is(e.signature, errOtherKey):
		vouches = "signed by another key; what follows vouches for it"
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

// CheckAcceptances compares the acceptances of a store with what its newest manifest has of them. Nothing vouches yet for one that
// was made after it.
func CheckAcceptances(all, newest []data.Acceptance) (checked []Checked) {
	for _, a := range all {
		c := Checked{acceptanceName(a.ID), Intact, "by " + a.By, ""}
		switch n := data.Find(newest, func(n data.Acceptance) bool { return n.ID == a.ID }); {
		case n == nil:
			c.State, c.About = Unproven, c.About+"; the next snapshot vouches for it"
		case *n != a:
			c.State, c.About = Broken, fmt.Sprintf("it is not what the newest snapshot has: by %s at %s, note %q", n.By, n.At, n.Note)
			c.Do = "write back what the snapshot has; if it was accepted anew since, the next refresh takes it over"
		}
		checked = append(checked, c)
	}
	return checked
}
