package scoring

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
