package solved

import (
	"slices"

	"pricepoint/data"
)

// restated are the costs that were published of the attempts of a row before. The same attempts with another cost are a
// change of its basis; where they differ, there were new runs, and what was before is of others.
func (in Input) restated(row data.SolvedCost) []data.Restatement {
	was, ok := in.sameAttempts(row)
	switch {
	case !ok:
		return nil
	case was.CostPerAttempt.Equal(row.CostPerAttempt):
		return was.Restated
	}
	return append([]data.Restatement{{CostPerAttempt: was.CostPerAttempt, Until: row.Evidence.FetchedAt, BasisText: was.Basis.Text}}, was.Restated...)
}

// keepTokens takes the tokens that were published before where a board prints others of the same attempts at the same cost,
// and no known price leads from those to it any more: what was counted of a run does not change, so they are not what the
// run used. Then nothing is believed either of what else the board prints anew of tokens that no price explains.
func (in Input) keepTokens(rows []data.SolvedCost) {
	wrong := false
	before := map[int]*data.SolvedTokens{}
	for i, row := range rows {
		if complete(row.Tokens) && row.Basis.Deviation == nil {
			before[i] = nil
			if was, ok := in.sameAttempts(row); ok && was.CostPerAttempt.Equal(row.CostPerAttempt) {
				before[i], wrong = was.Tokens, wrong || was.Basis.Deviation != nil
			}
		}
	}
	for i, tokens := range before {
		if wrong {
			rows[i].Tokens = tokens
		}
	}
}

// sameAttempts is what was published of the same attempts of the same row, at whatever cost.
func (in Input) sameAttempts(row data.SolvedCost) (was data.SolvedCost, ok bool) {
	i := slices.IndexFunc(in.Before, func(was data.SolvedCost) bool {
		return was.Board == row.Board && compareRows(was, row) == 0 &&
			was.Attempts == row.Attempts && was.Solved == row.Solved && was.Tasks == row.Tasks && was.Share.Equal(row.Share)
	})
	if i < 0 {
		return was, false
	}
	return in.Before[i], true
}
