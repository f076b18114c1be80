package pricing

import (
	"cmp"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

func init() {
	register(collectors.Source{Name: "pricing_xai", Publisher: "xAI", Parse: parseXAI},
		"https://docs.x.ai/developers/pricing.md",
		"https://docs.x.ai/developers/models.md",
		"https://docs.x.ai/docs/models.md",
		"https://docs.x.ai/developers/pricing",
		"https://docs.x.ai/developers/models",
		"https://docs.x.ai/docs/models",
	)
}

// parseXAI reads the table of language models. Long prompts are priced in a row of their own, a service in a section of its
// own. What the page only states as a discount or a multiplier (batch, priority, regions) is not a printed price and makes no
// observation, and neither do prices per image, second, minute or call.
func parseXAI(docs []web.Payload) ([]data.Observation, error) {
	p, err := page.Read(docs[0])
	if err != nil {
		return nil, err
	}
	r, stated := reader{doc: docs[0]}, data.Unit("")
	for _, line := range p.Lines {
		if unit, _ := page.StatedUnit(line, "USD"); stated == "" {
			stated = unit
		}
	}
	for _, t := range p.Tables {
		if t.PricesModels() {
			xaiTable(&r, t, stated)
		}
	}
	return r.priced(minModelsOfFew, "the page lacks its table with Model, Input and Output columns")
}

func xaiTable(r *reader, t page.Table, stated data.Unit) {
	r.models(t, func(row []page.Cell, group data.Qualifiers) (string, []data.Observation, error) {
		group.Service = cmp.Or(group.Service, t.Service())
		name, q := page.ReadName(row[page.NameColumn(t)].Text, group, r.doc.FetchedAt)
		prices, err := page.ObserveRow(t, row, name, stated, q)
		window, errWindow := page.ObserveContext(t, row, name, data.Qualifiers{Remark: q.Remark}) // a length that a price holds for is another thing
		return name, append(prices, window...), cmp.Or(err, errWindow)
	})
}
