package scoring

import (
	"math"
	"slices"
)

// Split is a way to hide results that are known.
type Split string

// The splits. In each the hidden result is estimated from the other results of its model by what was learnt from the rest.
const (
	RandomSplit  Split = "random"  // a tenth of all results at a time
	ModelSplit   Split = "model"   // a tenth of the models at a time; of each of them one result
	OwnSplit     Split = "own"     // the same, and of each of them everything on boards with a weight
	ForwardSplit Split = "forward" // everything about models that were released in a quarter or later; of each of the quarter's one result
)

// Splits are all of them.
var Splits = []Split{RandomSplit, ModelSplit, OwnSplit, ForwardSplit}

// Figures are how far a method's estimates are off in a split.
type Figures struct {
	Split  Split
	Method Method
	Cells  int     // results that were hidden
	Error  float64 // mean absolute, points
}

// Coverage is how many intervals held what was hidden, in the quarters since some day, with widths from the quarters before.
type Coverage struct {
	Since  float64 // years
	Cells  int     // single results
	Cell   float64 // share of them that was held
	Scores int     // overall scores of which some results were hidden and which would still be published
	Score  float64 // share of them
}

// ProvisionalFigures are what estimates of models were off by that no board with a weight had measured: forward in time.
type ProvisionalFigures struct {
	Basis    Basis
	Models   int
	Width    float64 // that nine of ten were held with, radians
	Error    float64 // of the weighted mean of the results, points
	Half     float64 // half of the interval of that mean, points
	Coverage float64 // share of the models of later quarters that was held with the width of the earlier ones
}

// Evaluation is how good estimates are.
type Evaluation struct {
	Results, Models int
	Figures         []Figures
	Width           float64 // half the 90 % interval of an estimate, radians: all forward estimates of the method in use
	Forward         Coverage
	Provisional     []ProvisionalFigures
}

// The first quarter whose models are asked about, and the first on which nothing was chosen: what the methods are judged by.
const (
	firstQuarter = 2026.0
	JudgedSince  = 2026.5
)

// trial is one result that was hidden and estimated.
type trial struct {
	model, board int
	quarter      float64 // in which the model was released
	truth        float64
	guesses      map[Method]float64 // angles
}

func (s *study) evaluate(published, half float64) Evaluation {
	e := Evaluation{}
	for _, one := range s.subjects {
		e.Results += len(one.results)
		e.Models += min(len(one.results), 1)
	}
	var forward []trial
	for _, split := range Splits {
		trials := s.trials(split)
		e.Figures = append(e.Figures, figures(split, trials)...)
		if split == ForwardSplit {
			forward = trials
		}
	}
	e.Width = width(forward)
	e.Forward = s.coverage(forward, published, half)
	e.Provisional = s.provisional()
	return e
}

func figures(split Split, trials []trial) []Figures {
	var all []Figures
	for _, m := range Methods {
		sum := 0.0
		for _, t := range trials {
			sum += math.Abs(scoreAt(t.guesses[m]) - scoreAt(t.truth))
		}
		all = append(all, Figures{split, m, len(trials), sum / float64(max(len(trials), 1))})
	}
	return all
}

// width is half the interval that holds nine of ten.
func width(trials []trial) float64 {
	off := []float64{math.Pi / 4}
	for _, t := range trials {
		off = append(off, math.Abs(t.guesses[Ours]-t.truth))
	}
	return quantile(off, held)
}

// folds is into how many parts results or models are divided.
const folds = 10

func (s *study) trials(split Split) []trial {
	var all []trial
	switch split {
	case RandomSplit:
		for fold := range folds {
			all = append(all, s.randomly(fold)...)
		}
	case ForwardSplit:
		for q := firstQuarter; q <= s.newest(); q += 0.25 {
			before := s.released(earlier(q))
			all = append(all, s.ask(before, q, s.released(quarter(q)), hideOne)...)
		}
	default:
		hide := hideOne
		if split == OwnSplit {
			hide = s.hideWeighted
		}
		for fold := range folds {
			var in, out []int
			for i := range s.subjects {
				if i%folds == fold {
					out = append(out, i)
				} else {
					in = append(in, i)
				}
			}
			all = append(all, s.ask(in, 0, out, hide)...)
		}
	}
	return all
}

func earlier(q float64) func(float64) bool {
	return func(years float64) bool { return years != 0 && years+origin < q }
}

func quarter(q float64) func(float64) bool {
	return func(years float64) bool { return years != 0 && years+origin >= q && years+origin < q+0.25 }
}

// released are the models, by the years since the origin in which they were released.
func (s *study) released(in func(years float64) bool) []int {
	var all []int
	for i, one := range s.subjects {
		if in(one.years) {
			all = append(all, i)
		}
	}
	return all
}

func (s *study) newest() float64 {
	newest := 0.0
	for _, m := range s.models {
		newest = max(newest, m.Released)
	}
	return newest
}

func (s *study) pick(which []int) []subject {
	var all []subject
	for _, i := range which {
		all = append(all, s.subjects[i])
	}
	return all
}

// hideOne leaves out one result.
func hideOne(of []result, board int) []result {
	return slices.DeleteFunc(slices.Clone(of), func(r result) bool { return r.board == board })
}

// hideWeighted leaves out all results on boards with a weight.
func (s *study) hideWeighted(of []result, _ int) []result {
	return slices.DeleteFunc(slices.Clone(of), func(r result) bool { return s.boards[r.board].Weight.IsPositive() })
}

// ask learns from some models and asks about results of others. A board of which too little is known is not asked about,
// nor a model of which nothing would be left.
func (s *study) ask(learnFrom []int, q float64, about []int, hide func(of []result, board int) []result) []trial {
	from := s.pick(learnFrom)
	methods := s.learn(from)
	var all []trial
	for _, i := range about {
		one := s.subjects[i]
		for _, r := range one.results {
			rest := hide(one.results, r.board)
			if s.boards[r.board].Weight.IsPositive() && len(rest) > 0 && s.known(from, r.board) {
				all = append(all, try(methods, i, q, r, rest, one.years))
			}
		}
	}
	return all
}

func try(methods map[Method]estimator, model int, q float64, truth result, rest []result, years float64) trial {
	t := trial{model: model, board: truth.board, quarter: q, truth: truth.angle, guesses: map[Method]float64{}}
	for name, estimate := range methods {
		t.guesses[name] = estimate(rest, years, truth.board)
	}
	return t
}

// known reports whether a board has enough results to learn from.
func (s *study) known(from []subject, board int) bool {
	n := 0
	for _, one := range from {
		for _, r := range one.results {
			if r.board == board {
				n++
			}
		}
	}
	return n >= minResults
}

// randomly hides every tenth result and asks about those with a weight.
func (s *study) randomly(fold int) []trial {
	hidden, rest := s.everyTenth(fold)
	methods := s.learn(rest)
	var all []trial
	for i, results := range hidden {
		for _, r := range results {
			if s.boards[r.board].Weight.IsPositive() && len(rest[i].results) > 0 {
				all = append(all, try(methods, i, 0, r, rest[i].results, rest[i].years))
			}
		}
	}
	return all
}

func (s *study) everyTenth(fold int) (hidden [][]result, rest []subject) {
	n := 0
	for _, one := range s.subjects {
		var out []result
		kept := one
		kept.results = nil
		for _, r := range one.results {
			if n%folds == fold {
				out = append(out, r)
			} else {
				kept.results = append(kept.results, r)
			}
			n++
		}
		hidden, rest = append(hidden, out), append(rest, kept)
	}
	return hidden, rest
}
