package pricing

import (
	"cmp"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/data"
)

func init() {
	xai := pricePage{least: minModelsOfFew, lacking: "the page lacks its table with Model, Input and Output columns", read: readXAI}
	collectors.Register(collectors.Source{Name: "pricing_xai", Publisher: "xAI", Parse: xai.parse},
		"https://docs.x.ai/developers/pricing.md",
		"https://docs.x.ai/developers/models.md",
		"https://docs.x.ai/docs/models.md",
		"https://docs.x.ai/developers/pricing",
		"https://docs.x.ai/developers/models",
		"https://docs.x.ai/docs/models",
	)
}

// readXAI reads the table of language models. Long prompts are priced in a row of their own, a service in a section of its
// own. What the page only states as a discount or a multiplier (batch, priority, regions) is not a printed price and makes no
// observation, and neither do prices per image, second, minute or call.
func readXAI(r *reader, p page.Page) error {
	stated := p.StatedUnit("USD")
	for _, t := range p.Tables {
		if !t.PricesModels() {
			continue
		}
		r.models(t, t.Service(), func(row []page.Cell, name string, q data.Qualifiers) ([]data.Observation, error) {
			prices, err := page.ObserveRow(t, row, name, stated, q)
			window, errWindow := page.ObserveContext(t, row, name, data.Qualifiers{Remark: q.Remark}) // a length that a price holds for is another thing
			return append(prices, window...), cmp.Or(err, errWindow)
		})
	}
	return nil
}
