package scoring

import "math"

// The abilities over which the likelihood is summed: every step from first to last, for each model as far as reach
// standard deviations from what is expected of it. A step is about as long as the smallest standard error of an ability;
// one half as long moves no parameter by more than three thousandths.
const step, first, last, reach = 0.125, -16.0, 14.0, 6.5

// likelihood is the marginal likelihood of the parameters (Bock and Aitkin 1981): what they say of all results when
// the abilities are summed out. Fitting the abilities along with the curves would fit the noise of models with one or
// two results. Results are Huber-distributed about their curve, and weak priors keep boards with few results in bounds.
type likelihood struct {
	*study
	layout
	grid []point   // of one board after the other
	node []float64 // the abilities
	post []float64 // of one model
}

// point is a board's curve at one ability, and what the results have to say there.
type point struct {
	share, steepness, p float64
	precise, logs       float64 // 1/s and log s of the standard deviation s
	byShare, bySpread   float64 // derivatives of the log likelihood by share and by log s
}

func newLikelihood(s *study) *likelihood {
	l := &likelihood{study: s, layout: layout{len(s.boards)}}
	for i := range int(math.Round((last-first)/step)) + 1 {
		l.node = append(l.node, first+float64(i)*step)
	}
	l.grid = make([]point, len(s.boards)*len(l.node))
	l.post = make([]float64, len(l.node))
	return l
}

// curve reads one board's curve from the parameters. Supporting boards have no ceiling: they have too few results to
// tell one from noise.
func (l *likelihood) curve(p []float64, b int) Curve {
	c := Curve{Slope: math.Exp(p[l.slope(b)]), Difficulty: p[l.difficulty(b)], Ceiling: 1, Noise: math.Exp(p[l.noise(b)]), Released: l.released[b]}
	if l.boards[b].Weight.IsPositive() {
		c.Ceiling = logistic(p[l.ceiling(b)])
	}
	return c
}

func (l *likelihood) row(b int) []point { return l.grid[b*len(l.node) : (b+1)*len(l.node)] }

// loss is minus the log likelihood and log prior, per result so that it does not grow with them, and its gradient.
// Everything is summed in one fixed order.
func (l *likelihood) loss(p, gradient []float64) float64 {
	for i := range gradient {
		gradient[i] = 0
	}
	l.draw(p)
	total := 0.0
	for i := range l.subjects {
		total += l.integrate(&l.subjects[i], p, gradient)
	}
	l.collect(p, gradient)
	total += l.prior(p, gradient)
	for i := range gradient {
		gradient[i] /= -float64(l.study.total)
	}
	return -total / float64(l.study.total)
}

// draw computes the curves at every ability.
func (l *likelihood) draw(p []float64) {
	for b := range l.boards {
		c := l.curve(p, b)
		row := l.row(b)
		for i, ability := range l.node {
			at := logistic(c.Slope*ability - c.Difficulty)
			steep := c.Ceiling * at * (1 - at)
			s := c.Noise * math.Sqrt(steep+Flat)
			row[i] = point{share: c.Ceiling * at, steepness: steep, p: at, precise: 1 / s, logs: math.Log(s)}
		}
	}
}

// integrate is the log likelihood of one model; it adds to the gradient and to the grid what the model has to say.
func (l *likelihood) integrate(s *subject, p, gradient []float64) float64 {
	mean, spread := p[l.trend()]*s.years, 1.0
	if !s.dated {
		mean, spread = mean+p[l.shift()], math.Exp(p[l.spread()])
	}
	from := max(0, int(math.Floor((mean-reach*spread-first)/step)))
	to := min(len(l.node), int(math.Ceil((mean+reach*spread-first)/step))+1)
	if from >= to {
		return math.Inf(-1) // the search has left every plausible population
	}
	post, node := l.post[:to-from], l.node[from:to]
	for i, ability := range node {
		z := (ability - mean) / spread
		post[i] = -0.5 * z * z
	}
	for _, c := range s.cells {
		for i, at := range l.row(c.board)[from:to] {
			post[i] -= huber((c.share-at.share)*at.precise) + at.logs
		}
	}
	value := normalise(post) - math.Log(spread)
	if gradient != nil {
		l.differentiate(s, post, from, mean, spread, gradient)
	}
	return value
}

// normalise turns logarithms into shares of their sum, and returns the logarithm of the sum.
func normalise(logs []float64) float64 {
	most := math.Inf(-1)
	for _, v := range logs {
		most = max(most, v)
	}
	sum := 0.0
	for i, v := range logs {
		logs[i] = 0
		if v > most-negligible {
			logs[i] = math.Exp(v - most)
			sum += logs[i]
		}
	}
	for i := range logs {
		logs[i] /= sum
	}
	return most + math.Log(sum)
}

// negligible is a difference of logarithms that makes a share smaller than the last digit of the others.
const negligible = 40

// differentiate weighs what a model's results say at each ability with how probable that is (Fisher's identity).
func (l *likelihood) differentiate(s *subject, post []float64, from int, mean, spread float64, gradient []float64) {
	byMean, bySpread := 0.0, 0.0
	for i, w := range post {
		z := (l.node[from+i] - mean) / spread
		byMean += w * z / spread
		bySpread += w * z * z
	}
	gradient[l.trend()] += byMean * s.years
	if !s.dated {
		gradient[l.shift()] += byMean
		gradient[l.spread()] += bySpread - 1
	}
	for _, c := range s.cells {
		row := l.row(c.board)[from:]
		for i, w := range post {
			if w == 0 {
				continue
			}
			at := &row[i]
			off := (c.share - at.share) * at.precise
			clipped := min(max(off, -Clip), Clip)
			at.byShare += w * clipped * at.precise
			at.bySpread += w * (clipped*off - 1)
		}
	}
}

// collect turns what was said about points of the curves into a gradient by the parameters.
func (l *likelihood) collect(p, gradient []float64) {
	if gradient == nil {
		return
	}
	for b := range l.boards {
		c := l.curve(p, b)
		for i, at := range l.row(b) {
			byLogit := at.byShare*at.steepness + at.bySpread*0.5*at.steepness*(1-2*at.p)/(at.steepness+Flat)
			gradient[l.slope(b)] += byLogit * l.node[i] * c.Slope
			gradient[l.difficulty(b)] -= byLogit
			gradient[l.noise(b)] += at.bySpread
			if l.boards[b].Weight.IsPositive() {
				byCeiling := at.byShare*at.p + at.bySpread*0.5*at.p*(1-at.p)/(at.steepness+Flat)
				gradient[l.ceiling(b)] += byCeiling * c.Ceiling * (1 - c.Ceiling)
			}
		}
	}
}

func huber(off float64) float64 {
	if off = math.Abs(off); off > Clip {
		return Clip*off - 0.5*Clip*Clip
	}
	return 0.5 * off * off
}
