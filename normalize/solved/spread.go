package solved

import (
	"math"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/scoring"
	"pricepoint/scoring/solved"
)

// spread is what is known of how the attempts of a row scatter; nil where that is not enough for an interval.
func (r run) spread(b catalog.SolvedBoard) *data.SolvedSpread {
	if b.Indicative {
		return nil
	}
	if s, ok := r.perInstance(); ok {
		return written(data.PerInstance, s)
	}
	s := solved.Spread{Variation: solved.AssumedVariation, Correlation: solved.AssumedCorrelation, Attempts: r.independent(b)}
	if !(s.Attempts > 0) || math.IsInf(s.Attempts, 1) {
		return nil
	}
	median, known := r.number(data.CostMedian)
	if variation, ok := solved.LogNormal(r.perAttempt.InexactFloat64(), median.InexactFloat64()); known && ok {
		s.Variation = variation
		return written(data.MeanMedian, s)
	}
	return written(data.AssumedSpread, s)
}

// written is a spread with as many digits as are published: whoever calculates with them gets the published interval.
func written(kind data.SpreadKind, s solved.Spread) *data.SolvedSpread {
	rounded := func(f float64, places int32) data.Number {
		return data.Number{Decimal: decimal.NewFromFloat(f).Round(places)}
	}
	return &data.SolvedSpread{Kind: kind, Variation: rounded(s.Variation, 4), Correlation: rounded(s.Correlation, 4), Attempts: rounded(s.Attempts, 1)}
}

// apart is how far details may be from the share and the cost of their row before they are of something else.
var apart = decimal.New(5, -3)

// perInstance is the spread of attempts of which each is published, if they are those of the row.
func (r run) perInstance() (solved.Spread, bool) {
	n, ok := r.number(data.SpreadAttempts)
	won, has := r.number(data.SpreadSolved)
	cost, costs := r.number(data.SpreadCost)
	ofSolved, some := r.number(data.SpreadSolvedCost)
	squares, all := r.number(data.SpreadSquares)
	if !(ok && has && costs && some && all) || !n.IsPositive() {
		return solved.Spread{}, false
	}
	if won.DivRound(n, 20).Sub(r.share).Abs().GreaterThan(apart) || cost.DivRound(n, 20).Sub(r.perAttempt).Abs().GreaterThan(r.perAttempt.Mul(apart)) {
		return solved.Spread{}, false
	}
	return solved.Sums{Attempts: n.IntPart(), Solved: won.IntPart(), Cost: cost, CostOfSolved: ofSolved, Squares: squares}.Spread()
}

// independent is how many attempts at tasks of their own say as much as those of the row; 0: not known.
func (r run) independent(b catalog.SolvedBoard) float64 {
	_, attempts, ok := r.counts()
	tasks, known := r.number(data.SolvedTasks)
	if !ok {
		return float64(b.Tasks)
	}
	if !known {
		tasks = decimal.NewFromInt(b.Tasks)
	}
	inFour, _ := r.number(data.SolvedInFour)
	return solved.Repeated{Attempts: attempts, Tasks: tasks.IntPart(), Share: r.share.InexactFloat64(), InFour: inFour.InexactFloat64()}.Independent()
}

// perSolved is what a solved task costs when an attempt of a row does, nil when nothing was solved, and its interval, nil
// when the spread is not known.
func perSolved(row data.SolvedCost, perAttempt decimal.Decimal) (*data.Number, *data.CostInterval) {
	won, attempts := row.Share.Decimal, decimal.NewFromInt(1)
	if row.Attempts > 0 { // exactly
		won, attempts = decimal.NewFromInt(row.Solved), decimal.NewFromInt(row.Attempts)
	}
	exact, ok := solved.PerSolved(perAttempt, won, attempts)
	if !ok {
		return nil, nil
	}
	cost := &data.Number{Decimal: scoring.Significant(exact, costDigits)}
	if row.Spread == nil {
		return cost, nil
	}
	spread := solved.Spread{
		Variation: row.Spread.Variation.InexactFloat64(), Correlation: row.Spread.Correlation.InexactFloat64(), Attempts: row.Spread.Attempts.InexactFloat64(),
	}
	by, ok := spread.Factor(won.DivRound(attempts, 20).InexactFloat64())
	if !ok {
		return cost, nil
	}
	factor := decimal.NewFromFloat(by)
	return cost, &data.CostInterval{
		Low:  data.Number{Decimal: scoring.Significant(exact.DivRound(factor, 20), endDigits)},
		High: data.Number{Decimal: scoring.Significant(exact.Mul(factor), endDigits)},
	}
}

// How many significant digits are published of a cost, and of the ends of an interval.
const (
	costDigits = 6
	endDigits  = 4
)
