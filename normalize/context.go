package normalize

import (
	"fmt"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// The context windows a model can have, in tokens; anything else was misread.
var smallestContext, largestContext = decimal.NewFromInt(1_000), decimal.NewFromInt(20_000_000)

// contextTokens decides the context window: the provider's page, unless the catalogue knows it newer or more exactly.
func (b *build) contextTokens(t catalog.Tool) Value {
	fact := curatedValue(data.Int(t.Context.Tokens), t.Context.Evidence, catalog.High, b.now)
	for _, o := range b.firstHand[t.ID][data.ContextTokens] {
		if !generalTerms(o.Qualifiers, b.providers[t.Provider].Region) {
			continue
		}
		n, err := tokens(o)
		if err != nil {
			b.note(t.ID, data.ContextTokens, err)
			continue
		}
		if b.knownLater(t.Context.Evidence, o.FetchedAt.Time) || isRounded(n.Decimal, fact.Number.Decimal) {
			return fact
		}
		return collectedValue(n, o)
	}
	return fact
}

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

// isRounded reports whether a page's figure is the exact one in fewer digits: "1M" for 1,048,576 or 1,050,000 does
// not contradict it.
func isRounded(printed, exact decimal.Decimal) bool {
	places := int32(0)
	for ten := decimal.NewFromInt(10); printed.Mod(ten).IsZero(); ten = ten.Shift(1) {
		places--
	}
	close := exact.Sub(printed).Abs().Mul(decimal.NewFromInt(20)).LessThanOrEqual(printed)
	return close && exact.Round(places).Equal(printed)
}
