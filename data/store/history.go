package store

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"pricepoint/data"
)

// The history is what a store has published: the pointer has the digest of the newest manifest, and each manifest that of the one
// before it. What these digests do not reach was never published, whatever lies there.
//
// With a public key the pointer, which nobody signs, is not enough. The newest manifest must have a signature then, and so
// must one whose successor was dropped.

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
	vouched   bool      // a key vouches for it, or by its digest all that is newer
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
	i, _ := slices.BinarySearch(at.names, version)
	at.names = at.names[i:]
	return at
}

// head finds the newest version: the one that the pointer names, and when that is lost the last one there is. The error is
// ErrEmpty or ErrUnavailable.
func (s *Store) head() (at head, err error) {
	pointer, err := s.pointer()
	if errors.Is(err, ErrUnavailable) {
		return head{}, err
	}
	at.trouble = err
	if at.names, err = s.versions(); err != nil {
		return head{}, err
	}
	if errors.Is(at.trouble, fs.ErrNotExist) {
		at.trouble = fmt.Errorf("%s %w", s.name(pointerName), errNoPointer)
		if len(at.names) == 0 {
			return head{}, fmt.Errorf("%s: %w", s, ErrEmpty)
		}
	}
	switch {
	case at.trouble == nil:
		at.newest = reference{pointer.Version, pointer.Manifest, pointerName}
		i, there := slices.BinarySearch(at.names, pointer.Version)
		if there {
			i++
		} else {
			at.trouble = s.notFound(pointer.Version)
		}
		at.names, at.later = at.names[:i], at.names[i:]
	case len(at.names) > 0: // all of them may have been published
		at.newest.version = at.names[len(at.names)-1]
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
func (s *Store) entries(at head, read reader, thorough bool) iter.Seq[entry] {
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
			e, known := s.verified(next)
			if thorough || !known {
				body, err := read(version)
				e = s.verify(next, body, err, thorough)
			}
			vouched = e.signed && s.keys.Checks() || next.digest != "" && (vouched || next.from == pointerName)
			e.vouched = vouched
			if next = (reference{version: version}); e.published {
				next = e.previous
				s.remember(e)
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
func (s *Store) verify(by reference, body []byte, err error, thorough bool) entry {
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
	same, checks, pointed := by.digest == e.digest, s.keys.Checks(), by.from == pointerName
	needed := checks && (!same || pointed)
	var unsigned error
	if thorough || needed {
		unsigned = s.checkSignature(by.version, body)
		e.signed = unsigned == nil
	}
	adopted := pointed && same && s.keys.Adopts(by.version)
	switch {
	case !same && by.digest != "" && pointed && checks && e.signed:
		e.wrong = append(e.wrong, broken(by.from, fmt.Errorf("it says that %s has the digest %s; that is %s, and signed", name, by.digest, e.digest), fromACopy))
	case !same && by.digest != "":
		return refuse(broken(name, otherDigest(e.digest, by), fromACopy))
	case needed && !e.signed && !adopted:
		return refuse(unvouched(folder+signatureName, unsigned))
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

// checkSignature is an error unless the manifest of a version has the signature it should have: errUnsigned when there is none.
func (s *Store) checkSignature(version string, manifest []byte) error {
	text, err := s.contents(version).read(signatureName)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: %s is missing", errUnsigned, signatureName)
	}
	if err == nil {
		if err = s.keys.Check(version, manifest, text); err != nil {
			err = fmt.Errorf("%s %w", signatureName, err)
		}
	}
	return err
}

// unvouched is what is wrong with a snapshot that the key has not signed.
func unvouched(name string, why error) problem {
	switch {
	case errors.Is(why, ErrUnavailable):
		return broken(name, why, "")
	case errors.Is(why, errUnsigned):
		return broken(name, fmt.Errorf("%w: %w", why, ErrUnvouched), signIt)
	}
	return broken(name, fmt.Errorf("%w: %w", why, ErrUnvouched), fromACopy)
}

// verified is a version that was verified before, with a key or without, and is what a reference says.
func (s *Store) verified(by reference) (entry, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.knownByKey != s.keys.Checks() {
		s.known, s.knownByKey = map[string]entry{}, s.keys.Checks()
	}
	e, ok := s.known[by.version]
	e.expected = by
	return e, ok && (by.digest == "" || by.digest == e.digest)
}

func (s *Store) remember(e entry) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.known[e.version] = entry{version: e.version, digest: e.digest, previous: e.previous, published: true}
}

// published is a history that was read.
type published struct {
	versions []string         // oldest first
	refused  map[string]error // versions that are not what was published, and why
	beside   []string         // versions that were never published, or were broken when the next was
}

// published reads the history down to a version, "" for all.
func (s *Store) published(down string) (published, error) {
	found := published{refused: map[string]error{}}
	at, err := s.head()
	if err != nil {
		return found, err
	}
	at = at.downTo(down)
	for e := range s.entries(at, s.readAhead(at.names), false) {
		switch err := e.refusal(); {
		case e.beside, errors.Is(err, ErrNotFound): // dropped, or never written to its end
			found.beside = append(found.beside, e.version)
		case errors.Is(err, ErrUnavailable):
			return found, err
		case err != nil:
			found.refused[e.version] = s.broken(e.version, err)
		default:
			found.versions = append(found.versions, e.version)
		}
	}
	slices.Reverse(found.versions)
	return found, nil
}

// readAhead reads the manifests that are not known, several at once: a bucket takes its time.
func (s *Store) readAhead(versions []string) reader {
	type result struct {
		body []byte
		err  error
	}
	results := make([]result, len(versions))
	var group errgroup.Group
	group.SetLimit(4 * runtime.GOMAXPROCS(0))
	for i, version := range versions {
		if _, known := s.verified(reference{version: version}); !known {
			group.Go(func() error {
				results[i].body, results[i].err = s.manifestBody(version)
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
		return s.manifestBody(version) // it was known as another than it should be
	}
}

// ManifestBody returns the manifest of a version as it is stored: the bytes that a digest or a signature is of. Its
// errors are those of Manifest.
func (s *Store) ManifestBody(version string) ([]byte, error) {
	if err := checkVersion(version); err != nil {
		return nil, err
	}
	if body, err := s.verifiedBody(version); err == nil {
		return body, nil
	}
	s.mu.Lock()
	delete(s.known, version) // so that the next list leaves it out
	s.mu.Unlock()
	found, err := s.published(version)
	if err != nil && !errors.Is(err, ErrEmpty) {
		return nil, err
	}
	if err := found.refused[version]; err != nil {
		return nil, err
	}
	return s.verifiedBody(version)
}

// verifiedBody reads the manifest of a version that was verified before.
func (s *Store) verifiedBody(version string) ([]byte, error) {
	e, ok := s.verified(reference{version: version})
	if !ok {
		return nil, s.notFound(version)
	}
	body, err := s.manifestBody(version)
	if err == nil && digest(body) != e.digest {
		err = otherDigest(digest(body), reference{version, e.digest, "the history"})
	}
	if err != nil {
		return nil, s.broken(version, err)
	}
	return body, nil
}
