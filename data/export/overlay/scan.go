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
	deepest       = 64
	longestNumber = 64

	largestExponent = 99
)

// node is a value of a list with its place in the bytes.
type node struct {
	start, end int
	literal    string           // of a number
	text       string           // of a string
	kind       byte             // '{' '[' '"' 't' 'f' 'n' as it begins, '0' for a number
	keys       []string         // of an object, in their order
	members    map[string]*node // of an object
	items      []*node          // of an array
}

// is tells the kind of a node that may be missing.
func (n *node) is(kind byte) bool { return n != nil && n.kind == kind }

// member is a member of an object, nil for none.
func (n *node) member(key string) *node {
	if !n.is('{') {
		return nil
	}
	return n.members[key]
}

// names are the names of the members of an object.
func (n *node) names() []string {
	if !n.is('{') {
		return nil
	}
	return n.keys
}

// list are the items of an array.
func (n *node) list() []*node {
	if !n.is('[') {
		return nil
	}
	return n.items
}

// words is a string, "" for anything else.
func (n *node) words() string {
	if !n.is('"') {
		return ""
	}
	return n.text
}

// null reports whether there is nothing: no node, or null.
func (n *node) null() bool { return n == nil || n.kind == 'n' }

// scanner goes once over bytes that are JSON. Objects that say something twice, and numbers and depths beyond all reason, are
// errors wherever they stand: programs differ in what they make of them.
type scanner struct {
	body []byte
	at   int // the next byte
}

// scan reads a list and hands over the members or items at a depth, with the keys that lead to them: at depth 1 those of the
// list itself. What lies higher is not kept. It returns the kind of the list.
func scan(body []byte, depth int, visit func(path []string, n *node) error) (kind byte, err error) {
	switch {
	case !utf8.Valid(body):
		return 0, errors.New("it is no UTF-8")
	case !json.Valid(body):
		var anything json.RawMessage
		err := json.Unmarshal(body, &anything)
		return 0, fmt.Errorf("it is cut off, or no JSON: %v", err)
	}
	s := scanner{body: body}
	return s.walk(nil, depth, visit)
}

// walk goes down to a depth.
func (s *scanner) walk(path []string, depth int, visit func([]string, *node) error) (kind byte, err error) {
	kind = s.next()
	if depth == 0 || kind != '{' && kind != '[' {
		n, err := s.value(len(path))
		if err == nil && depth == 0 {
			err = visit(path, n)
		}
		return kind, err
	}
	return kind, s.each(kind, func(key string) error {
		_, err := s.walk(append(path, key), depth-1, visit)
		return err
	})
}

// next is the first byte of what follows.
func (s *scanner) next() byte {
	for bytes.IndexByte([]byte(" \t\r\n,:"), s.body[s.at]) >= 0 {
		s.at++
	}
	return s.body[s.at]
}

// each goes over an object or an array; the keys of items are their numbers.
func (s *scanner) each(kind byte, visit func(key string) error) error {
	s.at++
	seen := map[string]bool{}
	for place := 0; ; place++ {
		next := s.next()
		if next == '}' || next == ']' {
			s.at++
			return nil
		}
		key := ""
		if kind == '[' {
			key = strconv.Itoa(place)
		} else if key = s.text(); seen[key] {
			return fmt.Errorf("an object has two members named %.80q, at byte %d", key, s.at)
		} else {
			seen[key] = true
		}
		if err := visit(key); err != nil {
			return err
		}
	}
}

// text reads a string.
func (s *scanner) text() string {
	start, escaped := s.at, false
	for s.at++; s.body[s.at] != '"'; s.at++ {
		if s.body[s.at] == '\\' {
			escaped = true
			s.at++
		}
	}
	s.at++
	if !escaped {
		return string(s.body[start+1 : s.at-1])
	}
	var text string
	if err := json.Unmarshal(s.body[start:s.at], &text); err != nil {
		panic(err) // it is valid
	}
	return text
}

// value reads a value with all that is in it.
func (s *scanner) value(depth int) (*node, error) {
	n := &node{kind: s.next(), start: s.at}
	var err error
	switch n.kind {
	case '{', '[':
		err = s.content(n, depth+1)
	case '"':
		n.text = s.text()
	case 't', 'f', 'n':
		s.at += map[byte]int{'t': len("true"), 'f': len("false"), 'n': len("null")}[n.kind]
	default:
		n.kind = '0'
		for s.at < len(s.body) && bytes.IndexByte([]byte("+-.0123456789eE"), s.body[s.at]) >= 0 {
			s.at++
		}
		n.literal = string(s.body[n.start:s.at])
		err = checkNumber(n.literal)
	}
	n.end = s.at
	return n, err
}

// content reads what is in an object or an array.
func (s *scanner) content(n *node, depth int) error {
	if depth > deepest {
		return fmt.Errorf("it nests more than %d levels, at byte %d", deepest, n.start)
	}
	if n.kind == '{' {
		n.members = map[string]*node{}
	}
	return s.each(n.kind, func(key string) error {
		v, err := s.value(depth)
		if n.kind == '[' {
			n.items = append(n.items, v)
		} else {
			n.keys, n.members[key] = append(n.keys, key), v
		}
		return err
	})
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

// splice applies edits, none of which overlaps another.
func splice(body []byte, edits []edit) []byte {
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Or(a.start-b.start, a.end-b.end) })
	var out bytes.Buffer
	out.Grow(len(body) + 64*len(edits))
	from := 0
	for _, e := range edits {
		out.Write(body[from:e.start])
		out.WriteString(e.text)
		from = e.end
	}
	out.Write(body[from:])
	return out.Bytes()
}

// tokens is a whole number of tokens.
func tokens(n *node) (int64, bool) {
	if !n.is('0') {
		return 0, false
	}
	number, err := data.ParseNumber(n.literal)
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
