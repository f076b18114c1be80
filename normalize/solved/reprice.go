package solved

import (
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/scoring"
	"pricepoint/scoring/solved"
)

// Reprice is what the tokens of a row cost, or where there are none what its cost of today comes to, under a tariff of its
// tool at an instant: two costs where it differs by the hour, the dearer first, else one. The places of its prices are those of
// lines of this tariff.
func Reprice(row data.SolvedCost, t data.Tariff, at time.Time) []data.RepricedCost {
	if !complete(row.Tokens) {
		return rescaled(row, t, at)
	}
	var basis *solved.Basis
	if len(row.Basis.Prices) > 0 {
		basis = &solved.Basis{Cost: row.CostPerAttempt.Decimal, Prices: basisPrices(row.Basis)}
	}
	return eachHour(byHour(t, at, row.Effort), at, func(p prices, r data.RepricedCost) data.RepricedCost {
		is := solved.Reprice(billed(*row.Tokens), p.Prices, basis)
		for _, class := range is.Missing {
			r.Unpriced = append(r.Unpriced, data.BillingClass(class))
		}
		r.Kind, r.Why = data.RepricedKind(is.Kind), whys[is.Kind]
		if is.Kind == solved.Unpriced {
			return r
		}
		r.Prices = p.lines
		return withCosts(row, is, r)
	})
}

// whys are the reasons for what is not exact.
var whys = map[solved.Kind]data.RepricedReason{
	solved.Unpriced: data.ClassUnpriced, solved.Pair: data.WritesUnknown, solved.Estimate: data.LongPrompts, solved.LowerBound: data.LongPrompts,
}

// eachHour re-prices at the prices of each hour in which the tool is sold and they are known.
func eachHour(hours []prices, at time.Time, reprice func(prices, data.RepricedCost) data.RepricedCost) (all []data.RepricedCost) {
	for i, p := range hours {
		r := data.RepricedCost{At: data.At(at), Kind: data.RepricedUnknown}
		if len(hours) > 1 {
			r.Hours = [...]string{"peak", "offPeak"}[i]
		}
		switch {
		case !p.sold:
			r.Why = data.NotSold
		case p.due:
			r.Why = data.OthersAnnounced
		default:
			r = reprice(p, r)
		}
		all = append(all, r)
	}
	return all
}

// withCosts writes down what an attempt and a solved task cost.
func withCosts(row data.SolvedCost, is solved.Repriced, r data.RepricedCost) data.RepricedCost {
	if is.Kind == solved.Estimate || is.Kind == solved.LowerBound {
		r.LeastPerAttempt = published(is.Least)
		r.LeastPerSolved, _ = perSolved(row, is.Least)
	}
	if is.Kind == solved.LowerBound {
		return r
	}
	r.CostPerAttempt = published(is.Cost)
	r.CostPerSolved, r.Interval = perSolved(row, is.Cost)
	if is.Kind == solved.Pair {
		var above *data.CostInterval
		r.CostPerAttemptHigh = published(is.High)
		if r.CostPerSolvedHigh, above = perSolved(row, is.High); above != nil {
			r.Interval = &data.CostInterval{Low: r.Interval.Low, High: above.High}
		}
	}
	return r
}

func published(usd decimal.Decimal) *data.Number {
	return &data.Number{Decimal: scoring.Significant(usd, costDigits)}
}
