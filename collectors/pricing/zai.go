package pricing

import (
	"cmp"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

func init() {
	register(collectors.Source{Name: "pricing_zai", Publisher: "Z.ai", Parse: parseZai},
		"https://docs.z.ai/guides/overview/pricing.md",
		"https://docs.z.ai/guides/overview/pricing",
	)
}

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
	r := reader{doc: docs[0]}
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
		r.models(t, func(row []page.Cell, group data.Qualifiers) (string, []data.Observation, error) {
			name, q := page.ReadName(row[page.NameColumn(t)].Text, group, r.doc.FetchedAt)
			prices, err := page.ObserveRow(t, row, name, unit, q)
			storage, errStorage := zaiStorage(t, row, name, q)
			return name, append(prices, storage...), cmp.Or(err, errStorage)
		})
	}
	return r.priced(minModels, `the page lacks its tables with Model, Input and Output columns under "Prices per 1M tokens"`)
}

// zaiStorage reads what keeping tokens in the cache costs. Such a price is one by the hour: what is free is free by
// the hour too, but an amount that does not say for how long is no price yet.
func zaiStorage(t page.Table, row []page.Cell, name string, q data.Qualifiers) ([]data.Observation, error) {
	for column, title := range t.Header {
		if page.PriceField(title) != data.PriceCacheStorage {
			continue
		}
		cell := row[column]
		q.Service = cmp.Or(page.ServiceOf(title), q.Service)
		if page.IsFree(cell.Text) || page.HasAnyWord(title+" "+cell.Text, "hour") {
			return page.ObservePrice(t.At(row, column), name, data.PriceCacheStorage, cell, data.USDPerMillionPerHour, q)
		}
	}
	return nil, nil
}
