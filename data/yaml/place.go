package yaml

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
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
