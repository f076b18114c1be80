package page

import (
	"fmt"
	"slices"
	"strings"

	"pricepoint/data"
	"pricepoint/data/rating"

	"pricepoint/server/page/facts"
)

// answer is whom to take for one kind of work, in three rows. It judges nothing: all are of the recommended ones, and
// its numbers are those of the verdict.
type answer struct {
	ID, Title  string
	Failure    string // what a failed task is taken to cost, and why; "": nobody measures the work
	Unmeasured string // why nobody does, in words
	Picks      int    // how many are recommended
	Rows       []answerRow
	Mixed      bool   // its figures are of several boards
	Tied       string // which of its tools are not told apart from the first
	Attempts   string // of all recommended ones, as attemptsOf has them
	Beats      string // why the first comes before one that does better on the board shown; "": none does
	Newer      *newer
}

// answerRow is a recommended tool and what it is the first in.
type answerRow struct {
	Label, Of string // what it is the first of
	pick
	AttemptUSD, Month string // one attempt, exactly, and what a month of the usual number costs
	FinishedUSD       string // the same of a finished task; "": nobody measures the work
	FinishedMonth     string

	ranked rating.RankedTool
}

// newer is a tool that follows a recommended one and that nobody has measured.
type newer struct {
	guess
	Of string // name of the one that it follows
}

// firstAnswer is for the kind of work that the page shows first; nil: nothing is recommended for it.
func firstAnswer(d facts.Documents) *answer {
	work := d.FirstWork()
	if work == nil {
		return nil
	}
	a := answerOf(d, *work)
	return &a
}

func answerOf(d facts.Documents, c rating.UseCaseCosts) answer {
	picks := rankedPicks(d, c)
	a := answer{ID: c.ID, Title: d.WorkTitle(c.ID), Failure: failure(d, c), Unmeasured: c.Unmeasured.String(), Picks: len(picks)}
	if len(picks) == 0 {
		return a
	}
	cheapest, best := extremes(d, c, picks)
	chosen := []rating.RankedTool{cheapest, picks[0], best}
	for i, label := range []string{"Cheapest", "Value", "Best"} {
		if same := data.Find(a.Rows, func(r answerRow) bool { return r.ID == chosen[i].ID }); same != nil {
			same.Label += ", " + strings.ToLower(label)
			continue
		}
		row := answerRowOf(d, c, chosen[i], 1+slices.IndexFunc(picks, func(r rating.RankedTool) bool { return r.ID == chosen[i].ID }))
		row.Label = label
		a.Rows = append(a.Rows, row)
		a.Mixed = a.Mixed || boardOf(chosen[i]) != boardOf(picks[0])
	}
	a.nameFirsts(cheapest.ID, picks[0].ID, best.ID)
	a.Beats = whyFirst(d, c, picks[0], a.Rows)
	a.Tied, a.Newer, a.Attempts = tiedWith(d, c, chosen), newerThan(d, c, chosen), facts.AttemptsOf(c, picks)
	return a
}

// nameFirsts says what each row is the first in.
func (a *answer) nameFirsts(cheapest, first, best string) {
	least := slices.MinFunc(a.Rows, func(x, y answerRow) int { return x.finishedUSD().Cmp(y.finishedUSD().Decimal) })
	for i, r := range a.Rows {
		var of []string
		say := func(holds bool, words string) {
			if holds {
				of = append(of, words)
			}
		}
		measured := a.Failure != ""
		say(r.ID == cheapest && measured, "least for an attempt")
		say(r.ID == cheapest && !measured, "least for one task")
		say(r.ID == first && measured, "first over all boards")
		say(r.ID == first && !measured, "first in the verdict")
		say(r.ID == best && measured, "solves most")
		say(r.ID == best && !measured, "highest score")
		say(r.ID == least.ID && measured && !a.Mixed && len(a.Rows) > 1, "least for a finished task")
		a.Rows[i].Of = strings.Join(of, ", ")
	}
}

// finishedUSD is zero where nobody measures the work.
func (r answerRow) finishedUSD() data.Number {
	if r.ranked.Finished == nil {
		return data.Number{}
	}
	return r.ranked.Finished.USD
}

// whyFirst says why a verdict puts one first although another row solves no less and costs no more on the board that both show: because of
// another board.
func whyFirst(d facts.Documents, c rating.UseCaseCosts, first rating.RankedTool, rows []answerRow) string {
	for _, r := range rows {
		if r.ID == first.ID || boardOf(r.ranked) != boardOf(first) || !doesBetter(r.ranked.Finished, first.Finished) {
			continue
		}
		name, other := d.Name(first.ID), d.Name(r.ID)
		text := fmt.Sprintf("On this board alone, %s costs less than %s and solves no less. %s comes first over all boards together", other, name, name)
		for _, board := range c.Boards {
			here, there := shownOn(d, board, first.ID), shownOn(d, board, r.ID)
			if here == nil || there == nil || !here.Share.GreaterThan(there.Share.Decimal) {
				continue
			}
			mine, _, known := here.Today()
			others, _, alsoKnown := there.Today()
			if known && alsoKnown && mine.LessThan(others.Decimal) {
				return text + fmt.Sprintf(", since %s counts too: there it solves %s at $%s an attempt, and %s %s at $%s.", d.BoardName(board), facts.PercentOf(here.Share), facts.Amount(mine),
					other, facts.PercentOf(there.Share), facts.Amount(others))
			}
		}
		return text + "."
	}
	return ""
}

