package store

import (
	"bytes"
	"errors"
	"slices"

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

// Checked is what is known of one object of a store. A snapshot is told of as a whole, and what is wrong in it by its
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
