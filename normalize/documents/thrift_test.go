package documents

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize"
)

// TestThrift tells of costs only where they differ much, are known to differ, and the other tool solves as many.
func TestThrift(t *testing.T) {
	for _, tt := range []struct {
		name        string
		t0, t1      string // share, cost, and the ends of its interval
		tools       int
		board       data.SolvedBoard
		cheap, dear string // of t0, of t1
		estimate    bool   // the cost of t1 is one
	}{
		{"an estimate", "0.96 0.107 0.1 0.12", "0.97 1.33 1.2 1.4", 12, data.SolvedBoard{Work: data.RepositoryWork}, "", "", true},
		{"cheaper and as good", "0.96 0.107 0.1 0.12", "0.97 1.33 1.2 1.4", 12, data.SolvedBoard{Work: data.RepositoryWork},
			"A solved task costs $0.107 on Issues, 12 times cheaper than with Tool t1, the cheapest other that solves as many", "", false},
		{"dearer and worse", "0.97 0.05 0.04 0.06", "0.96 200 150 250", 12, data.SolvedBoard{Work: data.RepositoryWork},
			"", "A solved task costs $200.00 on Issues, 4000 times as much as with Tool t0, which solves as many", false},
		{"cheaper by little", "0.96 1 0.9 1.1", "0.97 1.9 1.8 2", 12, data.SolvedBoard{Work: data.RepositoryWork}, "", "", false},
		{"cheaper, and nobody can tell", "0.96 1 0.5 3", "0.97 4 2 8", 12, data.SolvedBoard{Work: data.RepositoryWork}, "", "", false},
		{"cheaper and worse than all", "0.1 0.1 0.1 0.1", "0.05 0.9 0.8 1", 12, data.SolvedBoard{Work: data.RepositoryWork},
			"A solved task costs $0.100 on Issues, 100 times cheaper than with Tool t2, the cheapest other that solves as many", "", false},
		{"few tools", "0.96 0.107 0.1 0.12", "0.97 1.33 1.2 1.4", 5, data.SolvedBoard{Work: data.RepositoryWork}, "", "", false},
		{"single answers", "0.96 0.107 0.1 0.12", "0.97 1.33 1.2 1.4", 12, data.SolvedBoard{Work: data.AnswerWork}, "", "", false},
		{"no plain share", "0.96 0.107 0.1 0.12", "0.97 1.33 1.2 1.4", 12, data.SolvedBoard{Work: data.RepositoryWork, Indicative: true}, "", "", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.board.ID, tt.board.Name = "issues", "Issues"
			d := normalize.Decision{Solved: normalize.SolvedCosts{Boards: []data.SolvedBoard{tt.board}}}
			for i := range tt.tools {
				figures := fmt.Sprintf("0.9 %d %d %d", 10+8*i, 9+8*i, 11+8*i)
				if i < 2 {
					figures = []string{tt.t0, tt.t1}[i]
				}
				if i == 2 {
					figures = "0.95 10 9 11"
				}
				id := fmt.Sprint("t", i)
				d.Tools = append(d.Tools, normalize.Tool{Tool: catalog.Tool{ID: id, Name: "Tool " + id}})
				row := solvedRowOf(id, figures)
				if tt.estimate && i == 1 {
					row.Repriced[0].Kind = data.RepricedEstimate
				}
				d.Solved.Rows = append(d.Solved.Rows, row)
			}
			got := thrifts(d)
			if diff := cmp.Diff([]string{tt.cheap, tt.dear}, []string{got["t0"].strength, got["t1"].weakness}); diff != "" {
				t.Errorf("strength of t0 and weakness of t1 (-want +got):\n%s", diff)
			}
		})
	}
}

func solvedRowOf(tool, figures string) data.SolvedCost {
	var share, cost, low, high string
	fmt.Sscan(figures, &share, &cost, &low, &high)
	usd := data.MustNumber(cost)
	interval := &data.CostInterval{Low: data.MustNumber(low), High: data.MustNumber(high)}
	return data.SolvedCost{ModelID: tool, Board: "issues", Shown: true, Share: data.MustNumber(share),
		Repriced: []data.RepricedCost{{Kind: data.RepricedExact, CostPerSolved: &usd, Interval: interval}}}
}
