package normalize

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/rating"
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
	t.Scored, t.Predecessor, t.Provisional = false, predecessor, rating.OnPredecessor
	return t
}

// ranOn is a row of a tool on a board: with tokens enough that the cost of an attempt is known at today's prices, or without.
func ranOn(board, id, share, usd string, today bool) rating.SolvedCost {
	row := rating.SolvedCost{ModelID: id, Board: board, Shown: true, Share: data.MustNumber(share), CostPerAttempt: data.MustNumber(usd),
		Spread: &rating.SolvedSpread{Variation: data.Int(1), Attempts: data.Int(1_000_000)}, Repriced: []rating.RepricedCost{{Kind: rating.RepricedUnknown}}}
	if today {
		row.Repriced[0] = rating.RepricedCost{Kind: rating.RepricedExact, CostPerAttempt: &row.CostPerAttempt}
	}
	return row
}

// timed is a row that says only how long an attempt took.
func timed(id, seconds string) rating.SolvedCost {
	took := data.MustNumber(seconds)
	return rating.SolvedCost{ModelID: id, Board: "answers", Shown: true, Seconds: &took}
}

// recommended is a list in one line: picks with their reasons, ties, who beats whom, who is left out, what nobody has measured,
// and successors.
func recommended(t *testing.T, u catalog.UseCase, rows []rating.SolvedCost, tools ...Tool) string {
	t.Helper()
	u.Scenario = rating.FullScenario{InputTokens: 900_000, OutputTokens: 100_000, Requests: 10}
	if len(u.Boards) > 0 {
		u.SortBy, u.Failure = catalog.ByTaskCost, &catalog.Failure{Minutes: 10, Rate: data.Int(60)}
	}
	boards := []rating.SolvedBoard{{ID: "issues"}, {ID: "long"}, {ID: "answers"}}
	d := Decision{Catalog: &catalog.Catalog{}, Solved: SolvedCosts{boards, rows}}
	for _, tool := range tools {
		d.Add(tool)
	}
	got, err := recommend(u, d, time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err, got.Excluded)
	}
	var words []string
	for _, p := range got.Picks {
		words = append(words, p.ID+":"+string(p.Why))
	}
	for _, tie := range got.Ties {
		words = append(words, fmt.Sprint(tie))
	}
	for _, r := range got.Order {
		if r.BeatenBy != "" {
			words = append(words, r.ID+"<"+r.BeatenBy)
		}
	}
	for _, e := range got.Excluded {
		words = append(words, fmt.Sprintf("-%s(%s)", e.ID, e.Reason))
	}
	for _, p := range got.Provisional {
		words = append(words, "?"+p.ID)
	}
	for _, s := range got.Successors {
		words = append(words, s.ID+">"+s.Of+map[bool]string{true: "(doubted)"}[s.Doubted])
	}
	return strings.Join(words, " ")
}

