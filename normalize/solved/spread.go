package solved

import (
	"math"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/rating"
	"pricepoint/scoring"
)

// spread is how attempts scatter, as far as it matters for the cost of a solved task.
type spread struct {
	variation   float64 // standard deviation of the cost of attempts divided by their mean
	correlation float64 // between what an attempt cost and whether it solved its task, -1 to 1
	attempts    float64 // independent ones that say as much
}

// What is assumed of attempts of which no more is known: rounded medians of two boards that publish every attempt, 40 and
// 41 models, on which the variation was 1.03 and 0.78 and the correlation -0.30 and -0.21. Failed attempts cost more.
const (
	assumedVariation   = 1.0
	assumedCorrelation = -0.3
)

// most is how far costs may vary, and an interval be wide, before they are said not to be known. Numbers of a page can be so
// far from one another that no cost follows from them, or none that a computer can hold.
const most = 1e6

// spread is what is known of how the attempts of a row scatter; nil where that is not enough for an interval. It has as many
// digits as are published: whoever calculates with them gets the published interval.
func (r run) spread(b catalog.SolvedBoard) *rating.SolvedSpread {
	s, kind := spread{assumedVariation, assumedCorrelation, r.independent(b)}, rating.AssumedSpread
	median, known := r.number(data.CostMedian)
	variation, follows := logNormal(r.perAttempt.InexactFloat64(), median.InexactFloat64())
	each, all := r.perInstance()
	switch {
	case all:
		s, kind = each, rating.PerInstance
	case known && follows:
		s.variation, kind = variation, rating.MeanMedian
	}
	if b.Indicative || !(s.attempts > 0) || math.IsInf(s.attempts, 1) {
		return nil
	}
	return &rating.SolvedSpread{Kind: kind, Variation: scoring.Decimals(s.variation, 4), Correlation: scoring.Decimals(s.correlation, 4), Attempts: scoring.Decimals(s.attempts, 1)}
}

// apart is how far details may be from the share and the cost of their row before they are of something else.
var apart = decimal.New(5, -3)

// perInstance is the spread of attempts of which each is published, if they are those of the row.
func (r run) perInstance() (spread, bool) {
	n, ok := r.number(data.SpreadAttempts)
	won, has := r.number(data.SpreadSolved)
	cost, costs := r.number(data.SpreadCost)
	ofSolved, some := r.number(data.SpreadSolvedCost)
	squares, all := r.number(data.SpreadSquares)
	if !(ok && has && costs && some && all) || !n.IsPositive() {
		return spread{}, false
	}
	if won.DivRound(n, 20).Sub(r.share).Abs().GreaterThan(apart) || cost.DivRound(n, 20).Sub(r.perAttempt).Abs().GreaterThan(r.perAttempt.Mul(apart)) {
		return spread{}, false
	}
	return ofSums(float64(n.IntPart()), float64(won.IntPart()), cost.InexactFloat64(), ofSolved.InexactFloat64(), squares.InexactFloat64())
}

// ofSums is the spread of n attempts by the sums of what they cost, of what those cost that solved their task, and of the
// squares of the costs. ok is false when the sums say nothing of it: fewer than two attempts, no cost, or what no attempts
// can have.
func ofSums(n, solved, cost, ofSolved, squares float64) (s spread, ok bool) {
	if n < 2 || solved < 0 || solved > n || cost <= 0 {
		return spread{}, false
	}
	mean, share := cost/n, solved/n
	variance := squares/n - mean*mean
	if variance < -1e-9*mean*mean {
		return spread{}, false
	}
	sd := math.Sqrt(max(variance, 0))
	s = spread{variation: sd / mean, attempts: n}
	if scatter := sd * math.Sqrt(share*(1-share)); scatter > 0 {
		s.correlation = (ofSolved/n - mean*share) / scatter
	}
	return s, math.Abs(s.correlation) <= 1+1e-9 && s.variation <= most
}

