package scoring

import (
	"slices"

	"github.com/shopspring/decimal"

	"pricepoint/data/rating"
)

// precision is how many decimals a quotient keeps; far more than any published figure shows.
const precision = 20

// Published rounds a score to the one decimal that is published, half up.
func Published(score decimal.Decimal) decimal.Decimal { return score.Round(1) }

// PricePerPoint is (3 * input + output) / 4 / overall in USD per million tokens and score point, to four
// significant digits: three input tokens for every output token is the usual mix of coding traffic.
// ok is false when overall is not positive.
func PricePerPoint(input, output, overall decimal.Decimal) (price decimal.Decimal, ok bool) {
	if !overall.IsPositive() {
		return decimal.Zero, false
	}
	blended := input.Mul(decimal.NewFromInt(3)).Add(output)
	return Significant(blended.DivRound(overall.Mul(decimal.NewFromInt(4)), precision), 4), true
}

// Significant rounds to n significant digits, half up.
func Significant(d decimal.Decimal, n int32) decimal.Decimal {
	if d.IsZero() {
		return d
	}
	magnitude := int32(d.NumDigits()) + d.Exponent() // digits before the point; negative for 0.00x
	return d.Round(n - magnitude)
}

// Ranks places every score among all. A model is certainly behind another only when its whole interval lies below the
// other's, so Best counts those whose interval lies above, and Worst leaves out those whose interval lies below.
func Ranks(scores []Interval) []rating.ScoreRank {
	points := ascending(scores, func(s Interval) decimal.Decimal { return s.Score.Neg() })
	lows := ascending(scores, func(s Interval) decimal.Decimal { return s.Low.Neg() })
	highs := ascending(scores, func(s Interval) decimal.Decimal { return s.High })
	ranks := make([]rating.ScoreRank, len(scores))
	for i, s := range scores {
		ranks[i] = rating.ScoreRank{Place: 1 + below(points, s.Score.Neg()), Best: 1 + below(lows, s.High.Neg()), Worst: len(scores) - below(highs, s.Low)}
	}
	return ranks
}

// ascending are numbers of all scores in their order.
func ascending(scores []Interval, number func(Interval) decimal.Decimal) []decimal.Decimal {
	all := make([]decimal.Decimal, len(scores))
	for i, s := range scores {
		all[i] = number(s)
	}
	slices.SortFunc(all, decimal.Decimal.Cmp)
	return all
}

// below is how many of some ascending numbers are lower than n.
func below(ascending []decimal.Decimal, n decimal.Decimal) int {
	i, _ := slices.BinarySearchFunc(ascending, n, decimal.Decimal.Cmp)
	return i
}
