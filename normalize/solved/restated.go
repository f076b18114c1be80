package solved

import (
	"slices"

	"pricepoint/data"
)

// restated are the costs that were published of the attempts of a row before. The same attempts with another cost are a
// change of its basis; where they differ, there were new runs, and what was before is of others.
func (in Input) restated(row data.SolvedCost) []data.Restatement {
	i := slices.IndexFunc(in.Before, func(was data.SolvedCost) bool { return sameRow(was, row) })
	if i < 0 || !sameAttempts(in.Before[i], row) {
		return nil
	}
	was := in.Before[i]
	if was.CostPerAttempt.Equal(row.CostPerAttempt) {
		return was.Restated
	}
	until := row.Evidence.FetchedAt
	return append([]data.Restatement{{CostPerAttempt: was.CostPerAttempt, Until: until, BasisText: was.Basis.Text}}, was.Restated...)
}

// keepTokens takes the tokens that were published before where the page prints others of the same attempts at the same cost,
// and no known price leads from those to it any more: what was counted of a run does not change, so they are no longer what
// the run used.
func (in Input) keepTokens(rows []data.SolvedCost) {
	for i, row := range rows {
		b := slices.IndexFunc(in.Before, func(was data.SolvedCost) bool { return sameRow(was, row) })
		if b < 0 || !complete(row.Tokens) || row.Basis.Deviation != nil {
			continue
		}
		was := in.Before[b]
		if was.Basis.Deviation != nil && sameAttempts(was, row) && was.CostPerAttempt.Equal(row.CostPerAttempt) {
			rows[i].Tokens = was.Tokens
		}
	}
}

func sameRow(a, b data.SolvedCost) bool {
	return a.ModelID == b.ModelID && a.Board == b.Board && a.Entry == b.Entry && a.Effort == b.Effort && a.Harness == b.Harness && a.HarnessVersion == b.HarnessVersion
}

func sameAttempts(a, b data.SolvedCost) bool {
	return a.Attempts == b.Attempts && a.Solved == b.Solved && a.Tasks == b.Tasks && a.Share.Equal(b.Share)
}
