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

func sameRow(a, b data.SolvedCost) bool {
	return a.ModelID == b.ModelID && a.Board == b.Board && a.Entry == b.Entry && a.Effort == b.Effort && a.Harness == b.Harness && a.HarnessVersion == b.HarnessVersion
}

func sameAttempts(a, b data.SolvedCost) bool {
	return a.Attempts == b.Attempts && a.Solved == b.Solved && a.Tasks == b.Tasks && a.Share.Equal(b.Share)
}
