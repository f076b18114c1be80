package server

import (
	"embed"
	"path"
	"strings"

	"pricepoint/data"
)

// contractFiles describe the documents. They are made from the types and kept beside the code; schema_test.go says how.
//
//go:embed schemas/openapi.json schemas/*.schema.json
var contractFiles embed.FS

const (
	openAPIPath  = "/api/openapi.json"
	schemaFolder = "/api/schemas/"
	schemaSuffix = ".schema.json"
)

var schemaHeader = []field{line("Content-Type", "application/schema+json")}

// contract are the addresses of what describes the documents. They are the same whatever the snapshot.
var contract = readContract()

func readContract() map[string][]byte {
	files, err := contractFiles.ReadDir("schemas")
	if err != nil {
		panic(err) // the folder is part of the program
	}
	documents := make(map[string][]byte, len(files))
	for _, f := range files {
		body, err := contractFiles.ReadFile("schemas/" + f.Name())
		if err != nil {
			panic(err)
		}
		address := schemaFolder + f.Name()
		if !strings.HasSuffix(f.Name(), schemaSuffix) {
			address = path.Join("/api", f.Name())
		}
		documents[address] = body
	}
	return documents
}

// addContract puts what describes the documents beside them. It counts as modified when the server began, since only
// another program has another contract.
func (s *Server) addContract(next, previous *state, p *preparation) {
	for address, body := range contract {
		header := schemaHeader
		if address == openAPIPath {
			header = mediaHeaders[".json"]
		}
		next.resources[address] = previous.reuse(p, address, header, data.Document{Body: body}, s.began)
	}
}
