package scoring

import (
	"slices"

	"gonum.org/v1/gonum/mat"
)

// ours is the way in use to estimate a result that is missing.
const ours = "abilityAndNeighbours"

// methods are the ways that an evaluation compares.
var methods = []string{
	ours,
	"oneFactor",  // the ability alone, with normal noise
	"neighbours", // the neighbours alone
	"ridge",      // a ridge regression on all other boards
	"columnMean", // what the others got on average
}

// estimator is a method that has learnt from some models: it estimates the angle of a result on a board.
type estimator func(one subject, board int) float64

// learn makes the estimators of all methods.
func (s *study) learn() map[string]estimator {
	c, normal := s.fit(true), s.fit(false)
	line := func(one subject, board int) float64 {
		ability, _ := normal.weighed(one.results, slices.Repeat([]float64{1}, len(one.results)), normal.expected(one))
		return normal.Boards[board].at(ability)
	}
	return map[string]estimator{
		ours:        c.estimate,
		"oneFactor": line,
		"neighbours": func(one subject, board int) float64 {
			if near, ok := c.byNeighbours(one, board); ok {
				return near
			}
			return line(one, board)
		},
		"ridge":      newRidge(len(s.Boards), s.subjects).estimate,
		"columnMean": func(_ subject, board int) float64 { mean, _ := moments(s.subjects, board); return mean },
	}
}

func (c *Calibration) estimate(one subject, board int) float64 {
	ability, _ := c.ability(one)
	return c.guess(one, ability, board)
}

// ridge regresses each board on all others. What is missing is filled in: the board's mean and how far the model is off the
// means elsewhere.
type ridge struct {
	means []float64
	lines [][]float64 // by board: the slopes on all boards
}

// penalty is what slopes cost, in squared radians: about ten results.
const penalty = 0.4

func newRidge(boards int, from []subject) *ridge {
	r := &ridge{}
	for b := range boards {
		mean, _ := moments(from, b)
		r.means = append(r.means, mean)
	}
	for b := range boards {
		r.lines = append(r.lines, r.line(from, b))
	}
	return r
}

// line solves the normal equations of one board.
func (r *ridge) line(from []subject, board int) []float64 {
	n := len(r.means)
	equations, right := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
	for i := range n {
		equations.SetSym(i, i, penalty)
	}
	for _, s := range from {
		for _, own := range s.results {
			if own.board != board {
				continue
			}
			x := mat.NewVecDense(n, r.row(s.results, board))
			equations.SymRankOne(equations, 1, x)
			right.AddScaledVec(right, own.angle-r.means[board], x)
		}
	}
	var slopes mat.VecDense
	var solver mat.Cholesky
	if solver.Factorize(equations) && solver.SolveVecTo(&slopes, right) == nil {
		return slopes.RawVector().Data
	}
	return make([]float64, n)
}

// row is how far a model's results are off the boards' means, without the one that is asked for.
func (r *ridge) row(of []result, without int) []float64 {
	others := slices.DeleteFunc(slices.Clone(of), func(one result) bool { return one.board == without })
	sum := 0.0
	for _, one := range others {
		sum += one.angle - r.means[one.board]
	}
	x := slices.Repeat([]float64{sum / float64(max(len(others), 1))}, len(r.means))
	x[without] = 0
	for _, one := range others {
		x[one.board] = one.angle - r.means[one.board]
	}
	return x
}

func (r *ridge) estimate(one subject, board int) float64 {
	angle := r.means[board]
	for b, x := range r.row(one.results, board) {
		angle += r.lines[board][b] * x
	}
	return angle
}
