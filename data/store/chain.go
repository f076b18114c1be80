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

// chain follows the manifests from the newest to the oldest. It remembers what it has proven: nothing published changes.
type chain struct {
	reader
	seen *seen // nil: nothing is remembered

	mu      sync.Mutex
	links   map[string]link // by version, of those that are published
	checked bool            // a key was asked about them
	refused error           // why the last list left something out
}

// start is where a chain begins.
type start struct {
	names   []string // of versions, oldest first; those after the newest are left out
	newest  string   // version
	vouch   voucher  // for that
	trouble error    // with the pointer: *BehindError, or it cannot be read; nil for none
	known   bool     // the pointer is what it says, or there never was one
	later   []string // versions that lie after the newest and are not published
}

// ask reads the pointer. The error is ErrEmpty when nothing was ever published.
func (c *chain) ask() (data.Pointer, error) {
	pointer, err := c.pointer()
	if !errors.Is(err, fs.ErrNotExist) {
		return pointer, err
	}
	from, err := c.begin() // which tells a new store from one that has lost its pointer
	switch {
	case err != nil:
		return data.Pointer{}, err
	case errors.Is(from.trouble, errNoPointer):
		return data.Pointer{}, from.trouble
	}
	return c.pointer() // it is there by now
}

// begin finds the newest version: the one that the pointer names, unless a later one was published. Whoever publishes
// claims a version until the pointer names it, so a later one without a claim has been published, and the pointer was
// set back since. The error is ErrEmpty or ErrUnavailable.
func (c *chain) begin() (start, error) {
	for range attempts {
		pointer, trouble := c.pointer()
		if errors.Is(trouble, ErrUnavailable) {
			return start{}, trouble
		}
		names, err := versionsIn(c.place)
		if err != nil {
			return start{}, err
		}
		if trouble != nil {
			return c.beginWithout(trouble, names)
		}
		s, err := c.beginAt(pointer, names)
		if err == nil {
			err = c.notBehind(s.newest)
		}
		if err != nil || s.newest == pointer.Version {
			return s, err
		}
		if now, err := c.pointer(); err == nil && now == pointer { // else it has been published meanwhile
			return s, nil
		}
	}
	return start{}, fmt.Errorf("%s: %w: the pointer changes whenever it is read", c.where, ErrUnavailable)
}

// attempts are made to read a pointer and a list that belong together.
const attempts = 5

// beginWithout begins at the newest version that nobody is writing: without a pointer, all of them may have been
// published.
func (c *chain) beginWithout(trouble error, names []string) (start, error) {
	claims, err := claimsIn(c.place)
	if err != nil {
		return start{}, err
	}
	s := start{trouble: trouble, names: without(names, claims)}
	if errors.Is(trouble, fs.ErrNotExist) {
		s.known, s.trouble = true, fmt.Errorf("%s %w", c.name(pointerName), errNoPointer)
		if len(s.names) == 0 {
			return s, fmt.Errorf("%s: %w", c.where, ErrEmpty)
		}
	}
	if len(s.names) > 0 {
		s.newest = s.names[len(s.names)-1]
	}
	return s, nil
}

func (c *chain) beginAt(pointer data.Pointer, names []string) (start, error) {
	s := start{names: names, newest: pointer.Version, vouch: voucher{pointer.Manifest, pointerName}, known: true}
	s.later = after(pointer.Version, slices.Clone(names))
	if len(s.later) > 0 {
		claims, err := claimsIn(c.place)
		if err != nil {
			return s, err
		}
		for _, version := range slices.Backward(without(s.later, claims)) {
			p := c.prove(version, voucher{}, c.look(version), false)
			if errors.Is(p.refusal(), ErrUnavailable) {
				return s, p.refusal()
			}
			if p.counts() {
				s.newest, s.vouch, s.trouble = version, voucher{}, &BehindError{pointer.Version, version}
				break
			}
		}
		s.later = without(s.later, c.between(pointer.Version, s.newest, names, claims))
		s.names = without(names, s.later)
	}
	if s.trouble == nil && !slices.Contains(names, pointer.Version) {
		s.trouble = cmp.Or(c.look(pointer.Version).err, c.notFound(pointer.Version))
		if errors.Is(s.trouble, ErrUnavailable) {
			return s, s.trouble
		}
	}
	return s, nil
}

