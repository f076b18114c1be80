package normalize

import (
	"fmt"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// The context windows a model can have, in tokens; anything else was misread: a thousandth of a long one, or a
// thousandfold short one, lies outside.
var smallestContext, largestContext = decimal.NewFromInt(8_000), decimal.NewFromInt(20_000_000)

// context settles the context window: the provider's page, unless it says in fewer digits what the catalogue knows by now.
func (d *decider) context(t catalog.Tool) data.Evidence {
	n := entry{tool: t, Quantity: data.ContextSize}
	n.fact = curated(n.Quantity, data.Int(t.Context.Tokens), t.Context.Evidence, d.in.provider(t.Provider).Name, data.High, d.in.now)
	proposed := d.in.propose(n) // there is always the fact
	if !n.fact.Placeholder && !proposed.Value.Equal(n.fact.Value) && isRounded(proposed.Value.Decimal, n.fact.Value.Decimal) {
		proposed = n.fact
	}
	c := d.candidate(n, proposed)
	if limit, ok := otherLimit(t, proposed.Value); ok && c.Last != nil {
		c.Standing = append(c.Standing, data.Breach{Rule: data.RuleSlip, Why: fmt.Sprintf("%s is %s", proposed.Value, limit)})
	}
	if c.Last != nil && !sameValue(n.Quantity, c.Last.Value, proposed.Value) {
		c.Was = &c.Last.Value
	}
	e, _ := d.settle(n, c, d.gate.Window(c))
	d.corroborated(n, &e)
	return e
}

// otherLimit says which other limit of a tool a number of tokens is known as.
func otherLimit(t catalog.Tool, n data.Number) (string, bool) {
	for _, p := range t.Properties {
		switch {
		case n.Equal(data.Int(t.Context.Tokens)):
			return "", false // as long as all of its context
		case p.MaxOutput != 0 && n.Equal(data.Int(p.MaxOutput)):
			return "how long its answers can be", true
		case p.InputLimit != 0 && n.Equal(data.Int(p.InputLimit)):
			return "how long its prompts can be", true
		}
	}
	return "", false
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
