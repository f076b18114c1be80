package collectors

import (
	"cmp"
	"slices"

	"github.com/shopspring/decimal"
)

// nameHours names the hours of the day at which prices hold. Feeds print the hours and not what they are called: what
// costs most is peak and what costs least off-peak. A price in between has no name and is left out, so that it cannot
// pass for one that holds all day.
func nameHours(all []tariff, input string) []tariff {
	if !slices.ContainsFunc(all, func(t tariff) bool { return t.hours }) {
		return all
	}
	if len(all) > maxFeedTariffs { // every one is held against every other
		return nil
	}
	var named []tariff
	for _, t := range all {
		lowest, highest, byHour := inputSpan(all, t, input)
		switch level := inputLevel(all, t, input); {
		case !byHour:
		case lowest.Equal(highest):
			if t.hours { // the price is the same at all hours, and stands there without them too
				continue
			}
		case level.Equal(highest):
			t.q.Window = "peak"
		case level.Equal(lowest):
			t.q.Window = "offPeak"
		default:
			continue
		}
		named = append(named, t)
	}
	return named
}

// inputSpan is between which prices of input the tariffs move that differ from t in the hours at most. byHour says
// whether any of them depends on the hour.
func inputSpan(all []tariff, t tariff, input string) (lowest, highest decimal.Decimal, byHour bool) {
	lowest = inputLevel(all, t, input)
	highest = lowest
	for _, other := range all {
		if other.q != t.q {
			continue
		}
		level := inputLevel(all, other, input)
		lowest, highest = decimal.Min(lowest, level), decimal.Max(highest, level)
		byHour = byHour || other.hours
	}
	return lowest, highest, byHour
}

// inputLevel is the price of input in t; a tariff that prints none has that of the first.
func inputLevel(all []tariff, t tariff, input string) decimal.Decimal {
	digits := cmp.Or(feedNumber(t.prices[input]), feedNumber(all[0].prices[input]))
	level, err := decimal.NewFromString(digits)
	if err != nil {
		return decimal.Zero
	}
	return level
}
