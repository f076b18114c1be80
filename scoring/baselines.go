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
		"ridge":      ridge(len(s.Boards), s.subjects),
		"columnMean": func(_ subject, board int) float64 { mean, _ := moments(s.subjects, board); return mean },
	}
}

func (c *Calibration) estimate(one subject, board int) float64 {
	ability, _ := c.ability(one)
	return c.guess(one, ability, board)
}

// penalty is what slopes cost, in squared radians: about ten results.
const penalty = 0.4

// ridge regresses each board on all others. What is missing is filled in: the board's mean and how far the model is off the
// means elsewhere.
func ridge(boards int, from []subject) estimator {
	means, slopes := make([]float64, boards), make([][]float64, boards)
	for b := range boards {
		means[b], _ = moments(from, b)
	}
	row := func(of []result, without int) []float64 { // how far results are off the means, without the one that is asked for
		others := slices.DeleteFunc(slices.Clone(of), func(one result) bool { return one.board == without })
		sum := 0.0
		for _, one := range others {
			sum += one.angle - means[one.board]
		}
		x := slices.Repeat([]float64{sum / float64(max(len(others), 1))}, boards)
		x[without] = 0
		for _, one := range others {
			x[one.board] = one.angle - means[one.board]
		}
		return x
	}
	for board := range boards { // the normal equations of each
		equations, right := mat.NewSymDense(boards, nil), mat.NewVecDense(boards, nil)
		for i := range boards {
			equations.SetSym(i, i, penalty)
		}
		for _, s := range from {
			for _, own := range s.results {
				if own.board == board {
					x := mat.NewVecDense(boards, row(s.results, board))
					equations.SymRankOne(equations, 1, x)
					right.AddScaledVec(right, own.angle-means[board], x)
				}
			}
		}
		var solved mat.VecDense
		var solver mat.Cholesky
		if slopes[board] = make([]float64, boards); solver.Factorize(equations) && solver.SolveVecTo(&solved, right) == nil {
			slopes[board] = solved.RawVector().Data
		}
	}
	return func(one subject, board int) float64 {
		angle := means[board]
		for b, x := range row(one.results, board) {
			angle += slopes[board][b] * x
		}
		return angle
	}
}
