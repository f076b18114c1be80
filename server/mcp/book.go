package mcp

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"pricepoint/data"
	"pricepoint/data/market"
	"pricepoint/data/tariff"
)

// Book is what the tools look things up in: the documents of one snapshot. Each is read when it is first asked for, so a
// book that nobody asks costs nothing. It may be used concurrently.
type Book struct {
	snapshot data.Snapshot
	readers  sync.Map // by path: what reads the document once
	names    func() (spellings, error)
}

// Open makes a book of a snapshot.
func Open(s data.Snapshot) *Book {
	b := &Book{snapshot: s}
	b.names = sync.OnceValues(b.spellings)
	return b
}

// kept is a document that was read once.
func kept[T any](b *Book, path string) (T, error) {
	reader, _ := b.readers.LoadOrStore(path, sync.OnceValues(func() (T, error) { return read[T](b, path) }))
	return reader.(func() (T, error))()
}

// read reads one document.
func read[T any](b *Book, path string) (document T, err error) {
	d := data.Find(b.snapshot.Documents, func(d data.Document) bool { return d.Path == path })
	if d == nil {
		return document, fmt.Errorf("snapshot %s has no %s: an older pricepoint made it", b.snapshot.Manifest.Version, path)
	}
	// What a later pricepoint has added is ignored, as everywhere in the server: the one that refreshes may be upgraded first.
	if err := json.Unmarshal(d.Body, &document); err != nil {
		return document, fmt.Errorf("snapshot %s: %s: %v", b.snapshot.Manifest.Version, path, err)
	}
	return document, nil
}

// tariff is what a tool costs at a time. now asks for today's tariff, whose evidence says when each price was last found;
// that of another time says when it was first read. early are the places of lines that nobody had read by then.
func (b *Book) tariff(id string, at, now time.Time) (t data.Tariff, early []int, err error) {
	if at.Equal(now) {
		doc, _ := kept[data.TariffsDocument](b, data.TariffsPath)
		if today := data.Find(doc.Tools, func(t data.Tariff) bool { return t.ID == id }); today != nil {
			return *today, nil, nil
		}
	}
	doc, err := read[data.PricesDocument](b, data.PricesPath(id))
	if err != nil {
		return t, nil, err
	}
	t, early, ok := tariff.At(doc, at, now)
	if !ok {
		return t, nil, fmt.Errorf("nothing is known of what %s cost at %s", id, data.At(at))
	}
	return t, early, nil
}

// sold is the tool that a name means now, or another model that its maker prices, with what it costs at a time.
func (b *Book) sold(name string, at, now time.Time) (tool data.Tool, t data.Tariff, early []int, err error) {
	if tool, err = b.find(name, now); err == nil {
		t, early, err = b.tariff(tool.ID, at, now)
		return tool, t, early, err
	}
	if models, _ := kept[market.ModelsDocument](b, data.ModelsPath); models.Named(name) != nil {
		m := models.Named(name)
		t, early = m.TariffAt(at)
		return data.Tool{ID: m.Key, Name: m.Name, Provider: m.Maker}, t, early, nil
	}
	return tool, t, early, err
}

// about says what every answer rests on.
type about struct {
	Snapshot string `json:"snapshot" jsonschema:"version of the data"`
	AsOf     string `json:"asOf" jsonschema:"when the sources were last read"`
	More     string `json:"more,omitempty" jsonschema:"what was left out to keep the answer short, and where it stands"`
}

func (b *Book) about() about {
	m := b.snapshot.Manifest
	return about{Snapshot: m.Version, AsOf: m.GeneratedAt.String()}
}

// origin is where a price was read.
type origin struct {
	Publisher  string          `json:"publisher,omitempty" jsonschema:"who printed it: the maker only where it did"`
	Basis      data.Basis      `json:"basis,omitempty" jsonschema:"page, file: the maker's own; list: a price list; third-party: somebody else's page; rule: worked out"`
	URL        string          `json:"url,omitempty"`
	Method     data.Method     `json:"method" jsonschema:"collected: read on the page by the program; catalogue: verified by a person; feed: a price list, because nobody states it first hand; rule: follows from another price"`
	Confidence data.Confidence `json:"confidence"`
	Read       string          `json:"read,omitempty" jsonschema:"day on which it was last found there"`
	Verified   string          `json:"verified,omitempty" jsonschema:"day on which a person last verified it"`
}

func originOf(e data.BriefEvidence) origin {
	return origin{
		Publisher: e.Printer(), Basis: e.Basis, URL: e.URL, Method: e.Method, Confidence: e.Confidence,
		Read: data.Known(e.ConfirmedAt), Verified: data.Known(e.VerifiedAt),
	}
}

// origins are sources without repetition.
type origins []origin

// place puts a source among the others and says where.
func (o *origins) place(of origin) int {
	if i := slices.Index(*o, of); i >= 0 {
		return i
	}
	*o = append(*o, of)
	return len(*o) - 1
}