// between are the unclaimed versions after one, up to another.
func (c *chain) between(from, to string, names, claims []string) []string {
	return slices.DeleteFunc(without(names, claims), func(v string) bool { return v <= from || v > to })
}

func without(versions, others []string) []string {
	return slices.DeleteFunc(slices.Clone(versions), func(v string) bool { return slices.Contains(others, v) })
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

// known is a link that was proven before and is what vouches for it says.
func (c *chain) known(version string, vouch voucher) (link, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.checked != c.keys.checks() {
		c.links, c.checked = nil, c.keys.checks()
	}
	l, ok := c.links[version]
	return l, ok && (vouch.digest == "" || vouch.digest == l.digest)
}

func (c *chain) remember(version string, l link) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.links == nil {
		c.links = map[string]link{}
	}
	c.links[version] = l
}

func (c *chain) forget(version string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.links, version)
}

// published is what a walk through a store has found.
type published struct {
	start
	versions []string         // oldest first
	refused  map[string]error // versions that are not what was published, and why
	beside   []string         // versions that were never published, or were broken when the next was
}

// follow walks down to a version, "" for all.
func (c *chain) follow(down string) (published, error) {
	from, err := c.begin()
	found := published{start: from, refused: map[string]error{}}
	if err != nil {
		return found, err
	}
	ahead := map[string]look{}
	w := from.walk()
	for w.next() && w.version >= down {
		l, ok := c.known(w.version, w.vouch)
		if !ok {
			if _, ok := ahead[w.version]; !ok {
				ahead = c.lookAhead(w, down)
			}
			p := c.prove(w.version, w.vouch, ahead[w.version], false)
			switch err := p.refusal(); {
			case errors.Is(err, ErrUnavailable):
				return found, err
			case errors.Is(err, ErrNotFound):
				continue // dropped since the versions were listed
			case err != nil:
				found.refused[w.version] = c.broken(w.version, err)
				continue
			}
			l = p.link()
			c.remember(w.version, l)
		}
		w.leads(l)
		found.versions = append(found.versions, w.version)
	}
	slices.Reverse(found.versions)
	found.beside = w.beside
	return found, nil
}

// noteRefused remembers what a list has left out.
func (c *chain) noteRefused(found published) {
	var all []error
	for _, version := range slices.Sorted(maps.Keys(found.refused)) {
		all = append(all, found.refused[version])
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.refused = nil
	if len(all) > 0 {
		c.refused = &troubles{all, "they are not listed"}
	}
}

// Refused says, for the log, which snapshots the last List has left out because they are not what was published; nil for none.
func (c *chain) Refused() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.refused
}

// lookedAhead is how many manifests are read at once.
const lookedAhead = 64

// lookAhead reads the manifest of the version that a walk is at, and of those after it that are not known.
func (c *chain) lookAhead(w walk, down string) map[string]look {
	unknown := []string{w.version}
	for _, version := range slices.Backward(w.rest) {
		if _, known := c.known(version, voucher{}); !known && version >= down && len(unknown) < lookedAhead {
			unknown = append(unknown, version)
		}
	}
	if len(unknown) == 1 {
		return map[string]look{w.version: c.look(w.version)}
	}
	looks := make([]look, len(unknown))
	var group errgroup.Group
	group.SetLimit(4 * runtime.GOMAXPROCS(0)) // a bucket takes its time
	for i, version := range unknown {
		group.Go(func() error {
			looks[i] = c.look(version)
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
func (c *chain) manifest(version string) ([]byte, error) {
	l, ok := c.known(version, voucher{})
	if !ok {
		found, err := c.follow(version)
		if err != nil && !errors.Is(err, ErrEmpty) {
			return nil, err
		}
		if err := found.refused[version]; err != nil {
			return nil, err
		}
		if l, ok = c.known(version, voucher{}); !ok {
			return nil, c.notFound(version)
		}
	}
	body, err := c.manifestBody(version)
	if err != nil {
		return nil, c.broken(version, err)
	}
	if got := digest(body); got != l.digest {
		c.forget(version) // so that the next list leaves it out
		return nil, c.broken(version, otherDigest(got, voucher{l.digest, "the chain of manifests"}))
	}
	return body, nil
}
