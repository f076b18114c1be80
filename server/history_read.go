package server

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"pricepoint/data"
)

// What clients who ask for the whole past may cost.
const (
	pastReads    = 4               // at once, from the store
	pastPatience = 5 * time.Second // that a request waits for its turn to read
)

var errBusy = errors.New("too many documents of the past are asked for at once")

// past reads documents of snapshots that are kept, few at a time, and remembers those asked for last.
type past struct {
	turns chan struct{}

	mu    sync.Mutex
	limit int
	bytes int
	asked *simplelru.LRU[string, *pastDocument]
}

// pastDocument is a document of a snapshot, or what vouches for it, ready to be sent.
type pastDocument struct {
	resource
	bytes int
}

func newPast(limit int) *past {
	p := &past{turns: make(chan struct{}, pastReads), limit: limit}
	asked, err := simplelru.NewLRU(1<<20, func(_ string, d *pastDocument) { p.bytes -= d.bytes }) // the bytes are what limits it
	if err != nil {
		panic(err) // a constant size
	}
	p.asked = asked
	return p
}

// get returns what a name stands for, from memory or by reading it.
func (p *past) get(ctx context.Context, name string, read func() (*pastDocument, error)) (*pastDocument, error) {
	if d := p.remembered(name); d != nil {
		return d, nil
	}
	patience := time.NewTimer(pastPatience)
	defer patience.Stop()
	select {
	case p.turns <- struct{}{}:
		defer func() { <-p.turns }()
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-patience.C:
		return nil, errBusy
	}
	if d := p.remembered(name); d != nil { // read by somebody else meanwhile
		return d, nil
	}
	d, err := read()
	if err == nil {
		p.remember(name, d)
	}
	return d, err
}

func (p *past) remembered(name string) *pastDocument {
	p.mu.Lock()
	defer p.mu.Unlock()
	d, _ := p.asked.Get(name)
	return d
}

// remember makes room by forgetting what was not asked for the longest.
func (p *past) remember(name string, d *pastDocument) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if d.bytes > p.limit || p.asked.Contains(name) {
		return
	}
	p.asked.Add(name, d)
	for p.bytes += d.bytes; p.bytes > p.limit; {
		p.asked.RemoveOldest()
	}
}

// noDocument says which documents a snapshot has.
type noDocument struct {
	version, name string
	known         []string
}

func (e *noDocument) Error() string {
	return fmt.Sprintf("snapshot %s has no %s; it has %s", e.version, e.name, strings.Join(e.known, ", "))
}

// readPast reads a document of a snapshot, its manifest, or the signature of that.
func readPast(from Store, version, name string) (*pastDocument, error) {
	made, err := data.ParseVersion(version)
	if err != nil {
		return nil, err
	}
	switch name {
	case manifestDocument:
		body, err := from.ManifestBody(version)
		return newPastDocument(mediaHeaders[".json"], data.Document{Body: body}, made), err
	case signatureDocument:
		body, err := from.Signature(version)
		return newPastDocument(signatureHeader, data.Document{Body: body}, made), err
	}
	manifest, err := from.Manifest(version)
	if err != nil {
		return nil, err
	}
	d := data.Document{Path: "api/" + name}
	header := mediaHeader(d)
	if header == nil || !slices.ContainsFunc(manifest.Files, func(f data.File) bool { return f.Path == d.Path }) {
		return nil, &noDocument{version, name, pastNames(manifest)}
	}
	d, err = from.Document(manifest, d.Path)
	return newPastDocument(header, d, made), err
}

var signatureHeader = []field{line("Content-Type", "text/plain; charset=utf-8")}

// pastNames are what is served of a snapshot.
func pastNames(m data.Manifest) []string {
	names := []string{manifestDocument}
	for _, f := range m.Files {
		if mediaHeader(data.Document{Path: f.Path}) != nil {
			names = append(names, strings.TrimPrefix(f.Path, "api/"))
		}
	}
	return names
}

// newPastDocument has the document as it is and as the store keeps it: nothing is compressed for those who ask.
func newPastDocument(header []field, d data.Document, made time.Time) *pastDocument {
	sum := sha256.Sum256(d.Body)
	name := hex.EncodeToString(sum[:])
	p := &pastDocument{bytes: len(d.Body) + len(d.Brotli) + 1<<10, resource: resource{
		route: pastRoute, common: header, modified: made, lastModified: made.UTC().Format(http.TimeFormat),
	}}
	if d.Brotli != nil {
		p.representations = append(p.representations, representation{encoding: "br", etag: `"` + name + `-br"`, body: d.Brotli})
	}
	p.representations = append(p.representations, representation{encoding: identity, etag: `"` + name + `"`, body: d.Body})
	return p
}
