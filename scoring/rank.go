package scoring

import "github.com/shopspring/decimal"

// Rank is a place among others, 1 for the best.
type Rank struct {
	Place       int // 1 and the number of scores that are higher; equal scores share a place
	Best, Worst int // the first place and the last that the 90 % intervals allow
}

// Ranks places every score among all. A model is certainly behind another only when its whole interval lies below the
// other's, so Best counts those whose interval lies above, and Worst leaves out those whose interval lies below.
func Ranks(scores []Interval) []Rank {
	ranks := make([]Rank, len(scores))
	for i, s := range scores {
		ranks[i] = Rank{
			Place: 1 + count(scores, func(o Interval) bool { return o.Score.GreaterThan(s.Score) }),
			Best:  1 + count(scores, func(o Interval) bool { return o.Low.GreaterThan(s.High) }),
			Worst: len(scores) - count(scores, func(o Interval) bool { return o.High.LessThan(s.Low) }),
		}
	}
	return ranks
}

func count[T any](all []T, is func(T) bool) int {
	n := 0
	for _, v := range all {
		if is(v) {
			n++
		}
	}
	return n
}

// Frontier reports for each offer whether nobody is better at the same or a lower cost, nor as good at a lower one
// (Pareto). Costs and scores are compared exactly. Whoever has a doubtful cost takes nobody's place that they may not
// have, and loses none that they may have.
func Frontier(offers []Offer) []bool {
	on := make([]bool, len(offers))
	for i, o := range offers {
		on[i] = count(offers, func(other Offer) bool { return other.dominates(o) }) == 0
	}
	return on
}

// Offer is a score and what it costs.
type Offer struct {
	Score, Cost decimal.Decimal
	Doubt       Doubt // about the cost
}

func (o Offer) dominates(other Offer) bool {
	if o.Doubt.More {
		return false
	}
	better, cheaper := o.Score.Cmp(other.Score), o.Cost.Cmp(other.Cost.Sub(other.Doubt.Less))
	return better >= 0 && cheaper <= 0 && (better > 0 || cheaper < 0)
}
