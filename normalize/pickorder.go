package normalize

import (
	"slices"
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/tariff"
	"pricepoint/scoring"
)

// season is by how many years two releases have to be apart for the later one to be newer.
var season = decimal.RequireFromString("0.2")

var half = decimal.RequireFromString("0.5")

// key is what a list is ordered by where nobody measures the work. Of tools that are not told apart by it, the cheaper one
// comes first, or the better one where the list goes by cost.
func (r *recommender) key(t Tool, cost workCost) scoring.Key {
	saved, supported := thrift(cost), t.Estimate.Overall.Low
	switch r.SortBy {
	case catalog.ByTaskCost:
		return scoring.Key{}
	case catalog.ByOverallScore:
		return scoring.Key{Interval: t.Estimate.Overall, Then: saved, Guessed: t.Estimate.Observed.LessThan(half)}
	case catalog.ByPrice:
		if cost.doubt.More {
			return scoring.Key{Missing: true}
		}
		usd := cost.usd.Neg()
		return scoring.Key{Interval: scoring.Interval{Score: usd, Low: usd, High: usd}, Then: supported}
	case catalog.ByValue:
		return value(t, cost)
	case catalog.ByReleaseDate:
		month := decimal.NewFromFloat(Years(t.Released))
		return scoring.Key{Interval: scoring.Interval{Score: month, Low: month, High: month.Add(season)}, Then: supported}
	default: // the result of a benchmark
		return r.result(t, saved)
	}
}

// thrift orders what the work costs, larger for less, and last those of which nobody knows how much more it is.
func thrift(cost workCost) decimal.Decimal {
	if cost.doubt.More {
		return cost.usd.Add(decimal.New(1, 6)).Neg() // USD; more than any work costs
	}
	return cost.usd.Neg()
}

// value is points of overall score a dollar of the scenario.
func value(t Tool, cost workCost) scoring.Key {
	if cost.doubt.More {
		return scoring.Key{Missing: true}
	}
	per := func(score decimal.Decimal) decimal.Decimal { return score.DivRound(cost.usd, 12) }
	if cost.usd.IsZero() { // free: ahead of any price, better ones first
		per = func(score decimal.Decimal) decimal.Decimal { return score.Shift(9) }
	}
	o := t.Estimate.Overall
	return scoring.Key{Interval: scoring.Interval{Score: per(o.Score), Low: per(o.Low), High: per(o.High)}, Then: o.Low}
}

// result is what a benchmark has published, give or take the luck of a run.
func (r *recommender) result(t Tool, saved decimal.Decimal) scoring.Key {
	result, ok := t.Results[string(r.SortBy)]
	if !ok {
		return scoring.Key{Missing: true, Interval: scoring.Interval{High: decimal.NewFromInt(100)}} // it may be anything
	}
	score, luck := result.Value.Decimal, decimal.Zero
	if i := slices.IndexFunc(r.columns, func(c catalog.Column) bool { return c.ID == string(r.SortBy) }); i >= 0 {
		luck = scoring.Luck(score, int(r.columns[i].Size))
	}
	return scoring.Key{Interval: scoring.Interval{Score: score, Low: score.Sub(luck), High: score.Add(luck)}, Then: saved}
}

// workCost is what the work of a use case costs with a tool.
type workCost struct {
	usd   decimal.Decimal // USD; a cache price that nobody states counts as that of input
	doubt scoring.Doubt
	none  string // why there is no cost; "": there is one
}

// costOf computes by the tariff of a tool: standard service, the sizes of the average request, and the most expensive hour of the
// week, as for the published prices.
func costOf(t Tool, s data.FullScenario, now time.Time) (c workCost) {
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
