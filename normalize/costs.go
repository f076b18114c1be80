package normalize

import (
	"slices"
	"strings"

	"pricepoint/data"
	"pricepoint/data/rating"
	"pricepoint/normalize/read"
	"pricepoint/normalize/solved"
	"pricepoint/normalize/tariffs"
	"pricepoint/scoring"
)

// SolvedCosts is what a solved task costs, as boards have measured it.
type SolvedCosts struct {
	Boards []rating.SolvedBoard // in the order of the catalogue
	Rows   []rating.SolvedCost  // by board, the cheapest first
}

// Shown is the row that stands for a tool on a board, nil when there is none.
func (s SolvedCosts) Shown(board, tool string) *rating.SolvedCost {
	return data.Find(s.Rows, func(row rating.SolvedCost) bool { return row.Board == board && row.ModelID == tool && row.Shown })
}

// Runs are those of a tool on some boards under the board's own harness, with an interval: at the prices of today, as far as
// they are known, or as printed. found reports whether there are any, of whatever prices.
func (s SolvedCosts) Runs(tool string, boards []string, today bool) (runs []scoring.Run, found bool) {
	for _, row := range s.Rows {
		if row.ModelID != tool || row.Spread == nil || !slices.Contains(boards, row.Board) || !s.isOwn(row) {
			continue
		}
		usd, kind, ok := row.CostPerAttempt, rating.RepricedKind(""), true
		if today {
			usd, kind, ok = row.Today()
		}
		if found = true; ok {
			runs = append(runs, scoring.Run{
				Board: row.Board, Effort: row.Effort, Harness: row.Harness, Basis: string(kind), Share: row.Share.Decimal, USD: usd.Decimal,
				Variation: row.Spread.Variation.InexactFloat64(), Correlation: row.Spread.Correlation.InexactFloat64(), Attempts: row.Spread.Attempts.InexactFloat64(),
			})
		}
	}
	return runs, found
}

// isOwn reports whether a row was run under the board's own harness, where the board says which one that is.
func (s SolvedCosts) isOwn(row rating.SolvedCost) bool {
	b := data.Find(s.Boards, func(b rating.SolvedBoard) bool { return b.ID == row.Board })
	return b == nil || b.Harness == "" || strings.EqualFold(b.Harness, row.Harness)
}

// solvedCosts joins what the boards print with the decided tools. What is not believed of it is a finding.
func (d *decider) solvedCosts(tools []Tool) (SolvedCosts, error) {
	in := solved.Input{
		Catalog: d.from.Catalog, Sources: map[string]solved.Source{}, Tariffs: map[string]data.Tariff{}, Now: d.from.Now,
		Mean: d.seen.See, History: d.from.Before.History, Before: d.from.Before.Solved,
		Proves: func(o data.Observation) data.BriefEvidence {
			return read.OfCopy(d.from.Sources.Observed(data.Quantity{}, data.Number{}, o)).Brief()
		},
	}
	for source, reading := range d.from.Sources.Readings {
		counts := solved.Source{Observations: reading.Observations, Record: d.from.Sources.Records[source]}
		if d.from.Withholds(source) {
			counts.Observations = reading.Compared
		}
		in.Sources[source] = counts
	}
	for _, t := range tools {
		in.Tariffs[t.ID] = t.Tariff
	}
	made, err := solved.Join(in)
	for source, rows := range made.Refused {
		d.found.RefusedRows(source, d.from.Sources.Readings[source].URL, rows)
	}
	return SolvedCosts{made.Boards, made.Rows}, err
}

// tariffOf is everything that a decided tool costs.
func tariffOf(from read.Known, t Tool) data.Tariff {
	page := from.Page(t.Tool)
	known := tariffs.Tool{
		Tool: t.Tool, Seller: t.ProviderName, Region: from.Provider(t.Provider).Region, Context: t.ContextTokens(),
		Published: t.Prices(), Holidays: from.Catalog.In, Rules: from.Catalog.TariffRules, Further: from.Catalog.TariffPrices, Now: from.Now,
		Since:   from.Now.AddDate(0, 0, -int(from.Catalog.Gate.AskAfterDays)),
		Printed: from.Stated.PricesOf(page, t.ID), Dashes: dashes(from, page, t.ID), Withheld: from.Withholds(page),
		Evidence: func(o data.Observation) data.BriefEvidence {
			return from.Sources.Observed(data.Quantity{}, data.Number{}, o).Brief()
		},
	}
	if was, made := from.Before.Tariffs[t.ID]; made {
		known.Before = &was
	}
	for place, q := range data.Prices {
		if stated, ok := from.Stated.Of(page, data.ToolField{Tool: t.ID, Field: q.Name}); ok {
			known.Stated[place] = &stated
		}
	}
	return tariffs.Make(known)
}

// dashes are the columns of the tables in which a tool has a row that have prices of other models and none of the tool. A
// row is read whole or refused whole, so there is a dash.
func dashes(from read.Known, page, tool string) map[tariffs.Column]bool {
	own := map[string][]string{} // titles of columns by table
	for _, o := range from.Stated.PricesOf(page, tool) {
		table := o.Address.TableKey()
		own[table] = append(own[table], o.Address.Column)
	}
	all := map[tariffs.Column]bool{}
	for _, o := range from.Sources.Readings[page].Observations {
		titles, has := own[o.Address.TableKey()]
		if column, ok := tariffs.ColumnOf(o); has && ok && !slices.Contains(titles, o.Address.Column) {
			all[column] = true
		}
	}
	return all
}

// priceCells tells of every provider's page what became of the prices on it.
func priceCells(from read.Known, made []Tool) []data.PriceCells {
	all := []data.PriceCells{}
	for _, p := range from.Catalog.Providers {
		page, ok := from.Sources.Pages[p.Name]
		if !ok {
			continue
		}
		cells, excluded := data.PriceCells{Source: page}, map[data.ExclusionReason]int{}
		for _, o := range from.Sources.Readings[page].Observations {
			if slices.Contains(read.PricedFields, o.Field) {
				cells.Cells++
			}
		}
		excluded[data.NotListed] = cells.Cells
		for _, t := range made {
			if t.Provider == p.ID {
				excluded[data.NotListed] -= len(from.Stated.PricesOf(page, t.ID))
				for _, e := range t.Tariff.Excluded {
					excluded[e.Reason] += e.Cells
				}
			}
		}
		cells.Excluded, cells.Billed = tariffs.Exclusions(excluded), cells.Cells
		for _, e := range cells.Excluded {
			cells.Billed -= e.Cells
		}
		all = append(all, cells)
	}
	return all
}
