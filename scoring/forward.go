package scoring

import "math"

// coverage judges the quarters on which nothing was chosen, with the width that the quarters before give.
func (s *study) coverage(forward []trial, published, half float64) Coverage {
	c := Coverage{Since: JudgedSince}
	for q := JudgedSince; q <= s.newest(); q += 0.25 {
		var before, now []trial
		for _, t := range forward {
			switch {
			case t.quarter < q:
				before = append(before, t)
			case t.quarter == q:
				now = append(now, t)
			}
		}
		w := width(before)
		for _, t := range now {
			c.Cells++
			c.Cell += indicator(math.Abs(t.guesses[Ours]-t.truth) <= w)
		}
		s.scoresHeld(&c, q, w, published, half)
	}
	c.Cell /= float64(max(c.Cells, 1))
	c.Score /= float64(max(c.Scores, 1))
	return c
}

func indicator(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// scoresHeld hides, of each model of a quarter, some of its results on boards with a weight, in every way in which its score
// would still be published, and asks whether the score's interval holds what the hidden results make of it.
func (s *study) scoresHeld(c *Coverage, q, w, published, half float64) {
	before := s.pick(s.released(earlier(q)))
	ours := s.learn(before)[Ours]
	for _, i := range s.released(quarter(q)) {
		one := s.subjects[i]
		weighted := s.weighted(one.results)
		for mask := 1; mask < 1<<len(weighted)-1; mask++ {
			var rest, hidden []result
			for j, r := range weighted {
				if mask>>j&1 == 1 {
					hidden = append(hidden, r)
				} else {
					rest = append(rest, r)
				}
			}
			observed := 0.0
			for _, r := range rest {
				observed += s.boards[r.board].Weight.InexactFloat64()
			}
			rest = append(rest, s.hideWeighted(one.results, 0)...)
			if off, reach := s.off(ours, rest, hidden, one.years, w); observed >= published && reach <= half {
				c.Scores++
				c.Score += indicator(math.Abs(off) <= reach)
			}
		}
	}
}

func (s *study) weighted(of []result) []result {
	var all []result
	for _, r := range of {
		if s.boards[r.board].Weight.IsPositive() {
			all = append(all, r)
		}
	}
	return all
}

// off is how far a score is off because of hidden results, and how far its interval reaches, in points.
func (s *study) off(estimate estimator, rest, hidden []result, years, w float64) (off, reach float64) {
	for _, r := range hidden {
		weight, angle := s.boards[r.board].Weight.InexactFloat64(), estimate(rest, years, r.board)
		off += weight * (scoreAt(angle) - scoreAt(r.angle))
		reach += square(weight * max(scoreAt(angle+w)-scoreAt(angle), scoreAt(angle)-scoreAt(angle-w)))
	}
	return off, math.Sqrt(reach)
}

// whole is a model of which everything was hidden that counts, or everything.
type whole struct {
	quarter      float64
	width        float64 // with which its weighted mean is held
	off          float64 // points
	below, above func(width float64) float64
}

// provisional asks, forward in time, about models of which no board with a weight says anything.
func (s *study) provisional() []ProvisionalFigures {
	var all []ProvisionalFigures
	for _, on := range Bases {
		var asked []whole
		for q := firstQuarter; q <= s.newest(); q += 0.25 {
			asked = append(asked, s.wholes(on, q)...)
		}
		if len(asked) >= minResults {
			all = append(all, provisionalFigures(on, asked))
		}
	}
	return all
}

func provisionalFigures(on Basis, asked []whole) ProvisionalFigures {
	f := ProvisionalFigures{Basis: on, Models: len(asked)}
	var all, before, later []float64
	for _, w := range asked {
		all = append(all, w.width)
		f.Error += math.Abs(w.off) / float64(len(asked))
		if w.quarter < JudgedSince {
			before = append(before, w.width)
		} else {
			later = append(later, w.width)
		}
	}
	f.Width = quantile(all, held)
	for _, w := range asked {
		f.Half += (w.above(f.Width) - w.below(f.Width)) / 2 / float64(len(asked))
	}
	if len(before) > 0 && len(later) > 0 {
		earlier := quantile(before, held)
		for _, w := range later {
			f.Coverage += indicator(w <= earlier) / float64(len(later))
		}
	}
	return f
}

// wholes are the models of a quarter, guessed from what was learnt before it.
func (s *study) wholes(on Basis, q float64) []whole {
	before := s.released(earlier(q))
	from := s.pick(before)
	c := fit(s.boards, from, true)
	then := &study{boards: s.boards, models: nil, subjects: nil}
	for _, i := range before {
		then.models, then.subjects = append(then.models, s.models[i]), append(then.subjects, s.subjects[i])
	}
	c.Population.Kinship = then.kinship(c)
	var others [][]result
	for _, one := range from {
		others = append(others, one.results)
	}
	var all []whole
	for _, i := range s.released(quarter(q)) {
		if m, of, ok := s.without(c, then, i, on); ok {
			w := s.guessWhole(c, others, m, of, s.weighted(s.subjects[i].results))
			w.quarter = q
			all = append(all, w)
		}
	}
	return all
}

// without is a model as an estimate with this basis sees it; ok is false where it cannot rest on that.
func (s *study) without(c *Calibration, then *study, i int, on Basis) (m Model, of []result, ok bool) {
	m = Model{ID: s.models[i].ID, Released: s.models[i].Released}
	if len(s.weighted(s.subjects[i].results)) == 0 {
		return m, nil, false
	}
	switch on {
	case OnResults:
		of = s.hideWeighted(s.subjects[i].results, 0)
		return m, of, len(of) > 0
	case OnPredecessor:
		for j, before := range then.models {
			if before.ID == s.models[i].Follows && len(then.subjects[j].results) > 0 {
				ability, _ := c.ability(then.subjects[j].results, c.Population.at(before.Released), settling)
				m.Before = &Predecessor{Released: before.Released, Ability: ability}
				return m, nil, true
			}
		}
		return m, nil, false
	default:
		return m, nil, true
	}
}

// guessWhole guesses the weighted mean of some results.
func (s *study) guessWhole(c *Calibration, others [][]result, m Model, of, truth []result) whole {
	ability, _ := c.ability(of, c.expected(m, of), settling)
	total, actual := 0.0, 0.0
	angles := make([]float64, len(truth))
	for i, r := range truth {
		weight := s.boards[r.board].Weight.InexactFloat64()
		total += weight
		actual += weight * scoreAt(r.angle)
		angles[i] = c.guess(others, of, ability, r.board)
	}
	actual /= total
	at := func(shift float64) float64 {
		sum := 0.0
		for i, r := range truth {
			sum += s.boards[r.board].Weight.InexactFloat64() * scoreAt(angles[i]+shift)
		}
		return sum / total
	}
	w := whole{off: at(0) - actual, below: func(width float64) float64 { return at(-width) }, above: at}
	low, high := 0.0, math.Pi/2
	for range 40 {
		middle := (low + high) / 2
		if w.below(middle) <= actual && actual <= w.above(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	w.width = high
	return w
}
