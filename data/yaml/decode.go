package yaml

import (
	"encoding"
	"fmt"
	"reflect"
	"strconv"
)

// Decode reads a file into fields and reports what is wrong. A key without omitempty in its tag must be there, and a key
// that no field has is refused.
func (r *Report) Decode(file *File, fields []*Field) {
	documents, err := Parse(file.name, file.text)
	if problem, is := err.(Problem); is {
		r.problems = append(r.problems, problem)
		return
	}
	if len(documents) != 1 || documents[0].node == nil {
		r.Add(file.Place(), "the file must hold exactly one YAML document")
		return
	}
	file.root = documents[0]
	r.object(fields, file.Place())
}

// Failed tells whether anything is wrong.
func (r *Report) Failed() bool { return len(r.problems) > 0 }

// value fills target with what is at a place.
func (r *Report) value(target reflect.Value, at Place) {
	if text, ok := target.Addr().Interface().(encoding.TextUnmarshaler); ok {
		r.scalar(at, func(s string) error { return text.UnmarshalText([]byte(s)) })
		return
	}
	switch target.Kind() {
	case reflect.Pointer:
		target.Set(reflect.New(target.Type().Elem()))
		r.value(target.Elem(), at)
	case reflect.Struct:
		r.object(FieldsOf(target.Addr().Interface()), at)
	case reflect.Slice:
		r.list(target, at)
	case reflect.Map:
		r.mapping(target, at)
	default:
		r.scalar(at, func(s string) error { return setScalar(target, s) })
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
func (r *Report) scalar(at Place, set func(string) error) {
	text, ok := at.value.Text()
	if !ok {
		r.Add(at, "want a single value, not %s; leave the key out if there is none", at.value.kind())
		return
	}
	if err := set(text); err != nil {
		r.Add(at, "%v", err)
	}
}

func (r *Report) list(target reflect.Value, at Place) {
	items, ok := at.value.Items()
	if !ok {
		r.Add(at, "want a list, not %s", at.value.kind())
		return
	}
	target.Set(reflect.MakeSlice(target.Type(), len(items), len(items)))
	for i, item := range items {
		r.value(target.Index(i), Place{at.file, item, item.node.Line})
	}
}

func (r *Report) mapping(target reflect.Value, at Place) {
	target.Set(reflect.MakeMap(target.Type()))
	r.entries(at, func(name string, here Place) {
		item := reflect.New(target.Type().Elem()).Elem()
		r.value(item, here)
		target.SetMapIndex(reflect.ValueOf(name).Convert(target.Type().Key()), item)
	})
}

// entries calls visit for every key of a mapping. It reports false for anything else.
func (r *Report) entries(at Place, visit func(name string, here Place)) bool {
	entries, ok := at.value.Entries()
	if !ok {
		r.Add(at, "want keys with values, not %s", at.value.kind())
		return false
	}
	for _, e := range entries {
		visit(e.Name, at.entry(e))
	}
	return true
}
