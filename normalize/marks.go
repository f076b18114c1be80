package normalize

import (
	"fmt"
	"strings"

	"github.com/shopspring/decimal"

	"pricepoint/data"
)

// hairbreadth is how little no price was ever changed by, as a share of itself.
var hairbreadth = decimal.New(2, -2)

// markGlued reports a price that ends in the mark of a footnote: "$15.001" for $15.00 and footnote 1. Without its last
// digit or two it is the price that stands, it is printed with more digits than that was, and either no other price in
// its column has so many, or it would have changed by a hair.
func (r reader) markGlued(n entry, o data.Observation) error {
	was, known := r.before.values[n.field()]
	if !known || decimals(o.Value) == 0 || decimals(o.Value) <= decimals(lastPrinted(was)) {
		return nil
	}
	price, err := perMillion(o)
	if err != nil || price.Equal(was.Value) || !r.isWithMark(o, was.Value) {
		return nil
	}
	moved := price.Sub(was.Value.Decimal).Abs()
	if decimals(o.Value) <= r.columnDecimals(o) && moved.GreaterThan(was.Value.Mul(hairbreadth)) {
		return nil
	}
	return fmt.Errorf("%q has more digits than prices there have, and without the last it is the %s that stands; it looks like the mark of a footnote", o.Quote, was.Value)
}

// isWithMark reports whether a printed price is another one with one or two digits behind it.
func (r reader) isWithMark(o data.Observation, was data.Number) bool {
	for digits := 1; digits <= 2 && digits < len(o.Value); digits++ {
		o.Value = strings.TrimSuffix(o.Value[:len(o.Value)-1], ".")
		if price, err := perMillion(o); err == nil && price.Equal(was) {
			return true
		}
	}
	return false
}

// columnDecimals is how many decimals the other prices in the column of a price have at most.
func (r reader) columnDecimals(o data.Observation) int {
	most := 0
	for _, other := range r.sources.readings[o.Source].Observations {
		if other.Field == o.Field && other.Unit == o.Unit && other.Subject != o.Subject && other.Address.Column == o.Address.Column {
			most = max(most, decimals(other.Value))
		}
	}
	return most
}

// lastPrinted are the digits of a price as they were printed, if the quote has them.
func lastPrinted(e data.Evidence) string {
	for _, word := range strings.FieldsFunc(e.Quote, func(c rune) bool { return (c < '0' || c > '9') && c != '.' }) {
		if n, err := data.ParseNumber(word); err == nil && n.Equal(e.Value) {
			return word
		}
	}
	return e.Value.String()
}

// decimals is how many digits stand behind the point.
func decimals(printed string) int {
	_, fraction, _ := strings.Cut(printed, ".")
	return len(fraction)
}
