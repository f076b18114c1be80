package scoring

import (
	"math"
	"slices"
)

// origin is the time whose average model has the ability 0. Any would do; this one lies amid the boards' models.
const origin = 2025.5

// What a board is like before it has a result: as good at telling models apart as its results scatter, and with noise of
// half of that. Each counts as much as the results named here.
const (
	loadingResults = 1
	noiseResults   = 3
	noiseBefore    = 0.55 // scale of the noise as a share of the scatter
)

// fitRounds is how often the fit goes on. It stops early: with 2000 rounds the trend is steeper by two thirds and the
// loadings are smaller, but hidden results are estimated no better, neither of the same time nor of later models.
const fitRounds = 60

// fitting is a fit under way.
type fitting struct {
	Calibration
	subjects []subject
	scatter  []float64   // of the results of each board, radians
	ability  []float64   // of each subject
	variance []float64   // of that ability
	weights  [][]float64 // of the results of each subject
}

// fit finds the lines of all boards and the trend of the abilities by expectation and maximisation (Rubin and Thayer 1982,
// with the weights of Lange, Little and Taylor 1989): abilities by the lines, then lines by the abilities, in turn. A board
// without results keeps a line that says nothing.
func (s *study) fit(heavyTails bool) *Calibration {
	f := fitting{
		Calibration: Calibration{Population: Population{Origin: origin, Trend: 1}, StandIns: s.StandIns, others: s.subjects}, subjects: s.subjects,
		ability: make([]float64, len(s.subjects)), variance: make([]float64, len(s.subjects)),
	}
	for i, b := range s.Boards {
		mean, scatter := moments(s.subjects, i)
		f.Boards = append(f.Boards, BoardLine{b.Board, Line{Level: mean, Loading: scatter, Noise: noiseBefore * scatter}})
		f.scatter = append(f.scatter, scatter)
	}
	for _, one := range s.subjects {
		f.weights = append(f.weights, slices.Repeat([]float64{1}, len(one.results)))
	}
	for range fitRounds {
		f.abilities(heavyTails)
		f.lines()
	}
	return &f.Calibration
}

// moments are the mean and the standard deviation of a board's results; those of a board with fewer than two are those of
// no board in particular.
func moments(subjects []subject, board int) (mean, deviation float64) {
	n, squares := 0.0, 0.0
	for _, s := range subjects {
		for _, r := range s.results {
			if r.board == board {
				n++
				off := r.angle - mean
				mean += off / n
				squares += off * (r.angle - mean)
			}
		}
	}
	if n < 2 || squares == 0 {
		return math.Pi / 4, 0.25
	}
	return mean, math.Sqrt(squares / n)
}

// abilities are those that the lines and the trend make likeliest, and the trend that they follow.
func (f *fitting) abilities(heavyTails bool) {
	sum, years := 0.0, 1e-3
	for i, s := range f.subjects {
		ability, precision := f.weighed(s.results, f.weights[i], f.Population.Trend*s.years)
		if heavyTails {
			f.reweigh(s.results, f.weights[i], ability, precision)
		}
		f.ability[i], f.variance[i] = ability, 1/precision
		sum += ability * s.years
		years += s.years * s.years
	}
	f.Population.Trend = sum / years
}

// sums are what a regression of one board's results on the abilities needs.
type sums struct{ w, x, xx, y, xy float64 }

// lines are those that fit the abilities best.
func (f *fitting) lines() {
	all := make([]sums, len(f.Boards))
	f.each(func(i int, w float64, r result) {
		s, x := &all[r.board], f.ability[i]
		s.w += w
		s.x += w * x
		s.xx += w * (x*x + f.variance[i])
		s.y += w * r.angle
		s.xy += w * x * r.angle
	})
	for b := range f.Boards {
		line, s, scatter := &f.Boards[b].Line, all[b], f.scatter[b]
		prior := loadingResults * line.Noise * line.Noise / (scatter * scatter)
		determinant := s.w*(s.xx+prior) - s.x*s.x
		if determinant <= 0 {
			continue
		}
		xy := s.xy + prior*scatter
		line.Level = ((s.xx+prior)*s.y - s.x*xy) / determinant
		line.Loading = max((s.w*xy-s.x*s.y)/determinant, scatter/100)
	}
	f.noises()
}

// noises are the scales of the distances from the lines.
func (f *fitting) noises() {
	squares, n := make([]float64, len(f.Boards)), make([]float64, len(f.Boards))
	f.each(func(i int, w float64, r result) {
		b := f.Boards[r.board]
		squares[r.board] += w * (square(r.angle-b.at(f.ability[i])) + f.variance[i]*b.Loading*b.Loading)
		n[r.board]++
	})
	for b := range f.Boards {
		before := noiseResults * square(noiseBefore*f.scatter[b])
		f.Boards[b].Noise = math.Sqrt((squares[b] + before) / (n[b] + noiseResults))
	}
}

// each visits all results with the subject's index and the result's weight, always in the same order.
func (f *fitting) each(visit func(subject int, weight float64, r result)) {
	for i, s := range f.subjects {
		for j, r := range s.results {
			visit(i, f.weights[i][j], r)
		}
	}
}
