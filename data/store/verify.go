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
)

// Condition is what a look at an object has shown.
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

// Verify looks at every byte of the pointer and of the snapshots: all of them, or one when version is not "". The error
// is ErrEmpty or ErrNotFound when there is nothing to look at, ErrUnavailable when the store cannot be reached.
//
// It follows the digests from the pointer to the newest manifest, and from each manifest to the one before.
func (s *Store) Verify(version string) (Verification, error) {
	v := &verification{Store: s, vouched: map[string]voucher{}}
	pointer, err := v.pointer()
	if err != nil {
		return Verification{}, err
	}
	if v.versions, err = s.List(); err != nil {
		return Verification{}, err
	}
	if version != "" && !slices.Contains(v.versions, version) {
		return Verification{}, s.notFound(version)
	}
	for _, each := range slices.Backward(v.versions) {
		if each < version {
			break
		}
		if err := v.snapshot(each, version == "" || each == version); err != nil {
			return Verification{}, err
		}
	}
	if !slices.ContainsFunc(v.found.Checked, func(c Checked) bool { return c.Object == pointerName }) {
		v.tell(pointer)
	}
	slices.Reverse(v.found.Checked)
	slices.Reverse(v.found.Manifests)
	return v.found, nil
}

// verification goes from the newest version to the oldest.
type verification struct {
	*Store
	versions []string
	vouched  map[string]voucher // by version
	found    Verification
}

// voucher says which digest a manifest must have.
type voucher struct{ digest, by string }

// pointer looks at the pointer. The error is ErrEmpty or ErrUnavailable.
func (v *verification) pointer() (Checked, error) {
	const do = "the next refresh writes it anew; until then the newest intact snapshot is used"
	pointer, err := v.Pointer()
	if errors.Is(err, ErrEmpty) || errors.Is(err, ErrUnavailable) {
		return Checked{}, err
	}
	if err != nil {
		return Checked{pointerName, Broken, err.Error(), do}, nil
	}
	v.vouched[pointer.Version] = voucher{pointer.Manifest, pointerName}
	if err := v.isWritten(pointerName, pointer); err != nil {
		return Checked{pointerName, Broken, err.Error(), do}, nil
	}
	versions, err := versionsIn(v.place)
	if err != nil {
		return Checked{}, err
	}
	if !slices.Contains(versions, pointer.Version) {
		return Checked{pointerName, Broken, "it names " + pointer.Version + ", which is not in the store", do}, nil
	}
	return Checked{pointerName, Intact, "names " + pointer.Version, ""}, nil
}

// isWritten is an error when an object does not have the one form in which its content is written.
func (s *Store) isWritten(name string, content any) error {
	want, err := data.Encode(content)
	if err != nil {
		return err
	}
	body, err := s.place.read(name)
	if err == nil && !bytes.Equal(body, want) {
		err = errors.New("its bytes are not as they were written")
	}
	return err
}

// snapshot looks at one version, and tells what it finds when it was asked for. The error is ErrUnavailable.
func (v *verification) snapshot(version string, asked bool) error {
	manifest, signed, wrong := v.provenManifest(version)
	if len(wrong) == 1 && errors.Is(wrong[0].err, ErrNotFound) {
		return nil // it has been dropped since the versions were listed
	}
	if asked {
		wrong = v.inZip(version, manifest, append(v.documentsIn(manifest), wrong...))
	}
	for _, w := range wrong {
		if errors.Is(w.err, ErrUnavailable) {
			return w.err
		}
		if asked {
			v.tell(Checked{w.object, Broken, w.err.Error(), w.do})
		}
	}
	if manifest.Version == "" {
		return nil // nothing it says counts
	}
	proof, proven := v.proof(version, signed)
	if before := manifest.Previous; before != "" && proven && v.vouched[before].digest == "" {
		v.vouched[before] = voucher{manifest.PreviousManifest, snapshotName(version) + "/" + manifestName}
	}
	if !asked {
		return nil
	}
	v.found.Manifests = append(v.found.Manifests, manifest)
	if len(wrong) == 0 {
		v.tell(v.summary(manifest, proof, proven))
	}
	return nil
}

func (v *verification) tell(c Checked) { v.found.Checked = append(v.found.Checked, c) }

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

// fault is something wrong with an object.
type fault struct {
	object string
	err    error
	do     string
}

// fromACopy is what to do about a file whose bytes nobody can work out again, signIt about one that was never made.
const (
	fromACopy = "restore it from a copy of the store; a snapshot that is not intact is not served"
	signIt    = "set sign.key where pricepoint refreshes; the next refresh signs"
)

