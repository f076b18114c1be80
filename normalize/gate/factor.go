package gate

import (
	"fmt"
	"maps"
	"slices"

	"pricepoint/data"
)

// factor finds the prices of a small table that all moved by a factor that stands for another tariff of the page, or for another
// currency. Of several models that moved by any factor, together tells.
func (p *Page) factor(was, is Cell) (data.Breach, bool) {
	t := p.tables[was.table]
	if t == nil || len(t.moves) < max(2, t.cells) || len(t.models) >= int(p.limits.TogetherAtLeast) || !p.inStep(t.moves) {
		return data.Breach{}, false
	}
	meaning, ok := p.meaning(move{was, is})
	return breach(data.RuleFactor, "all %d prices of its table moved by one factor, from %s to %s here: %s", len(t.moves), was.Value, is.Value, meaning), ok
}

// meaning says which other price a factor would make of a price: in another currency, or in another tariff of the page.
func (p *Page) meaning(m move) (string, bool) {
	for _, currency := range slices.Sorted(maps.Keys(p.limits.ExchangeRates)) {
		rate := p.limits.ExchangeRates[currency].Decimal
		if Near(m.is.Value.Decimal, m.was.Value.Mul(rate), p.limits.RateWithin) {
			return "it could be the exchange rate of " + currency, true
		}
	}
	for _, standard := range p.was {
		for _, other := range p.was {
			name, ok := tariff(standard, other)
			if ok && !standard.Value.IsZero() && !other.Value.Equal(standard.Value) && p.alike(m, move{standard, other}) {
				return fmt.Sprintf("the page has the same factor between its prices and those that are %s", name), true
			}
		}
	}
	return "", false
}

// tariff names the other tariff of the same price, when two cells state one price in two tariffs.
func tariff(standard, other Cell) (string, bool) {
	if standard.Subject != other.Subject || standard.Field != other.Field || standard.kind() != "price" {
		return "", false
	}
	x, y := standard.state.terms, other.state.terms
	for _, way := range []struct{ x, y *string }{{&x.Service, &y.Service}, {&x.Region, &y.Region}, {&x.Window, &y.Window}, {&x.Kind, &y.Kind}} {
		if name := *way.y; *way.x == "" && name != "" {
			*way.y = ""
			same := x == y
			*way.y = name
			if same {
				return name, true
			}
		}
	}
	return "", false
}
