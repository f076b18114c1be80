package scoring

import (
	"math"

	"github.com/shopspring/decimal"
)

// Provisional estimates a model of which too little is measured for a score. Its interval is as wide as hiding everything
// of other models showed that it must be.
func (c *Calibration) Provisional(m Model) (Estimate, Basis, error) {
	on := c.basis(m)
	width := c.widthOf(on)
	e, err := c.estimate(m, width, func(BoardCurve) float64 { return width })
	return e, on, err
}

// basis is the best that a model has.
func (c *Calibration) basis(m Model) Basis {
	switch {
	case len(c.results(m)) > 0:
		return OnResults
	case m.Before != nil:
		return OnPredecessor
	default:
		return OnRelease
	}
}

// widthOf is that of a normal distribution where no model could be hidden.
func (c *Calibration) widthOf(on Basis) float64 {
	if w, ok := c.Widths[on]; ok {
		return w
	}
	return NormalWidth
}

// kin is a model and the one before in its line: how far each is off the trend, and how well that is known.
type kin struct {
	id, before           string
	off, offBefore       float64
	variance, varyBefore float64
}

// kinships are the pairs of which both models were measured.
func (c *Calibration) kinships(models []Model) []kin {
	byID := map[string]Model{}
	for _, m := range models {
		byID[m.ID] = m
	}
	var all []kin
	for _, m := range models {
		before, ok := byID[m.Follows]
		if !ok || len(c.results(m)) == 0 || len(c.results(before)) == 0 || m.Released == 0 || before.Released == 0 {
			continue
		}
		k := kin{id: m.ID, before: before.ID}
		k.off, k.variance = c.offTrend(m)
		k.offBefore, k.varyBefore = c.offTrend(before)
		all = append(all, k)
	}
	return all
}

func (c *Calibration) offTrend(m Model) (off, variance float64) {
	ability, deviation, err := c.Ability(m)
	if err != nil {
		return 0, 1 // the study has checked the models
	}
	return ability - c.Population.at(m.Released), deviation * deviation
}

// kinship is the share, in hundredths, under which the pairs are likeliest: distances from the trend are normal with a
// deviation of 1, and that of a model given the one before is kinship times that, give or take what is left.
func kinship(pairs []kin) float64 {
	best, most := 0.0, math.Inf(-1)
	for hundredths := range 100 {
		k := float64(hundredths) / 100
		logs := 0.0
		for _, p := range pairs {
			variance := 1 - k*k + p.variance + k*k*p.varyBefore
			off := p.off - k*p.offBefore
			logs -= 0.5 * (math.Log(variance) + off*off/variance)
		}
		if logs > most {
			best, most = k, logs
		}
	}
	return best
}

// without leaves the results of some boards out of a model; keep says of which boards they stay.
func (m Model) without(keep func(board string) bool) Model {
	rest := m
	rest.Scores = map[string]decimal.Decimal{}
	for id, score := range m.Scores {
		if keep(id) {
			rest.Scores[id] = score
		}
	}
	return rest
}
