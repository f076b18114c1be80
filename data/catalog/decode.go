package catalog

import (
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"strconv"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// decodeFile reads one file into fields. The YAML library parses; this file fills the structs, because the
// library's decoder stops at the first mistake, loses the line of a number that is none, cuts 1.5 to the
// integer 1 and cannot tell a price that was forgotten from one of 0. Here a key without omitempty in its tag
// must be there, and a key that no field has is refused.
func (l *loader) decodeFile(at place, fields []*field) {
	file, err := parser.ParseBytes(at.source.text, 0)
	switch {
	case err != nil:
		l.addSyntax(at, err)
	case len(file.Docs) != 1 || file.Docs[0].Body == nil:
		l.add(at, "the file must hold exactly one YAML document")
	default:
		l.object(file.Docs[0].Body, fields, at)
	}
}

// addSyntax reports what the parser refuses: bad syntax and duplicate keys.
func (l *loader) addSyntax(at place, err error) {
	text := err.Error()
	var e yaml.Error
	if errors.As(err, &e) {
		at = at.key("syntax")
		at.source.lines[at.path] = e.GetToken().Position.Line
		text = e.GetMessage()
	}
	l.add(at, "%s", text)
}

// value fills target with what node says.
func (l *loader) value(node ast.Node, target reflect.Value, at place) {
	if text, ok := target.Addr().Interface().(encoding.TextUnmarshaler); ok {
		l.scalar(node, at, func(s string) error { return text.UnmarshalText([]byte(s)) })
		return
	}
	switch target.Kind() {
	case reflect.Pointer:
		target.Set(reflect.New(target.Type().Elem()))
		l.value(node, target.Elem(), at)
	case reflect.Struct:
		l.object(node, fieldsOf(target.Addr().Interface()), at)
	case reflect.Slice:
		l.list(node, target, at)
	case reflect.Map:
		l.mapping(node, target, at)
	default:
		l.scalar(node, at, func(s string) error { return setScalar(target, s) })
	}
}

// setScalar sets a string, an integer or a boolean.
func setScalar(target reflect.Value, text string) error {
	switch target.Kind() {
	case reflect.String:
		target.SetString(text)
	case reflect.Int64:
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return fmt.Errorf("%q is not a whole number; write only its digits", text)
		}
		target.SetInt(n)
	case reflect.Bool:
		if text != "true" && text != "false" {
			return fmt.Errorf("%q is neither true nor false", text)
		}
		target.SetBool(text == "true")
	}
	return nil
}

// scalar hands the text of a single value to set, exactly as it was written: 0.10 and 2026-09 stay what they are.
func (l *loader) scalar(node ast.Node, at place, set func(string) error) {
	var text string
	switch n := node.(type) {
	case *ast.StringNode:
		text = n.Value
	case *ast.LiteralNode:
		text = n.Value.Value
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		text = n.GetToken().Value
	default:
		l.add(at, "want a single value, not %s; leave the key out if there is none", kindOf(node))
		return
	}
	if err := set(text); err != nil {
		l.add(at, "%v", err)
	}
}

func kindOf(node ast.Node) string {
	switch node.(type) {
	case ast.MapNode:
		return "keys with values"
	case *ast.SequenceNode:
		return "a list"
	case *ast.NullNode:
		return "nothing"
	default:
		return "YAML of type " + node.Type().String()
	}
}

func (l *loader) list(node ast.Node, target reflect.Value, at place) {
	items, ok := node.(*ast.SequenceNode)
	if !ok {
		l.add(at, "want a list, not %s", kindOf(node))
		return
	}
	target.Set(reflect.MakeSlice(target.Type(), len(items.Values), len(items.Values)))
	for i, item := range items.Values {
		here := at.item(i)
		here.source.lines[here.path] = item.GetToken().Position.Line
		l.value(item, target.Index(i), here)
	}
}

func (l *loader) mapping(node ast.Node, target reflect.Value, at place) {
	target.Set(reflect.MakeMap(target.Type()))
	l.entries(node, at, func(name string, node ast.Node, here place) {
		item := reflect.New(target.Type().Elem()).Elem()
		l.value(node, item, here)
		target.SetMapIndex(reflect.ValueOf(name).Convert(target.Type().Key()), item)
	})
}

// entries calls visit for every key of a mapping and notes its line. It reports false for anything else.
func (l *loader) entries(node ast.Node, at place, visit func(name string, node ast.Node, here place)) bool {
	entries, ok := node.(ast.MapNode)
	if !ok {
		l.add(at, "want keys with values, not %s", kindOf(node))
		return false
	}
	for iter := entries.MapRange(); iter.Next(); {
		token := iter.Key().GetToken()
		here := at.key(token.Value)
		here.source.lines[here.path] = token.Position.Line
		visit(token.Value, iter.Value(), here)
	}
	return true
}
