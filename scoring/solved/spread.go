package solved

import (
	"math"

	"github.com/shopspring/decimal"
)

// Spread is how attempts scatter, as far as it matters for the cost of a solved task.
type Spread struct {
	Variation   float64 // standard deviation of the cost of attempts divided by their mean
	Correlation float64 // between what an attempt cost and whether it solved its task, -1 to 1
	Attempts    float64 // independent ones that say as much
}

// What is assumed of attempts of which no more is known: rounded medians of two boards that publish every attempt, 40 and
// 41 models, on which the variation was 1.03 and 0.78 and the correlation -0.30 and -0.21. Failed attempts cost more.
const (
	AssumedVariation   = 1.0
	AssumedCorrelation = -0.3
)

// Sums are those over all attempts of which each is published.
type Sums struct {
	Attempts, Solved int64
	Cost             decimal.Decimal // USD
	CostOfSolved     decimal.Decimal // USD, of the attempts that solved their task
	Squares          decimal.Decimal // of the costs, USD²
}

// Spread is that of the attempts behind the sums. ok is false when they say nothing of it: fewer than two attempts, no
// cost, or sums that no attempts can have.
func (s Sums) Spread() (spread Spread, ok bool) {
	n, solved := float64(s.Attempts), float64(s.Solved)
	cost, ofSolved, squares := s.Cost.InexactFloat64(), s.CostOfSolved.InexactFloat64(), s.Squares.InexactFloat64()
	if s.Attempts < 2 || solved < 0 || solved > n || cost <= 0 {
		return Spread{}, false
	}
	mean, share := cost/n, solved/n
	variance := squares/n - mean*mean
	if variance < -1e-9*mean*mean {
		return Spread{}, false
	}
	sd := math.Sqrt(max(variance, 0))
	spread = Spread{Variation: sd / mean, Attempts: n}
	if scatter := sd * math.Sqrt(share*(1-share)); scatter > 0 {
		spread.Correlation = (ofSolved/n - mean*share) / scatter
	}
	return spread, math.Abs(spread.Correlation) <= 1+1e-9 && spread.Variation <= most
}

// most is how far costs may vary, and an interval be wide, before they are said not to be known. Numbers of a page can be so
// far from one another that no cost follows from them, or none that a computer can hold.
const most = 1e6

// LogNormal is the variation of costs with this mean and median, as of a log-normal distribution. ok is false where the
// mean is below the median, which no such distribution has, or is a million times as much.
func LogNormal(mean, median float64) (variation float64, ok bool) {
	if median <= 0 || mean < median {
		return 0, false
	}
	ratio := mean / median
	return math.Sqrt(ratio*ratio - 1), ratio <= most
}

// Repeated is what several attempts at each task say of other tasks like them.
type Repeated struct {
	Attempts, Tasks int64
	Share           float64 // of the attempts that solved their task, 0-1
	InFour          float64 // share of the tasks that one of four attempts solved, 0-1; 0: not known
}

// Independent is how many attempts at a task of their own each would say as much: n / (1 + (k - 1) * r) with k attempts a
// task, of which any two agree with the correlation r. Where InFour is not known r is 1: only tasks count.
func (a Repeated) Independent() float64 {
	n, tasks := float64(a.Attempts), float64(a.Tasks)
	if tasks <= 0 || tasks >= n {
		return n
	}
	r := 1.0
	if a.InFour > 0 {
		r = agreement(a.Share, a.InFour)
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

// Factor is what the cost of a solved task is divided and multiplied by to get the ends of its 90 % interval:
// exp(z * se), se² = (v² + q - 2·ρ·v·√q) / n, q = (1 - share) / share (delta method on the logarithm). ok is false when
// nothing was solved or nothing was attempted, and when an end would be a million times as much or as little.
func (s Spread) Factor(share float64) (factor float64, ok bool) {
	if share <= 0 || share > 1 || s.Attempts <= 0 {
		return 0, false
	}
	q := (1 - share) / share
	variance := (s.Variation*s.Variation + q - 2*s.Correlation*s.Variation*math.Sqrt(q)) / s.Attempts
	factor = math.Exp(z * math.Sqrt(max(variance, 0)))
	return factor, factor <= most
}
