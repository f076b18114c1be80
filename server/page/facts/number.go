package facts

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/rating"
)

// Numbers are written here as number.js writes them, so that nothing changes when the scripts take over.

// Price writes USD exactly, with two decimals at least: 5.00, 0.003625.
func Price(n data.Number) string {
	return n.StringFixed(max(2, -n.Exponent()))
}

// significant is how many digits of an amount people are shown.
const significant = 3

// Amount writes USD with three significant digits, and with two decimals where it has cents: 0.000348, 4.36, 1,235.
func Amount(n data.Number) string {
	if n.IsZero() {
		return "0.00"
	}
	if n.GreaterThanOrEqual(decimal.NewFromInt(1000)) {
		return data.Number{Decimal: n.Round(0)}.Grouped()
	}
	whole := len(n.Abs().Truncate(0).String())
	if n.Abs().GreaterThanOrEqual(decimal.NewFromInt(1)) {
		return n.StringFixed(int32(max(0, significant-whole)))
	}
	leading := -int32(n.NumDigits()) - n.Exponent() // zeros after the point
	text := n.StringFixed(leading + significant)
	return text[:4] + strings.TrimRight(text[4:], "0")
}

// Points writes a score with one decimal, half up.
func Points(n data.Number) string { return n.StringFixed(1) }

// tokens writes a count of tokens in thousands or millions, rounded down: 272K, 1.05M.
func tokens(n data.Number) string {
	million := decimal.NewFromInt(1_000_000)
	if n.GreaterThanOrEqual(million) {
		return strings.TrimSuffix(strings.TrimRight(n.Div(million).Truncate(2).StringFixed(2), "0"), ".") + "M"
	}
	return n.Div(decimal.NewFromInt(1000)).Truncate(0).String() + "K"
}

// Kilobytes writes a count of bytes.
func Kilobytes(n int64) string {
	if n < 1000 {
		return fmt.Sprintf("%d B", n)
	}
	return fmt.Sprintf("%d.%d kB", n/1000, n%1000/100)
}

// Shown is an address as people read it.
func Shown(address string) string { return strings.TrimPrefix(address, "mailto:") }

// LowerFirst puts a title into a sentence. A word in capitals stays one: SQL.
func LowerFirst(text string) string {
	letters := []rune(text)
	if len(letters) < 2 || unicode.IsUpper(letters[1]) {
		return text
	}
	letters[0] = unicode.ToLower(letters[0])
	return string(letters)
}

// UpperFirst begins a sentence with a text.
func UpperFirst(text string) string {
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// CountText is a whole number with commas, "" for zero.
func CountText(n int64) string {
	if n == 0 {
		return ""
	}
	return data.Int(n).Grouped()
}

// PercentOf writes a share of 1.
func PercentOf(n data.Number) string { return n.Shift(2).Round(0).String() + " %" }

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
