// Command generate writes what describes the documents: a JSON Schema of each, made from the types and comments of package
// data, and the OpenAPI document, each with its brotli twin. Start at files. It reads no document and serves nothing.
//
//	go generate ./server
package main

import (
	"log"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"pricepoint/data"
	"pricepoint/server/prepared"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("generate: ")
	if err := write("schemas", filepath.Join("..", "data")); err != nil {
		log.Fatal(err)
	}
}

// write makes every file of the folder again, from the types in the folder types.
func write(folder, types string) error {
	made, err := files(folder, types)
	if err != nil {
		return err
	}
	for name, body := range made {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, body, 0o644); err != nil {
			return err
		}
		if err := os.WriteFile(path+".br", prepared.Brotli(body), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// files are the schemas and openapi.json by name. folder holds openapi.yaml, the part that is written by hand.
func files(folder, types string) (map[string][]byte, error) {
	comments, err := readComments(types)
	if err != nil {
		return nil, err
	}
	made := map[string][]byte{}
	for name, document := range documentTypes {
		if made[name+".schema.json"], err = comments.schemaOf(document); err != nil {
			return nil, err
		}
	}
	written, err := os.ReadFile(filepath.Join(folder, "openapi.yaml"))
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
	text, err := data.Encode(document)
	return []byte(strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(string(text))), err
}
