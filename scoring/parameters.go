package scoring

import "math"

// layout is where the parameters stand in their one vector: log slopes, difficulties, logits of the ceilings and log
// noises of all boards, then trend, shift and log spread of the population.
type layout struct{ curves int }

func (l layout) slope(b int) int      { return b }
func (l layout) difficulty(b int) int { return l.curves + b }
func (l layout) ceiling(b int) int    { return 2*l.curves + b }
func (l layout) noise(b int) int      { return 3*l.curves + b }
func (l layout) trend() int           { return 4 * l.curves }
func (l layout) shift() int           { return 4*l.curves + 1 }
func (l layout) spread() int          { return 4*l.curves + 2 }
func (l layout) size() int            { return 4*l.curves + 3 }

// normal is a prior of one parameter.
type normal struct{ mean, deviation float64 }

// The priors say what boards are like before one has seen them. They are weak: with half or twice any deviation of the
// first four the evaluation's errors of the overall score change by less than 0.06 points.
var (
	priorSlope      = normal{0, 0.5}               // of its logarithm: between 0.4 and 2.7 logits per unit
	priorDifficulty = normal{0, 10}                // logits
	priorCeiling    = normal{4, 1.5}               // of its logit: 98 % of the tasks can be solved, rarely fewer than 75 %
	priorNoise      = normal{math.Log(0.12), 0.25} // of its logarithm: some 6 points half way up
	priorTrend      = normal{1, 2}                 // units a year
	priorShift      = normal{0, 2}                 // units
	priorSpread     = normal{0, 0.5}               // of its logarithm
)

// prior is the log density of the parameters; it adds to the gradient.
func (l layout) prior(p, gradient []float64) float64 {
	total := 0.0
	add := func(i int, n normal) {
		z := (p[i] - n.mean) / n.deviation
		total -= 0.5 * z * z
		if gradient != nil {
			gradient[i] -= z / n.deviation
		}
	}
	for b := range l.curves {
		add(l.slope(b), priorSlope)
		add(l.difficulty(b), priorDifficulty)
		add(l.ceiling(b), priorCeiling)
		add(l.noise(b), priorNoise)
	}
	add(l.trend(), priorTrend)
	add(l.shift(), priorShift)
	add(l.spread(), priorSpread)
	return total
}
