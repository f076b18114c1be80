package pricing

import (
	"cmp"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/data"
)

func init() {
	zai := pricePage{
		least: minModels, lacking: `the page lacks its tables with Model, Input and Output columns under "Prices per 1M tokens"`,
		read: readZai,
	}
	collectors.Register(collectors.Source{Name: "pricing_zai", Publisher: "Z.ai", Parse: zai.parse},
		"https://docs.z.ai/guides/overview/pricing.md",
		"https://docs.z.ai/guides/overview/pricing",
	)
}

// readZai reads every table of input and output prices per token, whatever its section is called: the page has
// regrouped its models before. A model that stands in two tables counts once.
//
// Not read are prices per image, video, call or use, and the single price of a speech model or an agent, of which
// the page does not say whether it is for input or output.
func readZai(r *reader, p page.Page) error {
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
		r.models(t, "", func(row []page.Cell, name string, q data.Qualifiers) ([]data.Observation, error) {
			prices, err := page.ObserveRow(t, row, name, unit, q)
			storage, errStorage := zaiStorage(t, row, name, q)
			return append(prices, storage...), cmp.Or(err, errStorage)
		})
	}
	return nil
}

// zaiStorage reads what keeping tokens in the cache costs. Such a price is one by the hour: what is free is free by
// the hour too, but an amount that does not say for how long is no price yet.
func zaiStorage(t page.Table, row []page.Cell, name string, q data.Qualifiers) ([]data.Observation, error) {
	column := t.PriceColumn(data.PriceCacheStorage)
	if column < 0 || !page.IsFree(row[column].Text) && !page.HasAnyWord(t.Header[column]+" "+row[column].Text, "hour") {
		return nil, nil
	}
	q.Service = cmp.Or(page.ServiceOf(t.Header[column]), q.Service)
	return page.ObservePrice(t.At(row, column), name, data.PriceCacheStorage, row[column], data.USDPerMillionPerHour, q)
}
