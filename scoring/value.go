package scoring

import "github.com/shopspring/decimal"

// precision is how many decimals a quotient keeps; far more than any published figure shows.
const precision = 20

// Published rounds a score to the one decimal that is published, half up.
func Published(score decimal.Decimal) decimal.Decimal { return score.Round(1) }

// Doubt is how far a cost may be from what is computed, because nobody states what cached tokens cost: the input price
// stands in. The zero Doubt is none.
type Doubt struct {
	Less decimal.Decimal // it may be less by up to this much, in USD
	More bool            // it may be more
}

// Any reports whether there is a doubt.
func (d Doubt) Any() bool { return d.More || d.Less.IsPositive() }

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
