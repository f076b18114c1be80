package server_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"

	"pricepoint/data"
	"pricepoint/server/prepared"
)

var update = flag.Bool("update", false, "write the schemas anew from the types, and add new fields to the shapes")

// documentTypes are the types of the documents that have a schema.
var documentTypes = map[string]reflect.Type{
	"tools":      reflect.TypeFor[data.ToolsDocument](),
	"benchmarks": reflect.TypeFor[data.BenchmarksDocument](),
	"providers":  reflect.TypeFor[data.ProvidersDocument](),
	"categories": reflect.TypeFor[data.CategoriesDocument](),
	"platforms":  reflect.TypeFor[data.PlatformsDocument](),
	"use-cases":  reflect.TypeFor[data.UseCasesDocument](),
	"freshness":  reflect.TypeFor[data.FreshnessDocument](),
	"provenance": reflect.TypeFor[data.ProvenanceDocument](),
	"findings":   reflect.TypeFor[data.FindingsDocument](),
	"scores":     reflect.TypeFor[data.ScoresDocument](),
	"aliases":    reflect.TypeFor[data.AliasesDocument](),
	"changes":    reflect.TypeFor[data.ChangesDocument](),
	"snapshots":  reflect.TypeFor[data.SnapshotsDocument](),
	"index":      reflect.TypeFor[data.AddressIndex](),
}

func definitions(t *testing.T, of ...reflect.Type) map[string]*jsonschema.Schema {
	t.Helper()
	m := schemaMaker{t, readComments(t), map[string]*jsonschema.Schema{}}
	for _, document := range of {
		m.define(document)
	}
	return m.made
}

// schemaOf is the schema of a document as it is served.
func schemaOf(t *testing.T, document reflect.Type) []byte {
	t.Helper()
	defs := definitions(t, document)
	root := defs[document.Name()]
	delete(defs, document.Name())
	root.Schema, root.Title, root.Defs = "https://json-schema.org/draft/2020-12/schema", document.Name(), defs
	return encode(t, root)
}

// encode leaves < and > readable.
func encode(t *testing.T, document any) []byte {
	t.Helper()
	text, err := data.Encode(document)
	if err != nil {
		t.Fatal(err)
	}
	return []byte(strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(string(text)))
}

func TestSchemasAreMadeFromTheTypes(t *testing.T) {
	want := map[string]bool{}
	for name, document := range documentTypes {
		file := filepath.Join("schemas", name+".schema.json")
		want[file] = true
		compareFile(t, file, schemaOf(t, document))
	}
	files, err := filepath.Glob(filepath.Join("schemas", "*.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !want[file] {
			t.Errorf("%s is the schema of no document", file)
		}
	}
}

// compareFile fails when a generated file is not what it would be if it were made now; with -update it is made.
func compareFile(t *testing.T, file string, want []byte) {
	t.Helper()
	if *update {
		for name, body := range map[string][]byte{file: want, file + ".br": prepared.Brotli(want)} {
			if err := os.WriteFile(name, body, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	compressed, err := os.Open(file + ".br")
	if err != nil {
		t.Fatal(err)
	}
	defer compressed.Close()
	unpacked, err := io.ReadAll(brotli.NewReader(compressed))
	if err != nil || !bytes.Equal(unpacked, got) {
		t.Errorf("%s.br is not what %[1]s is, %v; make them with -update", file, err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s is out of date; run go test ./server -run 'Schemas|OpenAPI' -update (-want +file):\n%s", file, diff)
	}
}

// Who generates a client sees nothing but the schemas.
func TestSchemasSayWhatEveryFieldIs(t *testing.T) {
	defs := definitions(t, slices.Collect(maps.Values(documentTypes))...)
	files := readComments(t).files
	for name, s := range defs {
		if s.Description == "" {
			t.Errorf("type %s has no comment", name)
		}
		for field, property := range s.Properties {
			if property.Description == "" && files[name] == closed {
				t.Errorf("%s.%s has no comment", name, field)
			}
		}
	}
}

// The six public documents are a closed contract; everything else may grow.
func TestOnlyThePublicDocumentsAreClosed(t *testing.T) {
	public := definitions(t, publicTypes()...)
	for name, s := range definitions(t, slices.Collect(maps.Values(documentTypes))...) {
		_, isPublic := public[name]
		refuses := s.AdditionalProperties != nil
		if s.Type == "object" && refuses != isPublic {
			t.Errorf("%s: other fields refused: %t, in a public document: %t", name, refuses, isPublic)
		}
	}
}

func publicTypes() []reflect.Type {
	var types []reflect.Type
	for _, name := range []string{"tools", "benchmarks", "providers", "categories", "platforms", "use-cases"} {
		types = append(types, documentTypes[name])
	}
	return types
}

// inComponents is a schema as part of an OpenAPI document.
func inComponents(t *testing.T, s *jsonschema.Schema) json.RawMessage {
	t.Helper()
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return json.RawMessage(strings.ReplaceAll(string(text), "#/$defs/", "#/components/schemas/"))
}
