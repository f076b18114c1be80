// Package pricing reads the prices that providers print on their own pages. Start at a provider's file: it says which pages
// to fetch, and reads them. This file holds what the providers share; context_limits.go is about prices of short and of long
// prompts, openai_islands.go about the components that OpenAI's page is made of.
//
// It converts nothing and decides nothing: see package collectors.
package pricing

import (
	"fmt"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// sources are every page of prices.
var sources collectors.Sources

func register(s collectors.Source, addresses ...string) {
	sources.Add(data.PricingSource, 0, s, addresses...)
}

// Sources are every page of prices, in no particular order.
func Sources() []collectors.Source { return sources }

// How many models a page must price at least. Anthropic, Google, OpenAI and Z.ai have never had fewer than nine; the others have had
// pages of five, or of many models of which few have both prices.
const (
	minModels      = 5
	minModelsOfFew = 3
)

var errTooManyPrices = fmt.Errorf("the page prints more than %d prices", page.MaxObservations)

// reader collects what a page says.
type reader struct {
	doc     web.Payload
	found   []data.Observation
	refused page.Refused
}

// whole takes what a row adds to the observations, or refuses it whole.
func (r *reader) whole(name string, row []page.Cell, read func() error) {
	before := len(r.found)
	if err := read(); err != nil {
		r.found = r.found[:before]
		r.refused.Row(r.doc, name, row, err)
	}
}

// models reads the rows of a table of models. Each is kept or refused whole.
func (r *reader) models(t page.Table, read func(row []page.Cell, group data.Qualifiers) (name string, found []data.Observation, err error)) {
	for row, group := range t.ModelRows() {
		name, found, err := read(row, group)
		if err != nil {
			r.refused.Row(r.doc, name, row, err)
			continue
		}
		r.found = append(r.found, found...)
	}
}

// priced is what was read, if it prices as many models as it must; lacking is what the page has not where it does not.
func (r *reader) priced(least int, lacking string) ([]data.Observation, error) {
	found := r.refused.Distinct(r.found)
	if n := len(page.PricedSubjects(found)); n < least {
		return nil, r.refused.Lacking(fmt.Errorf("%d models have an input and an output price, expected at least %d: %s", n, least, lacking))
	}
	return found, r.refused.Err()
}
