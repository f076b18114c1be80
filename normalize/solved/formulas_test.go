package solved

import (
	"math"
	"testing"
)

func near(t *testing.T, what string, got float64, want, within float64) {
	t.Helper()
	if math.Abs(got-want) > within {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

// Numbers that lie too far apart say nothing of a cost, and none of them is endless.
func TestNoIntervalOfWhatIsTooFarApart(t *testing.T) {
	for _, share := range []float64{0, 1e-9, 1e-300, math.NaN(), math.Inf(1)} {
		if factor, ok := (spread{variation: 1, attempts: 4}).factor(share); ok {
			t.Errorf("of a share of %v the factor is %v", share, factor)
		}
	}
	for _, median := range []float64{1e-7, 1e-300, math.NaN()} {
		if variation, ok := logNormal(1, median); ok {
			t.Errorf("of a median of %v the variation is %v", median, variation)
		}
	}
}

func TestIndependent(t *testing.T) {
	for _, tt := range []struct {
		name             string
		n, tasks, inFour float64
		want             float64
	}{
		{"one-attempt-a-task", 500, 500, 0.5, 500},
		{"always-the-same-result", 400, 100, 0.5, 100},
		{"as-if-independent", 400, 100, 1 - 0.0625, 400},
		{"more-than-independent", 400, 100, 0.99, 400},
		{"not-known", 400, 100, 0, 100},
		{"tasks-not-known", 400, 0, 0, 400},
		// s = 1: (0.5 * 1.5 * 2.5 * 3.5) / 24 of the tasks are missed by all four, and r = 1/2.
		{"beta-binomial", 400, 100, 1 - 0.5*1.5*2.5*3.5/24, 160},
	} {
		t.Run(tt.name, func(t *testing.T) { near(t, "independent", independent(tt.n, tt.tasks, 0.5, tt.inFour), tt.want, 1e-6) })
	}
}

func TestSpreadOfSums(t *testing.T) {
	// Costs 1, 2, 3, 4, of which the first two attempts solved their task.
	got, ok := ofSums(4, 2, 10, 3, 30)
	if !ok {
		t.Fatal("no spread")
	}
	near(t, "variation", got.variation, math.Sqrt(1.25)/2.5, 1e-12)
	near(t, "correlation", got.correlation, -0.8944271909999159, 1e-12)
	for name, bad := range map[string][5]float64{
		"nothing":                       {},
		"one-attempt":                   {1, 1, 1, 1, 1},
		"no-cost":                       {4, 2, 0, 0, 0},
		"more-solved-than-attempted":    {4, 5, 10, 0, 30},
		"squares-below-those-of-means":  {4, 2, 10, 3, 20},
		"no-cost-to-speak-of":           {4, 2, 1e-300, 0, 1e300},
		"more-than-a-computer-holds":    {4, 2, math.Inf(1), math.Inf(1), math.Inf(1)},
		"solved-cost-more-than-all-did": {4, 2, 10, 30, 30},
	} {
		if got, ok := ofSums(bad[0], bad[1], bad[2], bad[3], bad[4]); ok {
			t.Errorf("%s: a spread of %v of sums that say nothing", name, got)
		}
	}
}
