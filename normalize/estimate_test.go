package normalize_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/rating"
)

// verified is when the shipped catalogue was gone through; its scores are known then.
func verified(t *testing.T) Input {
	c := *shipped(t)
	return Input{Catalog: &c, Now: c.Verified.First, Generator: "pricepoint/test"}
}

// withScores is the catalogue with other scores of one tool.
func withScores(c *catalog.Catalog, tool int, scores []catalog.Score) *catalog.Catalog {
	changed := *c
	changed.Tools = slices.Clone(c.Tools)
	changed.Tools[tool].Scores = scores
	return &changed
}

func scoresOf(t *testing.T, in Input) map[string]rating.ScoredModel {
	t.Helper()
	result, err := Build(in)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]rating.ScoredModel{}
	for _, m := range document[rating.ScoresDocument](t, result, data.ScoresPath).Models {
		all[m.ModelID] = m
	}
	return all
}

// TestRaisingAResultRaisesAScore raises one result that weighs of every third tool of the shipped catalogue, by a little or a
// lot. The score rises with it, but for what a neighbour may take back: other models are near the tool then, and what is
// expected of it elsewhere may be less. That takes a tenth of a point at most. The interval may become too wide for a score.
func TestRaisingAResultRaisesAScore(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	in := verified(t)
	before := scoresOf(t, in)
	raised := 0
	for i, tool := range in.Catalog.Tools {
		n := slices.IndexFunc(tool.Scores, func(s catalog.Score) bool { return weighs(in.Catalog, s.Column) })
		was, scored := before[tool.ID]
		if !scored || n < 0 || random.IntN(5) > 0 { // each of them is built
			continue
		}
		higher := slices.Clone(tool.Scores)
		s, by := higher[n], decimal.NewFromInt([]int64{1, 5, 30}[random.IntN(3)])
		higher[n].Value.Decimal = decimal.Min(s.Value.Add(by), decimal.NewFromInt(100))
		changed := in
		changed.Catalog = withScores(in.Catalog, i, higher)
		is, scored := scoresOf(t, changed)[tool.ID]
		if !scored {
			continue
		}
		raised++
		if is.OverallScore.LessThan(was.OverallScore.Sub(decimal.NewFromFloat(0.1))) {
			t.Errorf("%s of %s from %s to %s: score from %s to %s", s.Column, tool.ID, s.Value, higher[n].Value, was.OverallScore, is.OverallScore)
		}
	}
	if raised < 3 {
		t.Errorf("only %d scores were raised", raised)
	}
}

func weighs(c *catalog.Catalog, column string) bool {
	return slices.ContainsFunc(c.Scoring.Columns, func(c catalog.Column) bool { return c.ID == column && c.Weight.IsPositive() })
}

// vals is what vals.ai prints of some tools on SWE-bench, a day after the shipped scores were read there.
func vals(t *testing.T, c *catalog.Catalog, value func(n int, s catalog.Score) string) data.Reading {
	r := data.Reading{Source: "leaderboard_vals", Kind: "leaderboard", Publisher: "vals.ai", URL: "https://www.vals.ai", Attempted: true}
	for _, tool := range c.Tools {
		for _, s := range tool.Scores {
			if s.Column == "sweBench" {
				o := valsRow(s.Entry, value(len(r.Observations), s))
				o.FetchedAt = data.At(s.Verified.First.AddDate(0, 0, 1))
				r.Observations = append(r.Observations, o)
			}
		}
	}
	if len(r.Observations) < 20 {
		t.Fatalf("only %d tools have a result", len(r.Observations))
	}
	return r
}

