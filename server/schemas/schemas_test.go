// Package schemas makes and holds what describes the documents: a JSON Schema of each, made from the types and comments of
// package data, and the OpenAPI document, each with its brotli twin. Start at files. With -update the test writes them:
//
//	go generate ./server
package schemas

import (
	"bytes"
	stdcmp "cmp"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"

	"pricepoint/data"
	"pricepoint/server/prepared"
)

var update = flag.Bool("update", false, "write what describes the documents")

// typesFolder is where the types of the documents are.
var typesFolder = filepath.Join("..", "..", "data")

// TestFilesAreUpToDate holds every file of the folder, and its twin, to the types.
func TestFilesAreUpToDate(t *testing.T) {
	made, err := files()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range made {
		if *update {
			write(t, name, want)
		}
		got, err := os.ReadFile(name)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is out of date; run go generate ./server: %v", name, err)
		}
		packed, err := os.ReadFile(name + ".br")
		if unpacked, bad := prepared.Unpacked(packed); err != nil || bad != nil || !bytes.Equal(unpacked, got) {
			t.Errorf("%s.br is not what %[1]s is; run go generate ./server: %v, %v", name, err, bad)
		}
	}
	there, err := filepath.Glob("*.json")
	if err != nil || len(there) != len(made) {
		t.Errorf("there are %v, of which some are the schema of no document: %v", there, err)
	}
}

func write(t *testing.T, name string, body []byte) {
	t.Helper()
	for path, content := range map[string][]byte{name: body, name + ".br": prepared.Brotli(body)} {
		if err := os.WriteFile(path, content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// publicDocuments are those of the closed contract.
var publicDocuments = []string{"tools", "benchmarks", "providers", "categories", "platforms", "use-cases"}

// TestPublicDocumentsKeepTheirShape compares the fields of the six public documents with those that were promised for ever:
// lines such as tools.json/tools[]/pricing/input:number. An optional field has a ? behind its name. -update adds a field, and takes none.
func TestPublicDocumentsKeepTheirShape(t *testing.T) {
	promised, err := os.ReadFile(filepath.Join("..", "testdata", "shapes.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var now []string
	for _, name := range publicDocuments {
		defs := definitions(t, name)
		now = append(now, shapes(defs, name+".json", defs[documentTypes[name].Name()])...)
	}
	slices.Sort(now)
	kept := strings.Fields(string(promised))
	for _, line := range kept {
		if !slices.Contains(now, line) {
			t.Errorf("clients rely on %s", line)
		}
	}
	if *update && !t.Failed() {
		kept, err = now, os.WriteFile(filepath.Join("..", "testdata", "shapes.txt"), []byte(strings.Join(now, "\n")+"\n"), 0o644)
	}
	if diff := cmp.Diff(kept, now); diff != "" || err != nil {
		t.Errorf("server/README.md promises that no field is added to these documents, since clients may be strict: put it into another one. "+
			"If the promise is to change, -update writes the new one (-promised +now): %v\n%s", err, diff)
	}
}

func shapes(defs map[string]*jsonschema.Schema, at string, s *jsonschema.Schema) (lines []string) {
	if name, named := strings.CutPrefix(s.Ref, "#/$defs/"); named {
		s = defs[name]
	}
	switch {
	case s.Items != nil:
		return append(shapes(defs, at+"[]", s.Items), at+":array")
	case s.Properties != nil:
		for name, property := range s.Properties {
			if !slices.Contains(s.Required, name) {
				name += "?"
			}
			lines = append(lines, shapes(defs, at+"/"+name, property)...)
		}
		return append(lines, at+":object")
	}
	kind := stdcmp.Or(s.Type, strings.Join(s.Types, "|"))
	if s.Format != "" && s.Format != "double" {
		kind += "(" + s.Format + ")"
	}
	return []string{at + ":" + kind}
}

func definitions(t *testing.T, documents ...string) map[string]*jsonschema.Schema {
	t.Helper()
	var types []reflect.Type
	for _, name := range documents {
		types = append(types, documentTypes[name])
	}
	c, err := readComments(typesFolder)
	if err != nil {
		t.Fatal(err)
	}
	made, err := c.definitions(types...)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// Who generates a client sees nothing but the schemas. The six public documents are a closed contract; everything else may grow.
func TestSchemasSayWhatEveryFieldIs(t *testing.T) {
	public := definitions(t, publicDocuments...)
	for name, s := range definitions(t, slices.Collect(maps.Keys(documentTypes))...) {
		if s.Description == "" {
			t.Errorf("type %s has no comment", name)
		}
		if refuses := s.AdditionalProperties != nil; s.Type == "object" && refuses != (public[name] != nil) {
			t.Errorf("%s: other fields refused: %t, in a public document: %t", name, refuses, public[name] != nil)
		}
		for field, property := range s.Properties {
			if property.Description == "" && public[name] != nil {
				t.Errorf("%s.%s has no comment", name, field)
			}
		}
	}
}

// files are the schemas and openapi.json by name. The part of openapi.json that is written by hand is openapi.yaml.
func files() (map[string][]byte, error) {
	comments, err := readComments(typesFolder)
	if err != nil {
		return nil, err
	}
	made := map[string][]byte{}
	for name, document := range documentTypes {
		if made[name+".schema.json"], err = comments.schemaOf(document); err != nil {
			return nil, err
		}
	}
	written, err := os.ReadFile("openapi.yaml")
	if err != nil {
		return nil, err
	}
	all, err := comments.definitions(slices.Collect(maps.Values(documentTypes))...)
	if err != nil {
		return nil, err
	}
	whole, err := openAPI(written, all)
	if err != nil {
		return nil, err
	}
	made["openapi.json"], err = encode(whole)
	return made, err
}

// schemaOf is the schema of a document as it is served.
func (c comments) schemaOf(document reflect.Type) ([]byte, error) {
	defs, err := c.definitions(document)
	if err != nil {
		return nil, err
	}
	root := defs[document.Name()]
	delete(defs, document.Name())
	root.Schema, root.Title, root.Defs = "https://json-schema.org/draft/2020-12/schema", document.Name(), defs
	return encode(root)
}

// encode leaves < and > readable.
func encode(document any) ([]byte, error) {
	text := string(data.Encode(document))
	return []byte(strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(text)), nil
}
