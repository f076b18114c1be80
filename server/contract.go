package server

import (
	"embed"
	"path"
	"strings"

	"pricepoint/data"
	"pricepoint/server/prepared"
)

// contractFiles describe the documents. They are made from the types and kept beside the code, compressed as well.
//
//go:generate go run ./schemas/generate
//go:embed schemas/openapi.json schemas/*.schema.json schemas/*.br
var contractFiles embed.FS

const (
	openAPIPath  = "/api/openapi.json"
	schemaFolder = "/api/schemas/"
	schemaSuffix = ".schema.json"
)

var schemaKind = prepared.Kind{Type: "application/schema+json"}

// contract are the addresses of what describes the documents. They are the same whatever the snapshot.
var contract = readContract()

func readContract() map[string]data.Document {
	files, err := contractFiles.ReadDir("schemas")
	if err != nil {
		panic(err) // the folder is part of the program
	}
	documents := make(map[string]data.Document, len(files)/2)
	for _, f := range files {
		name, isBrotli := strings.CutSuffix(f.Name(), ".br")
		body, err := contractFiles.ReadFile("schemas/" + f.Name())
		if err != nil {
			panic(err)
		}
		address := schemaFolder + name
		if !strings.HasSuffix(name, schemaSuffix) {
			address = path.Join("/api", name)
		}
		d := documents[address]
		if isBrotli {
			d.Brotli = body
		} else {
			d.Body = body
		}
		documents[address] = d
	}
	return documents
}

// addContract puts what describes the documents beside them. It counts as modified when the server began, since only
// another program has another contract.
func (s *Server) addContract(next, previous *state, m *prepared.Maker) {
	for address, d := range contract {
		kind := schemaKind
		if address == openAPIPath {
			kind = prepared.JSON
		}
		next.resources[address] = previous.reuse(m, address, kind, d, s.began)
	}
}
