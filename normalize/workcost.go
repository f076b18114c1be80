package normalize

import (
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/tariff"
	"pricepoint/scoring"
)

// workCost is what the work of a use case costs with a tool.
type workCost struct {
	usd   decimal.Decimal // USD; a cache price that nobody states counts as that of input
	doubt scoring.Doubt
	none  string // why there is no cost; "": there is one
}

// costOf computes by the tariff of a tool: standard service, the sizes of the average request, and the most expensive hour of the
// week, as for the published prices.
func costOf(t Tool, s catalog.Scenario, now time.Time) (c workCost) {
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
