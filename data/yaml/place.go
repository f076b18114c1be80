package yaml

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// File is a file with what is in it.
type File struct {
	name string
	text []byte
	root Node // once it was decoded
}

// NewFile names a file with its text; nil when it is not there, so that everything in it is on its first line.
func NewFile(name string, text []byte) *File { return &File{name: name, text: text} }

// Place is the file as a whole, once it was decoded.
func (f *File) Place() Place { return Place{f, f.root, 1} }

// Place is where a value is, or would be.
type Place struct {
	file  *File
	value Node // empty: there is none
	line  int  // of the value, or of the nearest thing around it
}

// Key is the place of a key below this one.
func (p Place) Key(name string) Place {
	entries, _ := p.value.Entries()
	for _, e := range entries {
		if e.Name == name {
			return p.entry(e)
		}
	}
	return Place{p.file, Node{}, p.line}
}

func (p Place) entry(e Entry) Place { return Place{p.file, e.Value, e.key.node.Line} }

// Item is the place of an item of the list at this one.
func (p Place) Item(i int) Place {
	if items, _ := p.value.Items(); i < len(items) {
		return Place{p.file, items[i], items[i].node.Line}
	}
	return Place{p.file, Node{}, p.line}
}

// String returns file:line.
func (p Place) String() string { return fmt.Sprintf("%s:%d", p.file.name, p.line) }

// Problem is one thing that is wrong.
type Problem struct {
	File string
	Line int
	Text string
}

// Error returns file:line: text.
func (p Problem) Error() string { return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Text) }

// Report collects problems. The zero Report has none.
type Report struct{ problems []Problem }

// Add says what is wrong at a place.
func (r *Report) Add(at Place, format string, args ...any) {
	r.problems = append(r.problems, Problem{at.file.name, at.line, fmt.Sprintf(format, args...)})
}

// Err joins the problems by file and line, nil when there is none.
func (r *Report) Err() error {
	slices.SortStableFunc(r.problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	var all []error
	for _, p := range r.problems {
		all = append(all, p)
	}
	return errors.Join(all...)
}

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
