package main

import (
	"bytes"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"
)

// The folders, as the tests find them.
var schemasFolder, typesFolder = "..", filepath.Join("..", "..", "..", "data")

func TestFilesAreUpToDate(t *testing.T) {
	made, err := files(schemasFolder, typesFolder)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range made {
		file := filepath.Join(schemasFolder, name)
		got, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s is out of date; run go generate ./server (-want +file):\n%s", file, diff)
		}
		if unpacked := unpack(t, file+".br"); !bytes.Equal(unpacked, got) {
			t.Errorf("%s.br is not what %[1]s is; run go generate ./server", file)
		}
	}
	there, err := filepath.Glob(filepath.Join(schemasFolder, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range there {
		if made[filepath.Base(file)] == nil {
			t.Errorf("%s is the schema of no document", file)
		}
	}
}

func unpack(t *testing.T, file string) []byte {
	t.Helper()
	compressed, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer compressed.Close()
	body, err := io.ReadAll(brotli.NewReader(compressed))
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return body
}

func read(t *testing.T) comments {
	t.Helper()
	c, err := readComments(typesFolder)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func definitions(t *testing.T, of ...reflect.Type) map[string]*jsonschema.Schema {
	t.Helper()
	made, err := read(t).definitions(of...)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// Who generates a client sees nothing but the schemas.
func TestSchemasSayWhatEveryFieldIs(t *testing.T) {
	defs := definitions(t, slices.Collect(maps.Values(documentTypes))...)
	files := read(t).files
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
