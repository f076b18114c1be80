package normalize

import (
	"slices"
	"strings"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize/read"
	"pricepoint/normalize/tariffs"
)

// tariff is everything that a decided tool costs.
func (d *decider) tariff(t Tool) data.Tariff {
	known := tariffs.Tool{
		Tool: t.Tool, Seller: t.ProviderName, Region: d.in.Provider(t.Provider).Region, Context: t.ContextTokens(),
		Published: t.Prices(), Coming: t.Coming, Holidays: d.in.Catalog.In, Rules: d.in.Catalog.RulesOf(t.Provider), Further: d.in.Catalog.TariffPricesOf(t.Provider), Now: d.in.Now,
		Since: d.in.Now.AddDate(0, 0, -int(d.in.Catalog.Gate.AskAfterDays)),
	}
	if was, made := d.in.Before.Tariffs[t.ID]; made {
		known.Before = &was
	}
	page := d.in.Page(t.Tool)
	known.Dashes = d.dashes(page, t.ID)
	_, known.Withheld = d.gate.Withheld[page]
	for place, q := range data.Prices {
		if stated, ok := d.in.Stated.Of(page, data.ToolField{Tool: t.ID, Field: q.Name}); ok {
			known.Stated[place] = &stated
		}
	}
	for _, o := range d.in.Stated.PricesOf(page, t.ID) {
		known.Printed = append(known.Printed, tariffs.Cell{Observation: o, Evidence: d.in.Sources.Observed(data.Quantity{}, data.Number{}, o).Brief()})
	}
	return tariffs.Make(known)
}

// dashes are the columns of the tables in which a tool has a row that have prices of other models and none of the tool. A
// row is read whole or refused whole, so there is a dash.
func (d *decider) dashes(page, tool string) map[tariffs.Column]bool {
	own := map[string][]string{} // titles of columns by table
	for _, o := range d.in.Stated.PricesOf(page, tool) {
		own[tableOf(o)] = append(own[tableOf(o)], o.Address.Column)
	}
	all := map[tariffs.Column]bool{}
	for _, o := range d.in.Sources.Readings[page].Observations {
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

// priceCells tells of every provider's page what became of the prices on it.
func (d *decider) priceCells(c *catalog.Catalog, made []Tool) []data.PriceCells {
	all := []data.PriceCells{}
	for _, p := range c.Providers {
		page, ok := d.in.Sources.Pages[p.Name]
		if !ok {
			continue
		}
		cells, ofTools, excluded := data.PriceCells{Source: page}, 0, map[data.ExclusionReason]int{}
		for _, o := range d.in.Sources.Readings[page].Observations {
			if slices.Contains(read.PricedFields, o.Field) {
				cells.Cells++
			}
		}
		for _, t := range made {
			if t.Provider != p.ID {
				continue
			}
			ofTools += len(d.in.Stated.PricesOf(page, t.ID))
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
