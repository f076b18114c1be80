package overlay

import (
	"bytes"
	"slices"
	"strconv"
)

// relayed is a list without what does not fit its shape.
type relayed struct {
	list, body []byte // as it came, and what is left
	provider   string // the key of the one that is looked at
	edits      []edit
	gone       []pointer // members that are left out wherever they stand, with * for every key and place of what they stand in
	unreviewed []pointer // providers and models that are left out
}

// A list has a dozen members that are not relayed. One with more is somebody's joke, and is not told name by name.
const (
	mostNames   = 50
	longestName = 80
)

// relay leaves out of a list what does not fit. row is the shape of its providers.
func relay(body []byte, row shape) (relayed, error) {
	r := relayed{list: body}
	all := cut(body, bytes.IndexAny(body, "{["))
	_, err := scan(body, 1, func(path []string, provider *node) error {
		r.provider = path[0]
		r.keepOrDrop(all, row, provider, pointTo("", path[0]), "/*")
		return nil
	})
	if err == nil {
		r.body = splice(body, r.edits)
	}
	return r, err
}

// keepOrDrop is for a member or an item, and tells which. at is its place, like the places of all like it.
func (r *relayed) keepOrDrop(c *cutter, s shape, n *node, at, like pointer) (kept bool) {
	before := *r
	if r.fits(s, n, at, like) {
		c.keep(n.end)
		return true
	}
	*r = before
	r.edits = append(r.edits, c.drop(n.end, at))
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
	c := cut(r.list, n.start)
	for _, key := range n.names() {
		name, member := key, s.members[key]
		if _, known := s.members[key]; !known {
			member = s.members["*"]
		}
		if s.members["*"].members != nil || len(key) > longestName || len(r.gone) >= mostNames {
			name = "*"
		}
		if !r.keepOrDrop(c, member, n.member(key), pointTo(at, key), pointTo(like, name)) && member.vital {
			return false
		}
	}
	return true
}

// fitItems drops rows that do not fit. Any other array is nothing without one of its items.
func (r *relayed) fitItems(s shape, n *node, at, like pointer) bool {
	c := cut(r.list, n.start)
	for i, item := range n.items {
		if !r.keepOrDrop(c, s, item, pointTo(at, strconv.Itoa(i)), pointTo(like, "*")) && !s.row {
			return false
		}
	}
	return true
}
