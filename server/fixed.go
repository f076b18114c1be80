package server

import (
	"bytes"
	"embed"
	"path"
	"strings"
	"sync"
	"time"

	"pricepoint/data"
	"pricepoint/server/prepared"
)

// contractFiles describe the documents. They are made from the types and kept beside the code, compressed as well. The
// program holds them compressed only, since that saves a quarter of a megabyte.
//
//go:generate go test ./schemas -run TestFilesAreUpToDate -update
//go:embed schemas/*.br
var contractFiles embed.FS

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

var (
	//go:embed site/robots.txt
	robotsText []byte
	//go:embed site/favicon.ico
	icon []byte
	//go:embed site/og.png
	card []byte // what other sites show beside a link to a page
)

// conventional are the addresses that crawlers and browsers ask every site for. No page lists them.
func conventional(publicURL string, began time.Time) []*prepared.Resource {
	m := prepared.NewMaker(nil)
	robots := bytes.ReplaceAll(robotsText, []byte("{url}"), []byte(strings.TrimSuffix(publicURL, "/")))
	return []*prepared.Resource{
		m.Make("/favicon.ico", prepared.Kind{Type: "image/x-icon"}, data.Document{Body: icon}, began),
		m.Make("/og.png", prepared.Kind{Type: "image/png", Packed: prepared.Already}, data.Document{Body: card}, began),
		m.Make("/robots.txt", prepared.Kind{Type: "text/plain; charset=utf-8"}, data.Document{Body: robots}, began),
	}
}
