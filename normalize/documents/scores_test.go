package documents

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/rating"
)

// onLine is the result at an angle as an exact number, to as many decimals as estimates have.
func onLine(angle float64) data.Number {
	return data.MustNumber(fmt.Sprintf("%.6f", 100*math.Sin(angle)*math.Sin(angle)))
}

// expectedInMay is the ability that the small catalogue expects of a model of May 2026.
const expectedInMay = 4.5 / 12

// TestScoresDocument scores a model of May 2026 that does on SWE-bench just what is expected of its time. The other results
// follow from its ability by the lines of the small catalogue.
func TestScoresDocument(t *testing.T) {
	c := smallCatalog()
	c.Scoring.Columns = append(c.Scoring.Columns, catalog.Column{ID: "extra", Name: "Extra", Publisher: "X", Source: "leaderboard_extra", Field: "score.extra", Leak: "known", FrozenSince: day("2025-04-17")})
	fingerprint(c)
	measured := onLine(0.8 + 0.2*expectedInMay)
	c.Tools[0].Scores = []catalog.Score{{Evidence: c.Tools[0].Prices.Evidence, Column: "sweBench", Value: measured, Entry: "acme/one", Effort: "high"}}
	c.Tools[1].Scores = nil
	extra := board("leaderboard_extra", row("leaderboard_extra", "one", "score.extra", "12", data.Qualifiers{Effort: "low", Harness: "h"}))
	doc := document[rating.ScoresDocument](t, built(t, c, extra), data.ScoresPath)

	var one rating.ScoredModel
	for _, m := range doc.Models {
		if m.ModelID == "one" {
			one = m
		}
	}
	parts := []rating.ScorePart{
		{Column: "sweBench", Value: measured, Entry: "acme/one", Effort: "high"},
		{Column: "liveCodeBench", Value: onLine(0.9 + 0.2*expectedInMay), Estimated: true},
		{Column: "bigCodeBench", Value: onLine(0.5 + 0.2*expectedInMay), Estimated: true},
		{Column: "humanEval", Value: onLine(1.2 + 0.2*expectedInMay), Estimated: true},
	}
	sum := data.Int(0)
	for i, p := range one.Benchmarks {
		if p.Estimated != (p.Interval != nil) {
			t.Errorf("%s: estimated %v with interval %v", p.Column, p.Estimated, p.Interval)
		}
		sum.Decimal = sum.Add(p.Value.Mul(c.Scoring.Columns[i].Weight.Decimal))
		one.Benchmarks[i].Interval = nil
	}
	if diff := cmp.Diff(parts, one.Benchmarks); diff != "" {
		t.Errorf("parts (-want +got):\n%s", diff)
	}
	if !one.OverallScore.Equal(sum) || !one.Coverage.Equal(data.MustNumber("0.4")) || !one.Ability.Equal(data.MustNumber("0.375")) {
		t.Errorf("overall score %s, coverage %s, ability %s; want %s, 0.4, 0.375", one.OverallScore, one.Coverage, one.Ability, sum)
	}
	want := []rating.SupportingResult{{Column: "extra", Value: data.Int(12), Publisher: "X", PrintedBy: "vals.ai", Entry: "one", Effort: "low", Harness: "h"}}
	if diff := cmp.Diff(want, one.Supporting); diff != "" {
		t.Errorf("supporting results (-want +got):\n%s", diff)
	}
	if len(doc.Unscored) != 1 || doc.Unscored[0].ModelID != "two" || !doc.Unscored[0].Coverage.IsZero() || doc.Unscored[0].Why != "no independent board that could be read has a result of it" {
		t.Errorf("unscored = %+v", doc.Unscored)
	}
	if last := doc.Columns[len(doc.Columns)-1]; last.Leak != "known" || !strings.HasPrefix(doc.Columns[0].Leak, "Nothing is known") || last.Line != nil || last.State != data.Frozen || last.FrozenSince != "2025-04-17" {
		t.Errorf("columns = %+v", doc.Columns)
	}
}

func TestTooLittleEvidenceIsTold(t *testing.T) {
	c := smallCatalog()
	c.Tools[0].Scores[0].Column, c.Tools[0].Scores = "bigCodeBench", c.Tools[0].Scores[:1]
	doc := document[rating.ScoresDocument](t, built(t, c), data.ScoresPath)
	if len(doc.Unscored) != 1 || doc.Unscored[0].ModelID != "one" || !doc.Unscored[0].Coverage.Equal(data.MustNumber("0.2")) || doc.Unscored[0].Why != "only 0.2 of the weight is measured, 0.3 are needed" {
		t.Fatalf("unscored = %+v", doc.Unscored)
	}
	if p := doc.Unscored[0].Provisional; p.RestsOn != rating.OnResults || p.Benchmarks[2].Estimated || !p.Benchmarks[0].Estimated {
		t.Errorf("provisional score = %+v, want one that rests on the result that there is", p)
	}
}

