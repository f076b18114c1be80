package scoring

import (
	"math"
	"slices"

	"github.com/shopspring/decimal"
)

// Run is what attempts at the tasks of a board cost, and how many of them solved their task: a tool at one effort under one
// harness.
type Run struct {
	Board, Effort, Harness string
	Basis                  string          // how USD is known
	Share                  decimal.Decimal // of the attempts that solved their task, 0-1
	USD                    decimal.Decimal // mean of an attempt

	Variation   float64 // standard deviation of the cost of attempts divided by their mean
	Correlation float64 // between what an attempt cost and whether it solved its task, -1 to 1
	Attempts    float64 // independent ones that say as much, more than 0
}

// Finished is what a finished task costs by a run, in USD, with its 90 % interval.
type Finished struct {
	Run
	Cost, Low, High decimal.Decimal
}

// Finished is the cost of an attempt and, for the share that fails, of a failure. Its interval is that of the mean of as many
// attempts: variance = (s² + f² p (1-p) - 2 ρ s f √(p (1-p))) / n, where s is the standard deviation of the cost of attempts,
// f the cost of a failure and p the share, as Agresti and Coull (1998) put it, so that nobody is known never to fail.
func (r Run) Finished(failure decimal.Decimal) Finished {
	one := decimal.NewFromInt(1)
	cost := r.USD.Add(one.Sub(r.Share).Mul(failure))
	const squared = NormalWidth * NormalWidth
	p := (r.Share.InexactFloat64()*r.Attempts + squared/2) / (r.Attempts + squared)
	s, scatter := r.Variation*r.USD.InexactFloat64(), failure.InexactFloat64()*math.Sqrt(p*(1-p))
	variance := (s*s + scatter*scatter - 2*r.Correlation*s*scatter) / r.Attempts
	half := decimal.NewFromFloat(NormalWidth * math.Sqrt(max(variance, 0))).Round(estimateDigits)
	return Finished{r, cost, decimal.Max(cost.Sub(half), decimal.Zero), cost.Add(half)}
}

// on are the runs of a candidate on a board.
func (c Candidate) on(board string) (runs []Run) {
	for _, r := range c.Runs {
		if r.Board == board {
			runs = append(runs, r)
		}
	}
	return runs
}

// FinishedOn is what a finished task costs a candidate on a board, by the run with which it costs least; false where there is
// none.
func (c Candidate) FinishedOn(board string, failure decimal.Decimal) (best Finished, ok bool) {
	for _, r := range c.on(board) {
		if f := r.Finished(failure); !ok || f.Cost.LessThan(best.Cost) {
			best, ok = f, true
		}
	}
	return best, ok
}

// rounds are more than the effects need to stand still.
const rounds = 200

// caution is how much of a board, on which a tool is like the average one, counts beside those that measured it: one board
// alone says four fifths. Of a quarter, a half, one and two it gives the least regret on all boards but any one, which
// the choice had not seen.
const caution = 0.25

// Relative says of every candidate that a board has measured how many times as much a finished task costs with it as with
// the average one: exp(effect), where the logarithm of what it costs on a board is the level of the board and the effect of
// the tool. Levels and effects are means, found in turn. Costs of two
// boards are never compared.
func Relative(all []Candidate, boards []string, failure decimal.Decimal) map[string]decimal.Decimal {
	type cell struct {
		tool int     // its place
		cost float64 // the logarithm of what a finished task costs
	}
	cells := make([][]cell, len(boards))
	for b, board := range boards {
		for i, c := range all { // what costs nothing is no number of times cheaper, and is left out
			if f, ok := c.FinishedOn(board, failure); ok && f.Cost.IsPositive() {
				cells[b] = append(cells[b], cell{i, math.Log(f.Cost.InexactFloat64())})
			}
		}
	}
	effects := make([]float64, len(all))
	for range rounds {
		sums, counts := make([]float64, len(all)), make([]float64, len(all))
		for _, board := range cells {
			level := 0.0
			for _, c := range board {
				level += (c.cost - effects[c.tool]) / float64(len(board))
			}
			for _, c := range board {
				sums[c.tool], counts[c.tool] = sums[c.tool]+c.cost-level, counts[c.tool]+1
			}
		}
		for i := range effects {
			effects[i] = sums[i] / (counts[i] + caution)
		}
	}
	relative := map[string]decimal.Decimal{}
	for _, c := range slices.Concat(cells...) {
		relative[all[c.tool].ID] = decimal.NewFromFloat(math.Exp(effects[c.tool])).Round(estimateDigits)
	}
	return relative
}
