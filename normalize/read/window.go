package read

import (
	"fmt"
	"pricepoint/data"

	"github.com/shopspring/decimal"
)

// The context windows a model can have, in tokens; anything else was misread: a thousandth of a long one, or a
// thousandfold short one, lies outside.
var smallestContext, largestContext = decimal.NewFromInt(8_000), decimal.NewFromInt(20_000_000)

// tokens reads a context window.
func tokens(o data.Observation) (data.Number, error) {
	n, err := data.ParseNumber(o.Value)
	if err != nil {
		return data.Number{}, err
	}
	if o.Unit != data.Tokens || !n.IsInteger() || n.LessThan(smallestContext) || n.GreaterThan(largestContext) {
		return data.Number{}, fmt.Errorf("a context window of %s %s is not plausible", o.Value, o.Unit)
	}
	return n, nil
}

// IsRounded reports whether a page's figure is the exact one in fewer digits: "1M" for 1,048,576 or 1,050,000 does
// not contradict it.
func IsRounded(printed, exact decimal.Decimal) bool {
	if !printed.IsPositive() {
		return false // of which no power of ten leaves a rest
	}
	places := int32(0)
	for ten := decimal.NewFromInt(10); printed.Mod(ten).IsZero(); ten = ten.Shift(1) {
		places--
	}
	close := exact.Sub(printed).Abs().Mul(decimal.NewFromInt(20)).LessThanOrEqual(printed)
	return close && exact.Round(places).Equal(printed)
}
