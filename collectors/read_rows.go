package collectors

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"

	"pricepoint/data"
)

var htmlStart = regexp.MustCompile(`(?i)^\s*(?:<!doctype html|<html)\b`)

// isHTML reports whether a page is HTML, and not Markdown.
func isHTML(body []byte) bool { return htmlStart.Match(bytes.TrimPrefix(body, []byte("\ufeff"))) }

// readPage reads a page in either of the formats that documentation is served in.
func readPage(body []byte) (Page, error) {
	if isHTML(body) {
		return readHTML(body)
	}
	return readMarkdown(body)
}

// pricesModels reports whether a table has one row a model and one column a class of tokens, and prints a price: the
// same titles stand over what goes in and comes out, text or images.
func (t Table) pricesModels() bool { return t.titlesPrices() && t.printsPrices() }

func (t Table) titlesPrices() bool {
	return nameColumn(t) >= 0 && t.prices(data.PriceInput, data.PriceOutput)
}

// printsPrices reports whether a cell under the title of a price has a figure or says that something is free.
func (t Table) printsPrices() bool {
	for column, title := range t.Header {
		if priceField(title) == "" {
			continue
		}
		if slices.ContainsFunc(t.Rows, func(row []Cell) bool { return statesPrice(row[column].Text) || statesPrice(row[column].Struck) }) {
			return true
		}
	}
	return false
}

// observeContext reads the context window of one row of such a table.
func observeContext(doc Document, t Table, row []Cell, name string, q data.Qualifiers) ([]data.Observation, error) {
	column := t.column("context")
	if column < 0 || isAbsent(row[column].Text) {
		return nil, nil
	}
	tokens, ok := tokenCount(row[column].Text)
	if !ok {
		return nil, fmt.Errorf("context window of %s: %q is not a number of tokens", name, row[column].Text)
	}
	return []data.Observation{qualified(doc.Observe(name, data.ContextTokens, tokens, data.Tokens, row[column].Text), q)}, nil
}

// observeRow reads the prices of one row of such a table. stated is the unit for the whole table; a column or a cell
// may state its own, and a column its own service. Prices of something else than tokens make no observation, nor does
// the storage of a cache, which is billed by time.
func observeRow(doc Document, t Table, row []Cell, name string, stated data.Unit, q data.Qualifiers) ([]data.Observation, error) {
	var found []data.Observation
	for column, title := range t.Header {
		field, err := columnField(title, row[column])
		if err != nil {
			return nil, err
		}
		unit, states := titleUnit(title)
		if field == "" || field == data.PriceCacheStorage || column == nameColumn(t) || states && unit == "" {
			continue
		}
		terms := q
		terms.Service = cmp.Or(titleService(title), q.Service)
		if field == data.PriceCacheWrite {
			terms.CacheTTL = cacheTTL(title)
		}
		here, err := observePrice(doc, name, field, row[column], unitOr(unit, stated), terms)
		if errors.Is(err, errOtherUnit) {
			continue
		} else if err != nil {
			return nil, err
		}
		found = append(found, here...)
	}
	if name == "" && len(found) > 0 {
		return nil, fmt.Errorf("%s %q stands with no model", found[0].Field, found[0].Quote)
	}
	return found, nil
}
