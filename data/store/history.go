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
)

// history is what a store has published: the pointer has the digest of the newest manifest, and each manifest that of the one
// before it. What these digests do not reach was never published, whatever lies there.
//
// With a public key the pointer, which nobody signs, is not enough. The newest manifest must have a signature then, and so
// must one whose successor was dropped.
type history struct {
	objects objects
	keys    *Keys // nil: nothing is signed, and no signature asked for

	known sync.Map // entries that are published, by knownAs and without their manifests: nothing published changes
}

// knownAs is a version that was verified with a key or without.
type knownAs struct {
	version string
	byKey   bool
}

// reference is what the pointer or a manifest says of a version: that it was published, and which digest its manifest has; ""
// says nothing.
type reference struct{ version, digest, from string }

// entry is what is known of a version.
type entry struct {
	version   string
	expected  reference     // by what is newer
	beside    bool          // nothing refers to it, and it was not read
	manifest  data.Manifest // unless it was known
	digest    string        // of the manifest
	previous  reference     // the version it replaced, "" for none
	signature error         // what is wrong with that; errUnsigned: there is none
	vouched   bool          // a key vouches for it, or by its digest all that is newer
	err       error         // why it is not what was published: then it is not listed, served, mirrored, restored or built upon
	at        string        // the member that the error is about
}

// head is where a history begins.
type head struct {
	names   []string // of versions, oldest first; those after the newest are left out
	newest  reference
	trouble error    // with the pointer; nil for none
	later   []string // versions that lie after the newest and are not published
}

// downTo leaves out what is before a version.
func (at head) downTo(version string) head {
	i, _ := slices.BinarySearch(at.names, version)
	at.names = at.names[i:]
	return at
}

// head finds the newest version: the one that the pointer names, and when that is lost the last one there is. The error is
// ErrEmpty or ErrUnavailable.
func (h *history) head() (at head, err error) {
	pointer, trouble := h.objects.pointer()
	if errors.Is(trouble, ErrUnavailable) {
		return head{}, trouble
	}
	if at.names, err = h.objects.versions(snapshotsName, zipSuffix); err != nil {
		return head{}, err
	}
	switch n := len(at.names); {
	case trouble == nil:
		at.newest = reference{pointer.Version, pointer.Manifest, pointerName}
		i, there := slices.BinarySearch(at.names, pointer.Version)
		if there {
			i++
		} else {
			at.trouble = h.objects.notFound(pointer.Version)
		}
		at.names, at.later = at.names[:i], at.names[i:]
		return at, nil
	case errors.Is(trouble, fs.ErrNotExist) && n == 0:
		return head{}, fmt.Errorf("%s: %w", h.objects, ErrEmpty)
	case errors.Is(trouble, fs.ErrNotExist):
		trouble = fmt.Errorf("%s is missing", h.objects.place(pointerName))
	}
	if at.trouble = trouble; len(at.names) > 0 { // all of them may have been published
		at.newest.version = at.names[len(at.names)-1]
	}
	return at, nil
}

// entries goes from the newest version to the oldest: to that which each says it has replaced. Where one refers to nothing, or to
// what was dropped, it goes to the next there is, to which nothing refers. Versions that it passes over are beside.
func (h *history) entries(at head, read func(version string) entry) iter.Seq[entry] {
	return func(yield func(entry) bool) {
		next, vouched := at.newest, false
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
			e := read(version)
			if next.digest != "" && e.digest != next.digest { // it was known as another
				e = h.read(version)
			}
			h.judge(&e, next)
			vouched = e.signature == nil && h.keys.Checks() || next.digest != "" && (vouched || next.from == pointerName)
			e.vouched = vouched
			if next = (reference{version: version}); e.err == nil {
				next = e.previous
				h.remember(e)
			}
			if !yield(e) {
				return
			}
		}
	}
}

// judge decides whether a version counts: all that reads a snapshot asks it. A digest is enough, or a signature when
// there is a key; the digest in the pointer, which anybody may write, is not enough then. Where there is neither, since
// there is no key and what came after was dropped, it is taken as it is.
func (h *history) judge(e *entry, by reference) {
	e.expected = by
	pointed, same := by.from == pointerName, by.digest == e.digest
	needed := h.keys.Checks() && (pointed || !same) && !(pointed && same && h.keys.Adopts(by.version))
	switch {
	case e.digest == "": // it could not be read
	case by.digest != "" && !same:
		e.at, e.err = manifestName, otherDigest(e.digest, by)
	case needed && e.signature != nil:
		e.at, e.err = signatureName, fmt.Errorf("%w: %w", e.signature, ErrUnvouched)
	}
}

