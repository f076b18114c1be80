// Package yaml reads YAML strictly, and knows the file and line of all it reads and of all that is wrong. Start at
// Report.Decode, which fills structs, or at Parse, when there is no struct to fill.
//
// A library parses. Its decoder is not used, because it stops at the first mistake, loses the line of an invalid
// number, takes true for a text and cannot tell a number that was forgotten from one of 0. What values mean is not
// checked here.
package yaml

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Node is a value in a file.
type Node struct {
	file string
	node *yaml.Node // nil: there is no value
}

// Entry is a key with its value.
type Entry struct {
	Name  string
	Value Node

	key Node
}

// At returns file:line of the key.
func (e Entry) At() string { return e.key.String() }

// Parse returns the documents of a file. The error is a Problem: bad syntax, or a key that appears twice.
func Parse(file string, text []byte) (documents []Node, err error) {
	for decoder := yaml.NewDecoder(bytes.NewReader(text)); ; {
		var document yaml.Node
		switch err := decoder.Decode(&document); {
		case errors.Is(err, io.EOF):
			return documents, nil
		case err != nil:
			return nil, problemOf(file, err)
		}
		root := Node{file: file}
		if len(document.Content) > 0 {
			root.node = document.Content[0]
		}
		if err := root.distinct(); err != nil {
			return nil, err
		}
		documents = append(documents, root)
	}
}

// syntaxError is how the library says what is wrong; it leaves the first line out.
var syntaxError = regexp.MustCompile(`^yaml: (?:line (\d+): )?`)

func problemOf(file string, err error) Problem {
	begin := syntaxError.FindStringSubmatch(err.Error())
	if begin == nil {
		return Problem{file, 1, err.Error()}
	}
	line, _ := strconv.Atoi(begin[1])
	text := err.Error()[len(begin[0]):]
	if strings.HasPrefix(text, "did not find") {
		line++ // the library counts from 0 here, and from 1 elsewhere
	}
	if strings.Contains(text, "character that cannot start any token") {
		text = "a tab, which YAML allows nowhere before a key; indent with spaces"
	}
	if text == "did not find expected node content" {
		text = "a value is missing here, or one between { and } begins with : and needs quotation marks"
	}
	return Problem{file, max(line, 1), text}
}

// distinct refuses a key that appears twice, here or below. The error is a Problem.
func (n Node) distinct() error {
	if n.node == nil {
		return nil
	}
	first := map[string]int{}
	for i, child := range n.node.Content {
		if n.node.Kind == yaml.MappingNode && i%2 == 0 {
			if line, twice := first[child.Value]; twice {
				return Problem{n.file, child.Line, fmt.Sprintf("key %q stands on line %d already", child.Value, line)}
			}
			first[child.Value] = child.Line
		}
		if err := (Node{n.file, child}).distinct(); err != nil {
			return err
		}
	}
	return nil
}

// String returns file:line.
func (n Node) String() string {
	line := 1
	if n.node != nil {
		line = n.node.Line
	}
	return fmt.Sprintf("%s:%d", n.file, line)
}

// IsEmpty tells whether there is no value.
func (n Node) IsEmpty() bool { return n.node == nil || n.node.Tag == "!!null" }

// Text returns a single value exactly as it was written: 0.10 and 2026-09 stay what they are. It returns false when
// the node is something else.
func (n Node) Text() (string, bool) {
	if n.IsEmpty() || !n.isSingle() {
		return "", false
	}
	return n.node.Value, true
}

// isSingle reports whether a value is single and plainly written.
func (n Node) isSingle() bool {
	return n.node.Kind == yaml.ScalarNode && n.node.Anchor == "" && n.node.Style&yaml.TaggedStyle == 0
}

// Items returns the items of a list, false when the node is something else.
func (n Node) Items() (items []Node, ok bool) {
	if n.node == nil || n.node.Kind != yaml.SequenceNode {
		return nil, false
	}
	for _, item := range n.node.Content {
		items = append(items, Node{n.file, item})
	}
	return items, true
}

// Entries returns keys with their values in their order, false when the node is something else.
func (n Node) Entries() (entries []Entry, ok bool) {
	if n.node == nil || n.node.Kind != yaml.MappingNode {
		return nil, false
	}
	entries = make([]Entry, 0, len(n.node.Content)/2)
	for i := 0; i+1 < len(n.node.Content); i += 2 {
		key := n.node.Content[i]
		entries = append(entries, Entry{key.Value, Node{n.file, n.node.Content[i+1]}, Node{n.file, key}})
	}
	return entries, true
}

// kind says what a node is.
func (n Node) kind() string {
	switch {
	case n.IsEmpty():
		return "nothing"
	case n.node.Kind == yaml.MappingNode:
		return "keys with values"
	case n.node.Kind == yaml.SequenceNode:
		return "a list"
	case n.isSingle():
		return "a single value"
	default:
		return "an anchor, an alias or a tag"
	}
}
