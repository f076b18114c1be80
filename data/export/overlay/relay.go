package overlay

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	_ "embed" // for reviewed
	"encoding/hex"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"pricepoint/data"
)

// relayed is what of a list does not fit its shape.
type relayed struct {
	list       []byte
	provider   string    // the key of the one that is looked at
	edits      []edit    // that leave it out
	gone       []pointer // members that are left out wherever they stand, with * for every key and place of what they stand in
	unreviewed []pointer // providers and models that are left out
}

// A list has a dozen members that are not relayed. One with more is somebody's joke, and is not told name by name.
const (
	mostNames   = 50
	longestName = 80
)

// cutter drops members of an object, each with a comma that divides it from its neighbour. It is told of every member, in order.
type cutter struct {
	from  int  // where the member before ends, or what is kept of the object begins
	later bool // a member before is kept
}

// keepOrDrop is for a member or an item, and tells which. at is its place, like the places of all like it.
func (r *relayed) keepOrDrop(c *cutter, s shape, n *node, at, like pointer) (kept bool) {
	before, end := *r, n.end
	if r.fits(s, n, at, like) {
		c.from, c.later = end, true
		return true
	}
	*r = before
	if rest := bytes.TrimLeft(r.list[end:], " \t\r\n"); !c.later && bytes.HasPrefix(rest, []byte(",")) {
		end = len(r.list) - len(rest) + 1
	}
	r.edits = append(r.edits, edit{start: c.from, end: end, at: at})
	c.from = end
	if s.row {
		r.unreviewed = append(r.unreviewed, at)
	} else if !slices.Contains(r.gone, like) {
		r.gone = append(r.gone, like)
	}
	return false
}

// fits is for a value, whose members it keeps or drops.
func (r *relayed) fits(s shape, n *node, at, like pointer) bool {
	switch {
	case n.null():
		return true
	case n.is('{') && (s.members != nil || s.item != nil):
		return (s.review == nil || s.review(r.provider, n)) && r.fitMembers(s, n, at, like)
	case n.is('[') && s.item != nil:
		return r.fitItems(*s.item, n, at, like)
	}
	return s.fits != nil && !n.is('{') && !n.is('[') && s.fits(n)
}

func (r *relayed) fitMembers(s shape, n *node, at, like pointer) bool {
	c := &cutter{from: n.start + 1}
	for _, key := range slices.Clone(n.keys) {
		name, member := key, s.members[key]
		if _, known := s.members[key]; !known {
			member = s.members["*"]
		}
		if s.members["*"].members != nil || len(key) > longestName || len(r.gone) >= mostNames {
			name = "*"
		}
		if r.keepOrDrop(c, member, n.member(key), pointTo(at, key), pointTo(like, name)) {
			continue
		}
		if member.vital {
			return false
		}
		delete(n.members, key)
		n.keys = slices.DeleteFunc(n.keys, func(k string) bool { return k == key })
	}
	return true
}

// fitItems drops rows that do not fit. Any other array is nothing without one of its items.
func (r *relayed) fitItems(s shape, n *node, at, like pointer) bool {
	c, all := &cutter{from: n.start + 1}, n.items
	n.items = nil
	for i, item := range all {
		if r.keepOrDrop(c, s, item, pointTo(at, strconv.Itoa(i)), pointTo(like, "*")) {
			n.items = append(n.items, item)
		} else if !s.row {
			return false
		}
	}
	return true
}

// Programs install the package that a row of models.dev names as npm, send a key to the address that it names as api, and take
// the key from the variable that it names in env; people follow what it names as doc. Whoever can change that list could so reach
// all who read ours. So a row is relayed only if somebody has looked at what it makes programs do, the whole address included: its
// path may name an account or a variable. reviewed.txt has the digest of every such thing, renewed by
// go test ./data/export/overlay -run TestReviewed -update from the lists that are recorded.

//go:embed reviewed.txt
var reviewedText []byte

var reviewed = func() map[string]bool {
	all := map[string]bool{}
	for lines := bufio.NewScanner(bytes.NewReader(reviewedText)); lines.Scan(); {
		all[lines.Text()] = true
	}
	return all
}()

// deed is what a row makes programs do.
type deed struct{ id, npm, api, env, doc string }

// String is a line of reviewed.txt.
func (d deed) String() string {
	sum := sha256.Sum256([]byte(strings.Join([]string{d.npm, d.api, d.env, d.doc}, "\n")))
	return d.id + " " + hex.EncodeToString(sum[:8])
}

// deedOf is that of a provider, or of the member provider of a model; false where it makes programs do nothing.
func deedOf(id string, n *node) (deed, bool) {
	env := data.Each(n.member("env").list(), (*node).words)
	doc := n.member("doc").words()
	if u, err := url.Parse(doc); err == nil && u.Host != "" && u.User == nil {
		doc = u.Scheme + "://" + u.Host // where it leads
	}
	d := deed{id, n.member("npm").words(), n.member("api").words(), strings.Join(env, " "), doc}
	return d, n.member("npm") != nil || n.member("api") != nil || n.member("env") != nil
}

// isReviewed reports whether somebody has looked at what a provider, or the member provider of a model, makes programs do.
func isReviewed(id string, n *node) bool {
	d, does := deedOf(id, n)
	return !does || reviewed[d.String()]
}

// plainExpression is one that takes no longer than the text that it is run on: no part of it repeats but a number of digits.
var plainExpression = regexp.MustCompile(`^\^?(?:[\w/:=-]|\\[.\[\]/-]|\\d(?:\{\d{1,2}\})?)+\$?$`)

// isHarmless reports whether an expression is plain, or somebody has looked at it.
func isHarmless(n *node) bool {
	return n.is('"') && (plainExpression.MatchString(n.text) || reviewed[expressionDeed(n).String()])
}

// expressionDeed is what an expression makes programs do.
func expressionDeed(n *node) deed { return deed{id: "expression", npm: n.words()} }

func leadsToTheWeb(doc *node) bool {
	return strings.HasPrefix(doc.words(), "https://") || strings.HasPrefix(doc.words(), "http://")
}