// logNormal is the variation of costs with this mean and median, as of a log-normal distribution. ok is false where the
// mean is below the median, which no such distribution has, or is a million times as much.
func logNormal(mean, median float64) (variation float64, ok bool) {
	if median <= 0 || mean < median {
		return 0, false
	}
	ratio := mean / median
	return math.Sqrt(ratio*ratio - 1), ratio <= most
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
	return independent(float64(attempts), float64(tasks.IntPart()), r.share.InexactFloat64(), inFour.InexactFloat64())
}

// independent is how many attempts at a task of their own each would say as much as n at some tasks:
// n / (1 + (k - 1) * r) with k attempts a task, of which any two agree with the correlation r. Where nobody says how many
// tasks one of four attempts solves (inFour is 0), r is 1: only tasks count.
func independent(n, tasks, share, inFour float64) float64 {
	if tasks <= 0 || tasks >= n {
		return n
	}
	r := 1.0
	if inFour > 0 {
		r = agreement(share, inFour)
	}
	return n / (1 + (n/tasks-1)*r)
}

// agreement is the correlation of two attempts at one task under a beta-binomial distribution with this mean, for which
// one of four attempts solves this share of the tasks: r = 1 / (s + 1) with Π_{j<4} (s(1-share)+j)/(s+j) = 1 - inFour.
func agreement(share, inFour float64) float64 {
	none := func(r float64) float64 { // share of tasks that four attempts all miss; it grows with r
		missed := 1.0
		for j := range 4 {
			// (s(1-share)+j)/(s+j) with s = (1-r)/r, times r above and below
			missed *= ((1-r)*(1-share) + float64(j)*r) / ((1 - r) + float64(j)*r)
		}
		return missed
	}
	low, high := 0.0, 1.0
	for range 60 {
		if middle := (low + high) / 2; none(middle) < 1-inFour {
			low = middle
		} else {
			high = middle
		}
	}
	return (low + high) / 2
}

// z bounds 90 % of a normal distribution on both sides.
const z = 1.645

// factor is what the cost of a solved task is divided and multiplied by to get the ends of its 90 % interval:
// exp(z * se), se² = (v² + q - 2·ρ·v·√q) / n, q = (1 - share) / share (delta method on the logarithm). ok is false when
// nothing was solved or nothing was attempted, and when an end would be a million times as much or as little.
func (s spread) factor(share float64) (factor float64, ok bool) {
	if share <= 0 || share > 1 || s.attempts <= 0 {
		return 0, false
	}
	q := (1 - share) / share
	variance := (s.variation*s.variation + q - 2*s.correlation*s.variation*math.Sqrt(q)) / s.attempts
	factor = math.Exp(z * math.Sqrt(max(variance, 0)))
	return factor, factor <= most
}

// How many significant digits are published of a cost, and of the ends of an interval; and how many decimals a quotient keeps:
// far more than any published figure shows.
const (
	costDigits = 6
	endDigits  = 4
	digits     = 24
)

// perSolved is what a solved task costs when an attempt of a row does: the money of all attempts, failed ones too, divided by
// the number of solved ones; nil when nothing was solved. Its interval is nil when the spread is not known.
func perSolved(row rating.SolvedCost, perAttempt decimal.Decimal) (*data.Number, *rating.CostInterval) {
	won, attempts := row.Share.Decimal, decimal.NewFromInt(1)
	if row.Attempts > 0 { // exactly
		won, attempts = decimal.NewFromInt(row.Solved), decimal.NewFromInt(row.Attempts)
	}
	if !won.IsPositive() {
		return nil, nil
	}
	exact := perAttempt.Mul(attempts).DivRound(won, digits)
	cost := &data.Number{Decimal: scoring.Significant(exact, costDigits)}
	if row.Spread == nil {
		return cost, nil
	}
	s := spread{row.Spread.Variation.InexactFloat64(), row.Spread.Correlation.InexactFloat64(), row.Spread.Attempts.InexactFloat64()}
	by, ok := s.factor(won.DivRound(attempts, 20).InexactFloat64())
	if !ok {
		return cost, nil
	}
	factor := decimal.NewFromFloat(by)
	return cost, &rating.CostInterval{
		Low:  data.Number{Decimal: scoring.Significant(exact.DivRound(factor, 20), endDigits)},
		High: data.Number{Decimal: scoring.Significant(exact.Mul(factor), endDigits)},
	}
}
