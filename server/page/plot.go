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
			ID: c.id, Name: shortened(c.name), X: percent(x), Y: percent(s.y(c.score)), Low: percent(min(100, s.y(c.low))), High: percent(s.y(c.high)),
			Hollow: c.hollow || c.guessed, Standing: standing[i], Left: x > 80, Label: c.label,
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
	c := candidate{id: r.ID, name: r.Name, hollow: r.Hollow, cost: cost, score: n, low: n, high: n, guessed: score.Guess != ""}
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

// longestName is how many characters of a name the plot has room for.
const longestName = 40

func shortened(name string) string {
	if letters := []rune(name); len(letters) > longestName {
		return string(letters[:longestName]) + "…"
	}
	return name
}
