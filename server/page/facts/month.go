package facts

import (
	"strings"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/rating"
)

// usualTasks is how many tasks a day the page begins with, and monthDays how many days a month has there. month.js computes with
// the same.
const (
	usualTasks = 20
	monthDays  = 30
)

// MonthOf is what a month of the usual number of tasks costs, of which each costs as much as one attempt.
func MonthOf(attempt data.Number) string {
	return "≈$" + Amount(data.Number{Decimal: attempt.Mul(decimal.NewFromInt(usualTasks * monthDays))})
}

// AttemptOf is what one attempt at some work costs with a recommended tool: as a board has measured it, else by tariff and scenario.
func AttemptOf(c rating.UseCaseCosts, r rating.RankedTool) data.Number {
	if r.Finished != nil {
		return r.Finished.AttemptUSD
	}
	return c.USD[r.ID]
}

// AttemptsOf are the attempts of all picks, for month.js: id=cost, in the order of the verdict.
func AttemptsOf(c rating.UseCaseCosts, picks []rating.RankedTool) string {
	return strings.Join(data.Each(picks, func(r rating.RankedTool) string { return r.ID + "=" + AttemptOf(c, r).String() }), " ")
}
