package store

import (
	"errors"
	"fmt"

	"pricepoint/data"
)

// look is a manifest as it lies there.
type look struct {
	body []byte
	err  error
}

func (r *reader) look(version string) look {
	body, err := r.manifestBody(version)
	return look{body, err}
}

// link is what a published version leads to.
type link struct {
	digest string  // of its manifest
	before string  // the version it replaced; "" for none
	vouch  voucher // for that
}

// voucher says which digest a manifest must have; the zero one says nothing.
type voucher struct{ digest, by string }

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
	upgrade   = "upgrade this pricepoint, or verify with the one that made it"
)

// proof is what is known of a manifest that was compared with what vouches for it.
type proof struct {
	manifest data.Manifest // without a Version when nothing in it counts
	digest   string
	signed   bool    // it has a signature, and nothing is wrong with that; not looked for when nobody needs it
	wrong    []fault // the first is why it does not count, if it does not
}

// counts tells whether a snapshot is what was published: it is listed, served, mirrored, restored and built upon.
func (p proof) counts() bool { return p.manifest.Version != "" }

// refusal is why it does not count; nil when it does.
func (p proof) refusal() error {
	if p.counts() {
		return nil
	}
	return p.wrong[0].err
}

func (p proof) link() link {
	name := snapshotName(p.manifest.Version) + "/" + manifestName
	return link{p.digest, p.manifest.Previous, voucher{p.manifest.PreviousManifest, name}}
}

// prove decides whether a manifest counts: all that reads a snapshot asks it. A digest vouches for it, or a signature when
// there is a key; then the digest in the pointer, which anybody may write, is not enough. Where neither can vouch, since
// there is no key and what came after was dropped, it is taken as it is.
//
// A signature that is not needed is looked at only if the proof is to be thorough.
func (r *reader) prove(version string, vouch voucher, found look, thorough bool) proof {
	folder := snapshotName(version) + "/"
	if found.err != nil {
		return proof{wrong: []fault{{folder + manifestName, found.err, fromACopy}}}
	}
	p := proof{digest: digest(found.body)}
	same := vouch.digest == p.digest
	vouched := same && !(r.keys.checks() && vouch.by == pointerName)
	var unsigned error
	if thorough || !vouched && r.keys.checks() {
		unsigned = r.checkSignature(version, found.body)
		p.signed = unsigned == nil
	}
	bySignature := p.signed && r.keys.checks()
	switch {
	case same || vouch.digest == "":
	case bySignature && vouch.by == pointerName:
		p.wrong = append(p.wrong, fault{vouch.by, fmt.Errorf("it says that %s has the digest %s; that is %s, and signed", folder+manifestName, vouch.digest, p.digest), fromACopy})
	default:
		return proof{signed: p.signed, wrong: []fault{{folder + manifestName, otherDigest(p.digest, vouch), fromACopy}}}
	}
	adopted := vouch.by == pointerName && same && r.keys.adopts(version)
	if r.keys.checks() && !vouched && !bySignature && !adopted {
		return proof{wrong: []fault{r.unvouched(version, unsigned)}}
	}
	if unsigned != nil && !errors.Is(unsigned, errUnsigned) && !adopted {
		p.wrong = append(p.wrong, fault{folder + signatureName, unsigned, fromACopy})
	}
	manifest, err := decodeManifest(version, found.body)
	if errors.Is(err, ErrNewer) {
		return proof{signed: p.signed, wrong: []fault{{folder + manifestName, err, upgrade}}}
	}
	if err != nil {
		return proof{signed: p.signed, wrong: []fault{{folder + manifestName, err, fromACopy}}}
	}
	p.manifest = manifest
	return p
}

func otherDigest(got string, vouch voucher) error {
	return fmt.Errorf("%s has the digest %s, %s says %s", manifestName, got, vouch.by, vouch.digest)
}

// unvouched is what is wrong with a snapshot that no key vouches for.
func (r *reader) unvouched(version string, why error) fault {
	name := snapshotName(version) + "/" + signatureName
	switch {
	case errors.Is(why, ErrUnavailable):
		return fault{name, why, ""}
	case errors.Is(why, errUnsigned):
		return fault{name, fmt.Errorf("%w: %w", why, ErrUnvouched), signIt}
	}
	return fault{name, fmt.Errorf("%w: %w", why, ErrUnvouched), fromACopy}
}
