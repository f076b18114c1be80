// Package solved says what a solved task costs: with its interval, and at other prices. Start at Outcome.PerSolved, then
// Spread.Factor, then Reprice.
//
// It knows numbers only: no board, no tool, no clock. Money is summed in exact decimals; what comes from roots and
// logarithms is floating point. Which figures belong together is settled elsewhere.
package solved

import "github.com/shopspring/decimal"

// digits is how many decimals a quotient keeps; far more than any published figure shows.
const digits = 24

// Outcome is how many attempts solved their task.
type Outcome struct{ solved, attempts decimal.Decimal }

// Counts is the outcome of attempts that were counted.
func Counts(solved, attempts int64) Outcome {
	return Outcome{decimal.NewFromInt(solved), decimal.NewFromInt(attempts)}
}

// Share is the outcome of attempts of which only the share is known that solved their task, 0-1.
func Share(share decimal.Decimal) Outcome { return Outcome{share, decimal.NewFromInt(1)} }

// Share is the share of attempts that solved their task, 0-1.
func (o Outcome) Share() decimal.Decimal { return o.solved.DivRound(o.attempts, digits) }

// PerSolved is what a solved task costs when an attempt does: the money of all attempts, failed ones too, divided by the
// number of solved ones. ok is false when nothing was solved.
func (o Outcome) PerSolved(perAttempt decimal.Decimal) (cost decimal.Decimal, ok bool) {
	if !o.solved.IsPositive() {
		return decimal.Zero, false
	}
	return perAttempt.Mul(o.attempts).DivRound(o.solved, digits), true
}
