package scoring

import (
	"cmp"
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

// subject is one model as the fit sees it.
type subject struct {
	id      string
	results []result
	years   float64 // since the origin; 0 without a date
}

// fit finds the lines of all boards and the trend of the abilities by expectation and maximisation (Rubin and Thayer 1982,
// with the weights of Lange, Little and Taylor 1989): abilities by the lines, then lines by the abilities, in turn. A board
// without results keeps a line that says nothing.
func fit(boards []Board, subjects []subject, heavyTails bool) *Calibration {
	f := newFitting(boards, subjects)
	for range fitRounds {
		f.abilities(heavyTails)
		f.lines()
	}
	return &Calibration{Population: f.population, Boards: f.boards}
}

// fitting is a fit under way.
type fitting struct {
	boards     []BoardLine
	population Population
	subjects   []subject
	scatter    []float64   // of the results of each board, radians
	ability    []float64   // of each subject
	variance   []float64   // of that ability
	weights    [][]float64 // of the results of each subject
}

func newFitting(boards []Board, subjects []subject) *fitting {
	f := &fitting{
		population: Population{Origin: origin, Trend: 1}, subjects: subjects,
		ability: make([]float64, len(subjects)), variance: make([]float64, len(subjects)), weights: make([][]float64, len(subjects)),
	}
	for i, b := range boards {
		mean, scatter := moments(subjects, i)
		f.boards = append(f.boards, BoardLine{b, Line{Level: mean, Loading: scatter, Noise: noiseBefore * scatter}})
		f.scatter = append(f.scatter, scatter)
	}
	for i, s := range subjects {
		f.weights[i] = slices.Repeat([]float64{1}, len(s.results))
	}
	return f
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
		total, precision := f.population.Trend*s.years, 1.0
		for j, r := range s.results {
			b := f.boards[r.board]
			w := f.weights[i][j] / (b.Noise * b.Noise)
			total += w * b.Loading * (r.angle - b.Level)
			precision += w * b.Loading * b.Loading
		}
		f.ability[i], f.variance[i] = total/precision, 1/precision
		for j, r := range s.results {
			b := f.boards[r.board]
			off := r.angle - b.at(f.ability[i])
			if heavyTails {
				f.weights[i][j] = weigh((off*off + b.Loading*b.Loading/precision) / (b.Noise * b.Noise))
			}
		}
		sum += f.ability[i] * s.years
		years += s.years * s.years
	}
	f.population.Trend = sum / years
}

// sums are what a regression of one board's results on the abilities needs.
type sums struct{ w, x, xx, y, xy, n float64 }

// lines are those that fit the abilities best.
func (f *fitting) lines() {
	all := make([]sums, len(f.boards))
	f.each(func(i int, w float64, r result) {
		s, x := &all[r.board], f.ability[i]
		s.n++
		s.w += w
		s.x += w * x
		s.xx += w * (x*x + f.variance[i])
		s.y += w * r.angle
		s.xy += w * x * r.angle
	})
	for b := range f.boards {
		line, s, scatter := &f.boards[b].Line, all[b], f.scatter[b]
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
	squares, n := make([]float64, len(f.boards)), make([]float64, len(f.boards))
	f.each(func(i int, w float64, r result) {
		b := f.boards[r.board]
		squares[r.board] += w * (square(r.angle-b.at(f.ability[i])) + f.variance[i]*b.Loading*b.Loading)
		n[r.board]++
	})
	for b := range f.boards {
		before := noiseResults * square(noiseBefore*f.scatter[b])
		f.boards[b].Noise = math.Sqrt((squares[b] + before) / (n[b] + noiseResults))
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

// sortedModels come in the order of their ids, whatever that of the rows was, so that no sum depends on it.
func sortedModels(models []Model) []Model {
	return slices.SortedFunc(slices.Values(models), func(a, b Model) int { return cmp.Compare(a.ID, b.ID) })
}
