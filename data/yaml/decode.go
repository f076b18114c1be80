package yaml

import (
	"encoding"
	"fmt"
	"reflect"
	"strconv"
)

// Decode reads a file into fields and reports what is wrong. A key without omitempty in its tag must be there, and a key
// that no field has is refused.
func (r *Report) Decode(at Place, fields []*Field) {
	documents, err := Parse(at.file.name, at.file.text)
	if problem, is := err.(Problem); is {
		r.problems = append(r.problems, problem)
		return
	}
	if len(documents) != 1 || documents[0].node == nil {
		r.Add(at, "the file must hold exactly one YAML document")
		return
	}
	at.file.root = documents[0]
	r.object(documents[0], fields, at)
}

// Failed tells whether anything is wrong.
func (r *Report) Failed() bool { return len(r.problems) > 0 }

// value fills target with what node says.
func (r *Report) value(node Node, target reflect.Value, at Place) {
	if text, ok := target.Addr().Interface().(encoding.TextUnmarshaler); ok {
		r.scalar(node, at, func(s string) error { return text.UnmarshalText([]byte(s)) })
		return
	}
	switch target.Kind() {
	case reflect.Pointer:
		target.Set(reflect.New(target.Type().Elem()))
		r.value(node, target.Elem(), at)
	case reflect.Struct:
		r.object(node, FieldsOf(target.Addr().Interface()), at)
	case reflect.Slice:
		r.list(node, target, at)
	case reflect.Map:
		r.mapping(node, target, at)
	default:
		r.scalar(node, at, func(s string) error { return setScalar(target, s) })
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

// scalar hands the text of a single value to set.
func (r *Report) scalar(node Node, at Place, set func(string) error) {
	text, ok := node.Text()
	if !ok {
		r.Add(at, "want a single value, not %s; leave the key out if there is none", node.kind())
		return
	}
	if err := set(text); err != nil {
		r.Add(at, "%v", err)
	}
}

func (r *Report) list(node Node, target reflect.Value, at Place) {
	items, ok := node.Items()
	if !ok {
		r.Add(at, "want a list, not %s", node.kind())
		return
	}
	target.Set(reflect.MakeSlice(target.Type(), len(items), len(items)))
	for i, item := range items {
		r.value(item, target.Index(i), at.Item(i))
	}
}

func (r *Report) mapping(node Node, target reflect.Value, at Place) {
	target.Set(reflect.MakeMap(target.Type()))
	r.entries(node, at, func(name string, node Node, here Place) {
		item := reflect.New(target.Type().Elem()).Elem()
		r.value(node, item, here)
		target.SetMapIndex(reflect.ValueOf(name).Convert(target.Type().Key()), item)
	})
}

// entries calls visit for every key of a mapping. It reports false for anything else.
func (r *Report) entries(node Node, at Place, visit func(name string, node Node, here Place)) bool {
	entries, ok := node.Entries()
	if !ok {
		r.Add(at, "want keys with values, not %s", node.kind())
		return false
	}
	for _, e := range entries {
		visit(e.Name, e.Value, at.Key(e.Name))
	}
	return true
}
