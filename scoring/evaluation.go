package scoring

import (
	"math"
	"slices"
)

// Evaluation is what was found by hiding results.
type Evaluation struct {
	Results, Models int // that the curves were fitted to
	Figures         []Figures
	Provisional     []ProvisionalFigures
}

// Figures are mean absolute errors in points over some of the hidden results, each estimated without itself, and what
// share of them the 90 % interval held. The overall score is that of the benchmarks which are known of a model: the
// weighted mean with an estimate in the place of the hidden result, against the one with the result.
type Figures struct {
	Hidden    string // what was hidden along with a result: "run", other counts of the same answers; "tasks", all results on the same tasks
	Published bool   // only models that would still be published without the result
	Board     string // only results of this board; "": of all
	Cells     int

	Cell, Overall, Moved              float64 // the ability model; Moved: how far the published overall score moves, estimates of other boards included
	ColumnMean, ColumnMeanOverall     float64 // the mean of the board's other models as the estimate
	WeightedMean, WeightedMeanOverall float64 // the weighted mean of the model's other results as the estimate
	Coverage                          float64 // the interval's width comes from the other models' results
}

// coverage is the share of results that an interval is to hold.
const coverage = 0.90

// widths are the narrowest intervals that hold the hidden results.
type widths struct {
	trials    []trial
	published float64 // the least observed weight with which a model is published
}

// of is the width that holds nine tenths of the board's results, those of one model left out (split conformal
// prediction: Vovk and others 2005, Lei and others 2018). A board with hardly any hidden results borrows those of all.
func (w widths) of(board string, without *trial) float64 {
	var all, own []float64
	for _, t := range w.trials {
		if without != nil && t.model == without.model {
			continue
		}
		all = append(all, t.width)
		if t.board.ID == board {
			own = append(own, t.width)
		}
	}
	if len(own) < minResults {
		own = all
	}
	return conformal(own)
}

// conformal is the width that nine tenths of some widths do not exceed.
func conformal(widths []float64) float64 {
	if len(widths) == 0 {
		return NormalWidth
	}
	slices.Sort(widths)
	return widths[min(int(math.Ceil(coverage*float64(len(widths)+1))), len(widths))-1]
}

// figures sums trials up: all of them and those that would still be published, overall and for each board.
func (w widths) figures(h hiding, boards []Board, trials []trial) []Figures {
	var all []Figures
	for _, published := range []bool{false, true} {
		for _, board := range append([]string{""}, weightedIDs(boards)...) {
			f := w.sum(trials, func(t trial) bool {
				return (board == "" || t.board.ID == board) && (!published || t.left > w.published-1e-9)
			})
			f.Hidden, f.Published, f.Board = h.name, published, board
			if f.Cells > 0 {
				all = append(all, f)
			}
		}
	}
	return all
}

func weightedIDs(boards []Board) []string {
	var ids []string
	for _, b := range boards {
		if b.Weight.IsPositive() {
			ids = append(ids, b.ID)
		}
	}
	return ids
}

func (w widths) sum(trials []trial, keep func(trial) bool) Figures {
	var f Figures
	mean := func(into *float64, value float64) { *into += (math.Abs(value) - *into) / float64(f.Cells) }
	for _, t := range trials {
		if !keep(t) {
			continue
		}
		f.Cells++
		mean(&f.Cell, t.off)
		mean(&f.Overall, t.share*t.off)
		mean(&f.Moved, t.moved)
		mean(&f.ColumnMean, t.byColumn)
		mean(&f.ColumnMeanOverall, t.share*t.byColumn)
		mean(&f.WeightedMean, t.byRest)
		mean(&f.WeightedMeanOverall, t.share*t.byRest)
		held := 0.0
		if t.width <= w.of(t.board.ID, &t) {
			held = 1
		}
		mean(&f.Coverage, held)
	}
	return f
}

// ProvisionalFigures are mean absolute errors in points over models of which all results on boards with a weight were
// hidden, and for the bases without results all others, too.
type ProvisionalFigures struct {
	Basis         Basis
	Models, Cells int     // hidden
	Width         float64 // half the 90 % interval, in standard deviations
	Cell          float64 // of the hidden results
	Overall       float64 // of the weighted mean of a model's hidden results
	Half          float64 // half the interval of that mean, on average, points
	Coverage      float64 // share of the means that the interval held, its width taken from the other models
}