// provenManifest reads a manifest and compares it with the digest and the signature it should have. What it returns has
// no Version when nothing in it can be relied on. signed means that there is a signature with nothing wrong in it.
func (v *verification) provenManifest(version string) (manifest data.Manifest, signed bool, wrong []fault) {
	name := snapshotName(version) + "/" + manifestName
	body, err := v.manifestBody(version)
	if err == nil {
		manifest, err = decodeManifest(version, "", body)
	}
	if errors.Is(err, ErrNewer) {
		return data.Manifest{}, false, []fault{{name, err, "upgrade this pricepoint, or verify with the one that made it"}}
	}
	if err != nil {
		return data.Manifest{}, false, []fault{{name, err, fromACopy}}
	}
	err = v.checkSignature(version, body)
	signed = err == nil
	by, signature := v.vouched[version], snapshotName(version)+"/"+signatureName
	switch got := digest(body); {
	case by.digest != "" && by.digest != got && signed && v.keys.checks():
		return manifest, signed, []fault{{by.by, fmt.Errorf("it says that %s has the digest %s; that is %s, and signed", name, by.digest, got), fromACopy}}
	case by.digest != "" && by.digest != got:
		return data.Manifest{}, signed, []fault{{name, fmt.Errorf("its digest is %s, %s says %s", got, by.by, by.digest), fromACopy}}
	case errors.Is(err, errUnsigned) && v.keys.checks() && by.by == pointerName:
		return manifest, signed, []fault{{signature, errors.New("it is missing, and the newest snapshot has to be signed"), signIt}}
	case err != nil && !errors.Is(err, errUnsigned):
		return manifest, signed, []fault{{signature, err, fromACopy}}
	}
	return manifest, signed, nil
}

// documentsIn looks at every document of a snapshot.
func (v *verification) documentsIn(manifest data.Manifest) (wrong []fault) {
	for _, file := range manifest.Files {
		if _, err := v.Document(manifest, file.Path); err != nil {
			wrong = append(wrong, fault{snapshotName(manifest.Version) + "/" + file.Path + brotliSuffix, err, fromACopy})
		}
	}
	slices.Reverse(wrong) // everything is reported backwards
	return wrong
}

// inZip puts what is wrong under the name of the file that it is in, if the snapshot is one and that is not as it was
// written.
func (v *verification) inZip(version string, manifest data.Manifest, wrong []fault) []fault {
	err := v.checkZip(version, manifest)
	if err == nil {
		return wrong
	}
	name := zipName(snapshotName(version))
	if errors.Is(err, ErrUnavailable) {
		return append(wrong, fault{name, err, ""}) // which says nothing about the file
	}
	if len(wrong) == 0 {
		return []fault{{name, err, "what it should hold is right and is served; restore the file from a copy of the store"}}
	}
	var all []string
	for _, w := range slices.Backward(wrong) {
		all = append(all, fmt.Sprintf("%s: %v", w.object, w.err))
	}
	return []fault{{name, errors.New(strings.Join(all, "; ")), fromACopy}}
}

// checkZip finds what is wrong with the file of a snapshot, if it has one, besides what its objects show. Nothing is known
// of what it should hold when the manifest has no Version.
func (v *verification) checkZip(version string, manifest data.Manifest) error {
	file, err := v.place.read(zipName(snapshotName(version)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if sealed, seal := split(file); digest(sealed) != string(seal) {
		return fmt.Errorf("its last %d bytes are not the digest of those before", sealLength)
	}
	if manifest.Version == "" {
		return nil
	}
	return checkMembers(file, manifest)
}

// proof says what vouches for a manifest that is not broken.
func (v *verification) proof(version string, signed bool) (text string, proven bool) {
	by := v.vouched[version]
	switch {
	case signed && v.keys.checks():
		return "signed", true
	case by.digest != "" && signed:
		return "signature not checked: set sign.public_key", true
	case by.digest != "":
		return "not signed", true
	}
	return "no other object has the digest of its manifest", false
}

// summary reports a snapshot with nothing wrong in it.
func (v *verification) summary(m data.Manifest, proof string, proven bool) Checked {
	about := fmt.Sprintf("%d documents, %s", len(m.Files), proof)
	if m.Previous != "" && !slices.Contains(v.versions, m.Previous) {
		about += "; the one before, " + m.Previous + ", was dropped"
	}
	state := Intact
	if !proven {
		state = Unproven
	}
	return Checked{snapshotName(m.Version), state, about, ""}
}