// TestBadBoards builds with boards as nobody would want them. Every document is whole, and what is wrong is told.
func TestBadBoards(t *testing.T) {
	same := func(_ int, s catalog.Score) string { return s.Value.String() }
	constant := func(value string) func(int, catalog.Score) string {
		return func(int, catalog.Score) string { return value }
	}
	untouched := scoresOf(t, verified(t))
	for _, tt := range []struct {
		name   string
		value  func(int, catalog.Score) string
		change func(*catalog.Catalog, *data.Reading)
		moved  bool   // other scores than without the reading
		refuse string // part of a finding
	}{
		{"as-it-was", same, nil, false, ""},
		{"all-0", constant("0"), nil, false, "look like fractions"},
		{"one-0", func(n int, s catalog.Score) string {
			return map[bool]string{true: "0", false: s.Value.String()}[n == 3]
		}, nil, true, ""},
		{"all-100", constant("100"), nil, true, ""},
		{"nan", constant("NaN"), nil, false, `"NaN" is not a decimal number`},
		{"above-the-scale", constant("250"), nil, false, "is 250, outside 0-100"},
		{"below-the-scale", constant("-3"), nil, false, "is -3, outside 0-100"},
		{"fractions", func(_ int, s catalog.Score) string { return s.Value.Shift(-2).String() }, func(_ *catalog.Catalog, r *data.Reading) {
			for i := range r.Observations {
				r.Observations[i].Unit = data.Fraction
			}
		}, false, ""},
		{"no-rows", same, func(_ *catalog.Catalog, r *data.Reading) { r.Observations = nil }, false, ""},
		{"strangers", same, func(_ *catalog.Catalog, r *data.Reading) {
			for _, value := range []string{"0", "100", "55.5"} {
				stranger := r.Observations[0]
				stranger.Subject, stranger.Value = "nobody/knows-"+value, value
				r.Observations = append(r.Observations, stranger)
			}
		}, false, ""},
		{"one-model-only", same, func(_ *catalog.Catalog, r *data.Reading) { r.Observations = r.Observations[:1] }, false, ""},
		{"one-model-at-two-settings", same, func(_ *catalog.Catalog, r *data.Reading) {
			low := r.Observations[0]
			low.Value, low.Qualifiers.Effort = "1.5", "low"
			r.Observations = append(r.Observations, low)
		}, false, ""},
		{"three-boards-only", same, func(c *catalog.Catalog, _ *data.Reading) {
			for i := range c.Tools {
				c.Tools[i].Scores = slices.DeleteFunc(slices.Clone(c.Tools[i].Scores), func(s catalog.Score) bool { return !strings.Contains("sweBench vibeCode terminalBench4", s.Column) })
			}
		}, true, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			in := verified(t)
			in.Catalog.Tools = slices.Clone(in.Catalog.Tools)
			r := vals(t, in.Catalog, tt.value)
			if tt.change != nil {
				tt.change(in.Catalog, &r)
			}
			in.Readings = []data.Reading{r}
			result, err := Build(in)
			if err != nil {
				t.Fatal(err)
			}
			whole(t, result)
			moved := false
			for _, m := range document[rating.ScoresDocument](t, result, data.ScoresPath).Models {
				moved = moved || !m.OverallScore.Equal(untouched[m.ModelID].OverallScore)
			}
			if moved != tt.moved {
				t.Errorf("scores have moved: %v, want %v", moved, tt.moved)
			}
			if told := strings.Join(whys(result, data.Refused), "\n"); !strings.Contains(told, tt.refuse) || tt.refuse == "" && told != "" {
				t.Errorf("refused:\n%s\nwant %q", told, tt.refuse)
			}
		})
	}
}

// whole holds the scores of a build to what no input may break.
func whole(t *testing.T, r Result) {
	t.Helper()
	hundred := data.Int(100).Decimal
	within := func(what string, low, value, high data.Number) {
		if low.IsNegative() || low.GreaterThan(value.Decimal) || value.GreaterThan(high.Decimal) || high.GreaterThan(hundred) {
			t.Errorf("%s: %s from %s to %s is no score in its interval", what, value, low, high)
		}
	}
	doc := document[rating.ScoresDocument](t, r, data.ScoresPath)
	for _, m := range doc.Models {
		within(m.ModelID, m.Interval.Low, m.OverallScore, m.Interval.High)
		if m.Rank.Best < 1 || m.Rank.Best > m.Rank.Place || m.Rank.Place > m.Rank.Worst || m.Rank.Worst > len(doc.Models) {
			t.Errorf("%s: rank %+v of %d", m.ModelID, m.Rank, len(doc.Models))
		}
		for _, p := range m.Benchmarks {
			if p.Interval != nil {
				within(fmt.Sprintf("%s of %s", p.Column, m.ModelID), p.Interval.Low, p.Value, p.Interval.High)
			}
		}
	}
	for _, d := range r.Snapshot.Documents {
		for _, word := range []string{": NaN", ": Inf", ": -Inf", ": +Inf", `"NaN"`} {
			if strings.Contains(string(d.Body), word) && d.Path != data.FindingsPath {
				t.Errorf("%s holds %s", d.Path, word)
			}
		}
	}
}

// TestRemarksTellToolsApart looks at the shipped catalogue: no sentence that is true of nearly every model, none that only
// fills a gap, and praise only for what was measured.
func TestRemarksTellToolsApart(t *testing.T) {
	in := verified(t)
	result, err := Build(in)
	if err != nil {
		t.Fatal(err)
	}
	models := document[data.BenchmarksDocument](t, result, data.BenchmarksPath).Benchmarks.Models
	said := map[string]int{}
	for _, m := range models {
		if m.Strengths == nil || m.Weaknesses == nil {
			t.Errorf("%s has the strengths %q and the weaknesses %q; neither may be null", m.ModelID, m.Strengths, m.Weaknesses)
		}
		for _, text := range slices.Concat(m.Strengths, m.Weaknesses) {
			said[text]++
			for _, filler := range []string{"Best result: ", "Weakest result: ", "Features: ", "are not measured", "Context window of 1"} {
				if strings.Contains(text, filler) {
					t.Errorf("%s: %q helps nobody to choose", m.ModelID, text)
				}
			}
		}
		results := map[string]*data.Number{"SWE-bench": m.SWEBench, "LiveCodeBench": m.LiveCodeBench, "BigCodeBench": m.BigCodeBench, "HumanEval": m.HumanEval}
		for name, n := range results {
			if n == nil && strings.Contains(strings.Join(m.Strengths, "\n"), name) {
				t.Errorf("%s is praised for %s, which nobody has measured: %q", m.ModelID, name, m.Strengths)
			}
		}
	}
	for text, n := range said {
		if 3*n > len(models) {
			t.Errorf("%q is said of %d of %d models", text, n, len(models))
		}
	}
}
