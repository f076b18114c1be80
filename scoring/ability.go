package scoring

import "math"

// result is one score of a model, as a share, on the curve it was measured by.
type result struct {
	curve *BoardCurve
	share float64
}

// results are the model's scores on boards with a curve, in the order of the boards.
func (c *Calibration) results(m Model) []result {
	var all []result
	for i := range c.Boards {
		if s, ok := m.Scores[c.Boards[i].ID]; ok {
			all = append(all, result{&c.Boards[i], s.InexactFloat64() / 100})
		}
	}
	return all
}

// expected is the mean and the standard deviation of the ability before anything is measured.
func (c *Calibration) expected(m Model, measured []result) (mean, deviation float64) {
	p := c.Population
	if m.Released != 0 {
		return p.expected(m)
	}
	released := p.Origin
	for i, r := range measured {
		released += (r.curve.Released - released) / float64(i+1)
	}
	return p.Trend*(released-p.Origin) + p.Shift, p.Spread
}

// expected is where the trend leads, and, where the model before in the line is known, as far off it as kinship says.
func (p Population) expected(m Model) (mean, deviation float64) {
	mean = p.at(m.Released)
	if m.Before == nil {
		return mean, 1
	}
	off := m.Before.Ability - p.at(m.Before.Released)
	return mean + p.Kinship*off, math.Sqrt(1 - p.Kinship*p.Kinship*(1-m.Before.Deviation*m.Before.Deviation))
}

// at is the ability of an average model of a time.
func (p Population) at(released float64) float64 { return p.Trend * (released - p.Origin) }

// The range of abilities that are considered. Nothing that was ever measured comes near either end.
const lowest, highest = -100, 100

// Ability is the model's ability and its standard error. It minimises a convex loss: half the squared distance from
// what was expected, and for each result the loss whose derivative is the distance of the curve from the result over
// the result's variance, Huber-clipped. This is the quasi-likelihood (McCullagh and Nelder 1989, chapter 9) of
// proportions with over-dispersion. The derivative grows with the ability and falls with every result, so the ability
// is the one place where it is 0, and rises with each of them. Bisection finds it to within the last few bits.
func (c *Calibration) Ability(m Model) (ability, deviation float64, err error) {
	if err := m.check(); err != nil {
		return 0, 0, err
	}
	measured := c.results(m)
	mean, spread := c.expected(m, measured)
	from, to := float64(lowest), float64(highest)
	for range 64 {
		middle := (from + to) / 2
		if pull(middle, mean, spread, measured) > 0 {
			to = middle
		} else {
			from = middle
		}
	}
	ability = (from + to) / 2
	return ability, 1 / math.Sqrt(precision64(ability, spread, measured)), nil
}

// pull is the derivative of the loss.
func pull(ability, mean, spread float64, measured []result) float64 {
	sum := (ability - mean) / (spread * spread)
	for _, r := range measured {
		off := r.curve.share(ability) - r.share
		limit := r.curve.limit()
		sum += r.curve.Slope * min(max(off, -limit), limit) / (r.curve.Noise * r.curve.Noise)
	}
	return sum
}

// precision64 is the second derivative of the loss; a clipped result adds nothing to it.
func precision64(ability, spread float64, measured []result) float64 {
	sum := 1 / (spread * spread)
	for _, r := range measured {
		if math.Abs(r.curve.share(ability)-r.share) < r.curve.limit() {
			slope := r.curve.Slope / r.curve.Noise
			sum += slope * slope * r.curve.steepness(ability)
		}
	}
	return sum
}
