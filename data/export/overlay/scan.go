package overlay

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"pricepoint/data"
)

// What a list may be at most. Real ones nest a dozen levels, and their longest number has two dozen digits.
const (
	deepest         = 64
	longestNumber   = 64
	largestExponent = 99
)

// node is a value of a list with its place in the bytes.
type node struct {
	start, end int              // start is that of an object, an array or a number
	text       string           // of a string; a number as it is written
	kind       byte             // '{' '[' '"' 't' 'n' as it begins, '0' for a number
	keys       []string         // of an object, in their order
	members    map[string]*node // of an object
	items      []*node          // of an array
}

// is tells the kind of a node that may be missing.
func (n *node) is(kind byte) bool { return n != nil && n.kind == kind }

// nothing is what members have that are missing.
var nothing = &node{kind: 'n'}

// or is a node, or nothing where it is missing.
func (n *node) or() *node { return cmp.Or(n, nothing) }

// member is a member of an object, nil for none.
func (n *node) member(key string) *node { return n.or().members[key] }

// names are the names of the members of an object.
func (n *node) names() []string { return n.or().keys }

// list are the items of an array.
func (n *node) list() []*node { return n.or().items }

// words is a string, "" for anything else.
func (n *node) words() string {
	if !n.is('"') {
		return ""
	}
	return n.text
}

// null reports whether there is nothing: no node, or null.
func (n *node) null() bool { return n.or().kind == 'n' }

// scan reads a list and hands over its members or items, with their names or places, one by one: they are not kept. It
// returns the kind of the list. Objects that say something twice, and numbers and depths beyond all reason, are errors
// wherever they stand: programs differ in what they make of them.
func scan(body []byte, visit func(key string, n *node)) (kind byte, err error) {
	switch {
	case !utf8.Valid(body):
		return 0, errors.New("it is no UTF-8")
	case !json.Valid(body):
		var anything json.RawMessage
		err := json.Unmarshal(body, &anything)
		return 0, fmt.Errorf("it is cut off, or no JSON: %v", err)
	}
	s := scanner{json.NewDecoder(bytes.NewReader(body))}
	s.UseNumber()
	top, err := s.value(0, visit)
	return top.kind, err
}

type scanner struct{ *json.Decoder }

// value reads a value with all that is in it; visit takes that instead, nil: it is kept.
func (s scanner) value(depth int, visit func(string, *node)) (*node, error) {
	token, err := s.Token()
	n := &node{kind: 'n'}
	switch v := token.(type) {
	case json.Delim:
		n.kind, n.start = byte(v), int(s.InputOffset())-1
		err = s.content(n, depth+1, visit)
	case string:
		n.kind, n.text = '"', v
	case bool:
		n.kind = 't'
	case json.Number:
		n.kind, n.text, n.start = '0', v.String(), int(s.InputOffset())-len(v)
		err = checkNumber(n.text)
	}
	n.end = int(s.InputOffset())
	return n, err
}

// content reads what is in an object or an array.
func (s scanner) content(n *node, depth int, visit func(string, *node)) error {
	if depth > deepest {
		return fmt.Errorf("it nests more than %d levels, at byte %d", deepest, n.start)
	}
	if n.kind == '{' {
		n.members = map[string]*node{}
	}
	for place := 0; s.More(); place++ {
		key := strconv.Itoa(place)
		if n.kind == '{' {
			name, _ := s.Token()
			key, _ = name.(string)
		}
		if _, twice := n.members[key]; twice {
			return fmt.Errorf("an object has two members named %.80q, at byte %d", key, s.InputOffset())
		}
		v, err := s.value(depth, nil)
		if err != nil {
			return err
		}
		if visit != nil {
			visit(key, v)
			v = nil
		}
		if n.kind == '[' {
			n.items = append(n.items, v)
		} else {
			n.keys, n.members[key] = append(n.keys, key), v
		}
	}
	_, err := s.Token()
	return err
}

// checkNumber refuses what no price and no limit is, and what would take a reader's whole memory to write out.
func checkNumber(n string) error {
	if len(n) > longestNumber {
		return fmt.Errorf("it has a number of %d digits, %.20s…", len(n), n)
	}
	if i := strings.IndexAny(n, "eE"); i >= 0 {
		if exponent, err := strconv.Atoi(n[i+1:]); err != nil || max(exponent, -exponent) > largestExponent {
			return fmt.Errorf("it has the number %s, which is beyond all reason", n)
		}
	}
	return nil
}

// edit puts text in the place of some bytes.
type edit struct {
	start, end int
	text       string
	at         pointer // what it is about
}

// splice applies edits; what two of them drop goes once.
func splice(body []byte, edits []edit) []byte {
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Or(a.start-b.start, a.end-b.end) })
	var out bytes.Buffer
	out.Grow(len(body) + 64*len(edits))
	from := 0
	for _, e := range edits {
		out.Write(body[from:max(from, e.start)])
		out.WriteString(e.text)
		from = max(from, e.end)
	}
	out.Write(body[from:])
	return out.Bytes()
}

// tokens is a whole number of tokens.
func tokens(n *node) (int64, bool) {
	if !n.is('0') {
		return 0, false
	}
	number, err := data.ParseNumber(n.text)
	if err != nil || number.IsNegative() || !number.IsInteger() || number.GreaterThan(data.Int(1<<40).Decimal) {
		return 0, false
	}
	return number.IntPart(), true
}

// pointer is a JSON Pointer (RFC 6901).
type pointer = string

// pointTo leads from a place to what is below it.
func pointTo(from pointer, keys ...string) pointer {
	for _, key := range keys {
		from += "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(key)
	}
	return from
}
