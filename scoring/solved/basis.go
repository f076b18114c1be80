package solved

import "github.com/shopspring/decimal"

// within is how close a tariff must come to a published cost to count as its basis.
var within = decimal.New(1, -2)

// Deviation is how far the cost of tokens at prices is from a published one, as a share of it: -0.114 is 11.4 % less. Where
// it is not known which tokens were written to a cache, it is that of none or of all, whichever comes closer. ok is false
// when a class has no price.
func Deviation(published decimal.Decimal, t Tokens, p Prices) (deviation decimal.Decimal, ok bool) {
	c := t.at(p)
	if len(c.unpriced) > 0 || !published.IsPositive() {
		return decimal.Zero, false
	}
	low, high := off(c.low, published), off(c.high, published)
	if high.Abs().LessThan(low.Abs()) {
		return high, true
	}
	return low, true
}

func off(cost, published decimal.Decimal) decimal.Decimal {
	return cost.Sub(published).DivRound(published, digits)
}

// Reproduces reports whether a deviation is small enough for the prices to count as the basis of the cost: at most 1 %.
func Reproduces(deviation decimal.Decimal) bool { return deviation.Abs().LessThanOrEqual(within) }

// ButForLong reports whether a deviation can come from long prompts alone, which cost up to twice as much where they cost
// more: the tokens cost less in short prompts than what was published, and at least half of it.
func ButForLong(deviation decimal.Decimal, p Prices) bool {
	return p.LongOver > 0 && deviation.IsNegative() && deviation.GreaterThanOrEqual(decimal.New(-5, -1))
}
