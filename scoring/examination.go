package scoring

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
)

// examination hides one result after the other.
type examination struct {
	*fitted
	calibration Calibration
	models      []Model
}

// secret is a result that is hidden, and what is hidden with it.
type secret struct {
	model  int
	board  Board
	known  []Board // the boards with a weight that have measured the model
	hidden []string
}

// trial is one hidden result and what was made of it.
type trial struct {
	secret
	share    float64 // of the hidden result in the weight of all that is known of the model
	left     float64 // the weight that is still observed
	off      float64 // estimate less result, points
	moved    float64 // how far the model's overall score moved, points
	byColumn float64 // mean of the other models on the board less result, points
	byRest   float64 // weighted mean of the model's other results less result, points
	width    float64 // the narrowest interval that holds the result, in standard deviations to a side
}

// hiding says whether a board is hidden along with another one.
type hiding struct {
	name string
	with func(hidden, other Board) bool
}

var (
	sameRun   = hiding{"run", func(a, b Board) bool { return a.Run == b.Run }}
	sameTasks = hiding{"tasks", func(a, b Board) bool { return a.Run == b.Run || a.Tasks == b.Tasks }}
)

// run hides every result of a weighted board in turn, if the model has another one, fits the curves again without it
// and estimates it. Where an earlier run has hidden the same, its trial is reused.
func (e *examination) run(h hiding, earlier []trial) ([]trial, error) {
	secrets := e.secrets(h)
	trials, errs := make([]trial, len(secrets)), make([]error, len(secrets))
	inParallel(len(secrets), func(i int) {
		if len(earlier) > 0 && slices.Equal(earlier[i].hidden, secrets[i].hidden) {
			trials[i] = earlier[i]
		} else {
			trials[i], errs[i] = e.reveal(secrets[i])
		}
	})
	return trials, errors.Join(errs...)
}

// secrets are all results that can be hidden, in one order however much is hidden with each.
func (e *examination) secrets(h hiding) []secret {
	var all []secret
	for i, m := range e.models {
		measured := slices.DeleteFunc(slices.Clone(e.boards), func(b Board) bool { _, ok := m.Scores[b.ID]; return !ok })
		known := slices.DeleteFunc(slices.Clone(measured), func(b Board) bool { return !b.Weight.IsPositive() })
		if len(known) < 2 {
			continue
		}
		for _, board := range known {
			s := secret{model: i, board: board, known: known}
			for _, b := range measured {
				if h.with(board, b) {
					s.hidden = append(s.hidden, b.ID)
				}
			}
			all = append(all, s)
		}
	}
	return all
}

// inParallel calls do for every number below n; no call may depend on another.
func inParallel(n int, do func(i int)) {
	var group sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := range next {
				do(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	group.Wait()
}

// reveal estimates a hidden result from everything else and compares.
func (e *examination) reveal(s secret) (trial, error) {
	m := e.models[s.model]
	rest := m.without(func(board string) bool { return !slices.Contains(s.hidden, board) })
	others := slices.Clone(e.models)
	others[s.model] = rest
	c, err := e.refit(others)
	if err != nil {
		return trial{}, fmt.Errorf("without the result of %s on board %s: %v", m.ID, s.board.ID, err)
	}
	before, err := e.calibration.Estimate(m)
	if err != nil {
		return trial{}, err
	}
	after, err := c.Estimate(rest)
	if err != nil {
		return trial{}, fmt.Errorf("without the result on board %s: %v", s.board.ID, err)
	}
	return e.compare(s, before, after, c), nil
}

func (e *examination) compare(s secret, before, after Estimate, c Calibration) trial {
	result := e.models[s.model].Scores[s.board.ID].InexactFloat64()
	curve := c.Boards[slices.IndexFunc(c.Boards, func(b BoardCurve) bool { return b.ID == s.board.ID })].Curve
	t := trial{secret: s, off: curve.Score(after.Ability) - result, moved: after.Overall.Score.Sub(before.Overall.Score).InexactFloat64()}
	t.width = curve.widthTo(result, after.Ability, after.Deviation)
	t.byColumn = e.columnMean(s) - result
	rest, weight := 0.0, s.board.Weight.InexactFloat64()
	for _, b := range s.known {
		if b.ID != s.board.ID {
			t.left += b.Weight.InexactFloat64()
			rest += b.Weight.InexactFloat64() * e.models[s.model].Scores[b.ID].InexactFloat64()
		}
	}
	t.share, t.byRest = weight/(weight+t.left), rest/t.left-result
	return t
}

// columnMean is the mean result of the other models on the board.
func (e *examination) columnMean(s secret) float64 {
	mean, n := 0.0, 0.0
	for i, m := range e.models {
		if score, ok := m.Scores[s.board.ID]; ok && i != s.model {
			n++
			mean += (score.InexactFloat64() - mean) / n
		}
	}
	return mean
}

// refit fits the curves again. All results but one or two are the same, so that Newton's method from the old
// parameters, with the old curvature, mostly comes to rest within a few steps. Where it does not, the curvature is
// measured anew; and where that leads nowhere, the search begins again.
func (e *examination) refit(models []Model) (Calibration, error) {
	f := &fitted{likelihood: newLikelihood(layOut(e.boards, models)), parameters: slices.Clone(e.parameters), curvature: e.curvature}
	if f.polish(thereHidden) || f.settle(thereHidden) == nil {
		return f.calibration(), nil
	}
	f, err := f.fit(thereHidden)
	if err != nil {
		return Calibration{}, err
	}
	return f.calibration(), nil
}

// widthTo is the least width of an interval about the estimate that holds a result.
func (c Curve) widthTo(result, ability, deviation float64) float64 {
	off := result - c.Score(ability)
	return leastWidth(func(width float64) bool {
		below, above := c.margins(ability, deviation, width)
		return off < 0 && below.total() >= -off || off >= 0 && above.total() >= off
	})
}

// leastWidth is the least width, up to 100, that holds.
func leastWidth(holds func(width float64) bool) float64 {
	from, to := 0.0, 100.0
	for range 60 {
		middle := (from + to) / 2
		if holds(middle) {
			to = middle
		} else {
			from = middle
		}
	}
	return math.Min(to, 100)
}
