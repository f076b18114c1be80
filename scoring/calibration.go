package scoring

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/shopspring/decimal"
)

// Board is one column of results by which models are measured.
type Board struct {
	ID     string
	Weight decimal.Decimal // share of the overall score, all boards together 1; 0: supporting evidence
	Tasks  string          // the same for boards of the same tasks, whoever ran them
	Size   int             // how many tasks a result is a share of; 0: unknown
	Run    string          // the same for boards that count the same answers of a model: where one is missing, so is the other
}

// Model is what the boards print about one model.
type Model struct {
	ID       string
	Released float64                    // in years, 2025.5 is the middle of 2025; 0: unknown
	Scores   map[string]decimal.Decimal // board id -> 0-100
	Listed   bool                       // it is one of the tools whose scores are published
	Follows  string                     // the id of the model before it in its maker's line; "": unknown
	Before   *Predecessor               // what is known of that model; nil: it says nothing about this one
}

// Predecessor is the model before another one in its maker's line, as far as its ability is known.
type Predecessor struct{ Released, Ability, Deviation float64 }

// Population says which abilities are expected before anything is measured. One unit is the standard deviation of the
// abilities of models released at one time.
type Population struct {
	Origin float64 // years; the ability of an average model released then is 0
	Trend  float64 // units a year
	Shift  float64 // of models without a date, which count as released when the others on their boards were
	Spread float64 // standard deviation of such models, units

	// Kinship is how much of a model's distance from the trend the next one of its line keeps, from 0 to 1.
	Kinship float64
}

// BoardCurve is a board with its curve.
type BoardCurve struct {
	Board
	Curve
	Width float64 // half the 90 % interval of a result that is estimated, in standard deviations; 0 for supporting boards
}

// Calibration is everything an ability is computed with. It is made by Calibrate and stays fixed until the next one,
// so that no model's score depends on which others are measured.
type Calibration struct {
	Population Population
	Boards     []BoardCurve
	Widths     map[Basis]float64 // of provisional estimates: half their 90 % interval, in standard deviations
}

// Check refuses parameters with which nothing can be computed.
func (c Calibration) Check() error {
	if c.Population.Spread <= 0 || !finite(c.Population.Origin, c.Population.Trend, c.Population.Shift, c.Population.Spread) {
		return fmt.Errorf("no population of models has the parameters %+v", c.Population)
	}
	if len(c.Boards) == 0 {
		return fmt.Errorf("the calibration has no boards")
	}
	if k := c.Population.Kinship; !finite(k) || k < 0 || k >= 1 {
		return fmt.Errorf("a kinship of %v is not in [0, 1)", k)
	}
	for _, b := range c.Boards {
		switch {
		case !finite(b.Slope, b.Difficulty, b.Ceiling, b.Noise, b.Released, b.Width):
			return fmt.Errorf("board %s: a parameter is not a finite number", b.ID)
		case b.Slope <= 0 || b.Noise <= 0 || b.Ceiling <= 0 || b.Ceiling > 1:
			return fmt.Errorf("board %s: slope and noise must be above 0, and the ceiling in (0, 1]", b.ID)
		case b.Weight.IsPositive() && b.Width <= 0:
			return fmt.Errorf("board %s: a board with a weight needs the width of its interval", b.ID)
		}
	}
	return nil
}

func finite(values ...float64) bool {
	return !slices.ContainsFunc(values, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) })
}

// check refuses results that no board can have.
func (m Model) check() error {
	if m.Released != 0 && (!finite(m.Released) || m.Released < 1990 || m.Released > 2200) {
		return fmt.Errorf("%s: %v is not a year of release", m.ID, m.Released)
	}
	for _, id := range sortedKeys(m.Scores) {
		if s := m.Scores[id]; s.IsNegative() || s.GreaterThan(hundred) {
			return fmt.Errorf("%s: %s on board %s is not a score from 0 to 100", m.ID, s, id)
		}
	}
	return nil
}

var hundred = decimal.NewFromInt(100)

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// Basis says what a provisional estimate rests on.
type Basis string

// The bases, best first.
const (
	OnResults     Basis = "results"     // of the model itself, on boards without a weight or with too little
	OnPredecessor Basis = "predecessor" // nothing of its own: the model before in its line, and when both were released
	OnRelease     Basis = "releaseDate" // nothing but when it was released
)

// Bases are all of them, best first.
var Bases = []Basis{OnResults, OnPredecessor, OnRelease}
