package scoring

import (
	"math"
	"slices"

	"pricepoint/data"
	"pricepoint/data/rating"
)

// coverage judges the quarters on which nothing was chosen, with the width that the quarters before give.
func (s *study) coverage(forward []trial, published, half float64) rating.ForwardCoverage {
	var cells, scores share
	for _, q := range s.quarters(judgedSince) {
		w := width(slices.DeleteFunc(slices.Clone(forward), func(t trial) bool { return t.quarter >= q }))
		for _, t := range forward {
			if t.quarter == q {
				cells.count(t.off() <= w)
			}
		}
		s.scoresHeld(&scores, q, w, published, half)
	}
	return rating.ForwardCoverage{Since: judgedMonth, Cells: cells.of, Cell: cells.number(), Scores: scores.of, Score: scores.number()}
}

// share is how many of some were held.
type share struct{ held, of int64 }

func (s *share) count(held bool) {
	s.of++
	s.held += int64(indicator(held))
}

func (s share) number() data.Number { return Decimals(float64(s.held)/float64(max(s.of, 1)), 3) }

func indicator(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// scoresHeld hides, of each model of a quarter, some of its results on boards with a weight, in every way in which its score
// would still be published, and asks whether the score's interval holds what the hidden results make of it.
func (s *study) scoresHeld(scores *share, q, w, published, half float64) {
	ours := s.before(q).fit(true)
	for _, one := range s.quarter(q) {
		_, weighted := one.without(s.weighs)
		for mask := 1; mask < 1<<len(weighted)-1; mask++ {
			observed := 0.0
			rest, hidden := one.without(func(r result) bool {
				i := slices.Index(weighted, r)
				hides := i >= 0 && mask>>i&1 == 1
				observed += (1 - indicator(hides)) * s.Boards[r.board].Weight.InexactFloat64()
				return hides
			})
			if off, reach := ours.off(rest, hidden, w); observed >= published && reach <= half {
				scores.count(math.Abs(off) <= reach)
			}
		}
	}
}

// off is how far a score is off because of hidden results, and how far its interval reaches, in points.
func (c *Calibration) off(one subject, hidden []result, w float64) (off, reach float64) {
	for _, r := range hidden {
		weight, angle := c.Boards[r.board].Weight.InexactFloat64(), c.estimate(one, r.board)
		off += weight * (scoreAt(angle) - scoreAt(r.angle))
		reach += square(weight * max(scoreAt(angle+w)-scoreAt(angle), scoreAt(angle)-scoreAt(angle-w)))
	}
	return off, math.Sqrt(reach)
}

// whole is a model of which everything was hidden that counts, or everything.
type whole struct {
	quarter float64
	width   float64                     // with which its weighted mean is held
	truth   float64                     // of that mean, points
	at      func(shift float64) float64 // the guess of it, with all results so many radians higher
}

// provisional asks, forward in time, about models of which no board with a weight says anything.
func (s *study) provisional() (all []rating.ProvisionalFigures) {
	asked := map[rating.ProvisionalBasis][]whole{}
	for _, q := range s.quarters(firstQuarter) {
		then := s.before(q)
		c := then.fit(true)
		c.Population.Kinship = then.kinship(c)
		ask := func(on rating.ProvisionalBasis, one subject, truth []result) {
			asked[on] = append(asked[on], c.whole(one, truth, q))
		}
		for _, one := range s.quarter(q) {
			left, truth := one.without(s.weighs)
			if len(truth) == 0 {
				continue
			}
			if len(left.results) > 0 {
				ask(rating.OnResults, left, truth)
			}
			left.results = nil
			ask(rating.OnReleaseDate, left, truth)
			i := slices.IndexFunc(then.subjects, func(b subject) bool { return b.ID == one.Follows && len(b.results) > 0 })
			if i >= 0 {
				ability, _ := c.ability(then.subjects[i])
				left.Before = &Predecessor{Released: then.subjects[i].Released, Ability: ability}
				ask(rating.OnPredecessor, left, truth)
			}
		}
	}
	for _, on := range rating.ProvisionalBases {
		if len(asked[on]) >= minResults {
			all = append(all, provisionalFigures(on, asked[on]))
		}
	}
	return all
}

func provisionalFigures(on rating.ProvisionalBasis, asked []whole) rating.ProvisionalFigures {
	var all, before, later []float64
	var off, half float64
	for _, w := range asked {
		all = append(all, w.width)
		off += math.Abs(w.at(0)-w.truth) / float64(len(asked))
		if w.quarter < judgedSince {
			before = append(before, w.width)
		} else {
			later = append(later, w.width)
		}
	}
	width := quantile(all, held)
	for _, w := range asked {
		half += (w.at(width) - w.at(-width)) / 2 / float64(len(asked))
	}
	var coverage share
	if len(before) > 0 {
		earlier := quantile(before, held)
		for _, w := range later {
			coverage.count(w <= earlier)
		}
	}
	return rating.ProvisionalFigures{
		RestsOn: on, Width: Exactly(significant(width)), Models: int64(len(asked)),
		Error: Decimals(off, 2), Half: Decimals(half, 2), Coverage: coverage.number(),
	}
}

// whole guesses the weighted mean of some results.
func (c *Calibration) whole(one subject, truth []result, q float64) whole {
	mean := func(angle func(r result) float64) float64 {
		sum, total := 0.0, 0.0
		for _, r := range truth {
			weight := c.Boards[r.board].Weight.InexactFloat64()
			sum, total = sum+weight*scoreAt(angle(r)), total+weight
		}
		return sum / total
	}
	guesses := map[int]float64{}
	for _, r := range truth {
		guesses[r.board] = c.estimate(one, r.board)
	}
	w := whole{quarter: q, truth: mean(func(r result) float64 { return r.angle })}
	w.at = func(shift float64) float64 { return mean(func(r result) float64 { return guesses[r.board] + shift }) }
	low, high := 0.0, math.Pi/2
	for range 40 {
		middle := (low + high) / 2
		if w.at(-middle) <= w.truth && w.truth <= w.at(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	w.width = high
	return w
}
