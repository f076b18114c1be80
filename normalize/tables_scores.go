package normalize

import (
	"slices"
	"strconv"

	"pricepoint/data"
)

// scoreRow is a tool with its score, if it has one.
type scoreRow struct {
	data.ToolRef
	provider string
	coverage data.Number
	model    *data.ScoredModel // nil: no score
	perPoint *data.Number      // nil: no price of a score point
}

// scoreRows are the scored tools, best first, and then the others.
func (d tableSources) scoreRows() []scoreRow {
	tools := map[string]data.Tool{}
	for _, t := range d.tools.Tools {
		tools[t.ID] = t
	}
	row := func(id string, coverage data.Number, m *data.ScoredModel) scoreRow {
		t := tools[id]
		return scoreRow{data.ToolRef{ID: id, Name: t.Name}, t.Provider, coverage, m, d.perPoint(id)}
	}
	var rows []scoreRow
	for _, m := range d.scores.Models {
		rows = append(rows, row(m.ModelID, m.Coverage, &m))
	}
	for _, u := range d.scores.Unscored {
		rows = append(rows, row(u.ModelID, u.Coverage, nil))
	}
	return rows
}

func (d tableSources) perPoint(id string) *data.Number {
	i := slices.IndexFunc(d.models, func(m data.ModelScore) bool { return m.ModelID == id })
	if i < 0 {
		return nil
	}
	return &d.models[i].PricePerScorePoint
}

var scoreColumns = slices.Concat([]cell[scoreRow]{
	{"id", func(r scoreRow) string { return r.ID }},
	{"name", func(r scoreRow) string { return r.Name }},
	{"provider", func(r scoreRow) string { return r.provider }},
	scored("overallScore", func(m data.ScoredModel) string { return m.OverallScore.String() }),
	scored("overallLow", func(m data.ScoredModel) string { return m.Interval.Low.String() }),
	scored("overallHigh", func(m data.ScoredModel) string { return m.Interval.High.String() }),
	scored("rank", func(m data.ScoredModel) string { return strconv.Itoa(m.Rank.Place) }),
	scored("rankBest", func(m data.ScoredModel) string { return strconv.Itoa(m.Rank.Best) }),
	scored("rankWorst", func(m data.ScoredModel) string { return strconv.Itoa(m.Rank.Worst) }),
	{"coverage", func(r scoreRow) string { return r.coverage.String() }},
	{"pricePerScorePoint", func(r scoreRow) string {
		if r.perPoint == nil {
			return ""
		}
		return r.perPoint.String()
	}},
}, benchmarkCells("sweBench"), benchmarkCells("liveCodeBench"), benchmarkCells("bigCodeBench"), benchmarkCells("humanEval"))

// scored is a column that only scored tools fill.
func scored(heading string, text func(data.ScoredModel) string) cell[scoreRow] {
	return cell[scoreRow]{heading, func(r scoreRow) string {
		if r.model == nil {
			return ""
		}
		return text(*r.model)
	}}
}

// benchmarkCells are two columns, of which a scored tool fills one: a result somebody has published, or an estimate.
func benchmarkCells(column string) []cell[scoreRow] {
	part := func(estimated bool) func(data.ScoredModel) string {
		return func(m data.ScoredModel) string {
			i := slices.IndexFunc(m.Benchmarks, func(p data.ScorePart) bool { return p.Column == column && p.Estimated == estimated })
			if i < 0 {
				return ""
			}
			return m.Benchmarks[i].Value.String()
		}
	}
	return []cell[scoreRow]{scored(column, part(false)), scored(column+"Estimate", part(true))}
}
