package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// followsSchemas holds every document to its own schema, with formats asserted, which the OpenAPI check does not for all.
func followsSchemas(t *testing.T, base string) {
	files, err := filepath.Glob(filepath.Join("..", "..", "server", "schemas", "*.schema.json"))
	if err != nil || len(files) < 10 {
		t.Fatalf("found only %d schemas: %v", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".schema.json")
		t.Run(name, func(t *testing.T) {
			address := "/api/" + name + ".json"
			if name == "index" {
				address = "/api/"
			}
			schema := servedSchema(t, base+"/api/schemas/"+name+".schema.json")
			_, text := get(t, base+address)
			document, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			if err := schema.Validate(document); err != nil {
				t.Error(err)
			}
			if object, ok := document.(map[string]any); ok {
				delete(object, "lastUpdated")
				delete(object, "usage")
			}
			if err := schema.Validate(document); err == nil {
				t.Errorf("%s may lack what it must have", address)
			}
		})
	}
}

// servedSchema compiles a schema, which also holds it to the rules for schemas.
func servedSchema(t *testing.T, address string) *jsonschema.Schema {
	t.Helper()
	_, text := get(t, address)
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource(address, document); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile(address)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}
