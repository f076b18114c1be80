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

// Place is the file as a whole.
func (f *File) Place() Place { return Place{file: f} }

// Place is where a value is, or would be: a file and the keys that lead to it.
type Place struct {
	file  *File
	above *Place // nil: it is the file as a whole
	key   string
	item  int // where there is no key
}

// Key is the place of a key below this one.
func (p Place) Key(name string) Place { return Place{file: p.file, above: &p, key: name} }

// Item is the place of an item of the list at this one.
func (p Place) Item(i int) Place { return Place{file: p.file, above: &p, item: i} }

// find is the value, if there is one, and its line, or that of the nearest thing around it.
func (p Place) find() (line int, value Node) {
	if p.above == nil {
		return 1, p.file.root
	}
	around, whole := p.above.find()
	if line, value, ok := whole.below(p.key, p.item); ok {
		return line, value
	}
	return around, Node{}
}

// line is the line of the value, or of the nearest thing around it when the value itself is absent.
func (p Place) line() int {
	line, _ := p.find()
	return line
}

// String returns file:line.
func (p Place) String() string { return fmt.Sprintf("%s:%d", p.file.name, p.line()) }

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
	r.problems = append(r.problems, Problem{at.file.name, at.line(), fmt.Sprintf(format, args...)})
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
