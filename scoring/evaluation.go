package scoring

import (
	"cmp"
	"math"
	"slices"

	"pricepoint/data/rating"
)

// The splits are ways to hide results that are known. In each the hidden result is estimated from the other results of its
// model by what was learnt from the rest.
const (
	randomSplit  = "random"  // a tenth of all results at a time
	modelSplit   = "model"   // a tenth of the models at a time; of each of them one result
	ownSplit     = "own"     // the same, and of each of them everything on boards with a weight
	forwardSplit = "forward" // everything about models that were released in a quarter or later; of each of the quarter's one result
)

// Evaluation is how good estimates are.
type Evaluation struct {
	Results, Models int64
	Figures         []rating.CalibrationFigures
	Width           float64 // half the 90 % interval of an estimate, radians: all forward estimates of the method in use
	Forward         rating.ForwardCoverage
	Provisional     []rating.ProvisionalFigures
}

// The first quarter whose models are asked about, and the first on which nothing was chosen: what the methods are judged by.
const (
	firstQuarter = 2026.0
	judgedSince  = 2026.5
	judgedMonth  = "2026-07"
)

// question is a result that is hidden, and what is left of its model.
type question struct {
	subject
	truth result
}

// trial is a question that was answered.
type trial struct {
	question
	quarter float64            // in which the model was released
	guesses map[string]float64 // angles
}

func (s *study) evaluate(published, half float64) Evaluation {
	e := Evaluation{}
	for _, one := range s.subjects {
		e.Results += int64(len(one.results))
		e.Models += int64(min(len(one.results), 1))
	}
	var trials []trial
	for _, split := range []string{randomSplit, modelSplit, ownSplit, forwardSplit} {
		trials = s.trials(split)
		e.Figures = append(e.Figures, figures(split, trials)...)
	}
	e.Width = width(trials) // forward
	e.Forward = s.coverage(trials, published, half)
	e.Provisional = s.provisional()
	return e
}

func figures(split string, trials []trial) (all []rating.CalibrationFigures) {
	for _, m := range methods {
		sum := 0.0
		for _, t := range trials {
			sum += math.Abs(scoreAt(t.guesses[m]) - scoreAt(t.truth.angle))
		}
		mean := Decimals(sum/float64(max(len(trials), 1)), 2)
		all = append(all, rating.CalibrationFigures{Split: split, Method: m, Cells: int64(len(trials)), Error: mean})
	}
	return all
}

// off is how far our guess lies off the truth, radians.
func (t trial) off() float64 { return math.Abs(t.guesses[ours] - t.truth.angle) }

// width is half the interval that holds nine of ten.
func width(trials []trial) float64 {
	off := []float64{math.Pi / 4}
	for _, t := range trials {
		off = append(off, t.off())
	}
	return quantile(off, held)
}

// folds is into how many parts results or models are divided.
const folds = 10

func (s *study) trials(split string) (all []trial) {
	if split == forwardSplit {
		for _, q := range s.quarters(firstQuarter) {
			all = append(all, s.before(q).ask(s.hiding(split, s.quarter(q)...), q)...)
		}
		return all
	}
	for fold := range folds {
		in, out, n := &study{Calibration: s.Calibration}, []question(nil), 0
		for i, one := range s.subjects {
			switch {
			case split == randomSplit:
				left, hidden := one.without(func(result) bool { n++; return (n-1)%folds == fold })
				in.subjects = append(in.subjects, left)
				for _, r := range hidden {
					out = append(out, question{left, r})
				}
			case i%folds == fold:
				out = append(out, s.hiding(split, one)...)
			default:
				in.subjects = append(in.subjects, one)
			}
		}
		all = append(all, in.ask(out, 0)...)
	}
	return all
}

// without takes some results away.
func (one subject) without(which func(result) bool) (left subject, hidden []result) {
	left = one
	left.results = nil
	for _, r := range one.results {
		if which(r) {
			hidden = append(hidden, r)
		} else {
			left.results = append(left.results, r)
		}
	}
	return left, hidden
}

// hiding are questions about all results of some models, each hidden alone or with all that weigh.
func (s *study) hiding(split string, about ...subject) (all []question) {
	for _, one := range about {
		for _, truth := range one.results {
			left, _ := one.without(func(r result) bool { return r.board == truth.board || split == ownSplit && s.weighs(r) })
			all = append(all, question{left, truth})
		}
	}
	return all
}

// before are the models that were released earlier than a quarter, and quarter those of it.
func (s *study) before(q float64) *study {
	then := &study{Calibration: s.Calibration}
	for _, one := range s.subjects {
		if one.years != 0 && one.years+origin < q {
			then.subjects = append(then.subjects, one)
		}
	}
	return then
}

func (s *study) quarter(q float64) (all []subject) {
	for _, one := range s.before(q + 0.25).subjects {
		if one.years+origin >= q {
			all = append(all, one)
		}
	}
	return all
}

// quarters are those from one on up to that of the newest model.
func (s *study) quarters(since float64) (all []float64) {
	newest := slices.MaxFunc(s.subjects, func(a, b subject) int { return cmp.Compare(a.Released, b.Released) }).Released
	for q := since; q <= newest; q += 0.25 {
		all = append(all, q)
	}
	return all
}

// ask learns from all models and is asked about others, released in a quarter. A board of which too little is known is not
// asked about, nor a model of which nothing is left.
func (s *study) ask(questions []question, q float64) (all []trial) {
	estimators := s.learn()
	for _, one := range questions {
		if !s.weighs(one.truth) || len(one.results) == 0 || s.known(one.truth.board) < minResults {
			continue
		}
		t := trial{one, q, map[string]float64{}}
		for name, estimate := range estimators {
			t.guesses[name] = estimate(one.subject, one.truth.board)
		}
		all = append(all, t)
	}
	return all
}

// known is how many results a board has.
func (s *study) known(board int) (n int) {
	for _, one := range s.subjects {
		_, of := one.without(func(r result) bool { return r.board == board })
		n += len(of)
	}
	return n
}
