package scoring

import "math"

// Angle is a score from 0 to 100 as arcsin √(score / 100), 0 to π/2 radians. Counted successes vary as much at one angle as
// at another (Bartlett 1947), so that a step means as much near 100 as half way up.
func Angle(score float64) float64 { return math.Asin(math.Sqrt(min(max(score/100, 0), 1))) }

// scoreAt is the score at an angle; outside 0 to π/2 it is 0 or 100.
func scoreAt(angle float64) float64 {
	s := math.Sin(min(max(angle, 0), math.Pi/2))
	return 100 * s * s
}

// result is what a model got on one board, as an angle.
type result struct {
	board int
	angle float64
}

// freedom is the degrees of freedom of the noise about the lines, a Student's t distribution: a single odd result, such as
// one of a run that went wrong, moves an ability little (Lange, Little and Taylor 1989).
const freedom = 4

// weigh is how much a result counts that lies so many squared scales of the noise off its line.
func weigh(squared float64) float64 { return (freedom + 1) / (freedom + squared) }

// Ability is the model's ability and its standard error.
func (c *Calibration) Ability(m Model) (ability, deviation float64, err error) {
	if err := m.check(); err != nil {
		return 0, 0, err
	}
	of := c.results(m)
	ability, deviation = c.ability(of, c.expected(m, of), settling)
	return ability, deviation, nil
}

// results are those that the model has, or that stand in for such, in the order of the boards.
func (c *Calibration) results(m Model) []result {
	var all []result
	for i, b := range c.Boards {
		if r, ok := c.result(m, b.ID); ok {
			all = append(all, result{i, Angle(r.Score.InexactFloat64())})
		}
	}
	return all
}

// expected is the ability before anything is measured: where the trend leads and, where nothing of the model itself is known
// but the one before in its line is, as far off it as kinship says.
func (c *Calibration) expected(m Model, of []result) float64 {
	p := c.Population
	mean := p.at(m.Released)
	if m.Before != nil && len(of) == 0 {
		mean += p.Kinship * (m.Before.Ability - p.at(m.Before.Released))
	}
	return mean
}

// at is the ability of an average model of a time.
func (p Population) at(released float64) float64 {
	if released == 0 {
		return 0
	}
	return p.Trend * (released - p.Origin)
}

// settling is how often results are weighed by their distance from the line; each time moves an ability a few times less
// than the time before.
const settling = 30

// ability weighs what was expected, with a standard deviation of 1, against the results; the first time all of them count
// alike.
func (c *Calibration) ability(results []result, expected float64, times int) (ability, deviation float64) {
	weights := make([]float64, len(results))
	for i := range weights {
		weights[i] = 1
	}
	for range times {
		sum, precision := expected, 1.0
		for i, r := range results {
			b := c.Boards[r.board]
			w := weights[i] / (b.Noise * b.Noise)
			sum += w * b.Loading * (r.angle - b.Level)
			precision += w * b.Loading * b.Loading
		}
		ability, deviation = sum/precision, 1/math.Sqrt(precision)
		for i, r := range results {
			b := c.Boards[r.board]
			off := r.angle - b.at(ability)
			weights[i] = weigh((off*off + b.Loading*b.Loading/precision) / (b.Noise * b.Noise))
		}
	}
	return ability, deviation
}

func (l Line) at(ability float64) float64 { return l.Level + l.Loading*ability }
