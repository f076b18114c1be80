// Package scoring turns benchmark results and prices into scores, value and recommendations: numbers in,
// numbers out. Start at Calibration.Estimate, which scores one model, and at Calibrate, which makes the calibration.
//
// It knows no models, boards or documents, fetches nothing and rounds nothing that it hands on, but estimates, of which
// machines may disagree in the last digits; other rounding is asked for by name.
package scoring

import "github.com/shopspring/decimal"

// precision is how many decimals a quotient keeps; far more than any published figure shows.
const precision = 20

// Cell is one observed benchmark result of a model.
type Cell struct {
	Weight decimal.Decimal // share of the overall score, all benchmarks together 1
	Score  decimal.Decimal // 0-100
}

// Overall is the weighted mean of the observed cells, and the weight that was observed. Leaving a benchmark out
// of a mean favours whoever skipped a hard one, so ok is false when less than minObserved of the weight is there.
func Overall(cells []Cell, minObserved decimal.Decimal) (score, observed decimal.Decimal, ok bool) {
	sum := decimal.Zero
	for _, c := range cells {
		sum = sum.Add(c.Weight.Mul(c.Score))
		observed = observed.Add(c.Weight)
	}
	if observed.IsZero() || observed.LessThan(minObserved) {
		return decimal.Zero, observed, false
	}
	return sum.DivRound(observed, precision), observed, true
}

// Published rounds a score to the one decimal that is published, half up.
func Published(score decimal.Decimal) decimal.Decimal { return score.Round(1) }
