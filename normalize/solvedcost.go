package normalize

import (
	"slices"
	"strings"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize/names"
	"pricepoint/normalize/read"
	"pricepoint/normalize/solved"
	"pricepoint/scoring"
)

// SolvedCosts is what a solved task costs, as boards have measured it.
type SolvedCosts struct {
	Boards []data.SolvedBoard // in the order of the catalogue
	Rows   []data.SolvedCost  // by board, the cheapest first
}

// Shown is the row that stands for a tool on a board, nil when there is none.
func (s SolvedCosts) Shown(board, tool string) *data.SolvedCost {
	for i := range s.Rows {
		if row := &s.Rows[i]; row.Board == board && row.ModelID == tool && row.Shown {
			return row
		}
	}
	return nil
}

// Runs are those of a tool on some boards under the board's own harness, with an interval: at the prices of today, as far as
// they are known, or as printed. found reports whether there are any, of whatever prices.
func (s SolvedCosts) Runs(tool string, boards []string, today bool) (runs []scoring.Run, found bool) {
	for _, row := range s.Rows {
		if row.ModelID != tool || row.Spread == nil || !slices.Contains(boards, row.Board) || !s.own(row) {
			continue
		}
		usd, kind, ok := row.CostPerAttempt, data.RepricedKind(""), true
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

// own reports whether a row was run under the board's own harness, where the board says which one that is.
func (s SolvedCosts) own(row data.SolvedCost) bool {
	i := slices.IndexFunc(s.Boards, func(b data.SolvedBoard) bool { return b.ID == row.Board })
	return i < 0 || s.Boards[i].Harness == "" || strings.EqualFold(s.Boards[i].Harness, row.Harness)
}

// solvedCosts joins what the boards print with the decided tools. What is not believed of it is a finding.
func (d *decider) solvedCosts(c *catalog.Catalog, tools []Tool, seen *names.Sightings) (SolvedCosts, error) {
	in := solved.Input{
		Catalog: c, Sources: map[string]solved.Source{}, Tariffs: map[string]data.Tariff{}, Now: d.in.Now,
		Mean: seen.See, History: d.in.Before.History, Before: d.in.Before.Solved,
		Proves: func(o data.Observation) data.BriefEvidence {
			return read.OfCopy(d.in.Sources.Observed(data.Quantity{}, data.Number{}, o)).Brief()
		},
	}
	for source, reading := range d.in.Sources.Readings {
		counts := solved.Source{Observations: reading.Observations, Record: d.in.Sources.Records[source]}
		if _, withheld := d.gate.Withheld[source]; withheld {
			counts.Observations = reading.Compared
		}
		in.Sources[source] = counts
	}
	for _, t := range tools {
		in.Tariffs[t.ID] = t.Tariff
	}
	made, err := solved.Join(in)
	for source, rows := range made.Refused {
		d.found.RefusedRows(source, d.in.Sources.Readings[source].URL, rows)
	}
	return SolvedCosts{made.Boards, made.Rows}, err
}
