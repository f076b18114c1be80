package main

import (
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
)

var update = flag.Bool("update", false, "promise the fields that are new")

// TestPublicDocumentsKeepTheirShape compares the fields of the six public documents with those that were promised. With
// -update new ones are added; what is promised can only be taken back by hand.
func TestPublicDocumentsKeepTheirShape(t *testing.T) {
	file := filepath.Join("..", "..", "testdata", "shapes.txt")
	text, err := os.ReadFile(file)
	if err != nil && !*update {
		t.Fatal(err)
	}
	promised, now := strings.Fields(string(text)), shapes(t)
	broken, added := compareShapes(promised, now)
	for _, line := range broken {
		t.Errorf("%s is promised in %s and no longer so. Clients rely on it: bring it back, or, if it has been retired for"+
			" half a year, take its line out by hand", line, file)
	}
	if len(added) == 0 {
		return
	}
	if !*update {
		t.Fatalf("not promised in %s: %v; run go test ./server/schemas/generate -update once it is meant for ever", file, added)
	}
	all := strings.Join(slices.Sorted(slices.Values(append(promised, added...))), "\n") + "\n"
	if err := os.WriteFile(file, []byte(all), 0o644); err != nil {
		t.Fatal(err)
	}
}

// compareShapes finds lines that are no longer true, and true ones that are new. A field of another type is broken and
// not new, so that updating does not settle it.
func compareShapes(promised, now []string) (broken, added []string) {
	known := map[string]bool{}
	for _, line := range promised {
		name, _, _ := strings.Cut(line, ":")
		known[name] = true
		if !slices.Contains(now, line) {
			broken = append(broken, line)
		}
	}
	for _, line := range now {
		if name, _, _ := strings.Cut(line, ":"); !known[name] {
			added = append(added, line)
		}
	}
	return broken, added
}

// shapes are lines such as tools.json/tools[]/pricing/input:number. An optional field has a ? behind its name.
func shapes(t *testing.T) []string {
	t.Helper()
	s := shaper{definitions(t, publicTypes()...), nil}
	for name, document := range documentTypes {
		if slices.Contains(publicTypes(), document) {
			s.walk(name+".json", &jsonschema.Schema{Ref: "#/$defs/" + document.Name()})
		}
	}
	slices.Sort(s.lines)
	return s.lines
}

type shaper struct {
	defs  map[string]*jsonschema.Schema
	lines []string
}

func (s *shaper) walk(at string, schema *jsonschema.Schema) {
	if name, named := strings.CutPrefix(schema.Ref, "#/$defs/"); named {
		schema = s.defs[name]
	}
	switch {
	case schema.Items != nil:
		s.lines = append(s.lines, at+":array")
		s.walk(at+"[]", schema.Items)
	case schema.Properties != nil:
		s.lines = append(s.lines, at+":object")
		for _, name := range slices.Sorted(maps.Keys(schema.Properties)) {
			mark := "?"
			if slices.Contains(schema.Required, name) {
				mark = ""
			}
			s.walk(at+"/"+name+mark, schema.Properties[name])
		}
	default:
		kind := schema.Type
		if kind == "" {
			kind = strings.Join(schema.Types, "|")
		}
		if schema.Format != "" && schema.Format != "double" {
			kind += "(" + schema.Format + ")"
		}
		s.lines = append(s.lines, at+":"+kind)
	}
}
