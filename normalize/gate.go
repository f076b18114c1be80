package normalize

import (
	"fmt"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// priceRow is a tool's four prices in USD per million tokens; nil: not stated.
type priceRow [len(prices)]*data.Number

// The places of a row.
const (
	inputPlace = iota
	outputPlace
	cacheReadPlace
	cacheWritePlace
)

// checkRow compares two rows of like tariffs and tells, place by place, which rules the later one breaks. Only
// places that changed can break one: what stands in both has been let through before.
func checkRow(g catalog.Gate, before, after priceRow) [len(prices)][]data.Breach {
	var found [len(prices)][]data.Breach
	for place := range after {
		if after[place] == nil || before[place] != nil && before[place].Equal(*after[place]) {
			continue
		}
		add := func(rule data.GateRule, why string, args ...any) {
			found[place] = append(found[place], data.Breach{Rule: rule, Why: fmt.Sprintf(why, args...)})
		}
		checkBand(g.Bands[prices[place].observed], before[place], *after[place], add)
		switch place {
		case inputPlace, outputPlace:
			checkMove(g, before[place], *after[place], add)
			checkSlip(before, after, place, add)
		case cacheReadPlace:
			checkCacheMove(g, before[place], *after[place], add)
		case cacheWritePlace:
			if !usualWrite(after) {
				checkCacheMove(g, before[place], *after[place], add)
			}
		}
		checkOrder(before, after, place, add)
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
	case apart(*was, now, g.Ratio):
		add(data.RuleRatio, "it moved from %s to %s, by a factor of %s or more", was, now, g.Ratio)
	}
}

// checkCacheMove finds cache prices that moved by a very large factor. From 0 they may: it was often written for "none".
func checkCacheMove(g catalog.Gate, was *data.Number, now data.Number, add func(data.GateRule, string, ...any)) {
	if was != nil && !was.IsZero() && apart(*was, now, g.CacheRatio) {
		add(data.RuleCacheRatio, "it moved from %s to %s, by a factor of %s or more", was, now, g.CacheRatio)
	}
}

// usualWrite reports whether a cache write costs once to twice the input price, as with every provider that bills it
// apart: however far it moved, that is where it belongs.
func usualWrite(after priceRow) bool {
	input, write := after[inputPlace], after[cacheWritePlace]
	return input != nil && !input.IsZero() && !write.LessThan(input.Decimal) && !write.GreaterThan(input.Add(input.Decimal))
}

// apart reports whether one number is at least factor times the other. Zero is infinitely far from anything else.
func apart(x, y, factor data.Number) bool {
	if x.IsZero() || y.IsZero() {
		return x.IsZero() != y.IsZero()
	}
	return x.Mul(factor.Decimal).LessThanOrEqual(y.Decimal) || y.Mul(factor.Decimal).LessThanOrEqual(x.Decimal)
}

// checkSlip finds input and output prices that were a cache price of the same row before, and that cache price has not
// moved along: another column was read.
func checkSlip(before, after priceRow, place int, add func(data.GateRule, string, ...any)) {
	for _, cache := range []int{cacheReadPlace, cacheWritePlace} {
		was := before[cache]
		if was == nil || was.IsZero() || before[inputPlace] != nil && was.Equal(*before[inputPlace]) {
			continue // it tells nothing
		}
		along := after[cache] != nil && before[place] != nil && after[cache].Cmp(was.Decimal) == after[place].Cmp(before[place].Decimal)
		if !along && was.Equal(*after[place]) {
			add(data.RuleSlip, "%s was the %s until now", after[place], prices[cache].words)
			return
		}
	}
}

// checkOrder finds prices that have come into an order no provider has: a cache read dearer than input, output
// cheaper than input.
func checkOrder(before, after priceRow, place int, add func(data.GateRule, string, ...any)) {
	newly := func(x, y int) bool { return less(after, x, y) && !less(before, x, y) }
	if (place == inputPlace || place == cacheReadPlace) && newly(inputPlace, cacheReadPlace) {
		add(data.RuleOrder, "a cache read of %s would cost more than input at %s", after[cacheReadPlace], after[inputPlace])
	}
	if (place == inputPlace || place == outputPlace) && newly(outputPlace, inputPlace) {
		add(data.RuleOrder, "output at %s would cost less than input at %s", after[outputPlace], after[inputPlace])
	}
}

func less(r priceRow, x, y int) bool {
	return r[x] != nil && r[y] != nil && r[x].LessThan(r[y].Decimal)
}

// checkScore compares two results of the same model, publisher and setting.
func checkScore(g catalog.Gate, was, now data.Number) []data.Breach {
	if was.Sub(now.Decimal).Abs().LessThanOrEqual(g.ScorePoints.Decimal) {
		return nil
	}
	return []data.Breach{{Rule: data.RuleScore, Why: fmt.Sprintf("it moved from %s to %s, more than %s points, though model, publisher and setting are the same", was, now, g.ScorePoints)}}
}

// share reports whether part is more than limit of whole.
func share(part, whole int, limit data.Number) bool {
	return decimal.NewFromInt(int64(part)).GreaterThan(limit.Mul(decimal.NewFromInt(int64(whole))))
}
