package explain

import (
	"path/filepath"
	"strings"
	"testing"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
)

// TestSolved tells what a solved task costs, in every way that it can be known. The answers are in testdata/solved.txt.
func TestSolved(t *testing.T) {
	doc := data.SolvedDocument{
		Version: fixture.MadeOn,
		Boards: []data.SolvedBoard{
			{ID: "duel", Name: "Duel", Release: "v2", MeasuredBy: "Datadome", Note: "It is young."},
			{ID: "issues", Name: "Issues", MeasuredBy: "vals.ai", PrintedBy: "ada/copies", Tasks: 500},
			{ID: "answers", Name: "Answers", MeasuredBy: "vals.ai"},
			{ID: "elsewhere", Name: "Elsewhere", MeasuredBy: "Nobody"},
		},
	}
	doc.Rows = solvedRows()
	dir := fixture.Keep(t, map[string]any{
		data.ToolsPath: data.ToolsDocument{}, data.FindingsPath: data.FindingsDocument{}, data.ScoresPath: data.ScoresDocument{}, data.SolvedPath: doc,
	})
	d := fixture.Refresher(t, filepath.Dir(dir.String())).Data
	snapshot, err := d.Newest()
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, tool := range []data.ToolProvenance{{ID: "acme-5", Name: "Acme 5"}, {ID: "bolt-1", Name: "Bolt 1"}, {ID: "cyd-2", Name: "Cyd 2"}} {
		x, err := New(d, snapshot, tool)
		if err != nil {
			t.Fatal(err)
		}
		got.WriteString(strings.Join(append(x.Paragraphs(Solved), x.solvedInShort()), "\n\n") + "\n\n")
	}
	compare(t, filepath.Join("testdata", "solved.txt"), []byte(got.String()))
}

// solvedRows has a row for each way in which a cost may be known.
func solvedRows() []data.SolvedCost {
	usd := func(text string) *data.Number { n := data.MustNumber(text); return &n }
	between := func(low, high string) *data.CostInterval {
		return &data.CostInterval{Low: data.MustNumber(low), High: data.MustNumber(high)}
	}
	prices := []data.SolvedPrice{{Class: data.ClassInput, Price: data.Int(1)}, {Class: data.ClassOutput, Price: data.Int(6)}}
	at := fixture.On("2026-10-15")
	row := func(board, effort, share, attempt, solved string, basis data.SolvedBasis, repriced ...data.RepricedCost) data.SolvedCost {
		return data.SolvedCost{
			ModelID: "acme-5", Board: board, Effort: effort, Share: data.MustNumber(share), CostPerAttempt: data.MustNumber(attempt), CostPerSolved: usd(solved),
			Interval: between("1.5", "12.25"), Basis: basis, Repriced: repriced,
			Evidence: data.BriefEvidence{URL: "https://" + board + ".example/board", ConfirmedAt: fixture.On("2026-10-06"), Confidence: data.High},
		}
	}
	low := row("duel", "low", "0.5", "0.0125", "0.025", data.SolvedBasis{Kind: data.BasisTariff, At: "2026-07-01", Prices: prices, Deviation: usd("0.0031")},
		data.RepricedCost{At: at, Kind: data.RepricedPair, Why: data.WritesUnknown, CostPerAttempt: usd("0.01"), CostPerAttemptHigh: usd("0.02"), CostPerSolved: usd("0.02"), CostPerSolvedHigh: usd("0.04")})
	max := row("duel", "max", "0.671875", "3.0281", "4.507", data.SolvedBasis{Kind: data.BasisTier, At: "2026-07-01", Prices: prices, Deviation: usd("-0.114"), LongOver: 272_000},
		data.RepricedCost{At: at, Hours: "peak", Kind: data.RepricedEstimate, Why: data.LongPrompts, CostPerAttempt: usd("0.6056"), CostPerSolved: usd("0.9014"), Interval: between("0.8", "1"), LeastPerSolved: usd("0.7989")},
		data.RepricedCost{At: at, Hours: "offPeak", Kind: data.RepricedLowerBound, Why: data.LongPrompts, LeastPerAttempt: usd("0.2"), LeastPerSolved: usd("0.3")})
	max.Shown, max.Attempts, max.Solved, max.Harness, max.HarnessVersion = true, 1448, 973, "mini", "2.0"
	low.Harness, low.HarnessVersion = "mini", "2.0"
	none := row("duel", "", "0", "1.5", "1", data.SolvedBasis{Kind: data.BasisStated, Text: "launch prices"}, data.RepricedCost{At: at, Kind: data.RepricedUnknown, Why: data.ClassUnpriced, Unpriced: []data.BillingClass{data.ClassCacheRead}})
	none.CostPerSolved, none.Interval = nil, nil
	other := row("duel", "", "0.5", "1.5", "3", data.SolvedBasis{Kind: data.BasisUnknown})
	other.Harness = "Codex"
	issue := row("issues", "high", "0.964", "0.1031", "0.107", data.SolvedBasis{Kind: data.BasisUnknown}, data.RepricedCost{At: at, Kind: data.RepricedUnknown, Why: data.NoTokens})
	issue.Shown, issue.Evidence.PrintedBy, issue.Evidence.Confidence = true, "ada/copies", data.Medium
	issue.Restated = []data.Restatement{{CostPerAttempt: data.MustNumber("6.5238"), Until: fixture.On("2026-09-22")}}
	answer := row("answers", "", "0.875", "0.00931", "0.017", data.SolvedBasis{Kind: data.BasisTariff, At: "2026-10-15", Prices: prices},
		data.RepricedCost{At: at, Kind: data.RepricedExact, CostPerAttempt: usd("0.00931"), CostPerSolved: usd("0.017"), Interval: between("0.01", "0.02")})
	answer.Shown, answer.Interval = true, nil
	future := row("answers", "max", "0.9", "1", "1.11", data.SolvedBasis{Kind: data.BasisStated, Text: "list prices", At: "2026-10-15", Prices: prices},
		data.RepricedCost{At: at, Kind: data.RepricedUnknown, Why: data.OthersAnnounced})
	pair := low
	pair.Board = "issues"
	for _, r := range []*data.SolvedCost{&none, &pair, &future} {
		r.ModelID = "bolt-1"
	}
	stranger := row("elsewhere", "", "0.5", "1", "2", data.SolvedBasis{})
	stranger.ModelID = "somebody"
	return []data.SolvedCost{low, none, other, max, issue, answer, pair, future, stranger}
}
