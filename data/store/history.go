package store

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"runtime"
	"slices"
	"sync"

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
	seen *seen // nil: nothing is remembered outside the store

	mu      sync.Mutex
	links   map[string]link // by version, of those that are published
	checked bool            // a key was asked about them
	refused error           // why the last list left something out
}

// link is what a published version leads to.
type link struct {
	digest string  // of its manifest
	before string  // the version it replaced; "" for none
	vouch  voucher // for that
}

// start is where the newest version is.
type start struct {
	names   []string // of versions, oldest first; those after the newest are left out
	newest  string   // version
	vouch   voucher  // for that
	trouble error    // with the pointer: *BehindError, or it cannot be read; nil for none
	known   bool     // the pointer is what it says, or there never was one
	later   []string // versions that lie after the newest and are not published
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
			err = h.notBehind(s.newest)
		}
		if err != nil || s.newest == pointer.Version {
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
		s.newest = s.names[len(s.names)-1]
	}
	return s, nil
}

func (h *history) beginAt(pointer data.Pointer, names []string) (start, error) {
	s := start{names: names, newest: pointer.Version, vouch: voucher{pointer.Manifest, pointerName}, known: true}
	if later := after(pointer.Version, names); len(later) > 0 {
		claims, err := h.marked(claimsName)
		if err != nil {
			return s, err
		}
		for _, version := range slices.Backward(without(later, claims)) {
			p := h.prove(version, voucher{}, h.look(version), false)
			if errors.Is(p.refusal(), ErrUnavailable) {
				return s, p.refusal()
			}
			if p.counts() {
				s.newest, s.vouch, s.trouble = version, voucher{}, &BehindError{pointer.Version, version}
				break
			}
		}
		s.later = slices.DeleteFunc(later, func(v string) bool { return v <= s.newest && !slices.Contains(claims, v) })
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

// walk goes from the newest version to the oldest.
type walk struct {
	rest   []string // oldest first
	want   string   // the next version that is published
	expect voucher  // for that

	version string   // where it is
	vouch   voucher  // for that
	beside  []string // versions that it was led past
}

func (s start) walk() walk { return walk{rest: s.names, want: s.newest, expect: s.vouch} }

// next goes to the version that follows, by what leads said of the one before. When that leads nowhere, or to what was
// dropped, to the next there is, and nothing vouches for that.
func (w *walk) next() bool {
	for len(w.rest) > 0 {
		last := len(w.rest) - 1
		w.version, w.rest = w.rest[last], w.rest[:last]
		if w.version > w.want {
			w.beside = append(w.beside, w.version)
			continue
		}
		w.vouch = voucher{}
		if w.version == w.want {
			w.vouch = w.expect
		}
		w.want = w.version
		return true
	}
	return false
}

// leads says where the version leads that next went to.
func (w *walk) leads(to link) { w.want, w.expect = to.before, to.vouch }

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
	ahead := map[string]look{}
	w := from.walk()
	for w.next() && w.version >= down {
		l, ok := h.known(w.version, w.vouch)
		if !ok {
			if _, ok := ahead[w.version]; !ok {
				ahead = h.lookAhead(w, down)
			}
			p := h.prove(w.version, w.vouch, ahead[w.version], false)
			switch err := p.refusal(); {
			case errors.Is(err, ErrUnavailable):
				return found, err
			case errors.Is(err, ErrNotFound):
				continue // dropped since the versions were listed
			case err != nil:
				found.refused[w.version] = h.broken(w.version, err)
				continue
			}
			l = p.link()
			h.remember(w.version, l)
		}
		w.leads(l)
		found.versions = append(found.versions, w.version)
		found.sure[w.version] = w.vouch.digest != ""
	}
	slices.Reverse(found.versions)
	found.beside = w.beside
	return found, nil
}

// known is a link that was proven before and is what vouches for it says.
func (h *history) known(version string, vouch voucher) (link, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.checked != h.keys.checks() {
		h.links, h.checked = nil, h.keys.checks()
	}
	l, ok := h.links[version]
	return l, ok && (vouch.digest == "" || vouch.digest == l.digest)
}

func (h *history) remember(version string, l link) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.links == nil {
		h.links = map[string]link{}
	}
	h.links[version] = l
}

func (h *history) forget(version string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.links, version)
}

// noteRefused remembers what a list has left out.
func (h *history) noteRefused(found published) {
	var left troubles
	for _, version := range slices.Sorted(maps.Keys(found.refused)) {
		left.all = append(left.all, found.refused[version])
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.refused = left.warning("they are not listed")
}

// lookedAhead is how many manifests are read at once.
const lookedAhead = 64

// lookAhead reads the manifest of the version that a walk is at, and of those after it that are not known.
func (h *history) lookAhead(w walk, down string) map[string]look {
	unknown := []string{w.version}
	for _, version := range slices.Backward(w.rest) {
		if _, known := h.known(version, voucher{}); !known && version >= down && len(unknown) < lookedAhead {
			unknown = append(unknown, version)
		}
	}
	looks := make([]look, len(unknown))
	var group errgroup.Group
	group.SetLimit(4 * runtime.GOMAXPROCS(0)) // a bucket takes its time
	for i, version := range unknown {
		group.Go(func() error {
			looks[i] = h.look(version)
			return nil
		})
	}
	_ = group.Wait() // each look has its own error
	all := map[string]look{}
	for i, version := range unknown {
		all[version] = looks[i]
	}
	return all
}

// manifest returns the manifest of a version as it is stored. The error is ErrNotFound when it was never published.
func (h *history) manifest(version string) ([]byte, error) {
	if l, ok := h.known(version, voucher{}); ok {
		body, err := h.manifestBody(version)
		if err == nil && digest(body) == l.digest {
			return body, nil
		}
		h.forget(version) // so that the next list leaves it out
	}
	found, err := h.follow(version)
	if err != nil && !errors.Is(err, ErrEmpty) {
		return nil, err
	}
	if err := found.refused[version]; err != nil {
		return nil, err
	}
	l, ok := h.known(version, voucher{})
	if !ok {
		return nil, h.notFound(version)
	}
	body, err := h.manifestBody(version)
	if err == nil && digest(body) != l.digest {
		err = otherDigest(digest(body), voucher{l.digest, "the chain of manifests"})
	}
	if err != nil {
		return nil, h.broken(version, err)
	}
	return body, nil
}
