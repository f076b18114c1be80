package gate

import (
	"maps"
	"slices"

	"pricepoint/data"
)

// factor finds the prices of a small table that all moved by a factor that stands for another currency. Of several models that
// moved by any factor, together tells, and of prices that landed on another tariff of the page, neighbour.
func (p *Page) factor(was, is Cell) (data.Breach, bool) {
	t := p.tables[was.table]
	if t == nil || len(t.moves) < max(2, t.cells) || len(t.models) >= int(p.limits.TogetherAtLeast) || !p.inStep(t.moves) {
		return data.Breach{}, false
	}
	meaning, ok := p.meaning(move{was, is})
	return breach(data.RuleFactor, "all %d prices of its table moved by one factor, from %s to %s here: %s", len(t.moves), was.Value, is.Value, meaning), ok
}

// meaning says which other currency a factor would make of a price.
func (p *Page) meaning(m move) (string, bool) {
	for _, currency := range slices.Sorted(maps.Keys(p.limits.ExchangeRates)) {
		rate := p.limits.ExchangeRates[currency].Decimal
		if Near(m.is.Value.Decimal, m.was.Value.Mul(rate), p.limits.RateWithin) {
			return "it could be the exchange rate of " + currency, true
		}
	}
	return "", false
}
