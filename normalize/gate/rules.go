package gate

import (
	"fmt"
	"slices"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// breaches are the rules that a number breaks.
type breaches []data.Breach

func (b *breaches) add(broken bool, rule data.GateRule, why string, args ...any) {
	if broken {
		*b = append(*b, data.Breach{Rule: rule, Why: fmt.Sprintf(why, args...)})
	}
}

// broken are the rules that a candidate breaks by how far it moved. Only what has changed can break one: what stood before was
// let through then.
func (g Gate) broken(c Candidate) (found breaches) {
	if c.Proposed == nil || c.Was != nil && c.Was.Equal(c.Proposed.Value) {
		return nil
	}
	was, is, moved := c.Was, c.Proposed.Value, c.Was != nil
	mainPrice := c.Quantity == data.Prices[data.InputPlace] || c.Quantity == data.Prices[data.OutputPlace]
	if c.row == nil && c.Quantity != data.ContextSize {
		found.add(moved && is.Sub(was.Decimal).Abs().GreaterThan(g.Limits.ScorePoints.Decimal), data.RuleScore,
			"it moved from %s to %s, more than %s points, though model, publisher and setting are the same", was, is, g.Limits.ScorePoints)
		return found
	}
	band := g.Limits.Bands[c.Observed] // one that lies outside and was let through once may move there
	found.add(c.row != nil && outside(is, band) && !(moved && outside(*was, band)), data.RuleBand,
		"%s lies outside of %s to %s, what such a price can be", is, band.Min, band.Max)
	if mainPrice || c.row == nil {
		zero := moved && was.IsZero() != is.IsZero()
		found.add(zero, data.RuleZero, "it moved from %s to %s, through zero", was, is)
		found.add(moved && !zero && Apart(*was, is, g.Limits.Ratio), data.RuleRatio,
			"it moved from %s to %s, by a factor of %s or more", was, is, g.Limits.Ratio)
	}
	if c.row == nil {
		return found
	}
	if mainPrice {
		g.checkDrift(c, &found)
	} else { // a cache price may move from 0: that was often written for "none"
		found.add(moved && !was.IsZero() && !c.usualWrite() && Apart(*was, is, g.Limits.CacheRatio), data.RuleCacheRatio,
			"it moved from %s to %s, by a factor of %s or more", was, is, g.Limits.CacheRatio)
	}
	g.checkSlip(c, &found)
	c.checkOrder(&found)
	return found
}

// outside reports whether a price lies outside of its band. A field without a band is not bounded; 0 is free.
func outside(n data.Number, band catalog.Band) bool {
	bounded := !band.Max.IsZero() && !n.IsZero()
	return bounded && (n.LessThan(band.Min.Decimal) || n.GreaterThan(band.Max.Decimal))
}

// Apart reports whether one number is at least factor times the other. Zero is infinitely far from anything else.
func Apart(x, y, factor data.Number) bool {
	if x.IsZero() || y.IsZero() {
		return x.IsZero() != y.IsZero()
	}
	return x.Mul(factor.Decimal).LessThanOrEqual(y.Decimal) || y.Mul(factor.Decimal).LessThanOrEqual(x.Decimal)
}

// drifts are how long ago the prices are that one is compared with besides the last, and by which factor it may not have
// moved since in several steps; zero: the ratio. contradicted is for a price that a source still states.
var drifts = []struct {
	weeks                int
	factor, contradicted data.Number
}{{weeks: 4, factor: data.Int(2), contradicted: data.MustNumber("1.5")}, {weeks: 12}}

// checkDrift finds input and output prices that moved by a large factor in steps that are none.
func (g Gate) checkDrift(c Candidate, found *breaches) {
	if c.Last == nil || c.Was == nil || Apart(*c.Was, c.Proposed.Value, g.Limits.Ratio) {
		return
	}
	for _, d := range drifts {
		then, factor := c.Last.At(g.Now.AddDate(0, 0, -7*d.weeks)), d.factor
		stated := slices.ContainsFunc(c.Last.Disagrees, func(s data.Statement) bool { return s.Value.Equal(then) })
		switch {
		case factor.IsZero():
			factor = g.Limits.Ratio
		case stated:
			factor = d.contradicted
		}
		if !then.Equal(c.Last.Value) && Apart(then, c.Proposed.Value, factor) {
			found.add(true, data.RuleDrift, "it moved from %s to %s within %d weeks, by a factor of %s or more", then, c.Proposed.Value, d.weeks, factor)
			return
		}
	}
}

// usualWrite reports whether a cache write costs once to twice the input price, as with every provider that bills it
// apart: however far it moved, that is where it belongs.
func (c Candidate) usualWrite() bool {
	input, write := c.row[data.InputPlace].is(), c.Proposed.Value
	return c.Quantity == data.Prices[data.CacheWritePlace] && input != nil && !input.IsZero() &&
		!write.LessThan(input.Decimal) && !write.GreaterThan(input.Add(input.Decimal))
}

// checkSlip finds a price that was another price of the same row before, though that one has not moved by the same factor:
// another column was read.
func (g Gate) checkSlip(c Candidate, found *breaches) {
	for _, other := range c.row {
		before, now := other.Was, other.is()
		if other.Quantity == c.Quantity || c.Was == nil || before == nil || before.IsZero() || before.Equal(*c.Was) || !before.Equal(c.Proposed.Value) {
			continue // it tells nothing
		}
		along := now != nil && !now.Equal(*before) && Near(now.Mul(c.Was.Decimal), c.Proposed.Value.Mul(before.Decimal), g.Limits.SameFactor)
		if !along {
			found.add(true, data.RuleSlip, "%s was the %s until now", c.Proposed.Value, other.Words)
			return
		}
	}
}

// checkOrder finds prices that have come into an order no provider has.
func (c Candidate) checkOrder(found *breaches) {
	input, output, read, write := c.row[data.InputPlace], c.row[data.OutputPlace], c.row[data.CacheReadPlace], c.row[data.CacheWritePlace]
	less := func(x, y *data.Number) bool { return x != nil && y != nil && x.LessThan(y.Decimal) }
	newly := func(x, y Candidate) bool { return less(x.is(), y.is()) && !less(x.Was, y.Was) }
	of := func(other Candidate) bool { return c.Quantity == input.Quantity || c.Quantity == other.Quantity }
	found.add(of(read) && newly(input, read), data.RuleOrder, "a cache read of %s would cost more than input at %s", read.is(), input.is())
	found.add(of(write) && write.Was != nil && newly(write, input), data.RuleOrder, "a cache write at %s would cost less than input at %s", write.is(), input.is())
	found.add(of(output) && newly(output, input), data.RuleOrder, "output at %s would cost less than input at %s", output.is(), input.is())
}

// is is the value that is proposed, nil for none.
func (c Candidate) is() *data.Number {
	if c.Proposed == nil {
		return nil
	}
	return &c.Proposed.Value
}
