package scoring

import "github.com/shopspring/decimal"

// precision is how many decimals a quotient keeps; far more than any published figure shows.
const precision = 20

// Published rounds a score to the one decimal that is published, half up.
func Published(score decimal.Decimal) decimal.Decimal { return score.Round(1) }

// Rates are the prices of a tool in USD per million tokens. Where nobody states a cache price, the input price stands in:
// reading costs no more than that, writing may.
type Rates struct {
	Input, Output, CacheRead, CacheWrite decimal.Decimal
	ReadUnknown, WriteUnknown            bool // whether the input price stands in
}

// Usage is the token count of a task. Input holds all prompt tokens, the cached ones included.
type Usage struct {
	Input, Output, CacheRead, CacheWrite int64
}

// Cost is what the task costs at these rates, exactly, in USD.
func Cost(u Usage, r Rates) decimal.Decimal {
	plain := u.Input - u.CacheRead - u.CacheWrite
	total := r.Input.Mul(decimal.NewFromInt(plain)).
		Add(r.CacheRead.Mul(decimal.NewFromInt(u.CacheRead))).
		Add(r.CacheWrite.Mul(decimal.NewFromInt(u.CacheWrite))).
		Add(r.Output.Mul(decimal.NewFromInt(u.Output)))
	return total.Shift(-6)
}

// Doubt is how far a cost may be from what Cost says, because nobody states what cached tokens cost. The zero Doubt is none.
type Doubt struct {
	Less decimal.Decimal // it may be less by up to this much, in USD
	More bool            // it may be more
}

// DoubtOf is how sure the cost of a task is. Reading from a cache may cost nothing at all.
func DoubtOf(u Usage, r Rates) Doubt {
	d := Doubt{More: r.WriteUnknown && u.CacheWrite > 0}
	if r.ReadUnknown {
		d.Less = r.CacheRead.Mul(decimal.NewFromInt(u.CacheRead)).Shift(-6)
	}
	return d
}

// Any reports whether there is a doubt.
func (d Doubt) Any() bool { return d.More || d.Less.IsPositive() }

// PricePerPoint is (3 * input + output) / 4 / overall in USD per million tokens and score point, to four
// significant digits: three input tokens for every output token is the usual mix of coding traffic.
// ok is false when overall is not positive.
func PricePerPoint(r Rates, overall decimal.Decimal) (price decimal.Decimal, ok bool) {
	if !overall.IsPositive() {
		return decimal.Zero, false
	}
	blended := r.Input.Mul(decimal.NewFromInt(3)).Add(r.Output)
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
