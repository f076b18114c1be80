package scoring

import (
	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/rating"
)

// Board is one column of results by which models are measured.
type Board struct {
	ID     string
	Weight decimal.Decimal // share of the overall score, all boards together 1; 0: supporting evidence
	Size   int             // how many tasks a result is a share of; 0: unknown

	// StandsInFor is the board for which a result on this one stands in, where that board has none: "" for a board of its
	// own, whose results are evidence by themselves.
	StandsInFor string
}

// Model is what the boards print about one model.
type Model struct {
	ID       string
	Released float64                // in years, 2025.5 is the middle of 2025; 0: unknown
	Scores   map[string]data.Number // board id -> 0-100
	Follows  string                 // the id of the model before it in its maker's line; "": unknown
	Before   *Predecessor           // what is known of that model; nil: it says nothing about this one
}

// Predecessor is the model before another one in its maker's line, as far as its ability is known.
type Predecessor struct{ Released, Ability float64 }

// Population says which abilities are expected before anything is measured. One unit is the standard deviation of the
// abilities of models released at one time.
type Population struct {
	Origin  float64 // years; the ability of an average model released then is 0, and that of one without a date
	Trend   float64 // units a year
	Kinship float64 // how much of a model's distance from the trend the next one of its line keeps, from 0 to 1
}

// Line says which result a board is expected to give at an ability: Level + Loading * ability, as an angle (see Angle).
type Line struct {
	Level   float64 // radians
	Loading float64 // radians per unit of ability, above 0
	Noise   float64 // scale of the distances of results from the line, radians
}

// BoardLine is a board with its line.
type BoardLine struct {
	Board
	Line
}

// Calibration is everything an estimate is computed with. It is made by Calibrate and stays fixed until the next one, so
// that no model's score depends on what was measured since of others.
type Calibration struct {
	Population Population
	Boards     []BoardLine
	StandIns   []rating.StandIn
	Neighbours []rating.Neighbour                  // models with results on several boards, with which others are compared
	Width      float64                             // half the 90 % interval of an estimated result of a model that a board with a weight has measured, radians
	Widths     map[rating.ProvisionalBasis]float64 // and of a model that none of them has, by what the estimate rests on

	others []subject // the neighbours, laid out by the first estimate: not for several goroutines at once
}

var hundred = decimal.NewFromInt(100)
