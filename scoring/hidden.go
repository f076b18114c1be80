package scoring

import (
	"fmt"
	"math"
	"slices"
)

// whole is a model of which everything that counts was hidden.
type whole struct {
	cells        int
	cell         float64 // sum of the errors of the results, points
	off          float64 // estimated weighted mean less that of the results, points
	width        float64 // the narrowest interval that holds it, in standard deviations
	below, above func(width float64) float64
}

// hideAll hides every result that a provisional estimate of this basis has to do without, for each model in turn.
func (e *examination) hideAll(on Basis) ([]whole, error) {
	var subjects []int
	for i, m := range e.models {
		if m.Released != 0 && e.canHide(m, on) {
			subjects = append(subjects, i)
		}
	}
	all, errs := make([]whole, len(subjects)), make([]error, len(subjects))
	inParallel(len(subjects), func(n int) { all[n], errs[n] = e.guess(subjects[n], on) })
	for n, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("without the results of %s: %v", e.models[subjects[n]].ID, err)
		}
	}
	return all, nil
}

// canHide reports whether a model has something to hide and what the estimate is to rest on.
func (e *examination) canHide(m Model, on Basis) bool {
	rest := m.without(e.unweighted)
	switch {
	case len(rest.Scores) == len(m.Scores):
		return false
	case on == OnResults:
		return len(e.calibration.results(rest)) > 0
	case on == OnPredecessor:
		return slices.ContainsFunc(e.calibration.kinships(e.models), func(k kin) bool { return k.id == m.ID })
	default:
		return m.Listed
	}
}

func (e *examination) unweighted(board string) bool {
	return !slices.ContainsFunc(e.boards, func(b Board) bool { return b.ID == board && b.Weight.IsPositive() })
}

// guess fits the curves again without the results of a model and estimates it.
func (e *examination) guess(i int, on Basis) (whole, error) {
	m := e.models[i]
	rest := m.without(func(board string) bool { return on == OnResults && e.unweighted(board) })
	others := slices.Clone(e.models)
	others[i] = rest
	c, err := e.refit(others)
	if err != nil {
		return whole{}, err
	}
	pairs := slices.DeleteFunc(c.kinships(others), func(k kin) bool { return k.id == m.ID || k.before == m.ID })
	c.Population.Kinship = kinship(pairs)
	if on != OnRelease {
		rest.Before = c.before(rest, others)
	}
	ability, deviation, err := c.Ability(rest)
	if err != nil {
		return whole{}, err
	}
	return c.compareWhole(m, ability, deviation), nil
}

// before is what the others say of the model before in the line; nil when it was not measured.
func (c *Calibration) before(m Model, all []Model) *Predecessor {
	i := slices.IndexFunc(all, func(o Model) bool { return o.ID == m.Follows })
	if i < 0 || all[i].Released == 0 || len(c.results(all[i])) == 0 {
		return nil
	}
	ability, deviation, err := c.Ability(all[i])
	if err != nil {
		return nil // the study has checked the models
	}
	return &Predecessor{Released: all[i].Released, Ability: ability, Deviation: deviation}
}

// compareWhole holds an ability against all results of a model on boards with a weight.
func (c *Calibration) compareWhole(m Model, ability, deviation float64) whole {
	var w whole
	total := 0.0
	var known []BoardCurve
	for _, b := range c.Boards {
		if _, ok := m.Scores[b.ID]; ok && b.Weight.IsPositive() {
			known = append(known, b)
			total += b.Weight.InexactFloat64()
		}
	}
	for _, b := range known {
		off := b.Score(ability) - m.Scores[b.ID].InexactFloat64()
		w.cells, w.cell, w.off = w.cells+1, w.cell+math.Abs(off), w.off+off*b.Weight.InexactFloat64()/total
	}
	side := func(pick func(below, above margin) margin) func(float64) float64 {
		return func(width float64) float64 {
			var sum margin
			for _, b := range known {
				sum.add(pick(b.margins(ability, deviation, width)), b.Weight.InexactFloat64()/total)
			}
			return sum.total()
		}
	}
	w.below, w.above = side(func(b, _ margin) margin { return b }), side(func(_, a margin) margin { return a })
	w.width = leastWidth(func(width float64) bool {
		return w.off > 0 && w.below(width) >= w.off || w.off <= 0 && w.above(width) >= -w.off
	})
	return w
}

// sumWhole sums hidden models up.
func sumWhole(on Basis, all []whole) ProvisionalFigures {
	f := ProvisionalFigures{Basis: on, Models: len(all), Width: rounded(wholeWidth(all, -1))}
	for i, w := range all {
		n := float64(i + 1)
		f.Cells += w.cells
		f.Cell += w.cell
		f.Overall += (math.Abs(w.off) - f.Overall) / n
		f.Half += ((w.below(f.Width)+w.above(f.Width))/2 - f.Half) / n
		held := 0.0
		if w.width <= wholeWidth(all, i) {
			held = 1
		}
		f.Coverage += (held - f.Coverage) / n
	}
	f.Cell /= float64(max(f.Cells, 1))
	return f
}

// wholeWidth is the width that holds nine tenths of the models, one of them left out.
func wholeWidth(all []whole, without int) float64 {
	var widths []float64
	for i, w := range all {
		if i != without {
			widths = append(widths, w.width)
		}
	}
	return conformal(widths)
}
