package page

import (
	"slices"

	"pricepoint/data"
)

// workCost is what one kind of work costs with a tool.
type workCost struct {
	ID, Title string
	Cost      string // "": it cannot do the work
	Bound     string
	Standing  string // whether it is worth it
	Pick      int    // place among those recommended; 0: none
}

func (d documents) workCosts(tool string) []workCost {
	var all []workCost
	for _, c := range d.scores.UseCases {
		w := workCost{ID: c.ID, Title: d.workTitle(c.ID), Standing: d.worth(c, tool)}
		w.Pick = slices.Index(d.picks(c.ID), tool) + 1
		w.Cost, w.Bound = costWords(c, tool)
		all = append(all, w)
	}
	return all
}

// costWords are what one task costs with a tool, "" where it cannot do the work, and the bounds of a cost that is not exact.
func costWords(c data.UseCaseCosts, tool string) (cost, bound string) {
	if usd, can := c.USD[tool]; can {
		cost = "$" + amount(usd)
	}
	if b, is := c.Bounds[tool]; is {
		most := ", and nobody knows how much at most"
		if b.Most != nil {
			most = ", at most $" + amount(*b.Most)
		}
		bound = "at least $" + amount(b.Least) + most + ": no price of the cache is stated"
	}
	return cost, bound
}

// worth tells in words whether a tool is worth its cost for a kind of work.
func (d documents) worth(c data.UseCaseCosts, tool string) string {
	if e := data.Find(c.Excluded, func(e data.ExcludedTool) bool { return e.ID == tool }); e != nil {
		return "not recommended: " + e.String()
	}
	r := data.Find(c.Order, func(r data.RankedTool) bool { return r.ID == tool })
	switch {
	case r == nil:
		return ""
	case r.BeatenBy != "":
		return "beaten by " + d.name(r.BeatenBy) + ", which does better and costs no more" + d.finished(r.Finished)
	}
	return "nothing is known to be better at this cost" + d.finished(r.Finished)
}

// finished says what a finished task costs; "" where nobody has measured it.
func (d documents) finished(f *data.FinishedTask) string {
	if f == nil {
		return ""
	}
	usd, _ := f.Dollars()
	return "; a finished task costs " + usd + " (" + joined(d.boardName(f.Board), f.Effort) + ")"
}

// solvedRow is a measured cost per solved task.
type solvedRow struct {
	Board, Entry, Setting string
	Share                 string
	Attempts              string
	Today, TodayBounds    string // at today's prices
	PerAttempt, PerSolved string // at the prices of the run
	Bounds                string
	Source                *link
}

func (d documents) solvedRows(a about) []solvedRow {
	var all []solvedRow
	for _, r := range a.solved {
		s := solvedRow{Board: r.Board, Entry: r.Entry, Setting: joined(r.Effort, r.Harness), Share: percentOf(r.Share), Attempts: countText(r.Attempts),
			PerAttempt: "$" + amount(r.CostPerAttempt)}
		if b := data.Find(d.solved.Boards, func(b data.SolvedBoard) bool { return b.ID == r.Board }); b != nil {
			s.Board, s.Source = b.Name, &link{shortAddress(b.URL), b.URL}
		}
		if e := r.Evidence; e.PrintedBy != "" {
			s.Source = &link{"copy by " + e.PrintedBy, e.URL}
		}
		if r.CostPerSolved != nil {
			s.PerSolved = "$" + amount(*r.CostPerSolved)
		}
		if r.Interval != nil {
			s.Bounds = costBounds(*r.Interval)
		}
		for _, p := range r.Repriced {
			if words := repricedWords(p); words != s.Today {
				s.Today = joined(s.Today, words)
			}
			if p.Interval != nil && s.TodayBounds == "" { // the first is that of the dearest hours
				s.TodayBounds = costBounds(*p.Interval) + map[bool]string{true: hours[p.Hours]}[len(r.Repriced) > 1]
			}
		}
		all = append(all, s)
	}
	return all
}

func costBounds(i data.CostInterval) string { return "$" + amount(i.Low) + " to $" + amount(i.High) }

// hours are when a tariff differs.
var hours = map[string]string{"peak": " in peak hours", "offPeak": " off peak"}

func repricedWords(p data.RepricedCost) string {
	hours := hours[p.Hours]
	switch cost := p.CostPerSolved; {
	case cost == nil && p.LeastPerSolved == nil:
		return "nobody can tell"
	case cost == nil:
		return "at least $" + amount(*p.LeastPerSolved) + hours
	case p.CostPerSolvedHigh != nil:
		return "$" + amount(*cost) + " to $" + amount(*p.CostPerSolvedHigh) + hours
	case p.Kind == data.RepricedEstimate:
		return "about $" + amount(*cost) + hours
	default:
		return "$" + amount(*cost) + hours
	}
}

// joined puts a comma between two texts, where both are there.
func joined(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + ", " + b
}