func otherDigest(got string, by reference) error {
	return fmt.Errorf("%s has the digest %s, %s says %s", manifestName, got, by.from, by.digest)
}

// read reads a manifest and checks its signature.
func (h *history) read(version string) entry {
	e := entry{version: version, at: manifestName, signature: errUnsigned}
	m, body, err := h.manifest(version)
	var signature []byte
	if err == nil {
		signature, err = m(signatureName)
	}
	if err != nil && (body == nil || !errors.Is(err, fs.ErrNotExist)) {
		e.err = err
		return e
	}
	e.digest, e.signature = digest(body), h.keys.check(version, body, signature)
	e.manifest, e.err = decodeManifest(version, body)
	e.previous = reference{e.manifest.Previous, e.manifest.PreviousManifest, snapshotName(version) + "/" + manifestName}
	return e
}

// manifest reads the manifest of a version: without one there is nothing of it, and the error is ErrNotFound.
func (h *history) manifest(version string) (m members, body []byte, err error) {
	if m, err = h.objects.members(version); err == nil {
		body, err = m(manifestName)
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = h.objects.notFound(version)
	}
	return m, body, err
}

// recall returns a version that was found published before.
func (h *history) recall(version string) (entry, bool) {
	e, ok := h.known.Load(knownAs{version, h.keys.Checks()})
	if !ok {
		return entry{}, false
	}
	return e.(entry), true
}

func (h *history) remember(e entry) {
	e.manifest = data.Manifest{}
	h.known.Store(knownAs{e.version, h.keys.Checks()}, e)
}

// recalled reads a version unless it was found published before.
func (h *history) recalled(version string) entry {
	if e, ok := h.recall(version); ok {
		return e
	}
	return h.read(version)
}

// ahead reads versions several at once: a bucket takes its time.
func (h *history) ahead(versions []string) func(version string) entry {
	read := make([]entry, len(versions))
	var group errgroup.Group
	group.SetLimit(4 * runtime.GOMAXPROCS(0))
	for i, version := range versions {
		group.Go(func() error {
			read[i] = h.recalled(version)
			return nil
		})
	}
	_ = group.Wait() // each has its own error
	return func(version string) entry {
		i, _ := slices.BinarySearch(versions, version)
		return read[i]
	}
}

// published is a history that was read.
type published struct {
	versions []string         // oldest first
	refused  map[string]error // versions that are not what was published, and why
	beside   []string         // versions that were never published, or were broken when the next was
}

// published reads the history down to a version, "" for all.
func (h *history) published(down string) (published, error) {
	found := published{refused: map[string]error{}}
	at, err := h.head()
	if err != nil {
		return found, err
	}
	at = at.downTo(down)
	for e := range h.entries(at, h.ahead(at.names)) {
		switch {
		case e.beside, errors.Is(e.err, ErrNotFound): // dropped, or never written to its end
			found.beside = append(found.beside, e.version)
		case errors.Is(e.err, ErrUnavailable):
			return found, e.err
		case e.err != nil:
			found.refused[e.version] = h.objects.broken(e.version, e.err)
		default:
			found.versions = append(found.versions, e.version)
		}
	}
	slices.Reverse(found.versions)
	return found, nil
}

// open opens a version that was published, and returns its manifest as it is stored.
func (h *history) open(version string) (members, []byte, error) {
	if err := checkVersion(version); err != nil {
		return nil, nil, err
	}
	if _, known := h.recall(version); !known {
		found, err := h.published(version)
		if err == nil {
			err = found.refused[version]
		}
		if err != nil && !errors.Is(err, ErrEmpty) {
			return nil, nil, err
		}
	}
	e, known := h.recall(version)
	if !known {
		return nil, nil, h.objects.notFound(version)
	}
	m, body, err := h.manifest(version)
	if err == nil && digest(body) != e.digest {
		err = otherDigest(digest(body), reference{version, e.digest, "the history"})
	}
	if err != nil {
		h.known.Delete(knownAs{version, h.keys.Checks()}) // so that the next list leaves it out
		return nil, nil, h.objects.broken(version, err)
	}
	return m, body, nil
}
