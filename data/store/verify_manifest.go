package store

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"pricepoint/data"
)

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
	slices.Reverse(wrong) // everything is told backwards
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

// summary tells of a snapshot with nothing wrong in it.
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
