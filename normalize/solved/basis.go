package solved

import (
	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/rating"
)

// within is how close the tokens of a row at some prices must come to its published cost for these to count as its basis: 1 %.
var within = decimal.New(1, -2)

// How much less tokens may cost in short prompts than what was published, so that long prompts alone can be why: a tenth. Where
// the same prices reproduce another row of the same runs, a half: long prompts cost up to twice as much.
var mostAlone, mostProven = decimal.New(-1, -1), decimal.New(-5, -1)

// mayBeLong reports whether a deviation can come from long prompts alone, where they cost more.
func (p prices) mayBeLong(deviation, most decimal.Decimal) bool {
	return p.longOver > 0 && deviation.IsNegative() && deviation.GreaterThanOrEqual(most)
}

// deviation is how far the tokens of a row at prices are from its published cost, as a share of it: -0.114 is 11.4 % less.
// Where it is not known which tokens were written to a cache, none count as written: who publishes no such tokens charges
// none. ok is false when a class has no price.
func (p prices) deviation(row rating.SolvedCost) (deviation decimal.Decimal, ok bool) {
	t, cost := *row.Tokens, row.CostPerAttempt.Decimal
	if t.CacheWrite == nil && !t.UncachedWritten {
		t.CacheWrite = &data.Number{}
	}
	usd, _, unpriced := p.cost(t)
	if len(unpriced) > 0 || !cost.IsPositive() {
		return decimal.Zero, false
	}
	return usd.Sub(cost).DivRound(cost, digits), true
}

// cost is what complete tokens cost in short prompts, exactly: two amounts, where it is not known which of the uncached ones
// were written to a cache, the lower first.
func (p prices) cost(t rating.SolvedTokens) (low, high decimal.Decimal, unpriced []data.BillingClass) {
	plain := map[data.BillingClass]decimal.Decimal{
		data.ClassInput: t.Uncached.Decimal, data.ClassCacheRead: t.CacheRead.Decimal, data.ClassOutput: t.Output.Decimal,
	}
	written := map[data.BillingClass]decimal.Decimal{
		data.ClassCacheWrite: t.Uncached.Decimal, data.ClassCacheRead: t.CacheRead.Decimal, data.ClassOutput: t.Output.Decimal,
	}
	switch {
	case t.CacheWrite != nil:
		plain[data.ClassCacheWrite], written = t.CacheWrite.Decimal, plain
	case t.UncachedWritten:
		plain = written
	}
	for _, class := range classes {
		price, known := p.of[class]
		if !known && (plain[class].IsPositive() || written[class].IsPositive()) {
			unpriced = append(unpriced, class)
		}
		low, high = low.Add(plain[class].Mul(price)), high.Add(written[class].Mul(price))
	}
	return decimal.Min(low, high).Shift(-6), decimal.Max(low, high).Shift(-6), unpriced
}

// recognise finds the prices that reproduce the published cost of a row best.
func recognise(row *rating.SolvedCost, known []candidate) {
	var best *candidate
	var least decimal.Decimal
	for i, c := range known {
		off, ok := c.deviation(*row)
		if ok && off.Abs().LessThanOrEqual(within) && (best == nil || off.Abs().LessThan(least.Abs())) {
			best, least = &known[i], off
		}
	}
	if best == nil {
		return
	}
	stated := row.Basis
	row.Basis = best.basis(rating.BasisTariff, least)
	if stated.Kind == rating.BasisStated {
		row.Basis.Kind, row.Basis.Text = stated.Kind, stated.Text
	}
}

// basis is what is published of prices that a cost was calculated with, so far off.
func (c candidate) basis(kind rating.BasisKind, off decimal.Decimal) rating.SolvedBasis {
	return rating.SolvedBasis{Kind: kind, Deviation: &data.Number{Decimal: off.Round(6)}, At: c.day, Prices: c.lines, LongOver: c.longOver, Note: c.note}
}

// butForLong takes prices that lead to less than was published as those of a row, where long prompts cost more: those that
// reproduce another row of the same runs of the tool, else the only ones of all that were ever known that come near.
func butForLong(row *rating.SolvedCost, others []rating.SolvedCost, known []candidate) {
	for _, o := range others {
		same := o.ModelID == row.ModelID && o.Harness == row.Harness && o.HarnessVersion == row.HarnessVersion
		if !same || o.Basis.Kind != rating.BasisTariff {
			continue
		}
		p := basisPrices(o.Basis)
		if off, ok := p.deviation(*row); ok && p.mayBeLong(off, mostProven) {
			row.Basis = o.Basis
			row.Basis.Kind, row.Basis.Deviation = rating.BasisTier, &data.Number{Decimal: off.Round(6)}
			return
		}
	}
	var near []rating.SolvedBasis
	for _, c := range known {
		if off, ok := c.deviation(*row); ok && c.mayBeLong(off, mostAlone) {
			near = append(near, c.basis(rating.BasisTier, off))
		}
	}
	if len(near) == 1 {
		row.Basis = near[0]
	}
}

// basisPrices are the prices of a basis.
func basisPrices(b rating.SolvedBasis) prices {
	p := prices{of: map[data.BillingClass]decimal.Decimal{}, longOver: b.LongOver}
	for _, l := range b.Prices {
		p.of[l.Class] = l.Price.Decimal
	}
	input, known := p.of[data.ClassInput]
	if _, apart := p.of[data.ClassCacheWrite]; known && !apart {
		p.of[data.ClassCacheWrite] = input
	}
	return p
}
