package normalize

import (
	"fmt"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// withinBand refuses a price that no tool of this kind can have: a unit was misread or a column taken for another.
// A field without a band is not bounded; 0 is free and always allowed.
func withinBand(n data.Number, band catalog.Band) error {
	if band.Max.IsZero() || n.IsZero() {
		return nil
	}
	if n.LessThan(band.Min.Decimal) || n.GreaterThan(band.Max.Decimal) {
		return fmt.Errorf("%s USD per million tokens is outside the plausible %s to %s; the last verified value stays", n, band.Min, band.Max)
	}
	return nil
}
