package server

import (
	"embed"
	"path"
	"strings"
	"sync"

	"pricepoint/data"
	"pricepoint/server/prepared"
)

// contractFiles describe the documents. They are made from the types and kept beside the code, compressed as well. The
// program holds them compressed only, since that saves a quarter of a megabyte.
//
//go:generate go run ./schemas/generate
//go:embed schemas/*.br
var contractFiles embed.FS

var schemaKind = prepared.Kind{Type: "application/schema+json"}

// contract are the addresses of what describes the documents. They are the same whatever the snapshot.
var contract = sync.OnceValue(func() map[string]data.Document {
	files, err := contractFiles.ReadDir("schemas")
	if err != nil {
		panic(err) // the folder is part of the program
	}
	documents := make(map[string]data.Document, len(files))
	for _, f := range files {
		compressed, err := contractFiles.ReadFile("schemas/" + f.Name())
		if err != nil {
			panic(err)
		}
		body, err := prepared.Unpacked(compressed)
		if err != nil {
			panic(err) // a test unpacks every file
		}
		name := strings.TrimSuffix(f.Name(), ".br")
		address := schemaFolder + name
		if !strings.HasSuffix(name, schemaSuffix) {
			address = path.Join("/api", name)
		}
		documents[address] = data.Document{Body: body, Brotli: compressed}
	}
	return documents
})

// addContract puts what describes the documents beside them. It counts as modified when the server began, since only
// another program has another contract.
func (s *Server) addContract(next, previous *state, m *prepared.Maker) {
	for address, d := range contract() {
		kind := schemaKind
		if address == openAPIPath {
			kind = prepared.JSON
		}
		next.resources[address] = previous.reuse(m, address, kind, d, s.began)
	}
}
