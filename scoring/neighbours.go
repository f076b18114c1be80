package scoring

import (
	"cmp"
	"slices"
)

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
