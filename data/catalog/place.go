package catalog

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// source is one file of the catalogue and the lines its keys and list items stand on.
type source struct {
	name  string
	text  []byte
	lines map[string]int // ".tools[3].prices.input" -> line
}

// place is where a value stands, or would stand: a file and the path of keys to it.
type place struct {
	source *source
	path   string
}

func (p place) key(name string) place { return place{p.source, p.path + "." + name} }

func (p place) item(i int) place { return place{p.source, fmt.Sprintf("%s[%d]", p.path, i)} }

// line is the line of the value, or of the nearest thing around it when the value itself is absent.
func (p place) line() int {
	for path := p.path; path != ""; path = path[:strings.LastIndexAny(path, ".[")] {
		if line, ok := p.source.lines[path]; ok {
			return line
		}
	}
	return 1
}

func (p place) String() string { return fmt.Sprintf("%s:%d", p.source.name, p.line()) }

// problem is one thing that is wrong.
type problem struct {
	file string
	line int
	text string
}

func (p problem) Error() string { return fmt.Sprintf("%s:%d: %s", p.file, p.line, p.text) }

// report collects problems.
type report struct{ problems []problem }

func (r *report) add(at place, format string, args ...any) {
	r.problems = append(r.problems, problem{at.source.name, at.line(), fmt.Sprintf(format, args...)})
}

// err joins the problems by file and line, nil when there is none.
func (r *report) err() error {
	slices.SortStableFunc(r.problems, func(a, b problem) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.line, b.line))
	})
	var all []error
	for _, p := range r.problems {
		all = append(all, p)
	}
	return errors.Join(all...)
}