func TestRecommend(t *testing.T) {
	opus, flash, luna, pro := sold("opus", "81", "10"), sold("flash", "75", "1.5"), sold("luna", "75", "0.2"), sold("pro", "78", "1")
	old, legacy, ends, other := sold("old", "85", "20"), sold("legacy", "85", "20"), sold("ends", "85", "20"), sold("other", "85", "20")
	old.Deprecated, legacy.Legacy, other.Categories = true, true, []string{"balanced"}
	ends.Shutdown = catalog.Day(time.Date(2027, 1, 15, 0, 0, 0, 0, time.UTC))
	for _, t := range []*Tool{&opus, &flash, &luna, &pro, &old, &legacy, &ends} {
		t.Categories = []string{"frontier"}
	}
	guessed := sold("guessed", "81", "1")
	guessed.Estimate.Observed = decimal.RequireFromString("0.3")
	issues := []string{"issues", "long"}
	rows := []rating.SolvedCost{ranOn("issues", "opus", "0.97", "1.29", true), ranOn("issues", "flash", "0.8", "2.19", true), ranOn("issues", "luna", "0.9", "0.05", true),
		ranOn("issues", "pro", "0.96", "0.1", true), ranOn("long", "flash", "0.74", "2.3", true), ranOn("issues", "legacy", "0.98", "8", true), ranOn("issues", "other", "0.99", "9", true)}
	times := []rating.SolvedCost{timed("opus", "59"), timed("pro", "273"), timed("luna", "20")}
	doubted := unscored("young", "opus", "80", "10")
	doubted.Input.Confidence = data.Low
	got := func(t Tool, result string) Tool {
		t.Results = map[string]data.Evidence{"liveCodeBench": {Value: data.MustNumber(result)}}
		return t
	}
	slow, newer := sold("slow", "90", "2"), sold("newer", "81", "9")
	newer.Predecessor = "opus"
	late := sold("late", "90", "30")
	late.Released = "2026-11"
	grandchild := unscored("grand", "young", "80", "5")
	for _, tt := range []struct {
		name, want string
		use        catalog.UseCase
		rows       []rating.SolvedCost
		tools      []Tool
	}{
		{"by-tariff-the-cheap-one-stays", "opus:best pro:cheaper luna:cheaper flash<pro",
			catalog.UseCase{SortBy: catalog.ByOverallScore}, rows, []Tool{opus, flash, luna, pro}},
		{"by-finished-tasks-it-does-not", "pro:best luna:cheaper opus:next flash<pro",
			catalog.UseCase{Boards: issues}, rows, []Tool{opus, flash, luna, pro}},
		{"legacy-is-no-reason-and-an-end-is", "pro:best luna:cheaper opus:next legacy:next flash<pro -old(deprecated) -ends(endsSoon) -other(category)",
			catalog.UseCase{Boards: issues, Categories: []string{"frontier"}}, rows, []Tool{opus, flash, luna, pro, legacy, old, ends, other}},
		{"prices-of-then-rank-nothing", "pro:best luna:cheaper opus:next -flash(oldPrices)",
			catalog.UseCase{Boards: issues}, append([]rating.SolvedCost{ranOn("issues", "flash", "0.99", "0.01", false)}, append(rows[:1:1], rows[2:4]...)...), []Tool{opus, flash, luna, pro}},
		{"nobody-unmeasured-is-recommended", "pro:best luna:cheaper opus:next flash<pro -best(unmeasured) -young(unmeasured) ?best ?young young>opus",
			catalog.UseCase{Boards: issues}, rows, []Tool{opus, flash, luna, pro, sold("best", "99", "0.01"), unscored("young", "opus", "80", "5")}},
		{"points-a-dollar", "luna:best pro:next opus:next flash<pro", catalog.UseCase{SortBy: catalog.ByValue}, nil, []Tool{opus, flash, luna, pro}},
		{"the-newest-first-and-by-score-within-a-season", "late:best opus:cheaper pro:cheaper luna:cheaper [opus pro luna]", catalog.UseCase{SortBy: catalog.ByReleaseDate}, nil, []Tool{luna, opus, pro, late}},
		{"an-estimate-does-not-lead-its-tie", "opus:tied guessed:tied luna:cheaper [opus guessed]",
			catalog.UseCase{SortBy: catalog.ByOverallScore}, nil, []Tool{guessed, sold("opus", "81", "5"), luna}},
		{"who-is-known-to-be-slow-is-left-out-and-who-was-not-timed-is-not", "luna:best flash:next opus:next -pro(slow)",
			catalog.UseCase{SortBy: catalog.ByPrice, Speed: &catalog.Speed{Board: "answers", Seconds: 60}}, times, []Tool{opus, flash, luna, pro}},
		{"by-results-those-beat-and-scores-do-not", "flash:best luna:cheaper opus:fills opus<flash slow<flash",
			catalog.UseCase{SortBy: catalog.ByLiveCodeBench}, nil, []Tool{got(opus, "80"), got(flash, "88"), luna, got(slow, "70")}},
		{"a-successor-whose-price-is-doubted-is-named", "opus:best pro:cheaper luna:cheaper -young(unmeasured) ?young young>opus(doubted)",
			catalog.UseCase{SortBy: catalog.ByOverallScore}, nil, []Tool{opus, luna, pro, doubted}},
		{"a-newer-one-of-the-line-that-is-no-worse-and-costs-less-replaces", "newer:best pro:cheaper luna:cheaper opus<newer",
			catalog.UseCase{SortBy: catalog.ByOverallScore}, nil, []Tool{opus, luna, pro, newer}},
		{"successors-of-the-line-that-cost-no-more", "opus:best pro:cheaper luna:cheaper -young(unmeasured) -grand(unmeasured) -dear(unmeasured) ?young ?grand ?dear young>opus grand>opus",
			catalog.UseCase{SortBy: catalog.ByOverallScore}, nil, []Tool{opus, luna, pro, unscored("young", "opus", "80", "10"), grandchild, unscored("dear", "luna", "70", "9")}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, recommended(t, tt.use, tt.rows, tt.tools...)); diff != "" {
				t.Errorf("list (-want +got):\n%s", diff)
			}
		})
	}
}

