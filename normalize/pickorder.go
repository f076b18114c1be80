package normalize

import (
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/rating"
	"pricepoint/data/tariff"
	"pricepoint/scoring"
)

// season is by how many years two releases have to be apart for the later one to be newer.
var season = decimal.RequireFromString("0.2")

var half = decimal.RequireFromString("0.5")

// key is what a list is ordered by where nobody measures the work. Of tools that are not told apart by it, the cheaper one
// comes first, or the better one where the list goes by cost. Those of which nobody knows how much more they cost come last.
func key(by catalog.SortRule, columns []catalog.Column, t Tool, cost workCost) scoring.Key {
	saved, supported := cost.usd.Neg(), t.Estimate.Overall.Low
	switch {
	case by == catalog.ByTaskCost:
		return scoring.Key{}
	case cost.doubt.More && (by == catalog.ByPrice || by == catalog.ByValue):
		return scoring.Key{Missing: true}
	case by == catalog.ByPrice:
		return scoring.Key{Interval: scoring.Interval{Score: saved, Low: saved, High: saved}, Then: supported}
	case by == catalog.ByValue:
		return value(t, cost)
	case by == catalog.ByReleaseDate:
		month := decimal.NewFromFloat(Years(t.Released))
		return scoring.Key{Interval: scoring.Interval{Score: month, Low: month, High: month.Add(season)}, Then: supported}
	}
	if cost.doubt.More {
		saved = saved.Sub(decimal.New(1, 6)) // USD; more than any work costs
	}
	if by == catalog.ByOverallScore {
		return scoring.Key{Interval: t.Estimate.Overall, Then: saved, Guessed: t.Estimate.Observed.LessThan(half)}
	}
	result, ok := t.Results[string(by)] // of a benchmark, give or take the luck of a run
	if !ok {
		return scoring.Key{Missing: true, Interval: scoring.Interval{High: decimal.NewFromInt(100)}} // it may be anything
	}
	score, luck := result.Value.Decimal, decimal.Zero
	if c := data.Find(columns, func(c catalog.Column) bool { return c.ID == string(by) }); c != nil {
		luck = scoring.Luck(score, int(c.Size))
	}
	return scoring.Key{Interval: scoring.Interval{Score: score, Low: score.Sub(luck), High: score.Add(luck)}, Then: saved}
}

// value is points of overall score a dollar of the scenario.
func value(t Tool, cost workCost) scoring.Key {
	per := func(score decimal.Decimal) decimal.Decimal { return score.DivRound(cost.usd, 12) }
	if cost.usd.IsZero() { // free: ahead of any price, better ones first
		per = func(score decimal.Decimal) decimal.Decimal { return score.Shift(9) }
	}
	o := t.Estimate.Overall
	return scoring.Key{Interval: scoring.Interval{Score: per(o.Score), Low: per(o.Low), High: per(o.High)}, Then: o.Low}
}

// workCost is what the work of a use case costs with a tool.
type workCost struct {
	usd   decimal.Decimal // USD; a cache price that nobody states counts as that of input
	doubt scoring.Doubt
	none  string // why there is no cost; "": there is one
}

// costOf computes by the tariff of a tool: standard service, the sizes of the average request, and the most expensive hour of the
// week, as for the published prices.
func costOf(t Tool, s rating.FullScenario, now time.Time) (c workCost) {
	cost, err := tariff.Dearest(t.Tariff, tariff.Usage{
		Quantities: map[data.BillingClass]int64{
			data.ClassInput: s.InputTokens - s.CacheReadTokens - s.CacheWriteTokens, data.ClassOutput: s.OutputTokens,
			data.ClassCacheRead: s.CacheReadTokens, data.ClassCacheWrite: s.CacheWriteTokens,
		},
		Requests: max(s.Requests, 1), At: now,
	})
	if err != nil {
		return workCost{none: err.Error()}
	}
	c.usd = cost.Low.Decimal
	for _, item := range cost.Items {
		switch item.Bound {
		case tariff.UpToInput, tariff.NowToAnnounced, tariff.PromotionOrList:
			open := item.High.Sub(item.Low.Decimal)
			c.usd, c.doubt.Less = c.usd.Add(open), c.doubt.Less.Add(open)
		case tariff.InputToTwice, tariff.InputTo250:
			c.doubt.More = true
		}
	}
	return c
}
