package solved

import (
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/scoring/solved"
)

// scaled is what a row costs today of which the board prints no tokens: what was published, times the factor by which every
// price of the tool has changed. A board runs a model when it comes out, so the prices of then are the first that are known
// since, up to when the row was read; where no others are known than those of today, they have not changed. Where prices have
// changed by different factors, nobody can tell.
func (in Input) scaled(row data.SolvedCost, known []candidate) []data.RepricedCost {
	t := in.Tariffs[row.ModelID]
	var all []data.RepricedCost
	then := in.then(row, known)
	hours := byHour(t, in.Now, row.Effort)
	if then == nil {
		hours = hours[:1]
	}
	for i, now := range hours {
		r := data.RepricedCost{At: data.At(in.Now), Kind: data.RepricedUnknown, Why: data.NoTokens}
		if len(hours) > 1 {
			r.Hours = [...]string{"peak", "offPeak"}[i]
		}
		factor, one := decimal.NewFromInt(1), true
		if then != nil {
			factor, one = factorOf(now, *then)
		}
		switch {
		case !now.sold:
			r.Why = data.NotSold
		case now.due:
			r.Why = data.OthersAnnounced
		case !one:
			r.Why = data.PricesMoved
		default:
			r.Kind, r.Prices = data.RepricedEstimate, now.lines
			usd := row.CostPerAttempt.Mul(factor)
			r.CostPerAttempt = published(usd)
			r.CostPerSolved, r.Interval = perSolved(row, usd)
		}
		all = append(all, r)
	}
	return all
}

// then are the first prices that are known of a tool since it came out, where they are others than those of today; nil where
// they are not.
func (in Input) then(row data.SolvedCost, known []candidate) (first *candidate) {
	released, read := in.tool(row.ModelID).Released, row.Evidence.FetchedAt.Format(time.DateOnly)
	for i, c := range known {
		past := c.day != in.Now.Format(time.DateOnly) && !c.unpaid && c.day >= released && c.day <= read
		if past && (first == nil || c.day < first.day) {
			first = &known[i]
		}
	}
	return first
}

// factorOf is what every price of then has to be multiplied by to get the one of now; false where there is no such number.
func factorOf(now prices, then candidate) (factor decimal.Decimal, one bool) {
	if now.LongOver != then.LongOver || len(now.Of) != len(then.Of) {
		return factor, false
	}
	for _, class := range solved.Classes {
		before, after := then.Of[class], now.Of[class]
		if !before.IsPositive() {
			return factor, false
		}
		by := after.DivRound(before, 12)
		if class != solved.Classes[0] && !by.Equal(factor) {
			return factor, false
		}
		factor = by
	}
	return factor, true
}
