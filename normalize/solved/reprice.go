package solved

import (
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/scoring"
	"pricepoint/scoring/solved"
)

// Reprice is what the tokens of a row cost, or where there are none what its cost of today comes to, under a tariff of its tool at an instant: two costs where it differs by the hour,
// the dearer first, else one. The places of its prices are those of lines of this tariff.
func Reprice(row data.SolvedCost, t data.Tariff, at time.Time) []data.RepricedCost {
	if !complete(row.Tokens) {
		return rescaled(row, t, at)
	}
	r := data.RepricedCost{At: data.At(at), Kind: data.RepricedUnknown}
	var all []data.RepricedCost
	hours := byHour(t, at, row.Effort)
	for i, p := range hours {
		one := r
		if len(hours) > 1 {
			one.Hours = [...]string{"peak", "offPeak"}[i]
		}
		all = append(all, moved(row, p, one))
	}
	return all
}

// moved fills in what a row costs at prices.
func moved(row data.SolvedCost, p prices, r data.RepricedCost) data.RepricedCost {
	switch {
	case !p.sold:
		r.Why = data.NotSold
		return r
	case p.due:
		r.Why = data.OthersAnnounced
		return r
	}
	var basis *solved.Basis
	if len(row.Basis.Prices) > 0 {
		basis = &solved.Basis{Cost: row.CostPerAttempt.Decimal, Prices: basisPrices(row.Basis)}
	}
	is := solved.Reprice(billed(*row.Tokens), p.Prices, basis)
	r.Prices = p.lines
	switch is.Kind {
	case solved.Unpriced:
		r.Why, r.Prices = data.ClassUnpriced, nil
		for _, class := range is.Missing {
			r.Unpriced = append(r.Unpriced, data.BillingClass(class))
		}
		return r
	case solved.Exact:
		r.Kind = data.RepricedExact
	case solved.Pair:
		r.Kind, r.Why = data.RepricedPair, data.WritesUnknown
	case solved.Estimate:
		r.Kind, r.Why = data.RepricedEstimate, data.LongPrompts
	case solved.LowerBound:
		r.Kind, r.Why = data.RepricedLowerBound, data.LongPrompts
	}
	return withCosts(row, is, r)
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
