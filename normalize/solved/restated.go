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

// keepTokens takes the tokens that were published before where a board prints others of the same attempts at the same cost,
// and no known price leads from those to it any more: what was counted of a run does not change, so they are not what the
// run used. Then nothing is believed either of what else the board prints anew of tokens that no price explains.
func (in Input) keepTokens(rows []data.SolvedCost) {
	wrong := false
	before := map[int]*data.SolvedTokens{}
	for i, row := range rows {
		if complete(row.Tokens) && row.Basis.Deviation == nil {
			was := in.sameRun(row)
			before[i] = was.Tokens
			wrong = wrong || was.Basis.Deviation != nil
		}
	}
	for i, tokens := range before {
		if wrong {
			rows[i].Tokens = tokens
		}
	}
}

// sameRun is what was published of the same attempts at the same cost, nothing where that is new.
func (in Input) sameRun(row data.SolvedCost) data.SolvedCost {
	i := slices.IndexFunc(in.Before, func(was data.SolvedCost) bool {
		return sameRow(was, row) && sameAttempts(was, row) && was.CostPerAttempt.Equal(row.CostPerAttempt)
	})
	if i < 0 {
		return data.SolvedCost{}
	}
	return in.Before[i]
}

func sameRow(a, b data.SolvedCost) bool {
	return a.ModelID == b.ModelID && a.Board == b.Board && a.Entry == b.Entry && a.Effort == b.Effort && a.Harness == b.Harness && a.HarnessVersion == b.HarnessVersion
}

func sameAttempts(a, b data.SolvedCost) bool {
	return a.Attempts == b.Attempts && a.Solved == b.Solved && a.Tasks == b.Tasks && a.Share.Equal(b.Share)
}
