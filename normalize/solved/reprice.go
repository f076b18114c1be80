package solved

import (
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/rating"
	"pricepoint/scoring"
)

// Reprice is what the tokens of a row cost, or where there are none what its cost of today comes to, under a tariff of its
// tool at an instant: two costs where it differs by the hour, the dearer first, else one. The places of its prices are those of
// lines of this tariff.
func Reprice(row rating.SolvedCost, t data.Tariff, at time.Time) []rating.RepricedCost {
	if !complete(row.Tokens) {
		return rescaled(row, t, at)
	}
	return eachHour(byHour(t, at, row.Effort), at, func(p prices, r rating.RepricedCost) rating.RepricedCost { return p.reprice(row, r) })
}

// reprice is what the tokens of a row cost at prices. Where long prompts cost more, its basis helps: means do not say how many
// there were, but the published cost has them, provided that the same prompts counted as long then.
func (p prices) reprice(row rating.SolvedCost, r rating.RepricedCost) rating.RepricedCost {
	low, high, unpriced := p.cost(*row.Tokens)
	if r.Unpriced = unpriced; len(unpriced) > 0 {
		r.Why = rating.ClassUnpriced
		return r
	}
	r.Prices = p.lines
	if p.longOver == 0 {
		r.Kind, r.CostPerAttempt = rating.RepricedExact, published(low)
		r.CostPerSolved, r.Interval = perSolved(row, low)
		if !low.Equal(high) {
			r.Kind, r.Why, r.CostPerAttemptHigh = rating.RepricedPair, rating.WritesUnknown, published(high)
			perHigh, above := perSolved(row, high)
			if r.CostPerSolvedHigh = perHigh; above != nil {
				r.Interval = &rating.CostInterval{Low: r.Interval.Low, High: above.High}
			}
		}
		return r
	}
	r.Kind, r.Why, r.LeastPerAttempt = rating.RepricedLowerBound, rating.LongPrompts, published(low)
	r.LeastPerSolved, _ = perSolved(row, low)
	if len(row.Basis.Prices) == 0 || row.Basis.LongOver != p.longOver {
		return r
	}
	then, _, unpriced := basisPrices(row.Basis).cost(*row.Tokens)
	if len(unpriced) == 0 && then.IsPositive() {
		usd := decimal.Max(low, row.CostPerAttempt.Mul(low).DivRound(then, digits))
		r.Kind, r.CostPerAttempt = rating.RepricedEstimate, published(usd)
		r.CostPerSolved, r.Interval = perSolved(row, usd)
	}
	return r
}

// eachHour re-prices at the prices of each hour in which the tool is sold and they are known.
func eachHour(hours []prices, at time.Time, reprice func(prices, rating.RepricedCost) rating.RepricedCost) (all []rating.RepricedCost) {
	for i, p := range hours {
		r := rating.RepricedCost{At: data.At(at), Kind: rating.RepricedUnknown}
		if len(hours) > 1 {
			r.Hours = [...]string{"peak", "offPeak"}[i]
		}
		switch {
		case !p.sold:
			r.Why = rating.NotSold
		case p.due:
			r.Why = rating.OthersAnnounced
		default:
			r = reprice(p, r)
		}
		all = append(all, r)
	}
	return all
}

func published(usd decimal.Decimal) *data.Number {
	return &data.Number{Decimal: scoring.Significant(usd, costDigits)}
}

// scaled is what a row costs today of which the board prints no tokens by class: what was published, times the factor by which
// every price of the tool has changed. A board runs a model when it comes out, or when the board begins, so the prices of then are the first
// that are known since, up to when the row was read; where no others are known than those of today, they have not changed. Where prices
// have changed by different factors, nobody can tell.
func (in Input) scaled(row rating.SolvedCost, known []candidate) []rating.RepricedCost {
	hours, read := byHour(in.Tariffs[row.ModelID], in.Now, row.Effort), row.Evidence.FetchedAt.Format(time.DateOnly)
	began := max(in.tool(row.ModelID).Released, in.Catalog.SolvedBoard(row.Board).Since)
	var first *candidate // of others than those of today
	for i, c := range known {
		past := c.day != in.Now.Format(time.DateOnly) && !c.unpaid && c.day >= began && c.day <= read
		if past && (first == nil || c.day < first.day) {
			first = &known[i]
		}
	}
	if first == nil {
		return fromPrices(row, row.CostPerAttempt.Decimal, hours[0], hours[:1], in.Now)
	}
	return fromPrices(row, row.CostPerAttempt.Decimal, first.prices, hours, in.Now)
}

// rescaled is what such a row costs at another time, from what it costs today.
func rescaled(row rating.SolvedCost, t data.Tariff, at time.Time) []rating.RepricedCost {
	if len(row.Repriced) == 0 || row.Repriced[0].CostPerAttempt == nil {
		return []rating.RepricedCost{{At: data.At(at), Kind: rating.RepricedUnknown, Why: rating.NoTokens}}
	}
	today := basisPrices(rating.SolvedBasis{Prices: row.Repriced[0].Prices})
	hours := byHour(t, at, row.Effort)
	today.longOver = hours[0].longOver
	if len(row.Repriced) == 1 {
		hours = hours[:1]
	}
	return fromPrices(row, row.Repriced[0].CostPerAttempt.Decimal, today, hours, at)
}

// fromPrices moves a cost by the factor between some prices and those of each hour.
func fromPrices(row rating.SolvedCost, usd decimal.Decimal, then prices, hours []prices, at time.Time) []rating.RepricedCost {
	return eachHour(hours, at, func(now prices, r rating.RepricedCost) rating.RepricedCost {
		factor, one := factorOf(now, then)
		if !one {
			r.Why = rating.PricesMoved
			return r
		}
		r.Kind, r.Prices, r.CostPerAttempt = rating.RepricedEstimate, now.lines, published(usd.Mul(factor))
		r.CostPerSolved, r.Interval = perSolved(row, r.CostPerAttempt.Decimal)
		r.Why = rating.NoTokens
		return r
	})
}

// factorOf is what every price of then has to be multiplied by to get the one of now; false where there is no such number.
func factorOf(now, then prices) (factor decimal.Decimal, one bool) {
	factor, one = decimal.NewFromInt(1), now.longOver == then.longOver && len(now.of) == len(then.of) && len(now.of) > 0
	first := true
	for _, class := range classes {
		after, priced := now.of[class]
		before, was := then.of[class]
		if priced == was && after.Equal(before) && before.IsZero() {
			continue // or neither is priced
		}
		if priced != was || !before.IsPositive() {
			return factor, false
		}
		by := after.DivRound(before, 12)
		one = one && (first || by.Equal(factor))
		factor, first = by, false
	}
	return factor, one
}
