package page

import (
	"cmp"
	"slices"

	"pricepoint/data"
	"pricepoint/data/rating"

	"pricepoint/server/page/facts"
)

// workGroup are the kinds of work at which the same holds of a tool.
type workGroup struct {
	Kind  groupKind
	Why   string       // in words
	Rival data.ToolRef // who beats it
	Works []workCost
}

// groupKind is what holds of a tool at some work.
type groupKind string

// In the order of the page.
const (
	picked   groupKind = "picked"   // it is recommended
	unbeaten groupKind = "unbeaten" // nobody beats it, and others are recommended
	beaten   groupKind = "beaten"
	unranked groupKind = "unranked"
)

var groupOrder = []groupKind{picked, unbeaten, beaten, unranked}

// workCost is what one kind of work costs with a tool.
type workCost struct {
	ID, Title   string
	Cost, Bound string // Cost "": it cannot do the work
	Place       int    // among those recommended; 0: none
	Finished    string // what a finished task costs; "": nobody has measured it
	Board       string
}

// workGroupsOf are all kinds of work by what holds of a tool, the most of them first.
func workGroupsOf(d facts.Documents, tool string) (all []workGroup) {
	for _, c := range d.Scores.UseCases {
		g := standingAt(d, c, tool)
		if g.Kind == "" {
			continue
		}
		same := data.Find(all, func(o workGroup) bool { return o.Kind == g.Kind && o.Why == g.Why })
		if same == nil {
			all = append(all, g)
		} else {
			same.Works = append(same.Works, g.Works...)
		}
	}
	slices.SortStableFunc(all, func(a, b workGroup) int {
		return cmp.Or(slices.Index(groupOrder, a.Kind)-slices.Index(groupOrder, b.Kind), len(b.Works)-len(a.Works))
	})
	return all
}

// standingAt is what holds of a tool at one kind of work.
func standingAt(d facts.Documents, c rating.UseCaseCosts, tool string) workGroup {
	w := workCost{ID: c.ID, Title: d.WorkTitle(c.ID), Place: slices.Index(d.Picks(c.ID), tool) + 1}
	w.Cost, w.Bound = costWords(c, tool)
	r := data.Find(c.Order, func(r rating.RankedTool) bool { return r.ID == tool })
	if r != nil && r.Finished != nil {
		w.Finished, _ = r.Finished.Dollars()
		w.Board = facts.Joined(d.BoardName(r.Finished.Board), r.Finished.Effort)
	}
	g := workGroup{Works: []workCost{w}}
	e := data.Find(c.Excluded, func(e rating.ExcludedTool) bool { return e.ID == tool })
	switch {
	case e != nil:
		g.Kind, g.Why = unranked, "Not ranked: "+e.String()
	case w.Place > 0:
		g.Kind, g.Why = picked, "Recommended"
	case r == nil:
	case r.BeatenBy != "":
		g.Rival = data.ToolRef{ID: r.BeatenBy, Name: d.Name(r.BeatenBy)}
		g.Kind, g.Why = beaten, g.Rival.Name+" does better and costs no more"
	default:
		g.Kind, g.Why = unbeaten, "Nothing is known to be better at this cost; others come first"
	}
	return g
}

// costWords are what one task costs with a tool, "" where it cannot do the work, and the bounds of a cost that is not exact.
func costWords(c rating.UseCaseCosts, tool string) (cost, bound string) {
	if usd, can := c.USD[tool]; can {
		cost = "$" + facts.Amount(usd)
	}
	if b, is := c.Bounds[tool]; is {
		most := ", and nobody knows how much at most"
		if b.Most != nil {
			most = ", at most $" + facts.Amount(*b.Most)
		}
		bound = "at least $" + facts.Amount(b.Least) + most + ": no price of the cache is stated"
	}
	return cost, bound
}

// solvedRow is a measured cost per solved task.
type solvedRow struct {
	Board, Entry, Setting string
	Share                 string
	Attempts              string
	Today, TodayBounds    string // at today's prices
	PerAttempt, PerSolved string // at the prices of the run
	Bounds                string
	Source                *facts.Link
}

func solvedRowsOf(d facts.Documents, a facts.About) []solvedRow {
	var all []solvedRow
	for _, r := range a.Solved {
		s := solvedRow{Board: r.Board, Entry: r.Entry, Setting: facts.Joined(r.Effort, r.Harness), Share: facts.PercentOf(r.Share), Attempts: facts.CountText(r.Attempts),
			PerAttempt: "$" + facts.Amount(r.CostPerAttempt)}
		if b := data.Find(d.Solved.Boards, func(b rating.SolvedBoard) bool { return b.ID == r.Board }); b != nil {
			s.Board, s.Source = b.Name, facts.LinkTo(b.URL)
		}
		if e := r.Evidence; e.PrintedBy != "" {
			s.Source = &facts.Link{Text: "copy by " + e.PrintedBy, To: e.URL}
		}
		if r.CostPerSolved != nil {
			s.PerSolved = "$" + facts.Amount(*r.CostPerSolved)
		}
		if r.Interval != nil {
			s.Bounds = costBounds(*r.Interval)
		}
		for _, p := range r.Repriced {
			if words := repricedWords(p); words != s.Today {
				s.Today = facts.Joined(s.Today, words)
			}
			if p.Interval != nil && s.TodayBounds == "" { // the first is that of the dearest hours
				s.TodayBounds = costBounds(*p.Interval) + map[bool]string{true: hours[p.Hours]}[len(r.Repriced) > 1]
			}
		}
		all = append(all, s)
	}
	return all
}

func costBounds(i rating.CostInterval) string {
	return "$" + facts.Amount(i.Low) + " to $" + facts.Amount(i.High)
}

// hours are when a tariff differs.
var hours = map[string]string{"peak": " in peak hours", "offPeak": " off peak"}

func repricedWords(p rating.RepricedCost) string {
	hours := hours[p.Hours]
	switch cost := p.CostPerSolved; {
	case cost == nil && p.LeastPerSolved == nil:
		return "nobody can tell"
	case cost == nil:
		return "at least $" + facts.Amount(*p.LeastPerSolved) + hours
	case p.CostPerSolvedHigh != nil:
		return "$" + facts.Amount(*cost) + " to $" + facts.Amount(*p.CostPerSolvedHigh) + hours
	case p.Kind == rating.RepricedEstimate:
		return "about $" + facts.Amount(*cost) + hours
	default:
		return "$" + facts.Amount(*cost) + hours
	}
}
