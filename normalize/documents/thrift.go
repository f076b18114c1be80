package documents

import (
	"fmt"
	"slices"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/normalize"
)

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
	exact := slices.DeleteFunc(slices.Clone(d.Solved.Rows), func(row data.SolvedCost) bool {
		f, _ := row.Comparable()
		return f.Repriced != data.RepricedExact
	})
	board, _ := data.WidestBoard(d.Solved.Boards, exact)
	_, rows := data.WidestBoard([]data.SolvedBoard{board}, d.Solved.Rows)
	said := map[string]thrift{}
	if len(rows) < fewRanked {
		return said
	}
	costs, tools := costsOf(rows), byID(d)
	for _, row := range rows {
		own, ok := row.Comparable()
		rival, also := rivalOf(row, rows)
		if !ok || !also || own.Repriced != data.RepricedExact || rival.Repriced != data.RepricedExact || own.Interval.Overlaps(*rival.Interval) {
			continue
		}
		name := tools[rival.tool].Name
		switch cost, other := own.CostPerSolved.Decimal, rival.CostPerSolved.Decimal; {
		case other.GreaterThanOrEqual(cost.Mul(muchCheaper)):
			said[row.ModelID] = thrift{strength: fmt.Sprintf("A solved task costs %s on %s, %s times cheaper than with %s, the cheapest other that solves as many",
				own.CostPerSolved.Dollars(), board.Name, times(other.Div(cost)), name)}
		case cost.GreaterThanOrEqual(other.Mul(muchDearer)) && quarter(place(costs, cost), len(costs)) == 4:
			said[row.ModelID] = thrift{weakness: fmt.Sprintf("A solved task costs %s on %s, %s times as much as with %s, which solves as many",
				own.CostPerSolved.Dollars(), board.Name, times(cost.Div(other)), name)}
		}
	}
	return said
}

// costsOf are the costs of the rows, cheapest first.
func costsOf(rows []data.SolvedCost) []decimal.Decimal {
	var all []decimal.Decimal
	for _, row := range rows {
		if f, ok := row.Comparable(); ok {
			all = append(all, f.CostPerSolved.Decimal)
		}
	}
	slices.SortFunc(all, decimal.Decimal.Cmp)
	return all
}

// rival is what another tool is compared by.
type rival struct {
	data.SolvedFigure
	tool string
}

// rivalOf is the cheapest other tool that solves at least as large a share of the tasks; false for the one that solves most.
func rivalOf(row data.SolvedCost, rows []data.SolvedCost) (best rival, found bool) {
	for _, other := range rows {
		f, ok := other.Comparable()
		if !ok || other.ModelID == row.ModelID || other.Share.LessThan(row.Share.Decimal) {
			continue
		}
		if !found || f.CostPerSolved.LessThan(best.CostPerSolved.Decimal) {
			best, found = rival{f, other.ModelID}, true
		}
	}
	return best, found
}

// times writes a factor: 12, 2.4.
func times(factor decimal.Decimal) string {
	if factor.GreaterThanOrEqual(decimal.NewFromInt(10)) {
		return factor.StringFixed(0)
	}
	return factor.Round(1).String()
}
