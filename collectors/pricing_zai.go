package collectors

import (
	"fmt"

	"pricepoint/data"
)

func init() {
	register(Source{
		Name: "pricing_zai", Kind: data.PricingSource, Publisher: "Z.ai",
		Requests: [][]Request{{
			{URL: "https://docs.z.ai/guides/overview/pricing.md"},
			{URL: "https://docs.z.ai/guides/overview/pricing"},
		}},
		Parse: parseZai,
	})
}

// zaiMinModels is the least number of models the tables must price; there have always been more than ten.
const zaiMinModels = 5

// parseZai reads every table of input and output prices per token, whatever its section is called: the page has
// regrouped its models before. A model that stands in two tables counts once.
//
// Not read are prices per image, video, call or use, and the single price of a speech model or an agent, of which
// the page does not say whether it is for input or output.
func parseZai(docs []Document) ([]data.Observation, error) {
	if len(docs) == 0 {
		return nil, errNoDocument
	}
	page, err := readPage(docs[0].Body)
	if err != nil {
		return nil, err
	}
	var found []data.Observation
	unit, perToken := data.Unit(""), true
	for _, t := range page.Tables {
		for _, line := range t.Before {
			if stated, states := statedUnit(line, "USD"); states {
				unit, perToken = stated, stated != ""
			}
		}
		if !perToken || !t.pricesModels() {
			continue
		}
		here, err := zaiTable(docs[0], t, unit)
		if err != nil {
			return nil, err
		}
		found = append(found, here...)
	}
	if n := len(pricedSubjects(found)); n < zaiMinModels {
		return nil, fmt.Errorf(`%d models are priced by tables with Model, Input and Output columns under "Prices per 1M tokens", expected at least %d`, n, zaiMinModels)
	}
	return distinct(found)
}

func zaiTable(doc Document, t Table, unit data.Unit) ([]data.Observation, error) {
	var found []data.Observation
	for row, service := range t.modelRows() {
		name, q := readName(row[nameColumn(t)].Text, data.Qualifiers{Service: service}, doc.FetchedAt)
		prices, err := observeRow(doc, t, row, name, unit, q)
		if err != nil {
			return nil, err
		}
		storage, err := zaiStorage(doc, t, row, name, q)
		if err != nil {
			return nil, err
		}
		found = append(append(found, prices...), storage...)
	}
	return found, nil
}

// zaiStorage reads what keeping tokens in the cache costs. Such a price is one by the hour: what is free is free by
// the hour too, but an amount that does not say for how long is no price yet.
func zaiStorage(doc Document, t Table, row []Cell, name string, q data.Qualifiers) ([]data.Observation, error) {
	for column, title := range t.Header {
		if priceField(title) != data.PriceCacheStorage {
			continue
		}
		cell := row[column]
		if isFree(cell.Text) || hasAnyWord(title+" "+cell.Text, "hour") {
			return observePrice(doc, name, data.PriceCacheStorage, cell, data.USDPerMillionPerHour, q)
		}
	}
	return nil, nil
}
