package documents

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"pricepoint/data/rating"
	"pricepoint/normalize"
	"pricepoint/scoring"
)

// points writes by how much the score of one tool exceeds that of another: 12.3.
func points(more, less normalize.Tool) string {
	return scoring.Published(more.Score()).Sub(scoring.Published(less.Score())).String()
}

// clearly reports whether a tool scores more than another beyond doubt: their intervals are apart.
func clearly(more, less normalize.Tool) bool {
	return more.Estimate.Overall.Low.GreaterThan(less.Estimate.Overall.High)
}

// outdone says which tool costs no more, and scores more beyond doubt or comes after it in its line. Of several it names the
// one with the highest score, and after it the next of the line.
func (r ranks) outdone(t normalize.Tool) (all []string) {
	best := slices.IndexFunc(r.scored, func(other normalize.Tool) bool { return noDearer(other, t) })
	rival := ""
	if best >= 0 && clearly(r.scored[best], t) {
		rival = r.scored[best].ID
		all = append(all, fmt.Sprintf("%s costs no more per token and scores %s points more", r.scored[best].Name, points(r.scored[best], t)))
	}
	for _, next := range r.Tools {
		if next.Predecessor == t.ID && !t.Legacy && !t.UncertainPrice() && rival != next.ID && noDearer(next, t) {
			all = append(all, next.Name+" follows it and costs no more per token")
			break
		}
	}
	return all
}

// noDearer reports whether a tool that one would buy today costs no more per token than another.
func noDearer(buy, t normalize.Tool) bool {
	sold := buy.Stage == "" && !buy.Deprecated && !buy.Legacy && buy.Shutdown.IsZero() && !buy.UncertainPrice()
	return sold && blended(buy).LessThanOrEqual(blended(t))
}

// progress says by how much a tool scores more than the one before it in its line, where that is beyond doubt.
func (r ranks) progress(t normalize.Tool) string {
	before := r.Tool(t.Predecessor)
	if before == nil || !before.Scored || !clearly(t, *before) {
		return ""
	}
	text := fmt.Sprintf("Scores %s points more than %s before it", points(t, *before), before.Name)
	if !t.UncertainPrice() && !before.UncertainPrice() && blended(t).LessThanOrEqual(blended(*before)) {
		text += " and costs no more per token"
	}
	return text
}

// speed says how long a tool takes for a task where that is measured, in the quickest quarter and in the slowest.
func (r ranks) speed(t normalize.Tool) (fast, slow string) {
	own, ok := r.seconds[t.ID]
	all := slices.SortedFunc(maps.Values(r.seconds), decimal.Decimal.Cmp)
	nth := place(all, own)
	text := fmt.Sprintf("%s seconds on average for a task of %s, %s of %d", own.Round(0), r.timed, ordinal(nth), len(all))
	switch {
	case !ok || len(all) < fewRanked:
	case quarter(nth, len(all)) == 1:
		fast = "Fast: " + text
	case quarter(nth, len(all)) == 4:
		slow = "Slow: " + text
	}
	return fast, slow
}

// farthest is the place that lies farthest from the middle of its board, for the size of the board; "" where all lie on the
// other side of it.
func farthest(places []placing, off func(placing) int) string {
	var best placing
	for _, p := range places {
		if off(p) >= 0 && (best.of == 0 || off(p)*best.of > off(best)*p.of) {
			best = p
		}
	}
	return best.String()
}

// placing is a tool's place on a board among the listed tools.
type placing struct {
	board    string
	rank, of int
}

// String is "" for no place.
func (s placing) String() string {
	if s.of == 0 {
		return ""
	}
	return fmt.Sprintf("%s of %d on %s", ordinal(s.rank), s.of, s.board)
}

// places are those on boards with enough tools.
func (r ranks) places(t normalize.Tool) (all []placing) {
	for _, c := range r.columns {
		if score, ok := measured(t, c); ok && len(r.byScore[c.ID]) >= fewRanked {
			all = append(all, placing{c.Name, place(r.byScore[c.ID], score.Neg()), len(r.byScore[c.ID])})
		}
	}
	return all
}

// place is the rank of d in an ascending list, ties sharing the better one.
func place(ascending []decimal.Decimal, d decimal.Decimal) int {
	better, _ := slices.BinarySearchFunc(ascending, d, decimal.Decimal.Cmp)
	return better + 1
}

