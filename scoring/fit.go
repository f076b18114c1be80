package scoring

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"
)

// fitted are the parameters that explain a study best.
type fitted struct {
	*likelihood
	parameters []float64
	curvature  *mat.Cholesky // of the loss at the best parameters of all results
}

// How small the gradient gets: in the search, before Newton's method takes over; in a fit; in a fit that hides a result.
const near, there, thereHidden = 1e-5, 1e-12, 1e-8

// starts are the shares of the best result at which the ceilings of a search begin. The loss may have several valleys:
// a board on which nobody passes 35 is a board at its ceiling, or a hard one.
var starts = []float64{1, 0}

// fit finds the parameters with the least loss: L-BFGS from each start, then Newton's method to the last digits.
func fit(s *study) (*fitted, error) {
	return newLikelihood(s).fit(there)
}

// fit takes the deepest valley in which it comes to rest.
func (l *likelihood) fit(small float64) (*fitted, error) {
	var found []*optimize.Result
	for _, share := range starts {
		r, err := l.search(l.start(share))
		if err != nil {
			return nil, err
		}
		found = append(found, r)
	}
	slices.SortStableFunc(found, func(a, b *optimize.Result) int { return cmp.Compare(a.F, b.F) })
	var err error
	for _, r := range found {
		f := &fitted{likelihood: l, parameters: r.X}
		if err = f.settle(small); err == nil {
			return f, nil
		}
	}
	return nil, err
}

// settle comes to rest near where the parameters are: Newton's method with a line search as far as the loss can tell
// places apart, and without one for the last digits.
func (f *fitted) settle(small float64) error {
	problem := f.problem()
	problem.Hess = func(h *mat.SymDense, p []float64) { h.CopySym(f.hessian(p)) }
	r, err := optimize.Minimize(problem, f.parameters, &optimize.Settings{GradientThreshold: near, MajorIterations: 200}, new(optimize.Newton))
	if r == nil || !finite(r.X...) {
		return fmt.Errorf("the search by Newton's method has failed: %v", err)
	}
	f.parameters, f.curvature = r.X, new(mat.Cholesky)
	if !f.curvature.Factorize(f.hessian(f.parameters)) || !f.polish(small) {
		return errors.New("the fit did not come to rest: the results do not settle the parameters; are boards without common models among them?")
	}
	return nil
}

// search runs L-BFGS.
func (l *likelihood) search(start []float64) (*optimize.Result, error) {
	settings := &optimize.Settings{GradientThreshold: near, MajorIterations: 5000, Converger: optimize.NeverTerminate{}}
	r, err := optimize.Minimize(l.problem(), start, settings, &optimize.LBFGS{Store: 30})
	if r == nil || !finite(r.F) {
		return nil, fmt.Errorf("the search for the curves has failed: %v", err)
	}
	return r, nil // a search that could not get nearer is polished all the same
}

func (l *likelihood) problem() optimize.Problem {
	return optimize.Problem{
		Func: func(p []float64) float64 { return l.loss(p, nil) },
		Grad: func(gradient, p []float64) { l.loss(p, gradient) },
	}
}

// start is where a search begins: curves through the mean of their board. share is how much of the way from the prior
// ceiling to the best result the ceilings stand.
func (l *likelihood) start(share float64) []float64 {
	p := make([]float64, l.layout.size())
	sum, most, n := make([]float64, len(l.boards)), make([]float64, len(l.boards)), make([]float64, len(l.boards))
	for _, s := range l.subjects {
		for _, c := range s.cells {
			sum[c.board], most[c.board], n[c.board] = sum[c.board]+c.share, max(most[c.board], c.share), n[c.board]+1
		}
	}
	for b := range l.boards {
		p[l.ceiling(b)] = priorCeiling.mean
		if best := min(max(most[b], 0.1)*1.05, 0.98); l.boards[b].Weight.IsPositive() {
			p[l.ceiling(b)] += share * (logit(best) - priorCeiling.mean)
		}
		mean := sum[b] / max(n[b], 1) / l.curve(p, b).Ceiling
		p[l.difficulty(b)] = -logit(min(max(mean, 0.05), 0.95))
		p[l.noise(b)] = priorNoise.mean
	}
	p[l.trend()] = priorTrend.mean
	return p
}

// hessian is the matrix of second derivatives of the loss, from differences of its gradient.
func (l *likelihood) hessian(p []float64) *mat.SymDense {
	const width = 1e-4
	n := len(p)
	h := mat.NewSymDense(n, nil)
	above, below := make([]float64, n), make([]float64, n)
	for i := range n {
		x := slices.Clone(p)
		x[i] += width
		l.loss(x, above)
		x[i] -= 2 * width
		l.loss(x, below)
		for j := range n {
			second := (above[j] - below[j]) / (2 * width)
			if j < i {
				second = (h.At(j, i) + second) / 2
			}
			h.SetSym(i, j, second)
		}
	}
	return h
}

// polishing is how many steps of Newton's method a fit may take; each makes the gradient several times smaller.
const polishing = 40

// polish takes steps of Newton's method, all with the same curvature, until the gradient is small. It reports false, and
// stays at the best place it has seen, when it does not get there.
func (f *fitted) polish(small float64) bool {
	gradient, best := make([]float64, len(f.parameters)), slices.Clone(f.parameters)
	least := math.Inf(1)
	var move mat.VecDense
	for range polishing {
		f.loss(f.parameters, gradient)
		now := biggest(gradient)
		if now < least {
			least = now
			copy(best, f.parameters)
		}
		if now < small {
			return true
		}
		if !finite(gradient...) || now > 10*least || f.curvature.SolveVecTo(&move, mat.NewVecDense(len(gradient), gradient)) != nil {
			break
		}
		for i := range f.parameters {
			f.parameters[i] -= move.AtVec(i)
		}
	}
	copy(f.parameters, best)
	return false
}

func biggest(values []float64) float64 {
	most := 0.0
	for _, v := range values {
		most = max(most, math.Abs(v))
	}
	return most
}

// calibration writes the fit down, its parameters rounded to what a file keeps.
func (f *fitted) calibration() Calibration {
	p := f.parameters
	c := Calibration{Population: Population{
		Origin: origin, Trend: rounded(p[f.trend()]), Shift: rounded(p[f.shift()]), Spread: rounded(math.Exp(p[f.spread()])),
	}}
	for b := range f.boards {
		curve := f.curve(p, b)
		c.Boards = append(c.Boards, BoardCurve{Board: f.boards[b], Curve: Curve{
			Slope: rounded(curve.Slope), Difficulty: rounded(curve.Difficulty), Ceiling: rounded(curve.Ceiling),
			Noise: rounded(curve.Noise), Released: rounded(curve.Released),
		}})
	}
	return c
}

// rounded keeps six significant digits.
func rounded(v float64) float64 {
	if v == 0 {
		return 0
	}
	scale := math.Pow(10, 5-math.Floor(math.Log10(math.Abs(v))))
	return math.Round(v*scale) / scale
}
