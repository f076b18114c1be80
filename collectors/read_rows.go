package collectors

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"

	"pricepoint/data"
)

var htmlStart = regexp.MustCompile(`(?i)^\s*(?:<!doctype html|<html)\b`)

// readPage reads a page in either of the formats that documentation is served in.
func readPage(body []byte) (Page, error) {
	if htmlStart.Match(bytes.TrimPrefix(body, []byte("\ufeff"))) {
		return readHTML(body)
	}
	return readMarkdown(body)
}

// pricesModels reports whether a table has one row a model and one column a class of tokens.
func (t Table) pricesModels() bool {
	return nameColumn(t) >= 0 && t.prices(data.PriceInput, data.PriceOutput)
}

// observeRow reads the prices of one row of such a table. stated is the unit for the whole table; a column or a cell
// may state its own. Prices of something else than tokens make no observation, nor does the storage of a cache,
// which is billed by time.
func observeRow(doc Document, t Table, row []Cell, name string, stated data.Unit, q data.Qualifiers) ([]data.Observation, error) {
	var found []data.Observation
	for column, title := range t.Header {
		field := priceField(title)
		unit, states := titleUnit(title)
		if field == "" || field == data.PriceCacheStorage || column == nameColumn(t) || states && unit == "" {
			continue
		}
		if !states {
			unit = stated
		}
		terms := q
		if field == data.PriceCacheWrite {
			terms.CacheTTL = cacheTTL(title)
		}
		here, err := observePrice(doc, name, field, row[column], unit, terms)
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