// quarter says in which quarter of n a rank lies, 1 to 4. With fewer than four there are no quarters and it is 0.
func quarter(rank, n int) int {
	if n < 4 {
		return 0
	}
	return (rank-1)*4/n + 1
}

func ordinal(n int) string {
	if n%10 > 3 || n%100 >= 11 && n%100 <= 13 {
		return fmt.Sprint(n, "th")
	}
	return fmt.Sprint(n, []string{"th", "st", "nd", "rd"}[n%10])
}

// series joins names as prose, with a word before the last: "A, B and C".
func series(names []string, word string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + word + names[len(names)-1]
}

// The limits of what counts as remarkable about the cost of solved tasks.
var (
	muchCheaper = decimal.NewFromInt(2) // times
	muchDearer  = decimal.NewFromInt(3)
)

// thrift is what the measured cost of a solved task speaks for and against; "" where it says nothing.
type thrift struct{ strength, weakness string }

// thrifts are those of the tools on the board of repository work that has most of their exact costs. A tool is held against those
// that solve at least as large a share there, and only where the intervals of the costs are apart. What is dearer than the
// cheapest is said of the most expensive quarter alone: of nearly all tools it would be true, and help nobody to choose one. A number
// of times is said of exact costs alone.
func thrifts(d normalize.Decision) map[string]thrift {
	var exact []rating.SolvedCost
	for _, row := range d.Solved.Rows {
		if f, _ := row.Comparable(); f.Repriced == rating.RepricedExact {
			exact = append(exact, row)
		}
	}
	board, _ := rating.WidestBoard(d.Solved.Boards, exact)
	_, rows := rating.WidestBoard([]rating.SolvedBoard{board}, d.Solved.Rows)
	said := map[string]thrift{}
	if len(rows) < fewRanked {
		return said
	}
	var costs []decimal.Decimal
	for _, row := range rows {
		if f, ok := row.Comparable(); ok {
			costs = append(costs, f.CostPerSolved.Decimal)
		}
	}
	slices.SortFunc(costs, decimal.Decimal.Cmp)
	for _, row := range rows {
		own, ok := row.Comparable()
		rival, tool, also := rivalOf(row, rows)
		if !ok || !also || own.Repriced != rating.RepricedExact || rival.Repriced != rating.RepricedExact || own.Interval.Overlaps(*rival.Interval) {
			continue
		}
		switch cost, other := own.CostPerSolved.Decimal, rival.CostPerSolved.Decimal; {
		case other.GreaterThanOrEqual(cost.Mul(muchCheaper)):
			said[row.ModelID] = thrift{strength: fmt.Sprintf("A solved task costs %s on %s, %s times cheaper than with %s, the cheapest other that solves as many",
				own.CostPerSolved.Dollars(), board.Name, times(other.Div(cost)), d.Tool(tool).Name)}
		case cost.GreaterThanOrEqual(other.Mul(muchDearer)) && quarter(place(costs, cost), len(costs)) == 4:
			said[row.ModelID] = thrift{weakness: fmt.Sprintf("A solved task costs %s on %s, %s times as much as with %s, which solves as many",
				own.CostPerSolved.Dollars(), board.Name, times(cost.Div(other)), d.Tool(tool).Name)}
		}
	}
	return said
}

// rivalOf is the cheapest other tool that solves at least as large a share of the tasks; false for the one that solves most.
func rivalOf(row rating.SolvedCost, rows []rating.SolvedCost) (best rating.SolvedFigure, tool string, found bool) {
	for _, other := range rows {
		f, ok := other.Comparable()
		if !ok || other.ModelID == row.ModelID || other.Share.LessThan(row.Share.Decimal) {
			continue
		}
		if !found || f.CostPerSolved.LessThan(best.CostPerSolved.Decimal) {
			best, tool, found = f, other.ModelID, true
		}
	}
	return best, tool, found
}

// times writes a factor: 12, 2.4.
func times(factor decimal.Decimal) string {
	if factor.GreaterThanOrEqual(decimal.NewFromInt(10)) {
		return factor.StringFixed(0)
	}
	return factor.Round(1).String()
}
