package store

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"pricepoint/data"
)

// A store vouches for itself: the pointer has the digest of the newest manifest, and each manifest that of the one
// before it. What this chain does not reach was never published, whatever lies there.
//
// With a public key the pointer, which nobody signs, vouches for nothing. The newest manifest must have a signature then,
// and so must one whose successor was dropped.

// history follows the manifests from the newest to the oldest. It remembers what it has proven: nothing published changes.
type history struct {
	objects
	proven proven
	seen   *seen // nil: nothing is remembered outside the store
}

// start is where the newest version is.
type start struct {
	names   []string // of versions, oldest first; those after the newest are left out
	newest  voucher  // which that is, and what says so
	trouble error    // with the pointer: *BehindError, or it cannot be read; nil for none
	known   bool     // the pointer is what it says, or there never was one
	later   []string // versions that lie after the newest and are not published
}

// downTo leaves out what is before a version.
func (s start) downTo(version string) start {
	s.names = slices.DeleteFunc(slices.Clone(s.names), func(v string) bool { return v < version })
	return s
}

// begin finds the newest version: the one that the pointer names, unless a later one was published. Whoever publishes
// claims a version until the pointer names it, so a later one without a claim has been published, and the pointer was
// set back since. The error is ErrEmpty or ErrUnavailable.
func (h *history) begin() (start, error) {
	for range attempts {
		pointer, trouble := h.pointer()
		if errors.Is(trouble, ErrUnavailable) {
			return start{}, trouble
		}
		names, err := h.versions()
		if err != nil {
			return start{}, err
		}
		if trouble != nil {
			return h.beginWithout(trouble, names)
		}
		s, err := h.beginAt(pointer, names)
		if err == nil {
			err = h.notBehind(s.newest.version)
		}
		if err != nil || s.newest.version == pointer.Version {
			return s, err
		}
		if now, err := h.pointer(); err == nil && now == pointer { // else it has been published meanwhile
			return s, nil
		}
	}
	return start{}, fmt.Errorf("%s: %w: the pointer changes whenever it is read", h.blobs, ErrUnavailable)
}

// attempts are made to read a pointer and a list that belong together.
const attempts = 5

// beginWithout begins at the newest version that nobody is writing: without a pointer, all of them may have been
// published.
func (h *history) beginWithout(trouble error, names []string) (start, error) {
	claims, err := h.marked(claimsName)
	if err != nil {
		return start{}, err
	}
	s := start{trouble: trouble, names: without(names, claims)}
	if errors.Is(trouble, fs.ErrNotExist) {
		s.known, s.trouble = true, fmt.Errorf("%s %w", h.name(pointerName), errNoPointer)
		if len(s.names) == 0 {
			return s, fmt.Errorf("%s: %w", h.blobs, ErrEmpty)
		}
	}
	if len(s.names) > 0 {
		s.newest.version = s.names[len(s.names)-1]
	}
	return s, nil
}

func (h *history) beginAt(pointer data.Pointer, names []string) (start, error) {
	s := start{names: names, newest: voucher{pointer.Version, pointer.Manifest, pointerName}, known: true}
	if later := after(pointer.Version, names); len(later) > 0 {
		claims, err := h.marked(claimsName)
		if err != nil {
			return s, err
		}
		for _, version := range slices.Backward(without(later, claims)) {
			e := h.prove(voucher{version: version}, h.look(version), false)
			if errors.Is(e.refusal(), ErrUnavailable) {
				return s, e.refusal()
			}
			if e.published {
				s.newest, s.trouble = voucher{version: version}, &BehindError{pointer.Version, version}
				break
			}
		}
		s.later = slices.DeleteFunc(later, func(v string) bool { return v <= s.newest.version && !slices.Contains(claims, v) })
		s.names = without(names, s.later)
	}
	if s.trouble == nil && !slices.Contains(names, pointer.Version) {
		s.trouble = cmp.Or(h.look(pointer.Version).err, h.notFound(pointer.Version))
		if errors.Is(s.trouble, ErrUnavailable) {
			return s, s.trouble
		}
	}
	return s, nil
}

