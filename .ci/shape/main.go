// Command shape counts what shows whether a room of this house has walls: its lines, the methods of its largest
// struct, and the references between its files, with those that run in a circle.
//
//	go run ./.ci/shape
package main

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"log"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	log.SetFlags(0)
	fmt.Printf("%-24s %5s %6s %6s %6s %6s  %s\n", "room", "files", "lines", "refs", "back", "circle", "most methods")
	for _, dir := range rooms() {
		r, err := look(dir)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%-24s %5d %6d %6d %6d %6d  %s %d\n", dir, r.files, r.lines, len(r.references), r.back(), r.inCircles(), r.largest, r.methods)
	}
}

// rooms are the folders that hold Go files of the program.
func rooms() []string {
	found := map[string]bool{}
	_ = filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && path != "." || d.Name() == "testdata") {
			return filepath.SkipDir
		}
		if isProgram(path) {
			found[filepath.Dir(path)] = true
		}
		return err
	})
	return slices.Sorted(maps.Keys(found))
}

func isProgram(path string) bool {
	return strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go")
}

// reference says that a file uses something that another file of its room declares.
type reference struct{ from, to string }

type room struct {
	files, lines, methods int
	largest               string // the type with the most methods
	references            map[reference]bool
}

// look reads one room. What it imports is not looked into: references inside the room need no other.
func look(dir string) (room, error) {
	r := room{references: map[reference]bool{}}
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return r, err
	}
	files := token.NewFileSet()
	var parsed []*ast.File
	for _, path := range slices.DeleteFunc(paths, func(path string) bool { return !isProgram(path) }) {
		body, err := os.ReadFile(path)
		if err != nil {
			return r, err
		}
		file, err := parser.ParseFile(files, path, body, parser.SkipObjectResolution)
		if err != nil {
			return r, err
		}
		r.files++
		r.lines += strings.Count(string(body), "\n")
		parsed = append(parsed, file)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
	checked := types.Config{Importer: nobody{}, Error: func(error) {}}
	pkg, _ := checked.Check(dir, files, parsed, info) // what is imported is missing
	for used, object := range info.Uses {
		if object.Pkg() == pkg && !isLocal(object) {
			if from, to := files.Position(used.Pos()).Filename, files.Position(object.Pos()).Filename; from != to && to != "" {
				r.references[reference{from, to}] = true
			}
		}
	}
	r.largest, r.methods = mostMethods(pkg)
	return r, nil
}

// isLocal reports whether an object is declared inside a function or a struct.
func isLocal(o types.Object) bool {
	switch o := o.(type) {
	case *types.Var:
		return !o.IsField() && o.Parent() != o.Pkg().Scope()
	case *types.Func:
		return false
	}
	return o.Parent() != o.Pkg().Scope()
}

func mostMethods(pkg *types.Package) (name string, methods int) {
	for _, n := range pkg.Scope().Names() {
		if t, ok := pkg.Scope().Lookup(n).(*types.TypeName); ok && !t.IsAlias() {
			if named, ok := t.Type().(*types.Named); ok && named.NumMethods() > methods {
				name, methods = n, named.NumMethods()
			}
		}
	}
	return name, methods
}

// back counts the references that run against the order of the files which leaves the fewest of them: files that use
// much and are used little come first.
func (r room) back() int {
	in, out := map[string]map[string]bool{}, map[string]map[string]bool{}
	nodes := map[string]bool{}
	add := func(m map[string]map[string]bool, a, b string) {
		if m[a] == nil {
			m[a] = map[string]bool{}
		}
		m[a][b] = true
	}
	for e := range r.references {
		add(out, e.from, e.to)
		add(in, e.to, e.from)
		nodes[e.from], nodes[e.to] = true, true
	}
	place := map[string]int{}
	first, last := 0, len(nodes)
	for len(nodes) > 0 {
		best := slices.MaxFunc(slices.Sorted(maps.Keys(nodes)), func(a, b string) int {
			return cmp.Compare(urgency(len(out[a]), len(in[a])), urgency(len(out[b]), len(in[b])))
		})
		if len(out[best]) == 0 {
			last--
			place[best] = last
		} else {
			place[best] = first
			first++
		}
		for to := range out[best] {
			delete(in[to], best)
		}
		for from := range in[best] {
			delete(out[from], best)
		}
		delete(nodes, best)
	}
	back := 0
	for e := range r.references {
		if place[e.from] > place[e.to] {
			back++
		}
	}
	return back
}

// urgency puts files that nobody uses and those that use nobody before the rest, which stand in the order of the
// difference.
func urgency(out, in int) int {
	if out == 0 || in == 0 {
		return 1 << 20
	}
	return out - in
}

// inCircles counts the references between files that reach one another.
func (r room) inCircles() int {
	next := map[string][]string{}
	for e := range r.references {
		next[e.from] = append(next[e.from], e.to)
	}
	reach := map[string]map[string]bool{}
	for from := range next {
		seen := map[string]bool{}
		for todo := []string{from}; len(todo) > 0; {
			at := todo[0]
			todo = todo[1:]
			for _, to := range next[at] {
				if !seen[to] {
					seen[to] = true
					todo = append(todo, to)
				}
			}
		}
		reach[from] = seen
	}
	count := 0
	for e := range r.references {
		if reach[e.to][e.from] {
			count++
		}
	}
	return count
}

// nobody imports nothing.
type nobody struct{}

func (nobody) Import(string) (*types.Package, error) { return nil, errors.New("not looked into") }
