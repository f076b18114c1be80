package scoring

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/shopspring/decimal"
	"gonum.org/v1/gonum/stat"

	"pricepoint/data"
	"pricepoint/data/rating"
)

// Calibrate fits the boards' lines to all results and finds out how good estimates are, by hiding what is known.
// published is the least observed weight with which a model is published, and half the most that its interval may reach to
// a side.
func Calibrate(boards []Board, models []Model, published, half decimal.Decimal) (Calibration, Evaluation, error) {
	// In the order of their ids, whatever that of the rows was, so that no sum depends on it.
	models = slices.SortedFunc(slices.Values(models), func(a, b Model) int { return cmp.Compare(a.ID, b.ID) })
	if err := checkStudy(boards, models); err != nil {
		return Calibration{}, Evaluation{}, err
	}
	s := newStudy(boards, models)
	made, e := s.calibrated(), s.evaluate(published.InexactFloat64(), half.InexactFloat64())
	made.Population.Kinship = s.kinship(made)
	made.Width, made.Widths = significant(e.Width), map[rating.ProvisionalBasis]float64{}
	for _, f := range e.Provisional {
		made.Widths[f.RestsOn] = f.Width.InexactFloat64()
	}
	return *made, e, nil
}

// study is the results of all models, laid out for fits.
type study struct {
	Calibration // without lines
	subjects    []subject
}

func newStudy(boards []Board, models []Model) *study {
	s := &study{}
	for _, b := range boards {
		if b.StandsInFor != "" {
			s.StandIns = append(s.StandIns, standIn(b, models))
		} else {
			s.Boards = append(s.Boards, BoardLine{Board: b})
		}
	}
	for _, m := range models {
		s.subjects = append(s.subjects, s.subject(m))
	}
	return s
}

// calibrated is the fit, with as many digits as a file keeps, and the models that others can be compared with: those with
// results on two boards.
func (s *study) calibrated() *Calibration {
	c := s.fit(true)
	c.Population.Trend = significant(c.Population.Trend)
	for i := range c.Boards {
		l := &c.Boards[i].Line
		l.Level, l.Loading, l.Noise = significant(l.Level), significant(l.Loading), significant(l.Noise)
	}
	for _, one := range s.subjects {
		if len(one.results) > 1 {
			c.Neighbours = append(c.Neighbours, rating.Neighbour{ID: one.ID, Results: one.Scores})
		}
	}
	return c
}

// standIn learns from the models that both boards have.
func standIn(by Board, models []Model) rating.StandIn {
	var differences []float64
	for _, m := range models {
		own, ok := m.Scores[by.StandsInFor]
		other, both := m.Scores[by.ID]
		if ok && both {
			differences = append(differences, own.Sub(other.Decimal).InexactFloat64())
		}
	}
	s := rating.StandIn{Board: by.StandsInFor, By: by.ID, Pairs: int64(len(differences)), Half: data.Int(100)}
	if len(differences) < minPairs {
		return s // as good as unknown
	}
	offset := significant(quantile(differences, 0.5))
	for i := range differences {
		differences[i] = math.Abs(differences[i] - offset)
	}
	s.Offset, s.Half = Exactly(offset), Exactly(significant(quantile(differences, held)))
	return s
}

// held is the share of the results that an interval is to hold.
const held = 0.9

// The fewest results that are worth a fit. Less is a broken reading.
const minModels, minLinked, minResults, minPairs = 10, 5, 5, 5

// checkStudy refuses too little.
func checkStudy(boards []Board, models []Model) error {
	linked, results := 0, map[string]int{}
	for _, m := range models {
		linked += min(len(m.Scores)/2, 1)
		for board := range m.Scores {
			results[board]++
		}
	}
	if len(models) < minModels || linked < minLinked {
		return fmt.Errorf("%d models, %d of them on several boards, are too few; at least %d and %d are needed", len(models), linked, minModels, minLinked)
	}
	for _, b := range boards {
		if n := results[b.ID]; b.Weight.IsPositive() && n < minResults {
			return fmt.Errorf("board %s has %d results, at least %d are needed", b.ID, n, minResults)
		}
	}
	return nil
}

// kinship is the share of its distance from the trend that a model hands on to the next of its line: the slope of the
// distances of the later ones on those of the earlier, through 0, from 0 to 0.99.
func (s *study) kinship(c *Calibration) float64 {
	off := map[string]float64{}
	for _, one := range s.subjects {
		if one.Released != 0 && len(one.results) > 0 {
			ability, _ := c.ability(one)
			off[one.ID] = ability - c.Population.at(one.Released)
		}
	}
	products, squares := 0.0, 0.0
	for _, one := range s.subjects {
		now, is := off[one.ID]
		before, was := off[one.Follows]
		if is && was {
			products += now * before
			squares += before * before
		}
	}
	if squares == 0 {
		return 0
	}
	return math.Round(100*min(max(products/squares, 0), 0.99)) / 100
}

// significant keeps six significant digits.
func significant(v float64) float64 {
	if v == 0 {
		return 0
	}
	scale := math.Pow(10, 5-math.Floor(math.Log10(math.Abs(v))))
	return math.Round(v*scale) / scale
}

// Exactly is a number with all of its digits.
func Exactly(v float64) data.Number { return data.Number{Decimal: decimal.NewFromFloat(v)} }

// Decimals is a number with so many of them.
func Decimals(v float64, n int32) data.Number {
	return data.Number{Decimal: decimal.NewFromFloat(v).Round(n)}
}

// quantile is the smallest of the values that a share of them does not exceed.
func quantile(values []float64, share float64) float64 {
	return stat.Quantile(share, stat.Empirical, slices.Sorted(slices.Values(values)), nil)
}

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
