// Package scoring turns benchmark results and prices into scores, value and recommendations: numbers in,
// numbers out. Start at Calibration.Estimate, which scores one model, at Calibrate, which makes the calibration, and at
// Picks.
//
// It knows no models, boards or documents and fetches nothing. It rounds only estimates, whose last digits may differ
// between machines; callers ask for any other rounding by name.
package scoring

import (
	"fmt"
	"math"

	"github.com/shopspring/decimal"
)

// Interval is a score with the ends of its 90 % interval, 0-100.
type Interval struct{ Score, Low, High decimal.Decimal }

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

// Part is what one weighted board adds to an overall score.
type Part struct {
	Board    string
	Weight   decimal.Decimal
	Observed bool
	Interval
}

// Estimate is everything that is known about how good one model is.
type Estimate struct {
	Ability, Deviation      float64 // see Calibration.Ability
	AbilityLow, AbilityHigh float64 // its 90 % interval
	Parts                   []Part  // one for each board with a weight, in their order
	Overall                 Interval
	Observed                decimal.Decimal // the weight of the results that are observed, 0-1
}

// estimateDigits is how many decimals an estimate keeps: few enough that every machine agrees on them.
const estimateDigits = 6

// Estimate is the overall score of a model: the weighted mean over all boards with a weight, taking results as they
// are and, where one is missing, the estimate from the model's ability. The interval is that of the weighted mean which
// one would have if the missing results were measured and everything were run again.
func (c *Calibration) Estimate(m Model) (Estimate, error) {
	e, err := c.estimate(m, NormalWidth, func(b BoardCurve) float64 { return b.Width })
	if err == nil && e.Observed.IsZero() {
		err = fmt.Errorf("%s: no board with a weight has measured it", m.ID)
	}
	return e, err
}

// estimate takes the widths of the intervals of the ability and of every missing result from the caller.
func (c *Calibration) estimate(m Model, ofAbility float64, width func(BoardCurve) float64) (Estimate, error) {
	ability, deviation, err := c.Ability(m)
	if err != nil {
		return Estimate{}, err
	}
	e := Estimate{Ability: ability, Deviation: deviation, AbilityLow: ability - ofAbility*deviation, AbilityHigh: ability + ofAbility*deviation}
	var below, above margin
	for _, b := range c.Boards {
		if !b.Weight.IsPositive() {
			continue
		}
		p := Part{Board: b.ID, Weight: b.Weight}
		score, observed := m.Scores[b.ID]
		if observed {
			luck := margin{noise: Luck(score, b.Size).InexactFloat64()}
			p.Observed, p.Interval = true, around(score, luck, luck)
			e.Observed = e.Observed.Add(b.Weight)
			below.add(luck, b.Weight.InexactFloat64())
			above.add(luck, b.Weight.InexactFloat64())
		} else {
			low, high := b.margins(ability, deviation, width(b))
			p.Interval = around(decimal.NewFromFloat(b.Score(ability)).Round(estimateDigits), low, high)
			weight := b.Weight.InexactFloat64()
			below.add(low, weight)
			above.add(high, weight)
		}
		e.Parts = append(e.Parts, p)
		e.Overall.Score = e.Overall.Score.Add(b.Weight.Mul(p.Score))
	}
	e.Overall = around(e.Overall.Score, below, above)
	return e, nil
}

// margin is how far a score may lie on one side of its estimate: because the ability is not known, which moves the
// estimates of all boards together, and because of noise, which moves each on its own.
type margin struct{ ability, noise float64 }

func (m *margin) add(other margin, weight float64) {
	m.ability += weight * other.ability
	m.noise = math.Hypot(m.noise, weight*other.noise)
}

func (m margin) total() float64 { return math.Hypot(m.ability, m.noise) }

// margins are those of an estimate, width standard deviations to each side.
func (c Curve) margins(ability, deviation, width float64) (below, above margin) {
	noise := 100 * width * math.Sqrt(c.variance(ability))
	at := c.Score(ability)
	return margin{at - c.Score(ability-width*deviation), noise}, margin{c.Score(ability+width*deviation) - at, noise}
}

// around puts an interval about a score, inside 0-100.
func around(score decimal.Decimal, below, above margin) Interval {
	low := score.Sub(decimal.NewFromFloat(below.total()).Round(estimateDigits))
	high := score.Add(decimal.NewFromFloat(above.total()).Round(estimateDigits))
	return Interval{Score: score, Low: decimal.Max(low, decimal.Zero), High: decimal.Min(high, hundred)}
}

// NormalWidth is half the 90 % interval of a normal distribution.
const NormalWidth = 1.6448536269514722
