package page

import (
	"math"
	"slices"
	"strconv"

	"pricepoint/data"
)

// candidate is a tool with a cost and a score.
type candidate struct {
	id, name         string
	cost             float64
	score, low, high data.Number
	guessed          bool // the score is provisional
	hollow           bool // most of it is estimated
	label            string
}

// scales turn costs and scores into places.
type scales struct {
	from, to      float64 // logarithms of the cost
	bottom, upper float64 // scores
}

// room is how much wider than the costs their axis is, as a share of it on each side.
const room = 0.04

func scalesOf(drawn []candidate, bottom float64) scales {
	s := scales{from: math.Log10(drawn[0].cost), to: math.Log10(drawn[len(drawn)-1].cost), bottom: bottom}
	for _, c := range drawn {
		s.upper = math.Max(s.upper, c.high.InexactFloat64())
	}
	margin := math.Max((s.to-s.from)*room, 0.05)
	s.from, s.to = s.from-margin, s.to+margin
	s.upper = math.Min(100, math.Ceil((s.upper+0.5)/scoreStep)*scoreStep)
	return s
}

func (s scales) x(cost float64) float64 { return 100 * (math.Log10(cost) - s.from) / (s.to - s.from) }

func (s scales) y(score data.Number) float64 {
	return 100 * (s.upper - score.InexactFloat64()) / (s.upper - s.bottom)
}

// leftOut is the part of the candidates, those with the lowest scores, that the plot may leave out, so that there is room to tell
// the others apart.
const leftOut = 8

// scoreStep is between two ticks of scores.
const scoreStep = 5

// bottomOf is the lowest score that the plot shows.
func bottomOf(all []candidate) float64 {
	var scores []float64
	for _, c := range all {
		scores = append(scores, c.score.InexactFloat64())
	}
	slices.Sort(scores)
	return math.Floor(scores[len(scores)/leftOut]/scoreStep) * scoreStep
}

type tick struct {
	At, Text string
	Fine     bool // its text has no room on a narrow screen
}

const (
	mostTicks  = 9   // that an axis of costs may have
	letterRoom = 2.7 // percent of the axis that a letter of a cost takes on a narrow screen
)

// costTicks stand at 1, 2 and 5 of every power of ten, or at 1 only where that would be too many.
func (s scales) costTicks() []tick {
	for _, digits := range [][]float64{{1, 2, 5}, {1, 3}, {1}} {
		var all []tick
		apart := 100 * math.Log10(digits[min(1, len(digits)-1)]) / (s.to - s.from) // percent between the closest two
		for power := math.Floor(s.from); power <= s.to; power++ {
			for _, digit := range digits {
				cost := digit * math.Pow(10, power)
				if x := s.x(cost); x >= 0 && x <= 100 {
					text := "$" + strconv.FormatFloat(cost, 'f', int(math.Max(0, -power)), 64)
					all = append(all, tick{At: percent(x), Text: text, Fine: digit > 1 && apart < letterRoom*float64(len(text))})
				}
			}
		}
		if len(all) <= mostTicks || len(digits) == 1 {
			return all
		}
	}
	return nil
}

func (s scales) scoreTicks() []tick {
	var all []tick
	for score := s.bottom; score <= s.upper; score += scoreStep {
		all = append(all, tick{At: percent(s.y(data.Int(int64(score)))), Text: strconv.Itoa(int(score))})
	}
	return all
}

func percent(n float64) string { return strconv.FormatFloat(n, 'f', 2, 64) + "%" }
