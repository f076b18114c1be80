package page

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"

	"pricepoint/collectors/web"
	"pricepoint/data"
)

var htmlStart = regexp.MustCompile(`(?i)^\s*(?:<!doctype html|<html)\b`)

// IsHTML reports whether a page is HTML, and not Markdown.
func IsHTML(body []byte) bool { return htmlStart.Match(bytes.TrimPrefix(body, []byte("\ufeff"))) }

// Read reads a page in either of the formats that documentation is served in.
func Read(body []byte) (Page, error) {
	if IsHTML(body) {
		return HTML(body)
	}
	return Markdown(body)
}

// PricesModels reports whether a table has one row a model and one column a class of tokens, and prints a price: the
// same titles stand over what goes in and comes out, text or images.
func (t Table) PricesModels() bool { return t.TitlesPrices() && t.PrintsPrices() }

func (t Table) TitlesPrices() bool {
	return NameColumn(t) >= 0 && t.Prices(data.PriceInput, data.PriceOutput)
}

// PrintsPrices reports whether a cell under the title of a price has a figure or says that something is free.
func (t Table) PrintsPrices() bool {
	for column, title := range t.Header {
		if PriceField(title) == "" {
			continue
		}
		if slices.ContainsFunc(t.Rows, func(row []Cell) bool { return StatesPrice(row[column].Text) || StatesPrice(row[column].Struck) }) {
			return true
		}
	}
	return false
}

// ObserveContext reads the context window of one row of such a table.
func ObserveContext(doc web.Payload, t Table, row []Cell, name string, q data.Qualifiers) ([]data.Observation, error) {
	column := t.Column("context")
	if column < 0 || IsAbsent(row[column].Text) {
		return nil, nil
	}
	tokens, ok := TokenCount(row[column].Text)
	if !ok {
		return nil, fmt.Errorf("context window of %s: %q is not a number of tokens", name, row[column].Text)
	}
	return []data.Observation{Qualified(doc.Observe(name, data.ContextTokens, tokens, data.Tokens, row[column].Text), q)}, nil
}

// ObserveRow reads the prices of one row of such a table. stated is the unit for the whole table; a column or a cell
// may state its own, and a column its own service. Prices of something else than tokens make no observation, nor does
// the storage of a cache, which is billed by time.
func ObserveRow(doc web.Payload, t Table, row []Cell, name string, stated data.Unit, q data.Qualifiers) ([]data.Observation, error) {
	var found []data.Observation
	for column, title := range t.Header {
		field, err := ColumnField(title, row[column])
		if err != nil {
			return nil, err
		}
		unit, states := TitleUnit(title)
		if field == "" || field == data.PriceCacheStorage || column == NameColumn(t) || states && unit == "" {
			continue
		}
		terms := q
		terms.Service = cmp.Or(TitleService(title), q.Service)
		if field == data.PriceCacheWrite {
			terms.CacheTTL = CacheTTL(title)
		}
		here, err := ObservePrice(doc, name, field, row[column], UnitOr(unit, stated), terms)
		if errors.Is(err, ErrOtherUnit) {
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