func TestUseCaseCosts(t *testing.T) {
	c := smallCatalog()
	c.UseCases[0].Scenario = rating.FullScenario{InputTokens: 1_000_000, OutputTokens: 100_000, CacheReadTokens: 600_000, CacheWriteTokens: 200_000, Requests: 5}
	c.UseCases[0].Categories = []string{"balanced"}
	read, write := data.MustNumber("0.5"), data.MustNumber("6.25")
	c.Tools[0].Prices.CacheRead, c.Tools[0].Prices.CacheWrite = &read, &write
	c.Tools[0].Scores[0].Value = data.Int(95)
	c.Tools[1].Prices.CacheRule = catalog.Unknown
	c.Tools[2].Context.Tokens = 219_999 // a request has 220,000 tokens on average
	c.Tools = append(c.Tools, smallTool("off", "Off", "bolt", "0.01", "0.02"), smallTool("old", "Old", "bolt", "1", "1"), smallTool("low", "Low", "bolt", "1", "1"))
	c.Tools[4].Categories, c.Tools[5].Deprecated, c.Tools[6].Prices.Confidence = []string{"frontier"}, true, data.Low
	c.Tools = append(c.Tools, smallTool("worse", "Worse", "bolt", "3", "3"))
	c.Tools[7].Scores[0].Value = data.Int(30)
	doc := document[rating.ScoresDocument](t, built(t, c), data.ScoresPath)
	got := doc.UseCases[0]
	cost := got.USD["one"] // 0.2M plain at 5, 0.6M read at 0.5, 0.2M written at 6.25, 0.1M output at 25
	if want := data.MustNumber("5.05"); !cost.Equal(want) {
		t.Errorf("cost of one = %s, want %s", cost, want)
	}
	if diff := cmp.Diff(map[string]rating.Bound{"two": {Least: data.MustNumber("0.8")}}, got.Bounds); diff != "" {
		t.Errorf("bounds of costs (-want +got):\n%s", diff)
	}
	got.USD, got.Bounds = nil, nil
	want := rating.UseCaseCosts{
		ID:       "chat",
		Scenario: rating.FullScenario{InputTokens: 1_000_000, OutputTokens: 100_000, CacheReadTokens: 600_000, CacheWriteTokens: 200_000, Requests: 5},
		Boards:   []string{}, Unmeasured: rating.ByNobody, Ties: [][]string{{"four", "two"}}, Successors: []rating.ProvisionalPick{}, Provisional: []rating.ProvisionalPick{},
		Order: []rating.RankedTool{{ID: "one"}, {ID: "four"}, {ID: "two"}, {ID: "worse", BeatenBy: "off"}},
		Picks: []rating.PickReason{{ID: "one", Why: rating.PickBest}, {ID: "four", Why: rating.PickCheaper}, {ID: "two", Why: rating.PickNext}}, // nobody knows how much more two costs than four
		Excluded: []rating.ExcludedTool{
			{ID: "three", Reason: rating.ExcludedContext, Words: "takes 219999 tokens, 220000 are needed"}, {ID: "off", Reason: rating.ExcludedCategory},
			{ID: "old", Reason: rating.ExcludedDeprecated}, {ID: "low", Reason: rating.ExcludedPrice},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("verdict (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"two"}, doc.CacheUnknown); diff != "" {
		t.Errorf("tools without cache prices (-want +got):\n%s", diff)
	}
}

// TestNobodyIsCheaperByAnUnknownCachePrice has a strong tool of which nobody states what its cache costs: at the input
// price it would beat all others.
func TestNobodyIsCheaperByAnUnknownCachePrice(t *testing.T) {
	c := smallCatalog()
	c.UseCases[0].Scenario = rating.FullScenario{InputTokens: 1_000_000, OutputTokens: 1000, CacheReadTokens: 500_000, CacheWriteTokens: 400_000, Requests: 5}
	c.UseCases[0].SortBy = catalog.ByPrice
	c.UseCases[0].FAQ = []data.Question{{Q: "Which?", A: "{{.Cheapest.Name}}{{range .Picks}}; {{.Name}} at {{.Cost}}{{end}}."}}
	four := &c.Tools[3]
	four.Prices.CacheRule, four.Scores[0].Value, four.Scores[1].Value = catalog.Unknown, data.Int(99), data.Int(99)
	result := built(t, c)
	got := document[rating.ScoresDocument](t, result, data.ScoresPath).UseCases[0]
	if slices.ContainsFunc(got.Order, func(r rating.RankedTool) bool { return r.BeatenBy != "" }) {
		t.Errorf("somebody is beaten in %v", got.Order)
	}
	uses := document[data.UseCasesDocument](t, result, data.UseCasesPath).UseCases[0]
	if diff := cmp.Diff([]string{"three", "two", "one", "four"}, uses.TopPicks); diff != "" {
		t.Errorf("picks by price (-want +got):\n%s", diff)
	}
	if want := "Bolt Three; Bolt Three at $0.502; Acme Two at $1.00; Acme One at $5.03; Bolt Four at about $0.10."; uses.FAQ[0].A != want {
		t.Errorf("answer %q, want %q", uses.FAQ[0].A, want)
	}
}

func TestOverallScoreHasEvidence(t *testing.T) {
	result := built(t, smallCatalog())
	e := evidenceOf(t, result, "one", data.FieldOverall)
	if e.Confidence != data.Medium || !strings.HasPrefix(e.Rule, "0.4 * 70 on SWE-bench Verified + 0.3 * 80 on LiveCodeBench + 0.2 * ") ||
		!strings.Contains(e.Rule, " estimated for BigCodeBench + 0.1 * ") || !strings.HasSuffix(e.Rule, " estimated for HumanEval") {
		t.Errorf("rule %q with confidence %s, want to read what was measured and what was estimated", e.Rule, e.Confidence)
	}
	c := smallCatalog()
	for _, column := range []string{"bigCodeBench", "humanEval"} {
		s := c.Tools[0].Scores[0]
		s.Column = column
		c.Tools[0].Scores = append(c.Tools[0].Scores, s)
	}
	if e := evidenceOf(t, built(t, c), "one", data.FieldOverall); e.Confidence != data.High || strings.Contains(e.Rule, "estimated") {
		t.Errorf("with every benchmark measured: rule %q with confidence %s", e.Rule, e.Confidence)
	}
}
