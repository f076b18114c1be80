package scoring

import "math"

// Curve says which result a board gives at an ability: 100 * Ceiling * logistic(Slope * ability - Difficulty).
// It is the logistic curve of item response theory (Birnbaum, in Lord and Novick 1968) with a ceiling below 100 for
// boards on which nobody gets further: tasks whose tests are broken, or whose text allows several answers.
type Curve struct {
	Slope      float64 // logits per unit of ability, above 0
	Difficulty float64 // logits
	Ceiling    float64 // share of the tasks that can be solved, above 0 and up to 1
	Noise      float64 // spread of results about the curve; see variance
	Released   float64 // when the dated models on the board were released on average, in years
}

// Flat is added to the steepness of a curve so that results vary where it is flat, too.
const Flat = 0.05

// Clip is how many standard deviations a result may lie off its curve before it pulls no harder (Huber 1964).
const Clip = 1.5

// Score is the expected result at an ability, 0-100.
func (c Curve) Score(ability float64) float64 { return 100 * c.share(ability) }

func (c Curve) share(ability float64) float64 {
	return c.Ceiling * logistic(c.Slope*ability-c.Difficulty)
}

// steepness is how much the share rises per logit.
func (c Curve) steepness(ability float64) float64 {
	p := logistic(c.Slope*ability - c.Difficulty)
	return c.Ceiling * p * (1 - p)
}

// variance is that of one result about the curve, as a share squared. Like that of counted successes it is largest
// half way up and small where nearly every task is solved, or none.
func (c Curve) variance(ability float64) float64 {
	return c.Noise * c.Noise * (c.steepness(ability) + Flat)
}

// limit is the distance from the curve, as a share, beyond which a result pulls no harder on an ability.
func (c Curve) limit() float64 { return Clip * c.Noise * math.Sqrt(c.Ceiling/4+Flat) }

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

func logit(p float64) float64 { return math.Log(p / (1 - p)) }
