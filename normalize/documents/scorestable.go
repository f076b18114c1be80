package documents

import (
	"slices"
	"strconv"

	"pricepoint/data"
	"pricepoint/normalize"
)

// scoreRow is a tool with its score, if it has one.
type scoreRow struct {
	normalize.Tool
	coverage data.Number
	model    *data.ScoredModel      // nil: no score
	expected *data.ProvisionalScore // nil: it has a score
}

// scoresTable is api/scores.csv: the scored tools, best first, and then the others.
func scoresTable(d normalize.Decision) ([]byte, error) {
	var rows []scoreRow
	doc, tools := scores(d), byID(d)
	for _, m := range doc.Models {
		rows = append(rows, scoreRow{*tools[m.ModelID], m.Coverage, &m, nil})
	}
	for _, u := range doc.Unscored {
		rows = append(rows, scoreRow{*tools[u.ModelID], u.Coverage, nil, &u.Provisional})
	}
	return table(scoreColumns, rows)
}

var scoreColumns = slices.Concat([]data.Column[scoreRow]{
	{Heading: "id", Text: func(r scoreRow) string { return r.ID }},
	{Heading: "name", Text: func(r scoreRow) string { return r.Name }},
	{Heading: "provider", Text: func(r scoreRow) string { return r.ProviderName }},
	ofScored("overallScore", func(m data.ScoredModel) string { return m.OverallScore.String() }),
	ofScored("overallLow", func(m data.ScoredModel) string { return m.Interval.Low.String() }),
	ofScored("overallHigh", func(m data.ScoredModel) string { return m.Interval.High.String() }),
	ofScored("rank", func(m data.ScoredModel) string { return strconv.Itoa(m.Rank.Place) }),
	ofScored("rankBest", func(m data.ScoredModel) string { return strconv.Itoa(m.Rank.Best) }),
	ofScored("rankWorst", func(m data.ScoredModel) string { return strconv.Itoa(m.Rank.Worst) }),
	{Heading: "coverage", Text: func(r scoreRow) string { return r.coverage.String() }},
	{Heading: "pricePerScorePoint", Text: func(r scoreRow) string {
		if n := r.Figure(data.FieldPerPoint); n != nil {
			return n.String()
		}
		return ""
	}},
}, benchmarkCells("sweBench"), benchmarkCells("liveCodeBench"), benchmarkCells("bigCodeBench"), benchmarkCells("humanEval"), []data.Column[scoreRow]{
	ofExpected("provisionalScore", func(p data.ProvisionalScore) string { return p.OverallScore.String() }),
	ofExpected("provisionalLow", func(p data.ProvisionalScore) string { return p.Interval.Low.String() }),
	ofExpected("provisionalHigh", func(p data.ProvisionalScore) string { return p.Interval.High.String() }),
	ofExpected("provisionalRestsOn", func(p data.ProvisionalScore) string { return string(p.RestsOn) }),
})

// ofExpected is a column that only tools without a score fill.
func ofExpected(heading string, text func(data.ProvisionalScore) string) data.Column[scoreRow] {
	return data.Column[scoreRow]{Heading: heading, Text: func(r scoreRow) string {
		if r.expected == nil {
			return ""
		}
		return text(*r.expected)
	}}
}

// ofScored is a column that only scored tools fill.
func ofScored(heading string, text func(data.ScoredModel) string) data.Column[scoreRow] {
	return data.Column[scoreRow]{Heading: heading, Text: func(r scoreRow) string {
		if r.model == nil {
			return ""
		}
		return text(*r.model)
	}}
}

// benchmarkCells are two columns, of which a scored tool fills one: a result somebody has published, or an estimate.
func benchmarkCells(column string) []data.Column[scoreRow] {
	part := func(estimated bool) func(data.ScoredModel) string {
		return func(m data.ScoredModel) string {
			i := slices.IndexFunc(m.Benchmarks, func(p data.ScorePart) bool { return p.Column == column && p.Estimated == estimated })
			if i < 0 {
				return ""
			}
			return m.Benchmarks[i].Value.String()
		}
	}
	return []data.Column[scoreRow]{ofScored(column, part(false)), ofScored(column+"Estimate", part(true))}
}
