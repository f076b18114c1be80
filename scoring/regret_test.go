package scoring

import (
	"math"
	"testing"

	"github.com/shopspring/decimal"
)

// TestRegret has three tools of which board x and the hidden board say the same: the cheap one wins where failures cost little.
func TestRegret(t *testing.T) {
	tried := func(id, score, price, released, line, run string) Tried {
		c := ran(id, "x "+run)
		c.Score.Score, c.Tariff = d(score), d(price)
		return Tried{Candidate: c, Hidden: ran(id, "hidden "+run).Runs, Released: released, Line: line}
	}
	trial := Trial{Name: "hidden", Boards: []string{"x"}, Tools: []Tried{
		tried("good", "90", "10", "2026-01", "dear", "0.9 4"), tried("cheap", "60", "0.1", "2026-03", "low", "0.5 0.1"), tried("new", "70", "9", "2026-02", "dear", "0.6 5"),
		{Candidate: ran("elsewhere", "x 1 0.01")}, // not on the hidden board: nobody can choose it
	}}
	if few := Regrets([]Trial{trial}, []decimal.Decimal{d("2")}); len(few) > 0 {
		t.Errorf("three tools are too few, got %v", few)
	}
	got := []Regret{trial.regret(d("2")), trial.regret(d("200"))}
	// a finished task costs 4.2, 1.1 and 5.8 with failures at 2, and 24, 100.1 and 85 with failures at 200
	want := [][]float64{
		{1, 4.2 / 1.1, 5.8 / 1.1, 1, 5.8 / 1.1, math.Sqrt(4.2 / 1.1)},
		{1, 1, 85.0 / 24, 100.1 / 24, 85.0 / 24, math.Sqrt(100.1 / 24)},
	}
	for i, r := range got {
		if len(r.Factors) != len(RegretMethods) || r.Tools != 3 {
			t.Fatalf("%d factors of %d tools", len(r.Factors), r.Tools)
		}
		for j, f := range r.Factors {
			if math.Abs(f-want[i][j]) > 1e-6 {
				t.Errorf("failures at %s: %s costs %.4f times the best, want %.4f", r.Failure, RegretMethods[j], f, want[i][j])
			}
		}
	}
	if pooled := PooledRegret(got); math.Abs(pooled[1]-math.Sqrt(4.2/1.1)) > 1e-6 {
		t.Errorf("pooled %f, want the geometric mean", pooled[1])
	}
}
