package catalog

import (
	"reflect"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// field is one key a mapping may have.
type field struct {
	name     string
	value    reflect.Value // where its value goes
	required bool
	found    bool
}

// single is the only key of a file.
func single(name string, target any) []*field {
	return []*field{{name: name, value: reflect.ValueOf(target).Elem(), required: true}}
}

// fieldsOf lists the keys of a struct, those of structs inside it that are inlined included. target points to it.
func fieldsOf(target any) []*field {
	var all []*field
	s := reflect.ValueOf(target).Elem()
	for i := range s.NumField() {
		name, options, _ := strings.Cut(s.Type().Field(i).Tag.Get("yaml"), ",")
		switch {
		case options == "inline":
			all = append(all, fieldsOf(s.Field(i).Addr().Interface())...)
		case name != "-":
			all = append(all, &field{name: name, value: s.Field(i), required: options != "omitempty"})
		}
	}
	return all
}

// object fills fields, refuses keys that are none of them and reports required ones that are absent.
func (l *loader) object(node ast.Node, fields []*field, at place) {
	ok := l.entries(node, at, func(name string, node ast.Node, here place) {
		i := slices.IndexFunc(fields, func(f *field) bool { return f.name == name })
		if i < 0 {
			l.add(here, "unknown key %q; the keys here are %s", name, keyNames(fields))
			return
		}
		fields[i].found = true
		l.value(node, fields[i].value, here)
	})
	for _, f := range fields {
		if ok && f.required && !f.found {
			l.add(at, "key %q is missing", f.name)
		}
	}
}

func keyNames(fields []*field) string {
	var all []string
	for _, f := range fields {
		all = append(all, f.name)
	}
	return strings.Join(all, " ")
}
