package pricing

import (
	"cmp"
	"fmt"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

func init() {
	register(collectors.Source{
		Name: "pricing_zai", Kind: data.PricingSource, Publisher: "Z.ai",
		Requests: [][]web.Request{{
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
func parseZai(docs []web.Payload) ([]data.Observation, error) {
	p, err := page.Read(docs[0])
	if err != nil {
		return nil, err
	}
	var found []data.Observation
	var refused page.Refused
	unit, perToken := data.Unit(""), true
	for _, t := range p.Tables {
		for _, line := range t.Before {
			if stated, states := page.StatedUnit(line, "USD"); states {
				unit, perToken = stated, stated != ""
			}
		}
		if !perToken || !t.PricesModels() {
			continue
		}
		found = append(found, zaiTable(t, unit, &refused)...)
	}
	found = refused.Distinct(found)
	if n := len(page.PricedSubjects(found)); n < zaiMinModels {
		return nil, refused.Lacking(fmt.Errorf(`%d models are priced by tables with Model, Input and Output columns under "Prices per 1M tokens", expected at least %d`, n, zaiMinModels))
	}
	return found, refused.Err()
}

func zaiTable(t page.Table, unit data.Unit, refused *page.Refused) []data.Observation {
	var found []data.Observation
	for row, group := range t.ModelRows() {
		name, q := page.ReadName(row[page.NameColumn(t)].Text, group, t.Of.FetchedAt)
		prices, err := page.ObserveRow(t, row, name, unit, q)
		storage, errStorage := zaiStorage(t, row, name, q)
		if err := cmp.Or(err, errStorage); err != nil {
			refused.Row(t.Of, name, row, err)
			continue
		}
		found = append(append(found, prices...), storage...)
	}
	return found
}

// zaiStorage reads what keeping tokens in the cache costs. Such a price is one by the hour: what is free is free by
// the hour too, but an amount that does not say for how long is no price yet.
func zaiStorage(t page.Table, row []page.Cell, name string, q data.Qualifiers) ([]data.Observation, error) {
	for column, title := range t.Header {
		if page.PriceField(title) != data.PriceCacheStorage {
			continue
		}
		cell := row[column]
		q.Service = cmp.Or(page.TitleService(title), q.Service)
		if page.IsFree(cell.Text) || page.HasAnyWord(title+" "+cell.Text, "hour") {
			return page.ObservePrice(t.At(row, column), name, data.PriceCacheStorage, cell, data.USDPerMillionPerHour, q)
		}
	}
	return nil, nil
}
