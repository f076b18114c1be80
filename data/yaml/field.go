package yaml

import (
	"reflect"
	"slices"
	"strings"
)

// Field is one key a mapping may have.
type Field struct {
	name     string
	value    reflect.Value // where its value goes
	required bool
	found    bool
}

// Single is the only key of a file; target points to its value.
func Single(name string, target any) []*Field {
	return []*Field{{name: name, value: reflect.ValueOf(target).Elem(), required: true}}
}

// FieldsOf lists the keys of a struct, including those of inlined structs. target points to it.
func FieldsOf(target any) []*Field {
	var all []*Field
	s := reflect.ValueOf(target).Elem()
	for i := range s.NumField() {
		name, options, _ := strings.Cut(s.Type().Field(i).Tag.Get("yaml"), ",")
		switch {
		case options == "inline":
			all = append(all, FieldsOf(s.Field(i).Addr().Interface())...)
		case name != "-":
			all = append(all, &Field{name: name, value: s.Field(i), required: options != "omitempty"})
		}
	}
	return all
}

// object fills fields, refuses all other keys, and reports required ones that are absent.
func (r *Report) object(fields []*Field, at Place) {
	ok := r.entries(at, func(name string, here Place) {
		i := slices.IndexFunc(fields, func(f *Field) bool { return f.name == name })
		if i < 0 {
			r.Add(here, "unknown key %q; the keys here are %s", name, keyNames(fields))
			return
		}
		fields[i].found = true
		r.value(fields[i].value, here)
	})
	for _, f := range fields {
		if ok && f.required && !f.found {
			r.Add(at, "key %q is missing", f.name)
		}
	}
}

func keyNames(fields []*Field) string {
	var all []string
	for _, f := range fields {
		all = append(all, f.name)
	}
	return strings.Join(all, " ")
}
