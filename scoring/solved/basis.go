package solved

import "github.com/shopspring/decimal"

// within is how close a tariff must come to a published cost to count as its basis.
var within = decimal.New(1, -2)

// Deviation is how far the cost of tokens at prices is from a published one, as a share of it: -0.114 is 11.4 % less. Where
// it is not known which tokens were written to a cache, none count as written: who publishes no such tokens charges none. ok
// is false when a class has no price.
func Deviation(published decimal.Decimal, t Tokens, p Prices) (deviation decimal.Decimal, ok bool) {
	if t.Writes == WritesUnknown {
		t.Writes = WritesCounted
	}
	c := t.at(p)
	if len(c.unpriced) > 0 || !published.IsPositive() {
		return decimal.Zero, false
	}
	return c.low.Sub(published).DivRound(published, digits), true
}

// Reproduces reports whether a deviation is small enough for the prices to count as the basis of the cost: at most 1 %.
func Reproduces(deviation decimal.Decimal) bool { return deviation.Abs().LessThanOrEqual(within) }

// ButForLong reports whether a deviation can come from long prompts alone, where they cost more: the tokens cost less in
// short prompts than what was published, by a tenth of it at most. Where the same prices reproduce another row of the same
// runs (proven), it may be half of it: long prompts cost up to twice as much.
func ButForLong(deviation decimal.Decimal, p Prices, proven bool) bool {
	most := decimal.New(-1, -1)
	if proven {
		most = decimal.New(-5, -1)
	}
	return p.LongOver > 0 && deviation.IsNegative() && deviation.GreaterThanOrEqual(most)
}
