// Package yaml reads YAML strictly, and knows the file and line of all it reads and of all that is wrong. Start at
// Report.Decode, which fills structs, or at Parse, when there is no struct to fill.
//
// A library parses. Its decoder is not used, because it stops at the first mistake, loses the line of an invalid
// number, cuts 1.5 to the integer 1, takes true for a text and cannot tell a number that was forgotten from one of 0.
// What values mean is not checked here.
package yaml

import (
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// Node is a value in a file.
type Node struct {
	file string
	node ast.Node
}

// Entry is a key with its value.
type Entry struct {
	Name  string
	At    string // file:line of the key
	Value Node

	line int
}

// Parse returns the documents of a file. The error is a Problem: bad syntax, or a key that appears twice.
func Parse(file string, text []byte) (documents []Node, err error) {
	parsed, err := parser.ParseBytes(text, 0)
	if err != nil {
		return nil, problemOf(file, err)
	}
	for _, d := range parsed.Docs {
		documents = append(documents, Node{file, d.Body})
	}
	return documents, nil
}

func problemOf(file string, err error) Problem {
	var e yaml.Error
	if !errors.As(err, &e) || e.GetToken() == nil {
		return Problem{file, 1, err.Error()}
	}
	text := e.GetMessage()
	if strings.Contains(text, "'\t'") {
		text = "a tab, which YAML allows nowhere before a key; indent with spaces"
	}
	return Problem{file, e.GetToken().Position.Line, text}
}

// String returns file:line.
func (n Node) String() string { return fmt.Sprintf("%s:%d", n.file, n.line()) }

func (n Node) line() int {
	if n.node == nil {
		return 1
	}
	return n.node.GetToken().Position.Line
}

// IsEmpty tells whether there is no value, or nothing but comments.
func (n Node) IsEmpty() bool {
	switch n.node.(type) {
	case nil, *ast.NullNode, *ast.CommentGroupNode:
		return true
	}
	return false
}

// Text returns a single value exactly as it was written: 0.10 and 2026-09 stay what they are. It returns false when
// the node is something else.
func (n Node) Text() (string, bool) {
	switch n := n.node.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		return n.Value.Value, true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		return n.GetToken().Value, true
	}
	return "", false
}

// Items returns the items of a list, false when the node is something else.
func (n Node) Items() (items []Node, ok bool) {
	list, ok := n.node.(*ast.SequenceNode)
	if !ok {
		return nil, false
	}
	for _, item := range list.Values {
		items = append(items, Node{n.file, item})
	}
	return items, true
}

// Entries returns keys with their values in their order, false when the node is something else.
func (n Node) Entries() (entries []Entry, ok bool) {
	mapping, ok := n.node.(ast.MapNode)
	if !ok {
		return nil, false
	}
	for iter := mapping.MapRange(); iter.Next(); {
		token := iter.Key().GetToken()
		line := token.Position.Line
		entries = append(entries, Entry{token.Value, fmt.Sprintf("%s:%d", n.file, line), Node{n.file, iter.Value()}, line})
	}
	return entries, true
}

// kind says what a node is.
func (n Node) kind() string {
	switch n.node.(type) {
	case ast.MapNode:
		return "keys with values"
	case *ast.SequenceNode:
		return "a list"
	case *ast.NullNode:
		return "nothing"
	default:
		return "YAML of type " + n.node.Type().String()
	}
}
