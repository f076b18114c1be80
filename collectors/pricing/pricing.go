// Package pricing reads the prices that providers print on their own pages. Start at a provider's file: it says which pages
// to fetch, and reads them. This file holds what the providers share.
//
// It converts nothing and decides nothing: see package collectors.
package pricing

import (
	"cmp"
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

// pricePage is how a page of prices is read.
type pricePage struct {
	least   int                            // models that it must price
	lacking string                         // what it has not where it prices fewer
	counts  func(o data.Observation) bool  // whether a price is one of those that it must have; nil: all are
	name    nameReader                     // nil: page.ReadName
	read    func(*reader, page.Page) error // takes from it what it says
}

// nameReader takes the cell of a name apart, as page.ReadName does.
type nameReader func(text string, q data.Qualifiers, fetched time.Time) (string, data.Qualifiers)

// parse reads the page, the first of the documents.
func (s pricePage) parse(docs []web.Payload, refused *page.Refused) ([]data.Observation, error) {
	p, err := page.Read(docs[0])
	if err != nil {
		return nil, err
	}
	r := &reader{pricePage: s, doc: docs[0], refused: refused, named: map[string]bool{}}
	if err := s.read(r, p); err != nil {
		return nil, err
	}
	return r.priced()
}

// reader collects what a page says.
type reader struct {
	pricePage
	doc     web.Payload
	found   []data.Observation
	refused *page.Refused
	named   map[string]bool // models of which a price of something else than tokens was read
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
