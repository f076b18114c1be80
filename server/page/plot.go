package page

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"pricepoint/data"
)

// plot is cost against score as SVG. All places are percentages of its area, so that it fits any width without a script
// and letters keep their size. plot.js draws the same.
type plot struct {
	Points    []point // cheapest first
	Steps     []line  // of the frontier
	CostTicks []tick
	Ticks     []tick // of the score
	Guessed   bool   // some scores are provisional
	Left      string // which tools are not drawn
}

// point is one tool.
type point struct {
	ID, Name        string // the name as far as there is room for it
	X, Y, Low, High string // percent
	Label           string // what is read out
	Hollow          bool   // most of the score is estimated
	Standing        place
	Left            bool // its name stands to the left of it
}

// place is where a point stands to the Pareto frontier.
type place string

// The places. A tool may be on the frontier as long as none that costs no more is certainly better.
const (
	onFrontier  place = "front"
	mayBeOnIt   place = "maybe"
	notFrontier place = "beaten"
	unplaced    place = "guessed" // its score is provisional, and beats nobody
)

type line struct{ X1, Y1, X2, Y2 string }

type tick struct {
	At, Text string
	Fine     bool // its text has no room on a narrow screen
}

// candidate is a tool with a cost and a score.
type candidate struct {
	row              row
	cost             float64
	score, low, high data.Number
	guessed          bool // the score is provisional
	label            string
}

func plotOf(t table) plot {
	var all []candidate
	for _, r := range t.Rows {
		if c, ok := candidateOf(r); ok {
			all = append(all, c)
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.cost, b.cost), b.score.Cmp(a.score.Decimal))
	})
	if len(all) == 0 {
		return plot{Left: left(len(t.Rows), 0, 0)}
	}
	places, bottom := frontierOf(all), bottomOf(all)
	below := 0
	var drawn []candidate
	var standing []place
	for i, c := range all {
		if c.score.InexactFloat64() < bottom {
			below++
			continue
		}
		drawn, standing = append(drawn, c), append(standing, places[i])
	}
	s := scalesOf(drawn, bottom)
	p := plot{CostTicks: s.costTicks(), Ticks: s.scoreTicks(), Left: left(len(t.Rows)-len(all), below, bottom)}
	for i, c := range drawn {
		x := s.x(c.cost)
		p.Guessed = p.Guessed || c.guessed
		p.Points = append(p.Points, point{
			ID: c.row.ID, Name: shortened(c.row.Name), X: percent(x), Y: percent(s.y(c.score)), Low: percent(min(100, s.y(c.low))), High: percent(s.y(c.high)),
			Hollow: c.row.Hollow || c.guessed, Standing: standing[i], Left: x > 80, Label: c.label,
		})
	}
	p.Steps = steps(p.Points)
	return p
}

// left says which tools are not drawn.
func left(without, below int, bottom float64) string {
	var parts []string
	if without > 0 {
		parts = append(parts, fmt.Sprintf("%d without a score or a cost", without))
	}
	if below > 0 {
		parts = append(parts, fmt.Sprintf("%d with a score below %v", below, bottom))
	}
	if len(parts) == 0 {
		return ""
	}
	return "Not drawn: " + strings.Join(parts, ", ") + "."
}

func candidateOf(r row) (candidate, bool) {
	score := find(r.Cells, func(c cell) bool { return c.Key == data.FieldOverall })
	work := find(r.Cells, func(c cell) bool { return c.Key == workKey })
	cost, err := strconv.ParseFloat(work.Value, 64)
	if err != nil || cost <= 0 || score.Text == "" {
		return candidate{}, false
	}
	n, err := data.ParseNumber(score.Value + score.Guess) // one of them is empty
	c := candidate{row: r, cost: cost, score: n, low: n, high: n, guessed: score.Guess != ""}
	if score.Bounds != nil {
		c.low, c.high = score.Bounds.Low, score.Bounds.High
	}
	word := "score"
	if c.guessed {
		word = "provisional score"
	}
	c.label = fmt.Sprintf("%s, $%s for this work, %s %s, between %s and %s", r.Name, work.Text, word, score.Text, points(c.low), points(c.high))
	return c, err == nil
}

// frontierOf says of each candidate, cheapest first, whether it is on the frontier.
func frontierOf(all []candidate) []place {
	places := make([]place, len(all))
	best := math.Inf(-1)
	for i, c := range all {
		score := c.score.InexactFloat64()
		switch {
		case c.guessed:
			places[i] = unplaced
		case score > best:
			places[i], best = onFrontier, score
		case slices.ContainsFunc(all, func(o candidate) bool { return !o.guessed && o.cost <= c.cost && o.low.GreaterThan(c.high.Decimal) }):
			places[i] = notFrontier
		default:
			places[i] = mayBeOnIt
		}
	}
	return places
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

// steps lead from each point of the frontier to the next: to the right, then up; and to the right edge at last.
func steps(points []point) []line {
	var all []line
	var last *point
	for i, p := range points {
		if p.Standing != onFrontier {
			continue
		}
		if last != nil {
			all = append(all, line{last.X, last.Y, p.X, last.Y}, line{p.X, last.Y, p.X, p.Y})
		}
		last = &points[i]
	}
	if last != nil {
		all = append(all, line{last.X, last.Y, percent(100), last.Y})
	}
	return all
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

const (
	mostTicks = 9  // that an axis of costs may have
	textRoom  = 15 // percent of the axis that the text of a cost takes on a narrow screen
)

// costTicks stand at 1, 2 and 5 of every power of ten, or at 1 only where that would be too many.
func (s scales) costTicks() []tick {
	for _, digits := range [][]float64{{1, 2, 5}, {1, 3}, {1}} {
		var all []tick
		crowded := 100*math.Log10(digits[min(1, len(digits)-1)])/(s.to-s.from) < textRoom
		for power := math.Floor(s.from); power <= s.to; power++ {
			for _, digit := range digits {
				cost := digit * math.Pow(10, power)
				if x := s.x(cost); x >= 0 && x <= 100 {
					text := "$" + strconv.FormatFloat(cost, 'f', int(math.Max(0, -power)), 64)
					all = append(all, tick{At: percent(x), Text: text, Fine: crowded && digit > 1})
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

// longestName is how many characters of a name the plot has room for.
const longestName = 40

func shortened(name string) string {
	if letters := []rune(name); len(letters) > longestName {
		return string(letters[:longestName]) + "…"
	}
	return name
}
