package read

import (
	"fmt"
	"math"
	"strconv"

	"pricepoint/data"
)

// inUSD reports whether a unit is a USD price per tokens. Other currencies are not converted: a provider's USD
// price is what it prints in USD.
func inUSD(u data.Unit) bool {
	of, ok := u.OfPrice()
	return ok && of.Currency == "USD" && of.Per.Of == "tokens"
}

// perMillion converts an observed price to USD per million tokens, exactly.
func perMillion(o data.Observation) (data.Number, error) {
	if !inUSD(o.Unit) {
		return data.Number{}, fmt.Errorf("%s of %s is in %q, which is no USD price per tokens", o.Field, o.Subject, o.Unit)
	}
	price, _, err := o.Price()
	return price, err
}

// Result is an observed score in the unit in which it is published: 0-100, or as printed where it is relative.
func Result(o data.Observation) (data.Number, error) {
	if o.Unit != data.Elo {
		return Percent(o)
	}
	n, err := data.ParseNumber(o.Value)
	if err != nil || n.IsNegative() {
		return data.Number{}, fmt.Errorf("%s of %s is %q, which is no Elo", o.Field, o.Subject, o.Value)
	}
	return n, nil
}

// Percent converts an observed score to 0-100, exactly, and refuses anything outside.
func Percent(o data.Observation) (data.Number, error) {
	n, err := data.ParseNumber(o.Value)
	if err != nil {
		return data.Number{}, fmt.Errorf("%s of %s: %v", o.Field, o.Subject, err)
	}
	switch o.Unit {
	case data.Percent:
	case data.Fraction:
		n.Decimal = n.Shift(2)
	default:
		return data.Number{}, fmt.Errorf("%s of %s is in %q, which is no score", o.Field, o.Subject, o.Unit)
	}
	if n.IsNegative() || n.GreaterThan(data.Int(100).Decimal) {
		return data.Number{}, fmt.Errorf("%s of %s is %s, outside 0-100", o.Field, o.Subject, n)
	}
	return n, nil
}

// tier is the largest prompt, in tokens, that an observation's price holds for.
func tier(o data.Observation) int64 {
	n, err := strconv.ParseInt(o.Qualifiers.ContextUpTo, 10, 64)
	if err != nil {
		return math.MaxInt64 // no limit was stated
	}
	return n
}
