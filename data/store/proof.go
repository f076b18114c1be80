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

func (o *objects) look(version string) look {
	body, err := o.manifestBody(version)
	return look{body, err}
}

// voucher says which digest a manifest must have; the zero one says nothing.
type voucher struct{ digest, by string }

// fault is an object that is Broken.
type fault struct {
	Checked
	err error
}

func broken(object string, err error, do string) fault {
	return fault{Checked{object, Broken, err.Error(), do}, err}
}

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

// fromACopy is what to do about a file whose bytes nobody can work out again, signIt about one that was never made.
const (
	fromACopy = "restore it from a copy of the store; a snapshot that is not intact is not served"
	signIt    = "set sign.key where pricepoint refreshes; the next refresh signs"
	upgrade   = "upgrade this pricepoint, or verify with the one that made it"
)

// prove decides whether a manifest counts: all that reads a snapshot asks it. A digest vouches for it, or a signature when
// there is a key; then the digest in the pointer, which anybody may write, is not enough. Where neither can vouch, since
// there is no key and what came after was dropped, it is taken as it is.
//
// A signature that is not needed is looked at only if the proof is to be thorough.
func (o *objects) prove(version string, vouch voucher, found look, thorough bool) proof {
	name := snapshotName(version) + "/" + manifestName
	p := proof{digest: digest(found.body)}
	refuse := func(f fault) proof { return proof{signed: p.signed, wrong: []fault{f}} }
	if found.err != nil {
		return refuse(broken(name, found.err, fromACopy))
	}
	same := vouch.digest == p.digest
	vouched := same && !(o.keys.checks() && vouch.by == pointerName)
	var unsigned error
	if thorough || !vouched && o.keys.checks() {
		unsigned = o.checkSignature(version, found.body)
		p.signed = unsigned == nil
	}
	bySignature := p.signed && o.keys.checks()
	switch {
	case same || vouch.digest == "":
	case bySignature && vouch.by == pointerName:
		p.wrong = append(p.wrong, broken(vouch.by, fmt.Errorf("it says that %s has the digest %s; that is %s, and signed", name, vouch.digest, p.digest), fromACopy))
	default:
		return refuse(broken(name, otherDigest(p.digest, vouch), fromACopy))
	}
	adopted := vouch.by == pointerName && same && o.keys.adopts(version)
	if o.keys.checks() && !vouched && !bySignature && !adopted {
		return proof{wrong: []fault{unvouched(version, unsigned)}}
	}
	if unsigned != nil && !errors.Is(unsigned, errUnsigned) && !adopted {
		p.wrong = append(p.wrong, broken(snapshotName(version)+"/"+signatureName, unsigned, fromACopy))
	}
	manifest, err := decodeManifest(version, found.body)
	switch {
	case errors.Is(err, ErrNewer):
		return refuse(broken(name, err, upgrade))
	case err != nil:
		return refuse(broken(name, err, fromACopy))
	}
	p.manifest = manifest
	return p
}

func otherDigest(got string, vouch voucher) error {
	return fmt.Errorf("%s has the digest %s, %s says %s", manifestName, got, vouch.by, vouch.digest)
}

// unvouched is what is wrong with a snapshot that no key vouches for.
func unvouched(version string, why error) fault {
	name := snapshotName(version) + "/" + signatureName
	switch {
	case errors.Is(why, ErrUnavailable):
		return broken(name, why, "")
	case errors.Is(why, errUnsigned):
		return broken(name, fmt.Errorf("%w: %w", why, ErrUnvouched), signIt)
	}
	return broken(name, fmt.Errorf("%w: %w", why, ErrUnvouched), fromACopy)
}
