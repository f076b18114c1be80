// Package pricing reads the prices that providers print on their own pages. Start at a provider's file, or at plain.go for those
// of plain tables: it says which pages to fetch, and reads them. This file holds what the providers share.
//
// It converts nothing and decides nothing: see package collectors.
package pricing

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// How many models a page must price at least. Anthropic, Google, OpenAI and Z.ai have never had fewer than nine; the others have had
// pages of five, or of many models of which few have both prices.
const (
	minModels      = 5
	minModelsOfFew = 3
)

var errTooManyPrices = fmt.Errorf("the page prints more than %d prices", page.MaxObservations)

// pricePage is how pages of prices are read.
type pricePage struct {
	least   int                               // models that they must price
	lacking string                            // what they have not where they price fewer
	counts  func(o data.Observation) bool     // whether a price is one of those that they must have; nil: all are
	name    nameReader                        // nil: page.ReadName
	read    func(*reader, page.Page) error    // takes from one what it says
	source  func(body []byte) ([]byte, error) // what makes a page of its source; nil: it is one
	leads   func(of web.Payload) bool         // whether one of several may price nothing, since it leads to the others; nil: none may
}

// nameReader takes the cell of a name apart, as page.ReadName does.
type nameReader func(text string, q data.Qualifiers, fetched time.Time) (string, data.Qualifiers)

// parse reads the documents. Where there are several, each must price a model: those of one without its table would be taken for
// withdrawn.
func (s pricePage) parse(docs []web.Payload, refused *page.Refused) ([]data.Observation, error) {
	r := &reader{pricePage: s, refused: refused}
	for _, doc := range docs {
		before := len(r.found)
		err := r.add(doc)
		if err == nil && len(docs) > 1 && len(page.PricedSubjects(r.found[before:])) == 0 && (s.leads == nil || !s.leads(doc)) {
			err = errors.New(s.lacking)
		}
		if err != nil && len(docs) > 1 {
			err = fmt.Errorf("%s: %w", doc.URL, err)
		}
		if err != nil {
			return nil, err
		}
	}
	r.found = newestOnly(r.found)
	return r.priced()
}

// add reads one more document.
func (r *reader) add(doc web.Payload) (err error) {
	if r.source != nil {
		if doc.Body, err = r.source(doc.Body); err != nil {
			return err
		}
	}
	p, err := page.Read(doc)
	if err != nil {
		return err
	}
	r.doc, r.named = doc, map[string]bool{}
	return r.read(r, p)
}

// newestOnly drops what a page of a later day says again: pages of several days stand side by side only in an archive.
func newestOnly(all []data.Observation) []data.Observation {
	day := func(o data.Observation) time.Time { return o.FetchedAt.Truncate(24 * time.Hour) }
	newest := map[page.Subject]time.Time{}
	for _, o := range all {
		if of := page.SubjectOf(o); day(o).After(newest[of]) {
			newest[of] = day(o)
		}
	}
	return slices.DeleteFunc(all, func(o data.Observation) bool { return day(o).Before(newest[page.SubjectOf(o)]) })
}

// reader collects what a page says.
type reader struct {
	pricePage
	doc     web.Payload
	found   []data.Observation
	refused *page.Refused
	named   map[string]bool // models of which the document has a price of something else than tokens
}

// priced is what was read, if it prices as many models as it must.
func (r *reader) priced() ([]data.Observation, error) {
	if len(r.found) > page.MaxObservations {
		return nil, errTooManyPrices
	}
	found := r.refused.Distinct(r.found)
	others := func(o data.Observation) bool { return r.counts != nil && !r.counts(o) }
	if n := len(page.PricedSubjects(slices.DeleteFunc(slices.Clone(found), others))); n < r.least {
		return nil, fmt.Errorf("%d models have an input and an output price, expected at least %d: %s", n, r.least, r.lacking)
	}
	return found, nil
}

// whole takes what a row adds to the observations, or refuses it whole. A page of too many prices is not read on.
func (r *reader) whole(name string, row []page.Cell, read func() ([]data.Observation, error)) {
	if len(r.found) > page.MaxObservations {
		return
	}
	found, err := read()
	if err != nil {
		r.refused.Row(r.doc, name, row, err)
		return
	}
	r.found = append(r.found, found...)
}

// rowReader reads what a row says of the model of a name, under conditions.
type rowReader func(row []page.Cell, name string, q data.Qualifiers) ([]data.Observation, error)

// models reads the rows of a table with a column of models, which is for a service.
func (r *reader) models(t page.Table, service string, read rowReader) {
	readName := r.name
	if readName == nil {
		readName = page.ReadName
	}
	for row, group := range t.ModelRows() {
		group.Service = cmp.Or(group.Service, service)
		name, q := readName(row[page.NameColumn(t)].Text, group, r.doc.FetchedAt)
		r.whole(name, row, func() ([]data.Observation, error) { return read(row, name, q) })
		r.others(t, row, name)
	}
}

// others takes what a row prices besides tokens.
func (r *reader) others(t page.Table, row []page.Cell, name string) {
	for column, cell := range row {
		r.other(t.At(row, column), name, cell.Text)
	}
}

// other takes a price of something else than tokens, the first of each model: no more is told of it than its unit.
func (r *reader) other(at page.Place, name, text string) {
	value, unit, ok := page.OtherPrice(text)
	if ok && name != "" && at.Check("") == nil && !r.named[name] {
		r.named[name] = true
		r.found = append(r.found, at.Observe(name, data.PriceOther, value, unit, text, data.Qualifiers{}))
	}
}
