package scoring

import (
	"cmp"
	"math"
	"slices"

	"github.com/shopspring/decimal"
)

// Trial asks what a recommendation would have cost somebody: a board is hidden, and what is recommended from the others is
// looked up on it.
type Trial struct {
	Name   string
	Boards []string // that are left, the closest first
	Tools  []Tried
}

// Tried is a tool with what was known of it, in the runs and the score of its candidate, and what came out. Its tariff is the
// price of a million tokens, three of input to one of output, of the time of the hidden board.
type Tried struct {
	Candidate
	Hidden   []Run  // on the hidden board
	Released string // YYYY-MM
	Line     string // of its maker, by the first tool of it
}

// RegretMethods are the ways to recommend that a trial compares: ours, and what anybody could do in one line.
var RegretMethods = []string{"finished task", "highest score", "cheapest above the median", "score per dollar", "newest of the most expensive line", "any of the frontier"}

// Regret is how many times as much as with the best tool in hindsight a finished task costs with what each method recommends, in
// the order of RegretMethods. 1 is perfect.
type Regret struct {
	Trial   string
	Failure decimal.Decimal // what a failed task costs, USD
	Tools   int             // among which the methods choose
	Factors []float64
}

// fewTools is how many a board must have measured for a choice among them to say anything.
const fewTools = 10

// Regrets tries every method on every trial that has enough tools to choose from, at several costs of a failure.
func Regrets(trials []Trial, failures []decimal.Decimal) (all []Regret) {
	for _, t := range trials {
		for _, f := range failures {
			if r := t.regret(f); r.Tools >= fewTools {
				all = append(all, r)
			}
		}
	}
	return all
}

// PooledRegret is the geometric mean of some, by method.
func PooledRegret(all []Regret) []float64 {
	pooled := make([]float64, len(RegretMethods))
	for i := range pooled {
		for _, r := range all {
			pooled[i] += math.Log(r.Factors[i]) / float64(len(all))
		}
		pooled[i] = math.Exp(pooled[i])
	}
	return pooled
}

func (t Trial) regret(failure decimal.Decimal) Regret {
	w := Work{Boards: t.Boards, Failure: failure}
	costs, tools, best := map[string]float64{}, []Tried(nil), math.Inf(1)
	for _, tool := range t.Tools {
		if len(tool.Hidden) == 0 || len(tool.Runs) == 0 {
			w.Others = append(w.Others, tool.Candidate)
			continue
		}
		tools, w.Fitting = append(tools, tool), append(w.Fitting, tool.Candidate)
		f, _ := Candidate{Runs: tool.Hidden}.FinishedOn(tool.Hidden[0].Board, failure)
		costs[tool.ID] = f.Cost.InexactFloat64()
		best = min(best, costs[tool.ID])
	}
	made := Regret{Trial: t.Name, Failure: failure, Tools: len(tools)}
	if len(tools) == 0 {
		return made
	}
	for _, id := range []string{w.verdict().Order[0].ID, highestScore(tools).ID, cheapestAboveMedian(tools).ID, scorePerDollar(tools).ID, newestOfDearestLine(tools).ID} {
		made.Factors = append(made.Factors, costs[id]/best)
	}
	w.Others = nil
	frontier := slices.DeleteFunc(w.verdict().Order, func(r Ranked) bool { return r.BeatenBy != "" })
	anyOf := 0.0
	for _, r := range frontier {
		anyOf += math.Log(costs[r.ID]/best) / float64(len(frontier))
	}
	made.Factors = append(made.Factors, math.Exp(anyOf))
	return made
}

func highestScore(all []Tried) Tried {
	return slices.MaxFunc(all, func(a, b Tried) int { return a.Score.Score.Cmp(b.Score.Score) })
}

func cheapestAboveMedian(all []Tried) Tried {
	byScore := slices.SortedFunc(slices.Values(all), func(a, b Tried) int { return b.Score.Score.Cmp(a.Score.Score) })
	return slices.MinFunc(byScore[:(len(byScore)+1)/2], func(a, b Tried) int { return a.Tariff.Cmp(b.Tariff) })
}

func scorePerDollar(all []Tried) Tried {
	return slices.MaxFunc(all, func(a, b Tried) int { return a.Score.Score.Mul(b.Tariff).Cmp(b.Score.Score.Mul(a.Tariff)) })
}

func newestOfDearestLine(all []Tried) Tried {
	dearest := slices.MaxFunc(all, func(a, b Tried) int { return a.Tariff.Cmp(b.Tariff) }).Line
	line := slices.DeleteFunc(slices.Clone(all), func(t Tried) bool { return t.Line != dearest })
	return slices.MaxFunc(line, func(a, b Tried) int { return cmp.Compare(a.Released, b.Released) })
}