// TestWorkCost reckons work by the lines of a tariff: long prompts, dear hours, caches whose price nobody states.
func TestWorkCost(t *testing.T) {
	line := func(class data.BillingClass, price string, terms data.Terms) data.TariffLine {
		n := data.MustNumber(price)
		return data.TariffLine{Class: class, Terms: terms, State: data.Priced, Price: &n, Per: data.Measure{Amount: 1_000_000, Of: "tokens"}}
	}
	short, long := data.Terms{Context: &data.ContextBand{UpTo: 200_000}}, data.Terms{Context: &data.ContextBand{Over: 200_000}}
	mornings := data.WeeklyHours{Zone: "UTC", Windows: []data.WeeklyWindow{{Days: []string{"mon"}, From: "01:00", To: "04:00"}}}
	others := mornings
	others.Outside = true
	plain := []data.TariffLine{line("input", "5", data.Terms{}), line("output", "25", data.Terms{})}
	cached := append(plain[:2:2], line("cacheRead", "0.5", data.Terms{}), line("cacheWrite", "6.25", data.Terms{}))
	work := rating.FullScenario{InputTokens: 600_000, OutputTokens: 10_000, CacheReadTokens: 500_000, CacheWriteTokens: 60_000, Requests: 20}
	for _, tt := range []struct {
		name  string
		lines []data.TariffLine
		work  rating.FullScenario
		usd   string
		less  string // it may be less by so much
		more  bool
		none  string
	}{
		{"cached tokens are part of the input", cached, work, "1.075", "0", false, ""},
		{"no cache", plain, rating.FullScenario{InputTokens: 1000, OutputTokens: 500}, "0.0175", "0", false, ""},
		{"reading from a cache is unknown", append(plain[:2:2], cached[3]), work, "3.325", "2.5", false, ""},
		{"writing to a cache is unknown", cached[:3], work, "1", "0", true, ""},
		{"both are unknown", plain, work, "3.25", "2.5", true, ""},
		{"long requests", []data.TariffLine{line("input", "2", short), line("input", "4", long), line("output", "10", data.Terms{})},
			rating.FullScenario{InputTokens: 400_000, Requests: 1}, "1.6", "0", false, ""},
		{"short requests", []data.TariffLine{line("input", "2", short), line("input", "4", long), line("output", "10", data.Terms{})},
			rating.FullScenario{InputTokens: 400_000, Requests: 2}, "0.8", "0", false, ""},
		{"the dearest hour", []data.TariffLine{line("input", "2", data.Terms{Hours: &mornings}), line("input", "1", data.Terms{Hours: &others})},
			rating.FullScenario{InputTokens: 1_000_000}, "2", "0", false, ""},
		{"nobody states what answers cost", plain[:1], work, "0", "0", false, "tool, output: no price is known under these terms at that time"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tool := Tool{Tariff: data.Tariff{ID: "tool", Lines: tt.lines}}
			got := costOf(tool, tt.work, time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC))
			if got.usd.String() != tt.usd || got.doubt.Less.String() != tt.less || got.doubt.More != tt.more || got.none != tt.none {
				t.Errorf("%s USD, less %s, more %v, none %q", got.usd, got.doubt.Less, got.doubt.More, got.none)
			}
		})
	}
}
