package page

import (
	"slices"

	"pricepoint/data"
)

// answer is whom to take for one kind of work, in three rows. It judges nothing: all are of the recommended ones, and
// its numbers are those of the verdict.
type answer struct {
	ID, Title  string
	First      bool   // the page shows it first
	Failure    string // what a failed task is taken to cost, and why; "": nobody measures the work
	Unmeasured string // why nobody does, in words
	Picks      int    // how many are recommended
	Rows       []answerRow
	Mixed      bool   // its figures are of several boards
	Tied       string // which of its tools are not told apart from the first
	Attempts   string // of all recommended ones, as attemptsOf has them
	Newer      *newer
}

// answerRow is a recommended tool and what it is the first in.
type answerRow struct {
	Label, Of string // what it is the first of
	pick
	Attempt, Range, Share string // "": nobody measures the work
	AttemptUSD, Month     string // one attempt, exactly, and what a month of the usual number costs
	Board                 string // and the setting
}

// newer is a tool that follows a recommended one and that nobody has measured.
type newer struct {
	guess
	Of string // name of the one that it follows
}

// answers are those of all kinds of work for which anything is recommended.
func (d documents) answers() (all []answer) {
	first := d.firstWork()
	for _, c := range d.scores.UseCases {
		if a := d.answerOf(c); len(a.Rows) > 0 {
			a.First = first.ID == c.ID
			all = append(all, a)
		}
	}
	return all
}

func (d documents) answerOf(c data.UseCaseCosts) answer {
	picks := d.rankedPicks(c)
	a := answer{ID: c.ID, Title: d.workTitle(c.ID), Failure: d.failure(c), Unmeasured: c.Unmeasured.String(), Picks: len(picks)}
	if len(picks) == 0 {
		return a
	}
	cheapest, best := d.extremes(c, picks)
	chosen := []data.RankedTool{cheapest, picks[0], best}
	of := []string{"least for one task", "first in the verdict", "highest score"}
	if a.Failure != "" {
		of = []string{"least for an attempt", "first over all boards", "solves most"}
	}
	for i, label := range []string{"Cheapest", "Value", "Best"} {
		place := 1 + slices.IndexFunc(picks, func(r data.RankedTool) bool { return r.ID == chosen[i].ID })
		row := d.answerRow(c, chosen[i], place)
		row.Label, row.Of = label, of[i]
		a.Rows = append(a.Rows, row)
		a.Mixed = a.Mixed || boardOf(chosen[i]) != boardOf(picks[0])
	}
	a.Tied, a.Newer, a.Attempts = d.tiedWith(c, chosen), d.newerThan(c, chosen), attemptsOf(c, picks)
	return a
}

// rankedPicks are the recommended tools with what the verdict says of them.
func (d documents) rankedPicks(c data.UseCaseCosts) (all []data.RankedTool) {
	for _, id := range d.picks(c.ID) {
		if r := data.Find(c.Order, func(r data.RankedTool) bool { return r.ID == id }); r != nil {
			all = append(all, *r)
		}
	}
	return all
}

// extremes are the picks that cost least and that do best: those with the cheapest attempt and the largest share on one
// board, and where nobody measures the work, by tariff and score.
func (d documents) extremes(c data.UseCaseCosts, picks []data.RankedTool) (cheapest, best data.RankedTool) {
	cost, merit := func(r data.RankedTool) data.Number { return c.USD[r.ID] }, func(r data.RankedTool) data.Number { return d.scoreOf(r.ID) }
	if board := sharedBoard(c, picks); board != "" {
		picks = slices.DeleteFunc(slices.Clone(picks), func(r data.RankedTool) bool { return boardOf(r) != board })
		cost, merit = func(r data.RankedTool) data.Number { return r.Finished.AttemptUSD }, func(r data.RankedTool) data.Number { return r.Finished.Share }
	}
	cheapest = slices.MinFunc(picks, func(x, y data.RankedTool) int { return cost(x).Cmp(cost(y).Decimal) })
	best = slices.MaxFunc(picks, func(x, y data.RankedTool) int { return merit(x).Cmp(merit(y).Decimal) })
	return cheapest, best
}

// sharedBoard is one on which picks can be compared: that of the first pick, or if it is alone on it the board with most of
// them, the closest to the work of equals; "": nobody measures the work.
func sharedBoard(c data.UseCaseCosts, picks []data.RankedTool) (board string) {
	count := map[string]int{}
	for _, r := range picks {
		count[boardOf(r)]++
	}
	board = boardOf(picks[0])
	if count[board] > 1 {
		return board
	}
	for _, b := range c.Boards {
		if count[b] > count[board] {
			board = b
		}
	}
	return board
}

// boardOf is the board that a finished task is of, "" where nobody measures the work.
func boardOf(r data.RankedTool) string {
	if r.Finished == nil {
		return ""
	}
	return r.Finished.Board
}

// scoreOf is the overall score of a tool, zero where it has none.
func (d documents) scoreOf(tool string) data.Number {
	if m := data.Find(d.scores.Models, func(m data.ScoredModel) bool { return m.ModelID == tool }); m != nil {
		return m.OverallScore
	}
	return data.Number{}
}

func (d documents) answerRow(c data.UseCaseCosts, r data.RankedTool, place int) answerRow {
	attempt := attemptOf(c, r)
	row := answerRow{pick: d.pickOf(r.ID, place, c), AttemptUSD: attempt.String(), Month: monthOf(attempt)}
	if f := r.Finished; f != nil {
		_, row.Attempt = f.Dollars()
		row.Range, row.Share = f.Low.Dollars()+" to "+f.High.Dollars(), percentOf(f.Share)
		row.Board = joined(d.boardName(f.Board), f.Effort)
	}
	return row
}

// tiedWith names the other tools of an answer that are not told apart from the first pick; "": there are none.
func (d documents) tiedWith(c data.UseCaseCosts, chosen []data.RankedTool) string {
	var tied []string
	for _, group := range c.Ties {
		for _, r := range chosen {
			if slices.Contains(group, chosen[1].ID) && slices.Contains(group, r.ID) && r.ID != chosen[1].ID && !slices.Contains(tied, r.ID) {
				tied = append(tied, r.ID)
			}
		}
	}
	return d.names(tied)
}

// newerThan is a tool that follows one of an answer, else one of the other picks; nil: there is none.
func (d documents) newerThan(c data.UseCaseCosts, chosen []data.RankedTool) *newer {
	found := data.Find(c.Successors, func(s data.ProvisionalPick) bool {
		return slices.ContainsFunc(chosen, func(r data.RankedTool) bool { return r.ID == s.Of })
	})
	if found == nil && len(c.Successors) > 0 {
		found = &c.Successors[0]
	}
	if found == nil {
		return nil
	}
	return &newer{d.guessOf(c, *found), d.name(found.Of)}
}
