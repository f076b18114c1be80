// Package scoring turns benchmark results and prices into scores, value and recommendations: numbers in,
// numbers out. Start at Calibration.Estimate, which scores one model, at Calibrate, which makes the calibration, and at
// Work.Judge, which recommends.
//
// It knows no models and no boards, makes no documents and fetches nothing.
package scoring

import (
	"math"
	"slices"

	"github.com/shopspring/decimal"

	"pricepoint/data/rating"
)

// Interval is a score with the ends of its 90 % interval, 0-100.
type Interval struct{ Score, Low, High decimal.Decimal }

// Half is the longer of the two sides of the interval.
func (i Interval) Half() decimal.Decimal { return decimal.Max(i.Score.Sub(i.Low), i.High.Sub(i.Score)) }

// Luck is half the 90 % interval of a result on so many tasks, in points: another run, or other tasks of the same kind,
// would have come out as much higher or lower. It is that of a binomial (Agresti and Coull 1998), with which neither end of
// the interval falls when the result rises. 0 when nobody says how many tasks there are.
func Luck(score decimal.Decimal, tasks int) decimal.Decimal {
	if tasks == 0 {
		return decimal.Zero
	}
	const squared = NormalWidth * NormalWidth
	n := float64(tasks) + squared
	share := (score.InexactFloat64()/100*float64(tasks) + squared/2) / n
	return decimal.NewFromFloat(100 * NormalWidth * math.Sqrt(share*(1-share)/n)).Round(estimateDigits)
}

// NormalWidth is half the 90 % interval of a normal distribution.
const NormalWidth = 1.6448536269514722

// Part is what one weighted board adds to an overall score.
type Part struct {
	Board    string
	Weight   decimal.Decimal
	Observed bool
	By       string // the board whose result stands in, "" for its own or an estimate
	Interval
}

// Estimate is everything that is known about how good one model is.
type Estimate struct {
	Ability, Deviation      float64 // and its standard error
	AbilityLow, AbilityHigh float64 // its 90 % interval
	Parts                   []Part  // one for each board with a weight, in their order
	Overall                 Interval
	Observed                decimal.Decimal         // the weight of the results that are observed, 0-1
	Basis                   rating.ProvisionalBasis // what it rests on where nothing with a weight is observed; else ""
}

// estimateDigits is how many decimals an estimate keeps: few enough that every machine agrees on them.
const estimateDigits = 6

// Estimate is the overall score of a model: the weighted mean over all boards with a weight, taking results as they
// are and, where one is missing, what is expected of the model there. The interval is that of the weighted mean which one
// would have if the missing results were measured and everything were run again.
//
// Where some results are observed, the errors of the others add up as squares: tried on models that were released later,
// the score's interval held as often as that of a single result. Where none is, all boards are off together, and the
// interval runs from all of them as low as the width says to all as high.
func (c *Calibration) Estimate(m Model) Estimate {
	for i := len(c.others); i < len(c.Neighbours); i++ {
		c.others = append(c.others, c.subject(Model{ID: c.Neighbours[i].ID, Scores: c.Neighbours[i].Results}))
	}
	one := c.subject(m)
	e := Estimate{Basis: c.basis(one)}
	e.Ability, e.Deviation = c.ability(one)
	e.AbilityLow, e.AbilityHigh = e.Ability-NormalWidth*e.Deviation, e.Ability+NormalWidth*e.Deviation
	width, known := c.Widths[e.Basis]
	if !known {
		width = c.Width
	}
	var below, above float64 // squares
	for i, b := range c.Boards {
		if !b.Weight.IsPositive() {
			continue
		}
		p, observed := c.result(m, b.Board)
		if observed {
			e.Observed = e.Observed.Add(p.Weight)
		} else {
			angle := c.guess(one, e.Ability, i)
			p = Part{Board: b.ID, Weight: b.Weight, Interval: Interval{
				Score: rounded(scoreAt(angle)), Low: rounded(scoreAt(angle - width)), High: rounded(scoreAt(angle + width)),
			}}
		}
		e.Parts = append(e.Parts, p) // as if all of them were off together
		e.Overall.Score = e.Overall.Score.Add(p.Weight.Mul(p.Score))
		e.Overall.Low = e.Overall.Low.Add(p.Weight.Mul(p.Low))
		e.Overall.High = e.Overall.High.Add(p.Weight.Mul(p.High))
		weight := b.Weight.InexactFloat64()
		below += square(weight * p.Score.Sub(p.Low).InexactFloat64())
		above += square(weight * p.High.Sub(p.Score).InexactFloat64())
	}
	if e.Basis == "" {
		e.Overall = around(e.Overall.Score, math.Sqrt(below), math.Sqrt(above))
	}
	return e
}

// weighs reports whether a result counts in the score.
func (c *Calibration) weighs(r result) bool { return c.Boards[r.board].Weight.IsPositive() }

// basis is the best that a model has which no board with a weight has measured, "" for one that has been measured.
func (c *Calibration) basis(one subject) rating.ProvisionalBasis {
	switch {
	case slices.ContainsFunc(one.results, c.weighs):
		return ""
	case len(one.results) > 0:
		return rating.OnResults
	case one.Before != nil:
		return rating.OnPredecessor
	default:
		return rating.OnReleaseDate
	}
}

// result is what a board says of a model, or what stands in for it.
func (c *Calibration) result(m Model, b Board) (p Part, ok bool) {
	least := 0.0
	p.Board, p.Weight, p.Observed = b.ID, b.Weight, true
	own, ok := m.Scores[b.ID]
	p.Score = own.Decimal
	for _, s := range c.StandIns {
		if other, has := m.Scores[s.By]; has && !ok && s.Board == b.ID {
			p.By, p.Score, least, ok = s.By, clip(other.Add(s.Offset.Decimal)), s.Half.InexactFloat64(), true
		}
	}
	if !ok {
		return Part{}, false
	}
	half := max(least, Luck(p.Score, b.Size).InexactFloat64())
	p.Interval = around(p.Score, half, half)
	return p, true
}

// byAbility is how much the ability says of an estimate; the rest the neighbours say. Of all tenths it is the one with which
// the error is at most that of either alone in every split of the evaluation.
const byAbility = 0.3

// guess is the angle that is expected of a model on a board, from its results elsewhere.
func (c *Calibration) guess(one subject, ability float64, board int) float64 {
	line := c.Boards[board].at(ability)
	if near, ok := c.byNeighbours(one, board); ok {
		return byAbility*line + (1-byAbility)*near
	}
	return line
}

func rounded(points float64) decimal.Decimal {
	return decimal.NewFromFloat(points).Round(estimateDigits)
}

// around puts an interval about a score, inside 0-100.
func around(score decimal.Decimal, below, above float64) Interval {
	return Interval{Score: score, Low: clip(score.Sub(rounded(below))), High: clip(score.Add(rounded(above)))}
}

func clip(score decimal.Decimal) decimal.Decimal {
	return decimal.Min(decimal.Max(score, decimal.Zero), hundred)
}

func square(x float64) float64 { return x * x }
