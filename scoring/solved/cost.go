// Package solved says what a solved task costs: with its interval, and at other prices. Start at PerSolved, then
// Spread.Factor, then Reprice.
//
// It knows numbers only: no board, no tool, no clock. Money is summed in exact decimals; what comes from roots and
// logarithms is floating point. Which figures belong together is settled elsewhere.
package solved

import "github.com/shopspring/decimal"

// digits is how many decimals a quotient keeps; far more than any published figure shows.
const digits = 24

// PerSolved is what a solved task costs when an attempt does: the money of all attempts, failed ones too, divided by the
// number of solved ones. Where only the share is known that solved their task, that is of one attempt. ok is false when
// nothing was solved.
func PerSolved(perAttempt, solved, attempts decimal.Decimal) (cost decimal.Decimal, ok bool) {
	if !solved.IsPositive() {
		return decimal.Zero, false
	}
	return perAttempt.Mul(attempts).DivRound(solved, digits), true
}
