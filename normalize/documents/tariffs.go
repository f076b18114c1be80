package documents

import (
	"pricepoint/data"
	"pricepoint/normalize"
)

// tariffs is api/tariffs.json: every price of every tool, and what became of the prices that the pages print.
func tariffs(d normalize.Decision) data.TariffsDocument {
	doc := data.TariffsDocument{Version: d.Manifest.Version, LastUpdated: d.Manifest.GeneratedAt, Tools: []data.Tariff{}, Sources: d.PriceCells}
	for _, t := range d.Tools {
		doc.Tools = append(doc.Tools, t.Tariff)
	}
	return doc
}
