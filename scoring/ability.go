package scoring

import (
	"cmp"
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

// How many neighbours an estimate leans on, and what their distances are made larger by: alone takes the place of a
// comparison on one more board, near of the noise that keeps even equal results apart. Both in squared units of ability.
const (
	neighbours = 8
	alone      = 0.3
	near       = 0.05
)

// neighbour is a model that was measured on the board in question and on others on which the model was.
type neighbour struct {
	distance float64 // mean squared difference of the results, plus alone per board
	angle    float64 // its result, moved by the mean difference of the two models
}

// byNeighbours guesses a result from those models that the board has measured and that got the most similar results
// elsewhere: their results there, each moved by how much better or worse it did elsewhere, the nearest counting most. ok is
// false where nobody shares a board with the model. Differences count in units of ability, by the boards' loadings.
func (c *Calibration) byNeighbours(one subject, board int) (angle float64, ok bool) {
	var all []neighbour
	for _, other := range c.others {
		if n, is := c.neighbour(other.results, one.results, board); is && other.ID != one.ID {
			all = append(all, n)
		}
	}
	slices.SortStableFunc(all, func(a, b neighbour) int { return cmp.Compare(a.distance, b.distance) })
	sum, weight := 0.0, 0.0
	for _, n := range all[:min(len(all), neighbours)] {
		w := 1 / (n.distance + near)
		sum += w * n.angle
		weight += w
	}
	return sum / weight, weight > 0
}

func (c *Calibration) neighbour(other, of []result, board int) (n neighbour, is bool) {
	squares, sum, shared := 0.0, 0.0, 0.0
	for _, o := range other {
		if o.board == board {
			n.angle, is = o.angle, true
			continue
		}
		for _, r := range of {
			if r.board == o.board {
				off := (r.angle - o.angle) / c.Boards[r.board].Loading
				squares, sum, shared = squares+off*off, sum+off, shared+1
			}
		}
	}
	if !is || shared == 0 {
		return n, false
	}
	n.distance = (squares + alone) / shared
	n.angle += c.Boards[board].Loading * sum / (shared + alone)
	return n, true
}
