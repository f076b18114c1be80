// Package overlay lays our prices over the lists that other programs read: the bytes of a list as its publisher sent it,
// without what programs do not need, and with only those numbers replaced for which we have first-hand evidence, and the prices of
// cache writes that follow from them. Start at Make.
//
// What does not fit the shape of the list is left out first (relay.go, shape.go). Its rows are read in the way of its format
// (modelsdev.go, genaiprices.go), and row.go decides which numbers change: those of a row together, or none; it adds the rows
// that the list lacks, in its form.
// evidence.go says which of our prices may be written at all, and which tool a row means.
//
// It is pure: bytes and documents in, bytes and a report out. It invents no price, and asks nobody. A list that cannot be
// relied on gives an error and no bytes.
package overlay

import (
	"bytes"
	_ "embed" // for the licences
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pricepoint/data"
	"pricepoint/data/export"
)

// Licences are the notices that go with copies of the lists. They are as the lists' own repositories have them.
//
//go:embed licences.txt
var Licences []byte

// Upstream is a list as its publisher sent it.
type Upstream struct {
	About data.ExportUpstream // its Source says of which format it is; one without a URL is somebody's own copy
	Body  []byte
}

// list is a list that others publish, and how its rows are read.
type list struct {
	export   data.Export       // what its overlay says of itself
	feed     string            // the source that reads the list
	file     string            // what the address of the list ends in: a feed may also have read another form of it
	provider shape             // what of a provider is relayed
	makers   map[string]string // sellers of our tariffs, by the keys that the list has for them
	asInput  bool              // programs bill as input what a row states no price of
	top      byte              // '{' for an object of providers, '[' for an array
	read     func(r reader, key string, provider *node) []row
	write    func(newRow) (key string, row any) // one that the list lacks, under its key in an object; nil where it cannot be said
}

// lists are all lists that overlays lie on.
var lists = []list{modelsDev, genaiPrices}

// Feeds are the sources whose payloads overlays lie on.
func Feeds() []string { return data.Each(lists, func(l list) string { return l.feed }) }

// Blank is what the index says of the overlays on a feed before anything is known of its payload: of every overlay there
// can be when feed is "".
func Blank(feed string) []data.Export {
	var all []data.Export
	for _, l := range lists {
		if feed == "" || l.feed == feed {
			all = append(all, l.export)
		}
	}
	return all
}

// Make lays our prices over what is relayed of the list that a feed has read. The other bytes stay as they are, but for
// characters that a terminal would act on: they become their codes. The error says why nobody should rely on the list.
func Make(up Upstream, d export.Documents) (export.File, error) {
	i := slices.IndexFunc(lists, func(l list) bool { return l.feed == up.About.Source })
	if i < 0 {
		return export.File{}, fmt.Errorf("no overlay lies on what %q reads; they lie on %v", up.About.Source, Feeds())
	}
	l := lists[i]
	if up.About.URL != "" && !strings.HasSuffix(up.About.URL, l.file) {
		return export.File{}, fmt.Errorf("%s was read in its place, which is another form of the list", up.About.URL)
	}
	about := l.export
	about.Upstream = &up.About
	r := reader{list: l, book: newBook(d), places: map[string]*place{}}
	rows, left, err := r.rows(up)
	if err != nil {
		return export.File{}, fmt.Errorf("the list cannot be relied on: %w", err)
	}
	about.Dropped, about.Unreviewed = left.gone, left.unreviewed
	replaced, stated, absent := r.book.decide(rows, &about)
	rest, added := r.add(d, absent, &about)
	file := export.NewFile(about, data.VisibleJSON(splice(up.Body, slices.Concat(left.edits, replaced, rest))))
	file.Stated, file.NoHour = append(stated, added...), added
	for _, r := range rows {
		if !slices.ContainsFunc(r.cells, func(c cell) bool { return c.terms.class == data.ClassCacheWrite1h }) {
			file.NoHour = append(file.NoHour, r.tools...)
		}
	}
	return file, nil
}

// rows are those of the list, without what does not fit its shape. What a user's own file makes programs do is the user's.
func (r reader) rows(up Upstream) (rows []row, left relayed, err error) {
	left.list = up.Body
	all, kept := &cutter{from: bytes.IndexAny(up.Body, "{[") + 1}, 0
	kind, err := scan(up.Body, func(key string, provider *node) {
		left.provider = key
		if up.About.URL != "" && !left.keepOrDrop(all, r.provider, provider, pointTo("", key), "/*") {
			return
		}
		if r.top == '[' {
			key = strconv.Itoa(kept)
		}
		kept++
		rows = append(rows, r.read(r, key, provider)...)
	})
	if err == nil && kind != r.top {
		err = fmt.Errorf("it is no %s of providers", map[byte]string{'{': "object", '[': "array"}[r.top])
	}
	return rows, left, err
}

// reader is what the readers of rows share.
type reader struct {
	list
	book   *book
	places map[string]*place // for rows of a maker, by its name
}

// takes notes where the list takes more rows of a maker.
func (r reader) takes(maker string, p place) {
	if seller := r.makers[maker]; seller != "" {
		r.places[seller] = &p
	}
}

// row starts a row of a maker's own list; false for any other seller, and when it means none of our tools.
func (r reader) row(at pointer, maker, subject string) (row, bool) {
	var tools []string
	if seller := r.makers[maker]; seller != "" {
		tools = r.book.named(subject, r.feed, seller)
	}
	return row{at: at, subject: subject, tools: tools}, len(tools) > 0
}
