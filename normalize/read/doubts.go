package read

import (
	"fmt"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// rowsOfBoards are the rows that boards print of the tools: by column, then by tool.
type rowsOfBoards map[string]map[string][]data.Observation

// believed are the rows of a column without those that tell of a run that failed. Each of these is a finding.
func (b rowsOfBoards) believed(s catalog.Scoring, column catalog.Column) (rows map[string][]data.Observation, doubts []data.Finding) {
	rows = map[string][]data.Observation{}
	for tool, all := range b[column.ID] {
		for _, o := range all {
			if f, doubted := b.doubt(s, column, tool, o); doubted {
				doubts = append(doubts, f)
			} else {
				rows[tool] = append(rows[tool], o)
			}
		}
	}
	return rows, doubts
}

// doubt finds a result at a lower effort, by whoever measured it, that is so much better that this one is doubted. What is
// relative, or no result at all, is not compared.
func (b rowsOfBoards) doubt(s catalog.Scoring, column catalog.Column, tool string, o data.Observation) (data.Finding, bool) {
	result, err := Percent(o)
	if err != nil {
		return data.Finding{}, false
	}
	for _, other := range s.Columns {
		for _, x := range b[other.ID][tool] {
			higher, err := Percent(x)
			if err == nil && SameRun(column, o, other, x) && s.Doubts(o.Qualifiers.Effort, result, x.Qualifiers.Effort, higher) {
				return data.Finding{
					Kind: data.Doubted, Source: o.Source, Tool: tool, Field: column.ID, Subject: o.Subject, Found: &result, Quote: o.Quote, URL: o.URL,
					Why: fmt.Sprintf("%s: %s %% at %s effort is far below the %s %% at %s effort of %s, so the run is taken for one that failed and does not count",
						column.Name, result, o.Qualifiers.Effort, higher.Round(2), x.Qualifiers.Effort, other.Name),
					Ends: "the model is run again, or the better result is corrected", Evidence: o.FetchedAt,
				}.Identified(o.Qualifiers.Effort), true
			}
		}
	}
	return data.Finding{}, false
}

// SameRun reports whether two rows could be runs of one kind: rows of one column, or of two that are about the same tasks
// where both name the same agent.
func SameRun(a catalog.Column, x data.Observation, b catalog.Column, y data.Observation) bool {
	return a.ID == b.ID || a.OfTasks() == b.OfTasks() && x.Qualifiers.Harness != "" && x.Qualifiers.Harness == y.Qualifiers.Harness
}
