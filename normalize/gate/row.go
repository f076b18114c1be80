package gate

import (
	"fmt"
	"slices"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// Row is the candidates for the four prices of a tool, each in its place.
type Row [len(data.Prices)]Candidate

// was is the number to compare with in a place, nil for none; is the one that is proposed.
func (r Row) was(place int) *data.Number { return r[place].Was }

func (r Row) is(place int) *data.Number {
	if r[place].Proposed == nil {
		return nil
	}
	return &r[place].Proposed.Value
}

// breaches compares two rows of like tariffs and tells, place by place, which rules the later one breaks. Only places
// that changed can break one: what stands in both has been let through before.
func (r Row) breaches(by Gate) [len(data.Prices)][]data.Breach {
	g := by.Limits
	var found [len(data.Prices)][]data.Breach
	for place, q := range data.Prices {
		was, is := r.was(place), r.is(place)
		if is == nil || was != nil && was.Equal(*is) {
			continue
		}
		add := func(rule data.GateRule, why string, args ...any) {
			found[place] = append(found[place], data.Breach{Rule: rule, Why: fmt.Sprintf(why, args...)})
		}
		checkBand(g.Bands[q.Observed], was, *is, add)
		switch {
		case place == data.InputPlace || place == data.OutputPlace:
			checkMove(g, was, *is, add)
			by.checkDrift(r[place], add)
		case place == data.CacheReadPlace || !r.usualWrite():
			checkCacheMove(g, was, *is, add)
		}
		r.checkSlip(g, place, add)
		r.checkOrder(place, add)
	}
	return found
}

// checkBand finds prices that leave their band. One that lies outside and was let through once may move there.
func checkBand(band catalog.Band, was *data.Number, now data.Number, add func(data.GateRule, string, ...any)) {
	if outside(now, band) && (was == nil || !outside(*was, band)) {
		add(data.RuleBand, "%s lies outside of %s to %s, what such a price can be", now, band.Min, band.Max)
	}
}

// outside reports whether a price lies outside of its band. A field without a band is not bounded; 0 is free.
func outside(n data.Number, band catalog.Band) bool {
	bounded := !band.Max.IsZero() && !n.IsZero()
	return bounded && (n.LessThan(band.Min.Decimal) || n.GreaterThan(band.Max.Decimal))
}

// checkMove finds input and output prices that moved through zero or by a large factor.
func checkMove(g catalog.Gate, was *data.Number, now data.Number, add func(data.GateRule, string, ...any)) {
	switch {
	case was == nil:
	case was.IsZero() != now.IsZero():
		add(data.RuleZero, "it moved from %s to %s, through zero", was, now)
	case Apart(*was, now, g.Ratio):
		add(data.RuleRatio, "it moved from %s to %s, by a factor of %s or more", was, now, g.Ratio)
	}
}

// drifts are how long ago the prices are that one is compared with besides the last, and by which factor it may not have
// moved since in several steps; zero: the ratio. contradicted is for a price that a source still states.
var drifts = []struct {
	weeks                int
	factor, contradicted data.Number
}{{weeks: 4, factor: data.Int(2), contradicted: data.MustNumber("1.5")}, {weeks: 12}}

// checkDrift finds input and output prices that moved by a large factor in steps that are none.
func (g Gate) checkDrift(c Candidate, add func(data.GateRule, string, ...any)) {
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
			add(data.RuleDrift, "it moved from %s to %s within %d weeks, by a factor of %s or more", then, c.Proposed.Value, d.weeks, factor)
			return
		}
	}
}

// checkCacheMove finds cache prices that moved by a very large factor. From 0 they may: it was often written for "none".
func checkCacheMove(g catalog.Gate, was *data.Number, now data.Number, add func(data.GateRule, string, ...any)) {
	if was != nil && !was.IsZero() && Apart(*was, now, g.CacheRatio) {
		add(data.RuleCacheRatio, "it moved from %s to %s, by a factor of %s or more", was, now, g.CacheRatio)
	}
}

// usualWrite reports whether a cache write costs once to twice the input price, as with every provider that bills it
// apart: however far it moved, that is where it belongs.
func (r Row) usualWrite() bool {
	input, write := r.is(data.InputPlace), r.is(data.CacheWritePlace)
	return input != nil && !input.IsZero() && !write.LessThan(input.Decimal) && !write.GreaterThan(input.Add(input.Decimal))
}

// Apart reports whether one number is at least factor times the other. Zero is infinitely far from anything else.
func Apart(x, y, factor data.Number) bool {
	if x.IsZero() || y.IsZero() {
		return x.IsZero() != y.IsZero()
	}
	return x.Mul(factor.Decimal).LessThanOrEqual(y.Decimal) || y.Mul(factor.Decimal).LessThanOrEqual(x.Decimal)
}

// checkSlip finds a price that was another price of the same row before, though that one has not moved by the same factor:
// another column was read.
func (r Row) checkSlip(g catalog.Gate, place int, add func(data.GateRule, string, ...any)) {
	was, is := r.was(place), r.is(place)
	for other, q := range data.Prices {
		before, now := r.was(other), r.is(other)
		if other == place || was == nil || before == nil || before.IsZero() || before.Equal(*was) || !before.Equal(*is) {
			continue // it tells nothing
		}
		along := now != nil && !now.Equal(*before) && Near(now.Mul(was.Decimal), is.Mul(before.Decimal), g.SameFactor)
		if !along {
			add(data.RuleSlip, "%s was the %s until now", is, q.Words)
			return
		}
	}
}

// checkOrder finds prices that have come into an order no provider has: a cache read dearer than input, a cache write
// cheaper than that, output cheaper than input.
func (r Row) checkOrder(place int, add func(data.GateRule, string, ...any)) {
	newly := func(x, y int) bool { return less(r.is(x), r.is(y)) && !less(r.was(x), r.was(y)) }
	input, output, read := data.InputPlace, data.OutputPlace, data.CacheReadPlace
	if (place == input || place == read) && newly(input, read) {
		add(data.RuleOrder, "a cache read of %s would cost more than input at %s", r.is(read), r.is(input))
	}
	write := data.CacheWritePlace
	if (place == input || place == write) && r.was(write) != nil && newly(write, input) {
		add(data.RuleOrder, "a cache write at %s would cost less than input at %s", r.is(write), r.is(input))
	}
	if (place == input || place == output) && newly(output, input) {
		add(data.RuleOrder, "output at %s would cost less than input at %s", r.is(output), r.is(input))
	}
}

func less(x, y *data.Number) bool { return x != nil && y != nil && x.LessThan(y.Decimal) }
