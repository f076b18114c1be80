package solved

import (
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/scoring/solved"
)

// scaled is what a row costs today of which the board prints no tokens by class: what was published, times the factor by which
// every price of the tool has changed. A board runs a model when it comes out, or when the board begins, so the prices of then are the first
// that are known since, up to when the row was read; where no others are known than those of today, they have not changed. Where prices
// have changed by different factors, nobody can tell.
func (in Input) scaled(row data.SolvedCost, known []candidate) []data.RepricedCost {
	hours := byHour(in.Tariffs[row.ModelID], in.Now, row.Effort)
	if then := in.then(row, known); then != nil {
		return fromPrices(row, row.CostPerAttempt.Decimal, then.prices, hours, in.Now)
	}
	return fromPrices(row, row.CostPerAttempt.Decimal, hours[0], hours[:1], in.Now)
}

// rescaled is what such a row costs at another time, from what it costs today.
func rescaled(row data.SolvedCost, t data.Tariff, at time.Time) []data.RepricedCost {
	if len(row.Repriced) == 0 || row.Repriced[0].CostPerAttempt == nil {
		return []data.RepricedCost{{At: data.At(at), Kind: data.RepricedUnknown, Why: data.NoTokens}}
	}
	today := prices{Prices: basisPrices(data.SolvedBasis{Prices: row.Repriced[0].Prices})}
	hours := byHour(t, at, row.Effort)
	today.LongOver = hours[0].LongOver
	if len(row.Repriced) == 1 {
		hours = hours[:1]
	}
	return fromPrices(row, row.Repriced[0].CostPerAttempt.Decimal, today, hours, at)
}

// fromPrices moves a cost by the factor between some prices and those of each hour.
func fromPrices(row data.SolvedCost, usd decimal.Decimal, then prices, hours []prices, at time.Time) []data.RepricedCost {
	return eachHour(hours, at, func(now prices, r data.RepricedCost) data.RepricedCost {
		factor, one := factorOf(now, then)
		if !one {
			r.Why = data.PricesMoved
			return r
		}
		r.Kind, r.Prices, r.CostPerAttempt = data.RepricedEstimate, now.lines, published(usd.Mul(factor))
		r.CostPerSolved, r.Interval = perSolved(row, r.CostPerAttempt.Decimal)
		r.Why = data.NoTokens
		return r
	})
}

// then are the first prices that are known of a tool since it could be run, where they are others than those of today; nil where
// they are not.
func (in Input) then(row data.SolvedCost, known []candidate) (first *candidate) {
	began, read := in.tool(row.ModelID).Released, row.Evidence.FetchedAt.Format(time.DateOnly)
	began = max(began, in.Catalog.SolvedBoard(row.Board).Since)
	for i, c := range known {
		past := c.day != in.Now.Format(time.DateOnly) && !c.unpaid && c.day >= began && c.day <= read
		if past && (first == nil || c.day < first.day) {
			first = &known[i]
		}
	}
	return first
}

// factorOf is what every price of then has to be multiplied by to get the one of now; false where there is no such number.
func factorOf(now, then prices) (factor decimal.Decimal, one bool) {
	factor, one = decimal.NewFromInt(1), now.LongOver == then.LongOver && len(now.Of) == len(then.Of) && len(now.Of) > 0
	first := true
	for _, class := range solved.Classes {
		after, priced := now.Of[class]
		before, was := then.Of[class]
		switch {
		case priced != was:
			return factor, false
		case !priced || after.Equal(before) && before.IsZero():
			continue
		case !before.IsPositive():
			return factor, false
		}
		by := after.DivRound(before, 12)
		one = one && (first || by.Equal(factor))
		factor, first = by, false
	}
	return factor, one
}
