package store

import (
	"errors"
	"fmt"
	"sync"

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

// voucher is what the pointer or a manifest says of a version: that it was published, and which digest its manifest must have. ""
// says nothing.
type voucher struct{ version, digest, by string }

// fault is an object that is Broken.
type fault struct {
	Checked
	err error
}

func broken(object string, err error, do string) fault {
	return fault{Checked{object, Broken, err.Error(), do}, err}
}

// entry is what is known of a version in the history of a store.
type entry struct {
	version   string
	expected  voucher
	beside    bool          // it is none: nobody was led to it, and it was not looked at
	published bool          // it is what was published: it is listed, served, mirrored, restored and built upon
	manifest  data.Manifest // of what is published
	digest    string
	signed    bool    // it has a signature, and nothing is wrong with that; not looked for when nobody needs it
	before    voucher // the version it replaced, "" for none
	wrong     []fault // the first is why it does not count, if it does not
}

// refusal is why it does not count; nil when it does, and for what is beside.
func (e entry) refusal() error {
	if e.published || e.beside {
		return nil
	}
	return e.wrong[0].err
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
func (o *objects) prove(by voucher, found look, thorough bool) entry {
	folder := snapshotName(by.version) + "/"
	name := folder + manifestName
	e := entry{version: by.version, expected: by, digest: digest(found.body)}
	refuse := func(f fault) entry {
		e.wrong = []fault{f}
		return e
	}
	if found.err != nil {
		return refuse(broken(name, found.err, fromACopy))
	}
	same, checks := by.digest == e.digest, o.keys.checks()
	vouched := same && !(checks && by.by == pointerName)
	var unsigned error
	if thorough || !vouched && checks {
		unsigned = o.checkSignature(by.version, found.body)
		e.signed = unsigned == nil
	}
	bySignature := e.signed && checks
	switch {
	case same || by.digest == "":
	case bySignature && by.by == pointerName:
		e.wrong = append(e.wrong, broken(by.by, fmt.Errorf("it says that %s has the digest %s; that is %s, and signed", name, by.digest, e.digest), fromACopy))
	default:
		return refuse(broken(name, otherDigest(e.digest, by), fromACopy))
	}
	adopted := by.by == pointerName && same && o.keys.adopts(by.version)
	if checks && !vouched && !bySignature && !adopted {
		return refuse(unvouched(by.version, unsigned))
	}
	if unsigned != nil && !errors.Is(unsigned, errUnsigned) && !adopted {
		e.wrong = append(e.wrong, broken(folder+signatureName, unsigned, fromACopy))
	}
	manifest, err := decodeManifest(by.version, found.body)
	switch {
	case errors.Is(err, ErrNewer):
		return refuse(broken(name, err, upgrade))
	case err != nil:
		return refuse(broken(name, err, fromACopy))
	}
	e.published, e.manifest, e.before = true, manifest, voucher{manifest.Previous, manifest.PreviousManifest, name}
	return e
}

// proven are versions that were found to be published.
type proven struct {
	mu      sync.Mutex
	entries map[string]entry // by version, without their manifests
	checked bool             // a key was asked about them
}

// known is a version that was proven before, with a key or without, and is what vouches for it says.
func (p *proven) known(by voucher, checks bool) (entry, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.checked != checks {
		p.entries, p.checked = nil, checks
	}
	e, ok := p.entries[by.version]
	e.expected = by
	return e, ok && (by.digest == "" || by.digest == e.digest)
}

func (p *proven) remember(e entry) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.entries == nil {
		p.entries = map[string]entry{}
	}
	p.entries[e.version] = entry{version: e.version, digest: e.digest, before: e.before, published: true}
}

func (p *proven) forget(version string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.entries, version)
}

func otherDigest(got string, by voucher) error {
	return fmt.Errorf("%s has the digest %s, %s says %s", manifestName, got, by.by, by.digest)
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
