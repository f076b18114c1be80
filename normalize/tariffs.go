package normalize

import (
	"slices"
	"strings"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize/tariffs"
)

// tariff is everything that a decided tool costs.
func (d *decider) tariff(t Tool) data.Tariff {
	known := tariffs.Tool{
		Tool: t.Tool, Seller: t.ProviderName, Region: d.in.provider(t.Provider).Region, Context: t.ContextTokens(),
		Published: t.Prices(), Coming: t.Coming, Holidays: d.in.catalog.In, Rules: d.in.catalog.RulesOf(t.Provider), Further: d.in.catalog.TariffPricesOf(t.Provider), Now: d.in.now,
		Before: d.in.before.tariff(t.ID), Since: d.in.now.AddDate(0, 0, -int(d.in.catalog.Gate.AskAfterDays)),
	}
	page := d.in.page(t.Tool)
	known.Dashes = d.dashes(page, t.ID)
	_, known.Withheld = d.gate.Withheld[page]
	for place, q := range data.Prices {
		if stated, ok := d.in.stated.of(page, data.ToolField{Tool: t.ID, Field: q.Name}); ok {
			known.Stated[place] = &stated
		}
	}
	for _, field := range pricedFields {
		for _, o := range d.in.stated.printed[printedBy{page, t.ID, field}] {
			known.Printed = append(known.Printed, tariffs.Cell{Observation: o, Evidence: d.in.sources.observed(data.Quantity{}, data.Number{}, o).Brief()})
		}
	}
	return tariffs.Make(known)
}

// dashes are the columns of the tables in which a tool has a row that have prices of other models and none of the tool. A
// row is read whole or refused whole, so there is a dash.
func (d *decider) dashes(page, tool string) map[tariffs.Column]bool {
	own := map[string][]string{} // titles of columns by table
	for _, field := range pricedFields {
		for _, o := range d.in.stated.printed[printedBy{page, tool, field}] {
			own[tableOf(o)] = append(own[tableOf(o)], o.Address.Column)
		}
	}
	all := map[tariffs.Column]bool{}
	for _, o := range d.in.sources.readings[page].Observations {
		titles, has := own[tableOf(o)]
		if column, ok := tariffs.ColumnOf(o); has && ok && !slices.Contains(titles, o.Address.Column) {
			all[column] = true
		}
	}
	return all
}

// tableOf says in which table an observation stands.
func tableOf(o data.Observation) string {
	return strings.Join(o.Address.Section, "\t") + "\n" + o.Address.Table
}

// pricedFields are the fields of prices.
var pricedFields = []data.Field{data.PriceInput, data.PriceOutput, data.PriceCacheRead, data.PriceCacheWrite, data.PriceCacheStorage}

// tariff is that of a tool in the snapshot before, nil when there was none.
func (p previous) tariff(tool string) *data.Tariff {
	if t, known := p.tariffs[tool]; known {
		return &t
	}
	return nil
}

// priceCells tells of every provider's page what became of the prices on it.
func (d *decider) priceCells(c *catalog.Catalog, made []Tool) []data.PriceCells {
	all := []data.PriceCells{}
	for _, p := range c.Providers {
		page, ok := d.in.sources.pages[p.Name]
		if !ok {
			continue
		}
		cells, ofTools, excluded := data.PriceCells{Source: page}, 0, map[data.ExclusionReason]int{}
		for _, o := range d.in.sources.readings[page].Observations {
			if slices.Contains(pricedFields, o.Field) {
				cells.Cells++
			}
		}
		for _, t := range made {
			if t.Provider != p.ID {
				continue
			}
			for _, field := range pricedFields {
				ofTools += len(d.in.stated.printed[printedBy{page, t.ID, field}])
			}
			for _, e := range t.Tariff.Excluded {
				excluded[e.Reason] += e.Cells
			}
		}
		if unlisted := cells.Cells - ofTools; unlisted > 0 {
			excluded[data.NotListed] = unlisted
		}
		cells.Excluded, cells.Billed = tariffs.Exclusions(excluded), cells.Cells
		for _, e := range cells.Excluded {
			cells.Billed -= e.Cells
		}
		all = append(all, cells)
	}
	return all
}
