package cost

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"pricepoint/cmd/internal/published"
	"pricepoint/cmd/internal/terminal"
	"pricepoint/data"
	"pricepoint/data/rating"
	"pricepoint/normalize/solved"
)

// SolvedQuestion asks what a solved task costs with a tool.
type SolvedQuestion struct {
	Board  string // id; empty: all
	Effort string // empty: all
	At     time.Time
}

// SolvedAnswer is what a solved task costs with one tool: the rows of solved.json, re-priced at an instant.
type SolvedAnswer struct {
	Tool    string         `json:"tool"` // id
	Name    string         `json:"name"`
	Version string         `json:"version"` // of the snapshot that was asked
	At      data.Timestamp `json:"at"`      // the instant whose prices were applied

	Assumed bool `json:"assumed,omitempty"` // nothing was read so early; the prices are the earliest that are known

	Boards []rating.SolvedBoard `json:"boards"` // that have a row
	Rows   []rating.SolvedCost  `json:"rows"`
}

// Solved re-prices the rows of a tool in solved.json. The tariff of that instant is not the one of tariffs.json, so prices have no
// place among lines.
func (h Histories) Solved(tool string, q SolvedQuestion) (SolvedAnswer, error) {
	doc, err := published.Document[rating.SolvedDocument](h.snapshot, data.SolvedPath)
	if err != nil {
		return SolvedAnswer{}, err
	}
	t, assumed, err := h.Tariff(tool, q.At)
	if err != nil {
		return SolvedAnswer{}, err
	}
	a, err := rowsOf(doc, tool, t.Name, q)
	a.Version, a.At = h.Version, data.At(q.At)
	for i, row := range a.Rows {
		a.Rows[i].Repriced = solved.Reprice(row, t, q.At)
		for _, repriced := range a.Rows[i].Repriced {
			for i, p := range repriced.Prices {
				a.Assumed = a.Assumed || p.Line != nil && slices.Contains(assumed, *p.Line)
				repriced.Prices[i].Line = nil
			}
		}
	}
	return a, err
}

// rowsOf are the rows of one tool as solved.json has them. The error says why there is none, and which there are.
func rowsOf(doc rating.SolvedDocument, tool, name string, q SolvedQuestion) (SolvedAnswer, error) {
	a := SolvedAnswer{Tool: tool, Name: name, Boards: []rating.SolvedBoard{}, Rows: []rating.SolvedCost{}}
	var known []string
	for _, r := range doc.Rows {
		if r.ModelID != tool {
			continue
		}
		known = append(known, strings.TrimSpace(r.Board+" "+r.Effort))
		if (q.Board == "" || r.Board == q.Board) && (q.Effort == "" || r.Effort == q.Effort) {
			a.Rows = append(a.Rows, r)
		}
	}
	a.Boards = slices.DeleteFunc(append(a.Boards, doc.Boards...), func(b rating.SolvedBoard) bool {
		return !slices.ContainsFunc(a.Rows, func(r rating.SolvedCost) bool { return r.Board == b.ID })
	})
	slices.Sort(known)
	switch {
	case len(doc.Rows) == 0:
		return a, fmt.Errorf("snapshot %s knows nothing yet from the boards that print what their attempts cost, so nobody can say what a solved task costs with %s; "+
			"pricepoint refresh reads them, and pricepoint sources says which could not be read", doc.Version, name)
	case len(known) == 0:
		return a, fmt.Errorf("no board that prints what its attempts cost has run %s, as far as snapshot %s knows", name, doc.Version)
	case len(a.Rows) == 0:
		asked, rows := strings.TrimSpace(q.Board+" "+q.Effort), data.Conjunction(slices.Compact(known), "and")
		return a, fmt.Errorf("%s has no row for %s; it has %s", name, asked, rows)
	}
	return a, nil
}

