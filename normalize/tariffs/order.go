package tariffs

import (
	"slices"

	"github.com/shopspring/decimal"

	"pricepoint/data"
)

// dropDisordered takes out printed lines that stand in an order with another line in which no provider has its prices: one
// of the two was misread. The published price stands; of two others nobody knows which is right.
func (m *maker) dropDisordered() {
	wrong := map[int]bool{}
	for i, x := range m.lines {
		for j, y := range m.lines[:i] {
			if disordered(x, y) || disordered(y, x) {
				wrong[i], wrong[j] = true, true
			}
		}
	}
	m.drop(wrong, data.Implausible)
}

// disordered reports whether a price is above another one that never costs less: that of a better service, of longer
// prompts, or of a dearer class of tokens of the same row.
func disordered(low, high data.TariffLine) bool {
	alike := low.Terms.Kind == high.Terms.Kind || billed(low.Terms.Kind) && billed(high.Terms.Kind)
	if low.Price == nil || high.Price == nil || !low.Price.GreaterThan(high.Price.Decimal) || !alike {
		return false
	}
	if low.Class != high.Class {
		return dearerClass(low.Class, high.Class) && sameTerms(low.Terms, high.Terms)
	}
	x, y := low.Terms, high.Terms
	better := data.CheaperService(x.Service, y.Service)
	longer := x.Service == y.Service && low.Terms.Context.Lower() < high.Terms.Context.Lower()
	if !better && !longer {
		return false
	}
	x.Service, y.Service = "", ""
	if longer {
		x.Context, y.Context = nil, nil
	}
	return sameTerms(x, y)
}

// dearerClass reports whether a class never costs less than another one in the same row.
func dearerClass(low, high data.BillingClass) bool {
	return low == data.ClassCacheRead && high == data.ClassInput || low == data.ClassInput && high == data.ClassOutput
}

var twenty = decimal.NewFromInt(20)

// isImplausible reports whether a price is so far from the published one of its class that it was hardly read right: no
// service, size of prompt or hour is known to change a price twentyfold, or to make it free. The most so far is twelvefold,
// for long prompts in a fast mode.
func (m *maker) isImplausible(class data.BillingClass, price data.Number) bool {
	if class.KeptFor() != "" {
		class = data.ClassCacheWrite
	}
	place := slices.Index(classes[:], class)
	if place < 0 || m.lines[place].Price == nil {
		return false
	}
	published := m.lines[place].Price.Decimal
	if published.IsZero() || price.IsZero() {
		return price.IsZero() != published.IsZero()
	}
	return price.GreaterThan(published.Mul(twenty)) || price.Mul(twenty).LessThan(published)
}
