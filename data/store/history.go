package store

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"pricepoint/data"
	"pricepoint/data/store/signing"
)

// history is what a store has published: the pointer has the digest of the newest manifest, and each manifest that of the one
// before it. What these digests do not reach was never published, whatever lies there.
//
// With a public key the pointer, which nobody signs, is not enough. The newest manifest must have a signature then, and so
// must one whose successor was dropped.
type history struct {
	objects

	mu     sync.Mutex
	known  map[string]entry // verified before, without their manifests: nothing published changes
	signed bool             // a key was asked about them
}

// reference is what the pointer or a manifest says of a version: that it was published, and which digest its manifest has; ""
// says nothing.
type reference struct{ version, digest, from string }

// entry is what is known of a version.
type entry struct {
	version   string
	expected  reference
	beside    bool          // nothing refers to it, and it was not read
	published bool          // it is what was published: it is listed, served, mirrored, restored and built upon
	manifest  data.Manifest // of what is published
	digest    string
	signed    bool      // it has a signature, and nothing is wrong with that; not read when nobody needs it
	previous  reference // the version it replaced, "" for none
	wrong     []problem // the first is why it does not count, if it does not
}

// refusal is why it does not count; nil when it does, and for what is beside.
func (e entry) refusal() error {
	if e.published || e.beside {
		return nil
	}
	return e.wrong[0].err
}

// problem is an object that is Broken.
type problem struct {
	Checked
	err error
}

func broken(object string, err error, do string) problem {
	return problem{Checked{object, Broken, err.Error(), do}, err}
}

// What to do about a file whose bytes nobody can work out again, about a signature that was never made, and about what is newer.
const (
	fromACopy = "restore it from a copy of the store; a snapshot that is not intact is not served"
	signIt    = "set sign.key where pricepoint refreshes; the next refresh signs"
	upgrade   = "upgrade this pricepoint, or verify with the one that made it"
)

// head is where a history begins.
type head struct {
	names   []string // of versions, oldest first; those after the newest are left out
	newest  reference
	trouble error    // with the pointer; nil for none
	later   []string // versions that lie after the newest and are not published
}

// downTo leaves out what is before a version.
func (at head) downTo(version string) head {
	at.names = slices.DeleteFunc(slices.Clone(at.names), func(v string) bool { return v < version })
	return at
}

// head finds the newest version: the one that the pointer names, and when that is lost the last one there is. The error is
// ErrEmpty or ErrUnavailable.
func (h *history) head() (head, error) {
	pointer, trouble := h.pointer()
	if errors.Is(trouble, ErrUnavailable) {
		return head{}, trouble
	}
	names, err := h.versions()
	if err != nil {
		return head{}, err
	}
	if trouble != nil {
		return h.headWithout(trouble, names)
	}
	at := head{newest: reference{pointer.Version, pointer.Manifest, pointerName}, later: after(pointer.Version, names)}
	at.names = names[:len(names)-len(at.later)]
	if !slices.Contains(names, pointer.Version) {
		at.trouble = h.notFound(pointer.Version)
	}
	return at, nil
}

// headWithout begins at the newest version: without a pointer, all of them may have been published.
func (h *history) headWithout(trouble error, names []string) (head, error) {
	at := head{trouble: trouble, names: names}
	if errors.Is(trouble, fs.ErrNotExist) {
		at.trouble = fmt.Errorf("%s %w", h.name(pointerName), errNoPointer)
		if len(names) == 0 {
			return at, fmt.Errorf("%s: %w", h.blobs, ErrEmpty)
		}
	}
	if len(names) > 0 {
		at.newest.version = names[len(names)-1]
	}
	return at, nil
}

// reader reads the bytes of the manifest of a version.
type reader func(version string) ([]byte, error)

// entries goes from the newest version to the oldest: to that which each says it has replaced. Where one refers to nothing, or to
// what was dropped, it goes to the next there is, to which nothing refers. Versions that it passes over are beside.
//
// What was verified before is not read again, and comes without its manifest, unless the reading is thorough: then signatures
// that nobody needs are verified, too.
func (h *history) entries(at head, read reader, thorough bool) iter.Seq[entry] {
	return func(yield func(entry) bool) {
		next := at.newest
		for _, version := range slices.Backward(at.names) {
			if version > next.version {
				if !yield(entry{version: version, beside: true}) {
					return
				}
				continue
			}
			if version != next.version {
				next = reference{version: version}
			}
			e, known := h.verified(next)
			if thorough || !known {
				body, err := read(version)
				e = h.verify(next, body, err, thorough)
			}
			if next = (reference{version: version}); e.published {
				next = e.previous
				h.remember(e)
			}
			if !yield(e) {
				return
			}
		}
	}
}