// Table is an answer for people: a line for each row, and a second one where the price depends on the hour.
func (a SolvedAnswer) Table() terminal.Table {
	t := terminal.Table{Header: terminal.Row{"", "board", "effort", "harness", "solved", "USD a solved task", "90 % interval", "at " + a.At.Format(time.DateOnly), "90 % interval", "how"}}
	for _, r := range a.Rows {
		mark := ""
		if r.Shown {
			mark = "*"
		}
		left := terminal.Row{mark, r.Board, r.Effort, strings.TrimSpace(r.Harness + " " + r.HarnessVersion), r.Share.Shift(2).StringFixed(1) + " %",
			r.CostPerSolved.Dollars(), ends(r.Interval)}
		for i, c := range r.Repriced {
			if i > 0 {
				left = terminal.Row{"", "", "", "", "", "", ""}
			}
			t.Lines = append(t.Lines, append(left, perSolved(c), ends(c.Interval), how(c)))
		}
	}
	return t
}

func ends(i *rating.CostInterval) string {
	if i == nil {
		return ""
	}
	return i.Low.Dollars() + "-" + i.High.Dollars()
}

// perSolved is the re-priced cost of a solved task: one, two or a least one.
func perSolved(c rating.RepricedCost) string {
	switch {
	case c.CostPerSolved != nil && c.CostPerSolvedHigh != nil:
		return c.CostPerSolved.Dollars() + " to " + c.CostPerSolvedHigh.Dollars()
	case c.CostPerSolved != nil:
		return c.CostPerSolved.Dollars()
	case c.LeastPerSolved != nil:
		return "more than " + c.LeastPerSolved.Dollars()
	}
	return "unknown"
}

// kinds are those of re-priced costs, in words.
var kinds = map[rating.RepricedKind]string{
	rating.RepricedExact: "exact", rating.RepricedPair: "between the two", rating.RepricedEstimate: "estimate", rating.RepricedLowerBound: "lower bound", rating.RepricedUnknown: "unknown",
}

// reasons are why a re-priced cost is not exact: as short as a table has room, and in full.
var reasons = map[rating.RepricedReason]struct{ short, full string }{
	rating.NoTokens:      {": no tokens printed", "the board does not print how many tokens of each class there were"},
	rating.PricesMoved:   {": no tokens printed, and prices moved apart", "the board does not print how many tokens of each class there were, and the prices have changed by different factors"},
	rating.WritesUnknown: {"", "writing to a cache has a price of its own, and the board does not say what was written"},
	rating.LongPrompts:   {"", "long prompts cost more, and means do not say how many there were"},
	rating.NotSold:       {": not sold then", "it could not be bought then"},
	rating.ClassUnpriced: {": nobody states a price", "nobody states the price of "},
	rating.OthersAnnounced: {": other prices are announced",
		"other prices were announced for a day that has come by then, and nobody has read them in force"},
}

// how says how far a re-priced cost can be trusted, and in which hours it holds.
func how(c rating.RepricedCost) string {
	return kinds[c.Kind] + map[string]string{"peak": ", peak hours", "offPeak": ", off-peak hours"}[c.Hours] + reasons[c.Why].short
}

// Remarks say what the table cannot.
func (a SolvedAnswer) Remarks() []string {
	words := []string{fmt.Sprintf("%s at the prices of %s, by snapshot %s; * stands for the model where a board shows one row", a.Name, minute(a.At), a.Version),
		"the money of all attempts divided by the solved tasks; first as published, then at those prices. Figures of two boards or two harnesses cannot be compared"}
	if a.Assumed {
		words = append(words, earliest)
	}
	said := map[rating.RepricedReason]bool{}
	for _, r := range a.Rows {
		for _, c := range r.Repriced {
			classes := data.Each(c.Unpriced, func(class data.BillingClass) string { return string(class) })
			if why := reasons[c.Why].full + data.Conjunction(classes, "and"); why != "" && !said[c.Why] {
				said[c.Why] = true
				words = append(words, kinds[c.Kind]+": "+why)
			}
		}
	}
	for _, b := range a.Boards {
		measured := b.ID + ": measured by " + b.MeasuredBy
		if b.PrintedBy != "" {
			measured += ", read in the copy that " + b.PrintedBy + " prints"
		}
		words = append(words, measured)
	}
	return words
}
