package normalize

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/scoring"
)

// sold is a tool with a score, give or take a point, and one price for input and output.
func sold(id, score, usd string) Tool {
	line := func(class data.BillingClass) data.TariffLine {
		price := data.MustNumber(usd)
		return data.TariffLine{Class: class, State: data.Priced, Price: &price, Per: data.Measure{Amount: 1_000_000, Of: "tokens"}}
	}
	s := decimal.RequireFromString(score)
	one := decimal.NewFromInt(1)
	t := Tool{Scored: true, Window: data.Evidence{Value: data.MustNumber("1000000")}}
	t.ID, t.Name, t.Released, t.Features = id, strings.ToUpper(id), "2026-08", []string{"Tool calling"}
	t.Tariff.Lines = []data.TariffLine{line(data.ClassInput), line(data.ClassOutput)}
	t.Estimate.Overall = scoring.Interval{Score: s, Low: s.Sub(one), High: s.Add(one)}
	t.Estimate.Observed = one
	return t
}

// unscored is one that nobody has measured, expected to have a score.
func unscored(id, predecessor, score, usd string) Tool {
	t := sold(id, score, usd)
	t.Scored, t.Predecessor, t.Provisional = false, predecessor, scoring.OnPredecessor
	return t
}

// measuredOn is the row of a tool on a board, with its interval a tenth to each side.
func measuredOn(board, id, usd, seconds string) data.SolvedCost {
	row := data.SolvedCost{ModelID: id, Board: board, Shown: true}
	if usd != "" {
		cost := data.MustNumber(usd)
		row.CostPerSolved = &cost
		row.Interval = &data.CostInterval{Low: data.Number{Decimal: cost.Mul(decimal.RequireFromString("0.9"))}, High: data.Number{Decimal: cost.Mul(decimal.RequireFromString("1.1"))}}
	}
	if seconds != "" {
		took := data.MustNumber(seconds)
		row.Seconds = &took
	}
	return row
}

// recommended is a list in one line: picks with their reasons, ties, who beats whom on what, and successors.
func recommended(t *testing.T, u catalog.UseCase, rows []data.SolvedCost, tools ...Tool) string {
	t.Helper()
	u.Scenario = catalog.Scenario{InputTokens: 900_000, OutputTokens: 100_000, Requests: 10}
	d := Decision{Catalog: &catalog.Catalog{}, Tools: tools, Solved: SolvedCosts{Rows: rows}}
	got, err := recommend(u, d, time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err, got.Unfit)
	}
	var words []string
	for _, p := range got.Picks {
		words = append(words, p.ID+":"+string(p.Why))
	}
	for _, tie := range got.Ties {
		words = append(words, fmt.Sprint(tie))
	}
	for _, tool := range tools {
		if by := got.Beaten[tool.ID]; by != "" {
			words = append(words, fmt.Sprintf("%s<%s(%s)", tool.ID, by, got.BeatenOn[tool.ID]))
		}
	}
	for _, s := range got.Successors {
		words = append(words, fmt.Sprintf("%s>%s,listed=%t,cheaper=%t", s.ID, s.Of, s.Listed, s.Cheaper))
	}
	return strings.Join(words, " ")
}

// TestRecommend has Claude Opus 5 at $10 and Gemini 3.8 Flash at $1.50 a million tokens, which cost $1.33 and $2.74 a solved
// issue, among others.
func TestRecommend(t *testing.T) {
	issue := []string{"issues", "long"}
	costs := []data.SolvedCost{measuredOn("issues", "opus", "1.3307", ""), measuredOn("issues", "flash", "2.73888", ""), measuredOn("issues", "luna", "0.0459", ""),
		measuredOn("issues", "pro", "0.107", ""), measuredOn("long", "flash", "3.2", "")}
	opus, flash, luna, pro := sold("opus", "81", "10"), sold("flash", "75", "1.5"), sold("luna", "75", "0.2"), sold("pro", "78", "1")
	old := sold("old", "85", "20")
	old.Deprecated = true
	guessed := sold("guessed", "81", "1")
	guessed.Estimate.Observed = decimal.RequireFromString("0.3")
	timed := []data.SolvedCost{measuredOn("answers", "opus", "", "59"), measuredOn("answers", "flash", "", "24"), measuredOn("answers", "pro", "", "273"), measuredOn("answers", "luna", "", "20")}
	for _, tt := range []struct {
		name, want string
		use        catalog.UseCase
		rows       []data.SolvedCost
		tools      []Tool
	}{
		{"by-tariff-the-cheap-one-stays", "opus:best pro:cheaper luna:cheaper flash<pro()",
			catalog.UseCase{SortBy: catalog.ByOverallScore}, costs, []Tool{opus, flash, luna, pro}},
		{"by-solved-tasks-it-does-not", "opus:best pro:cheaper luna:cheaper flash<opus(issues)",
			catalog.UseCase{SortBy: catalog.ByOverallScore, Boards: issue}, costs, []Tool{opus, flash, luna, pro}},
		{"value-is-solved-tasks-a-dollar", "luna:best pro:next opus:next flash<opus(issues)",
			catalog.UseCase{SortBy: catalog.ByValue, Boards: issue}, costs, []Tool{opus, flash, luna, pro}},
		{"who-was-never-measured-comes-after", "luna:best pro:next opus:next new:cheaper flash<opus(issues)",
			catalog.UseCase{SortBy: catalog.ByValue, Boards: issue}, costs, []Tool{sold("new", "70.5", "0.01"), opus, flash, luna, pro}},
		{"who-was-measured-for-nothing-comes-after", "luna:best pro:next opus:next new:cheaper flash<opus(issues)", // nobody gets endless tasks a dollar
			catalog.UseCase{SortBy: catalog.ByValue, Boards: issue}, append(slices.Clone(costs), measuredOn("issues", "new", "0", "")), []Tool{sold("new", "70.5", "0.01"), opus, flash, luna, pro}},
		{"boards-are-never-mixed", "luna:best pro:next flash:fills flash<pro()", // flash and pro have no board in common: their tariffs decide
			catalog.UseCase{SortBy: catalog.ByValue, Boards: []string{"long"}}, costs, []Tool{flash, luna, pro}},
		{"an-estimate-does-not-lead-its-tie", "opus:tied guessed:tied luna:cheaper [opus guessed]",
			catalog.UseCase{SortBy: catalog.ByOverallScore}, nil, []Tool{guessed, sold("opus", "81", "5"), luna}},
		{"only-the-fast-are-recommended", "luna:best flash:next opus:next",
			catalog.UseCase{SortBy: catalog.ByPrice, Speed: &catalog.Speed{Board: "answers", Seconds: 60}}, timed, []Tool{opus, flash, luna, pro, sold("never", "99", "0.1")}},
		{"successors-of-the-listed-and-of-the-old", "opus:best pro:cheaper luna:cheaper young>opus,listed=true,cheaper=true next>old,listed=false,cheaper=true",
			catalog.UseCase{SortBy: catalog.ByOverallScore}, nil, []Tool{opus, luna, pro, old, unscored("young", "opus", "80", "5"), unscored("next", "old", "86", "19"), unscored("dear", "luna", "70", "9")}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, recommended(t, tt.use, tt.rows, tt.tools...)); diff != "" {
				t.Errorf("list (-want +got):\n%s", diff)
			}
		})
	}
}