// verify decides whether a manifest counts: all that reads a snapshot asks it. A digest is enough, or a signature when
// there is a key; the digest in the pointer, which anybody may write, is not enough then. Where there is neither, since
// there is no key and what came after was dropped, it is taken as it is.
//
// A signature that is not needed is verified only when the reading is thorough.
func (o *objects) verify(by reference, body []byte, err error, thorough bool) entry {
	folder := snapshotName(by.version) + "/"
	name := folder + manifestName
	e := entry{version: by.version, expected: by, digest: digest(body)}
	refuse := func(p problem) entry {
		e.wrong = []problem{p}
		return e
	}
	if err != nil {
		return refuse(broken(name, err, fromACopy))
	}
	same, checks, pointed := by.digest == e.digest, o.keys.Checks(), by.from == pointerName
	needed := checks && (!same || pointed)
	var unsigned error
	if thorough || needed {
		unsigned = o.checkSignature(by.version, body)
		e.signed = unsigned == nil
	}
	adopted := pointed && same && o.keys.Adopts(by.version)
	switch {
	case !same && by.digest != "" && pointed && checks && e.signed:
		e.wrong = append(e.wrong, broken(by.from, fmt.Errorf("it says that %s has the digest %s; that is %s, and signed", name, by.digest, e.digest), fromACopy))
	case !same && by.digest != "":
		return refuse(broken(name, otherDigest(e.digest, by), fromACopy))
	case needed && !e.signed && !adopted:
		return refuse(unvouched(by.version, unsigned))
	}
	if unsigned != nil && !errors.Is(unsigned, errUnsigned) && !adopted {
		e.wrong = append(e.wrong, broken(folder+signatureName, unsigned, fromACopy))
	}
	manifest, err := decodeManifest(by.version, body)
	switch {
	case errors.Is(err, ErrNewer):
		return refuse(broken(name, err, upgrade))
	case err != nil:
		return refuse(broken(name, err, fromACopy))
	}
	e.published, e.manifest, e.previous = true, manifest, reference{manifest.Previous, manifest.PreviousManifest, name}
	return e
}

func otherDigest(got string, by reference) error {
	return fmt.Errorf("%s has the digest %s, %s says %s", manifestName, got, by.from, by.digest)
}

// unvouched is what is wrong with a snapshot that the key has not signed.
func unvouched(version string, why error) problem {
	name := snapshotName(version) + "/" + signatureName
	switch {
	case errors.Is(why, ErrUnavailable):
		return broken(name, why, "")
	case errors.Is(why, errUnsigned):
		return broken(name, fmt.Errorf("%w: %w", why, ErrUnvouched), signIt)
	}
	return broken(name, fmt.Errorf("%w: %w", why, ErrUnvouched), fromACopy)
}

// verified is a version that was verified before, with a key or without, and is what a reference says.
func (h *history) verified(by reference) (entry, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.signed != h.keys.Checks() {
		h.known, h.signed = nil, h.keys.Checks()
	}
	e, ok := h.known[by.version]
	e.expected = by
	return e, ok && (by.digest == "" || by.digest == e.digest)
}

func (h *history) remember(e entry) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.known == nil {
		h.known = map[string]entry{}
	}
	h.known[e.version] = entry{version: e.version, digest: e.digest, previous: e.previous, published: true}
}

// reset has other keys asked from now on.
func (h *history) reset(keys *signing.Keys) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.keys, h.known = keys, nil
}

func (h *history) forget(version string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.known, version)
}

// published is a history that was read.
type published struct {
	head
	versions []string         // oldest first
	refused  map[string]error // versions that are not what was published, and why
	beside   []string         // versions that were never published, or were broken when the next was
}

// published reads the history down to a version, "" for all.
func (h *history) published(down string) (published, error) {
	at, err := h.head()
	found := published{head: at, refused: map[string]error{}}
	if err != nil {
		return found, err
	}
	at = at.downTo(down)
	for e := range h.entries(at, h.readAhead(at.names), false) {
		switch err := e.refusal(); {
		case e.beside:
			found.beside = append(found.beside, e.version)
		case errors.Is(err, ErrUnavailable):
			return found, err
		case errors.Is(err, ErrNotFound): // dropped, or never written to its end
			found.beside = append(found.beside, e.version)
		case err != nil:
			found.refused[e.version] = h.broken(e.version, err)
		default:
			found.versions = append(found.versions, e.version)
		}
	}
	slices.Reverse(found.versions)
	return found, nil
}

// readAhead reads the manifests that are not known, several at once: a bucket takes its time.
func (h *history) readAhead(versions []string) reader {
	type result struct {
		body []byte
		err  error
	}
	results := make([]result, len(versions))
	var group errgroup.Group
	group.SetLimit(4 * runtime.GOMAXPROCS(0))
	for i, version := range versions {
		if _, known := h.verified(reference{version: version}); !known {
			group.Go(func() error {
				results[i].body, results[i].err = h.manifestBody(version)
				return nil
			})
		}
	}
	_ = group.Wait() // each result has its own error
	return func(version string) ([]byte, error) {
		i, _ := slices.BinarySearch(versions, version)
		if read := results[i]; read.body != nil || read.err != nil {
			return read.body, read.err
		}
		return h.manifestBody(version) // it was known as another than it should be
	}
}

// manifest returns the manifest of a version as it is stored. The error is ErrNotFound when it was never published.
func (h *history) manifest(version string) ([]byte, error) {
	if e, ok := h.verified(reference{version: version}); ok {
		if body, err := h.manifestBody(version); err == nil && digest(body) == e.digest {
			return body, nil
		}
		h.forget(version) // so that the next list leaves it out
	}
	found, err := h.published(version)
	if err != nil && !errors.Is(err, ErrEmpty) {
		return nil, err
	}
	if err := found.refused[version]; err != nil {
		return nil, err
	}
	e, ok := h.verified(reference{version: version})
	if !ok {
		return nil, h.notFound(version)
	}
	body, err := h.manifestBody(version)
	if err == nil && digest(body) != e.digest {
		err = otherDigest(digest(body), reference{version, e.digest, "the history"})
	}
	if err != nil {
		return nil, h.broken(version, err)
	}
	return body, nil
}
