package scoring

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"
)

// ran is a candidate with runs: board, share and cost of an attempt of each. Attempts are so many that intervals are narrow.
func ran(id string, runs ...string) Candidate {
	c := candidate(id, "80", "1", "1")
	for _, r := range runs {
		var board, share, usd string
		fmt.Sscan(r, &board, &share, &usd)
		c.Runs = append(c.Runs, Run{Board: board, Share: d(share), USD: d(usd), Variation: 1, Attempts: 1e6})
	}
	return c
}

// TestFinished computes Claude Opus 5 at high effort on DeepSWE by hand: 327 of 449 attempts solved their task at 6.0761 USD
// each; attempts varied by 0.70 and count as 169. With failures at 20 USD that is 6.0761 + (1 - 0.728285) * 20 = 11.5104.
func TestFinished(t *testing.T) {
	r := Run{Share: d("327").DivRound(d("449"), 20), USD: d("6.0761"), Variation: 0.70, Correlation: -0.3, Attempts: 169}
	f := r.Finished(d("20"))
	p := (0.728285*169 + 1.352772) / (169 + 2.705543)
	variance := (4.25327*4.25327 + 400*p*(1-p) + 2*0.3*4.25327*20*math.Sqrt(p*(1-p))) / 169
	half := 1.644854 * math.Sqrt(variance)
	for what, pair := range map[string][2]float64{"cost": {f.Cost.InexactFloat64(), 11.5104}, "low": {f.Low.InexactFloat64(), 11.5104 - half}, "high": {f.High.InexactFloat64(), 11.5104 + half}} {
		if math.Abs(pair[0]-pair[1]) > 1e-3 {
			t.Errorf("%s is %f, want %f", what, pair[0], pair[1])
		}
	}
	if never := (Run{Share: d("1"), USD: d("1"), Attempts: 10}).Finished(d("100")); !never.High.GreaterThan(never.Cost) {
		t.Errorf("ten of ten are known never to fail: %s to %s", never.Low, never.High)
	}
}

func TestJudgeMeasuredWork(t *testing.T) {
	for _, tt := range []struct {
		name, failure, want string
		in                  []Candidate
	}{
		{"a-failure-that-costs-little-favours-the-cheap", "1", "cheap:best good:next dear:next",
			[]Candidate{ran("good", "x 0.9 3"), ran("cheap", "x 0.5 0.2"), ran("dear", "x 0.95 9")}},
		{"one-that-costs-much-the-good", "50", "good:best dear:next cheap:next",
			[]Candidate{ran("good", "x 0.9 3"), ran("cheap", "x 0.5 0.2"), ran("dear", "x 0.95 9")}},
		{"worse-and-dearer-is-beaten", "10", "a:best c:fills b:fills c<a b<a",
			[]Candidate{ran("a", "x 0.9 1"), ran("b", "x 0.5 2"), ran("c", "x 0.8 2")}},
		{"nobody-is-beaten-by-one-that-solves-less", "1", "a:best b:next", []Candidate{ran("a", "x 0.5 1"), ran("b", "x 0.51 9")}},
		{"nor-with-one-row-that-nobody-matches", "10", "a:best b:next", []Candidate{ran("a", "x 0.9 1"), ran("b", "x 0.8 2", "x 0.91 5")}},
		{"nor-on-a-board-that-is-not-its-closest", "10", "a:best b:next", []Candidate{ran("a", "y 0.9 1"), ran("b", "x 0.5 2", "y 0.8 2")}},
		{"nor-by-one-that-all-boards-put-behind-it", "10", "a:best b:next", []Candidate{ran("a", "x 0.9 2", "y 0.9 1", "z 0.9 1"), ran("b", "x 0.91 2", "y 0.1 9", "z 0.1 9")}},
		{"the-best-effort-counts", "10", "a:best b:next", []Candidate{ran("a", "x 0.9 9", "x 0.88 2"), ran("b", "x 0.9 4")}},
		{"who-is-not-measured-is-not-ranked", "10", "a:best", []Candidate{ran("a", "x 0.9 9"), ran("b"), ran("c", "elsewhere 1 0.1")}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, told(Work{Boards: []string{"x", "y", "z"}, Failure: d(tt.failure), Fitting: tt.in}.Judge())); diff != "" {
				t.Errorf("verdict (-want +got):\n%s", diff)
			}
		})
	}
}

// TestVerdictSaysWhatItRestsOn looks at ties, at other costs of a failure, and at who is on no list and beats one that is.
func TestVerdictSaysWhatItRestsOn(t *testing.T) {
	few := ran("few", "x 0.9 1")
	few.Runs[0].Attempts = 20
	w := Work{Boards: []string{"x"}, Failure: d("10"), Fitting: []Candidate{few, ran("near", "x 0.91 1.5"), ran("cheap", "x 0.4 0.01"), ran("beaten", "x 0.3 3")},
		Others: []Candidate{ran("other", "x 0.35 2")}}
	v := w.Judge()
	if diff := cmp.Diff("few:tied near:tied cheap:next [few near] beaten<few", told(v)); diff != "" {
		t.Error(diff)
	}
	if v.AtTenth != "cheap" || v.AtTenTimes != "near" {
		t.Errorf("first at a tenth and at ten times are %s and %s, want cheap and near", v.AtTenth, v.AtTenTimes)
	}
	if f := v.Order[0].Finished; f.Board != "x" || !f.Cost.Equal(decimal.NewFromInt(2)) || !v.Order[0].Relative.LessThan(decimal.NewFromInt(1)) {
		t.Errorf("the first rests on %+v", v.Order[0])
	}
}
