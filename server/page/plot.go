package page

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pricepoint/data"
)

// plot is cost against score as SVG. All places are percentages of its area, so that it fits any width without a script
// and letters keep their size. plot.js draws the same.
type plot struct {
	Points    []point // cheapest first
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

// place is where a tool stands by the verdict on the work.
type place string

// The places.
const (
	onFrontier  place = "front"
	notFrontier place = "beaten"  // or not ranked
	unplaced    place = "guessed" // neither, and its score is provisional
)

// plotOf draws a table; best are the tools that nobody beats at its work.
func plotOf(t table, best []string) plot {
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
	bottom, below := bottomOf(all), 0
	var drawn []candidate
	for _, c := range all {
		if c.score.InexactFloat64() < bottom {
			below++
			continue
		}
		drawn = append(drawn, c)
	}
	s := scalesOf(drawn, bottom)
	p := plot{CostTicks: s.costTicks(), Ticks: s.scoreTicks(), Left: left(len(t.Rows)-len(all), below, bottom)}
	for _, c := range drawn {
		x := s.x(c.cost)
		p.Guessed = p.Guessed || c.guessed
		p.Points = append(p.Points, point{
			ID: c.id, Name: shortened(c.name), X: percent(x), Y: percent(s.y(c.score)), Low: percent(min(100, s.y(c.low))), High: percent(s.y(c.high)),
			Hollow: c.hollow || c.guessed, Standing: placeOf(c, best), Left: x > 80, Label: c.label,
		})
	}
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

func placeOf(c candidate, best []string) place {
	switch {
	case slices.Contains(best, c.id):
		return onFrontier
	case c.guessed:
		return unplaced
	}
	return notFrontier
}

// longestName is how many characters of a name the plot has room for.
const longestName = 40

func shortened(name string) string {
	if letters := []rune(name); len(letters) > longestName {
		return string(letters[:longestName]) + "…"
	}
	return name
}
