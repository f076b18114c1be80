package normalize

import (
	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize/names"
	"pricepoint/normalize/solved"
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

// shownRows are the rows that stand for tools, for what asks for many of them.
type shownRows map[boardTool]*data.SolvedCost

type boardTool struct{ board, tool string }

func (s SolvedCosts) shown() shownRows {
	all := shownRows{}
	for i := range s.Rows {
		if row := &s.Rows[i]; row.Shown {
			all[boardTool{row.Board, row.ModelID}] = row
		}
	}
	return all
}

// solvedCosts joins what the boards print with the decided tools. What is not believed of it is a finding.
func (d *decider) solvedCosts(c *catalog.Catalog, tools []Tool, seen *names.Sightings) (SolvedCosts, error) {
	in := solved.Input{
		Catalog: c, Sources: map[string]solved.Source{}, Tariffs: map[string]data.Tariff{}, Now: d.now,
		Mean: seen.See, History: d.before.history, Before: d.before.solved,
		Proves: func(o data.Observation) data.BriefEvidence {
			return ofCopy(d.sources.observed(data.Quantity{}, data.Number{}, o)).Brief()
		},
	}
	for source, reading := range d.sources.readings {
		counts := solved.Source{Observations: reading.Observations, Record: d.sources.records[source]}
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
		d.found.refusedRows(source, d.sources.readings[source].URL, rows)
	}
	return SolvedCosts{made.Boards, made.Rows}, err
}