// walk goes from the newest version to the oldest: to that which each says it has replaced. Where one leads nowhere, or to what was
// dropped, it goes to the next there is, and nothing vouches for that. Versions that it was led past are beside it.
//
// What was proven before is not read again, and comes without its manifest, unless the walk is thorough: then signatures that
// nobody needs are looked at, too.
func (h *history) walk(from start, thorough bool) iter.Seq[entry] {
	return func(yield func(entry) bool) {
		next, ahead, batch := from.newest, map[string]look{}, 1
		for i, version := range slices.Backward(from.names) {
			if version > next.version {
				if !yield(entry{version: version, beside: true}) {
					return
				}
				continue
			}
			if version != next.version {
				next = voucher{version: version}
			}
			e, known := h.proven.known(next, h.keys.checks())
			if thorough || !known {
				if _, looked := ahead[version]; !looked {
					ahead = h.lookAhead(from.names[:i+1], batch, thorough)
					batch = min(2*batch, lookedAhead) // the newest is often all that is wanted
				}
				e = h.prove(next, ahead[version], thorough)
			}
			if next = (voucher{version: version}); e.published {
				next = e.before
				h.proven.remember(e)
			}
			if !yield(e) {
				return
			}
		}
	}
}

// lookedAhead is how many manifests are read at once, at most.
const lookedAhead = 64

// lookAhead reads the manifest of the last of some versions, and those before it that are not known.
func (h *history) lookAhead(names []string, batch int, thorough bool) map[string]look {
	var wanted []string
	for _, version := range slices.Backward(names) {
		_, known := h.proven.known(voucher{version: version}, h.keys.checks())
		if len(wanted) == 0 || thorough || !known {
			wanted = append(wanted, version)
		}
		if len(wanted) == batch {
			break
		}
	}
	looks := make([]look, len(wanted))
	var group errgroup.Group
	group.SetLimit(4 * runtime.GOMAXPROCS(0)) // a bucket takes its time
	for i, version := range wanted {
		group.Go(func() error {
			looks[i] = h.look(version)
			return nil
		})
	}
	_ = group.Wait() // each look has its own error
	all := map[string]look{}
	for i, version := range wanted {
		all[version] = looks[i]
	}
	return all
}

// published is what a walk through a store has found.
type published struct {
	start
	versions []string         // oldest first
	sure     map[string]bool  // of versions: something vouches for them
	refused  map[string]error // versions that are not what was published, and why
	beside   []string         // versions that were never published, or were broken when the next was
}

// follow walks down to a version, "" for all.
func (h *history) follow(down string) (published, error) {
	from, err := h.begin()
	found := published{start: from, sure: map[string]bool{}, refused: map[string]error{}}
	if err != nil {
		return found, err
	}
	for e := range h.walk(from.downTo(down), false) {
		switch err := e.refusal(); {
		case e.beside:
			found.beside = append(found.beside, e.version)
		case errors.Is(err, ErrUnavailable):
			return found, err
		case errors.Is(err, ErrNotFound): // dropped since the versions were listed
		case err != nil:
			found.refused[e.version] = h.broken(e.version, err)
		default:
			found.versions = append(found.versions, e.version)
			found.sure[e.version] = e.expected.digest != ""
		}
	}
	slices.Reverse(found.versions)
	return found, nil
}

// manifest returns the manifest of a version as it is stored. The error is ErrNotFound when it was never published.
func (h *history) manifest(version string) ([]byte, error) {
	if e, ok := h.proven.known(voucher{version: version}, h.keys.checks()); ok {
		body, err := h.manifestBody(version)
		if err == nil && digest(body) == e.digest {
			return body, nil
		}
		h.proven.forget(version) // so that the next list leaves it out
	}
	found, err := h.follow(version)
	if err != nil && !errors.Is(err, ErrEmpty) {
		return nil, err
	}
	if err := found.refused[version]; err != nil {
		return nil, err
	}
	e, ok := h.proven.known(voucher{version: version}, h.keys.checks())
	if !ok {
		return nil, h.notFound(version)
	}
	body, err := h.manifestBody(version)
	if err == nil && digest(body) != e.digest {
		err = otherDigest(digest(body), voucher{version, e.digest, "the chain of manifests"})
	}
	if err != nil {
		return nil, h.broken(version, err)
	}
	return body, nil
}