// doesBetter reports whether a measured task solves no less than another and costs less. Both may be nil: nobody measures the work.
func doesBetter(a, b *rating.FinishedTask) bool {
	return a != nil && b != nil && a.AttemptUSD.LessThan(b.AttemptUSD.Decimal) && !a.Share.LessThan(b.Share.Decimal)
}

// shownOn is the row that stands for a tool on a board; nil: there is none.
func shownOn(d facts.Documents, board, tool string) *rating.SolvedCost {
	return data.Find(d.Solved.Rows, func(r rating.SolvedCost) bool { return r.Shown && r.Board == board && r.ModelID == tool })
}

// answerBoard is the board whose figures the answer shows; "": nobody measures the work.
func answerBoard(d facts.Documents, c rating.UseCaseCosts) string {
	picks := rankedPicks(d, c)
	if len(picks) == 0 {
		return ""
	}
	return sharedBoard(c, picks)
}

// rankedPicks are the recommended tools with what the verdict says of them.
func rankedPicks(d facts.Documents, c rating.UseCaseCosts) (all []rating.RankedTool) {
	for _, id := range d.Picks(c.ID) {
		if r := data.Find(c.Order, func(r rating.RankedTool) bool { return r.ID == id }); r != nil {
			all = append(all, *r)
		}
	}
	return all
}

// extremes are the picks that cost least and that do best: those with the cheapest attempt and the largest share on one
// board, and where nobody measures the work, by tariff and score.
func extremes(d facts.Documents, c rating.UseCaseCosts, picks []rating.RankedTool) (cheapest, best rating.RankedTool) {
	first := picks[0] // it may be the only one on its board, and cost less than those that can be compared
	cost, merit := func(r rating.RankedTool) data.Number { return c.USD[r.ID] }, func(r rating.RankedTool) data.Number { return scoreOf(d, r.ID) }
	if board := sharedBoard(c, picks); board != "" {
		picks = slices.DeleteFunc(slices.Clone(picks), func(r rating.RankedTool) bool { return boardOf(r) != board })
		cost, merit = func(r rating.RankedTool) data.Number { return r.Finished.AttemptUSD }, func(r rating.RankedTool) data.Number { return r.Finished.Share }
	}
	cheapest = slices.MinFunc(append(picks, first), func(x, y rating.RankedTool) int { return cost(x).Cmp(cost(y).Decimal) })
	best = slices.MaxFunc(picks, func(x, y rating.RankedTool) int { return merit(x).Cmp(merit(y).Decimal) })
	return cheapest, best
}

// sharedBoard is one on which picks can be compared: that of the first pick, or if it is alone on it the board with most of
// them, the closest to the work of equals; "": nobody measures the work.
func sharedBoard(c rating.UseCaseCosts, picks []rating.RankedTool) (board string) {
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
func boardOf(r rating.RankedTool) string {
	if r.Finished == nil {
		return ""
	}
	return r.Finished.Board
}

// scoreOf is the overall score of a tool, zero where it has none.
func scoreOf(d facts.Documents, tool string) data.Number {
	if m := data.Find(d.Scores.Models, func(m rating.ScoredModel) bool { return m.ModelID == tool }); m != nil {
		return m.OverallScore
	}
	return data.Number{}
}

func answerRowOf(d facts.Documents, c rating.UseCaseCosts, r rating.RankedTool, place int) answerRow {
	attempt := facts.AttemptOf(c, r)
	row := answerRow{pick: pickOf(d, r.ID, place, c), AttemptUSD: attempt.String(), Month: facts.MonthOf(attempt), ranked: r}
	if f := r.Finished; f != nil {
		row.FinishedUSD, row.FinishedMonth = f.USD.String(), facts.MonthOf(f.USD)
	}
	return row
}

// tiedWith names the other tools of an answer that are not told apart from the first pick; "": there are none.
func tiedWith(d facts.Documents, c rating.UseCaseCosts, chosen []rating.RankedTool) string {
	var tied []string
	for _, group := range c.Ties {
		for _, r := range chosen {
			if slices.Contains(group, chosen[1].ID) && slices.Contains(group, r.ID) && r.ID != chosen[1].ID && !slices.Contains(tied, r.ID) {
				tied = append(tied, r.ID)
			}
		}
	}
	return names(d, tied)
}

// newerThan is a tool that follows one of an answer, else one of the other picks; nil: there is none.
func newerThan(d facts.Documents, c rating.UseCaseCosts, chosen []rating.RankedTool) *newer {
	found := data.Find(c.Successors, func(s rating.ProvisionalPick) bool {
		return slices.ContainsFunc(chosen, func(r rating.RankedTool) bool { return r.ID == s.Of })
	})
	if found == nil && len(c.Successors) > 0 {
		found = &c.Successors[0]
	}
	if found == nil {
		return nil
	}
	return &newer{guessOf(d, c, *found), d.Name(found.Of)}
}
