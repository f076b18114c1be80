package scoring

import (
	"math"
	"slices"
)

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

// subject is a model with its results as the fit and the estimates see them.
type subject struct {
	Model
	results []result
	years   float64 // from the origin to the release; 0 without a date
}

// subject has the results that the model has, or that stand in for such, in the order of the boards.
func (c *Calibration) subject(m Model) subject {
	one := subject{Model: m}
	for i, b := range c.Boards {
		if r, ok := c.result(m, b.Board); ok {
			one.results = append(one.results, result{i, Angle(r.Score.InexactFloat64())})
		}
	}
	if m.Released != 0 {
		one.years = m.Released - origin
	}
	return one
}

// expected is the ability before anything is measured: where the trend leads and, where nothing of the model itself is known
// but the one before in its line is, as far off it as kinship says.
func (c *Calibration) expected(one subject) float64 {
	p := c.Population
	mean := p.at(one.Released)
	if one.Before != nil && len(one.results) == 0 {
		mean += p.Kinship * (one.Before.Ability - p.at(one.Before.Released))
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

// ability is that of a model, and its standard error.
func (c *Calibration) ability(one subject) (ability, deviation float64) {
	weights := slices.Repeat([]float64{1}, len(one.results)) // the first time all count alike
	precision := 0.0
	for range settling {
		ability, precision = c.weighed(one.results, weights, c.expected(one))
		c.reweigh(one.results, weights, ability, precision)
	}
	return ability, 1 / math.Sqrt(precision)
}

// weighed is what was expected, with a standard deviation of 1, weighed against the results; precision is 1 / variance.
func (c *Calibration) weighed(of []result, weights []float64, expected float64) (ability, precision float64) {
	sum, precision := expected, 1.0
	for i, r := range of {
		b := c.Boards[r.board]
		w := weights[i] / (b.Noise * b.Noise)
		sum += w * b.Loading * (r.angle - b.Level)
		precision += w * b.Loading * b.Loading
	}
	return sum / precision, precision
}

// reweigh lets results count by how far they are off the lines.
func (c *Calibration) reweigh(of []result, weights []float64, ability, precision float64) {
	for i, r := range of {
		b := c.Boards[r.board]
		off := r.angle - b.at(ability)
		squared := (off*off + b.Loading*b.Loading/precision) / (b.Noise * b.Noise) // scales of the noise
		weights[i] = (freedom + 1) / (freedom + squared)
	}
}

func (l Line) at(ability float64) float64 { return l.Level + l.Loading*ability }
