package scoring

import (
	"cmp"
	"slices"

	"github.com/shopspring/decimal"
)

// Work is a kind of work, and the tools that can do it.
type Work struct {
	Boards  []string        // whose tasks are like it, the closest first; none: nobody measures it
	Failure decimal.Decimal // what a failed task costs, USD
	Fitting []Candidate     // the tools that the list is about
	Others  []Candidate     // those that can do the work, too, and so can show that one of the list is dear for what it is
}

// Verdict is who is worth the money for some work.
type Verdict struct {
	Order []Ranked // the fitting ones that can be ranked, best first
	Picks []Pick
	Ties  [][]string // those of the order that are not told apart and that nobody beats; a list may end amid them

	AtTenth, AtTenTimes string // who would be picked first if a failure cost a tenth of what it does, and ten times; "" where nobody measures the work
}

// Ranked is one place in the order.
type Ranked struct {
	Candidate
	Relative decimal.Decimal // cost of a finished task, as a multiple of the average one's; zero where nobody measures the work
	Finished Finished        // on the closest board that has measured it
	BeatenBy string          // "": nobody is known to do as well for less
}

// Judge orders, compares and recommends. Measured work goes by what a finished task costs, all other work by the keys of the
// candidates.
func (w Work) Judge() Verdict {
	v := w.verdict()
	if len(w.Boards) == 0 {
		return v
	}
	for i := range v.Order {
		v.Order[i].Finished, _ = w.closest(v.Order[i].Candidate)
	}
	first := func(failure decimal.Decimal) string {
		then := w
		then.Failure = failure
		for _, p := range then.verdict().Picks {
			return p.ID
		}
		return ""
	}
	v.AtTenth, v.AtTenTimes = first(w.Failure.Shift(-1)), first(w.Failure.Shift(1))
	return v
}

// verdict is that without what would be at other costs of a failure.
func (w Work) verdict() (v Verdict) {
	groups := tiers(w.Fitting)
	if len(w.Boards) > 0 {
		groups = grouped(w.byRelative(w.Fitting), func(a, b Candidate) bool { return !w.toldApart(a, b) })
	}
	rivals := w.rivals()
	var kept [][]string
	for _, group := range groups {
		var free []string
		for _, c := range group {
			c.BeatenBy = w.beating(c.Candidate, rivals)
			v.Order = append(v.Order, c)
			if c.BeatenBy == "" {
				free = append(free, c.ID)
			}
		}
		if len(free) > 0 {
			kept = append(kept, free)
		}
		if len(free) > 1 {
			v.Ties = append(v.Ties, free)
		}
	}
	v.Picks = picks(v.Order, kept)
	return v
}

// rivals are all that can do the work, the best first.
func (w Work) rivals() []Candidate {
	all := slices.Concat(w.Fitting, w.Others)
	if len(w.Boards) == 0 {
		slices.SortFunc(all, func(a, b Candidate) int { return cmp.Or(b.Quality.Low.Cmp(a.Quality.Low), byScore(a, b)) })
		return all
	}
	var ordered []Candidate
	for _, r := range w.byRelative(all) {
		ordered = append(ordered, r.Candidate)
	}
	return ordered
}

// beating is the best rival that beats a candidate, "" for nobody. Of measured tools only one that comes before another beats
// it: one board says less than all of them.
func (w Work) beating(c Candidate, rivals []Candidate) string {
	measured := len(w.Boards) > 0
	for _, r := range rivals {
		switch {
		case measured && r.ID == c.ID:
			return ""
		case !measured && !r.Quality.Low.GreaterThan(c.Quality.High): // nor does any after it
			return replacing(c, rivals)
		case measured && w.outdoes(r, c), !measured && r.CheaperThan(c):
			return r.ID
		}
	}
	return ""
}

// replacing is a newer rival of the same line that costs less than a candidate and of which no less is known: that is enough
// for nobody to be sent to the older one, even where another measurement could turn the two round.
func replacing(c Candidate, rivals []Candidate) string {
	for _, r := range rivals {
		if slices.Contains(r.Earlier, c.ID) && !c.Key.Missing && r.CheaperThan(c) && !r.Quality.Score.LessThan(c.Quality.Score) {
			return r.ID
		}
	}
	return ""
}

// outdoes reports whether for every run of c on the closest board that has measured c one of r solves as much and costs no
// more, one of the two for certain better. Neither quality nor cost is ever taken from elsewhere.
func (w Work) outdoes(r, c Candidate) bool {
	closest, measured := w.closest(c)
	if !measured {
		return false
	}
	others := r.on(closest.Board)
	return len(others) > 0 && !slices.ContainsFunc(c.on(closest.Board), func(x Run) bool {
		return !slices.ContainsFunc(others, func(y Run) bool {
			return !y.Share.LessThan(x.Share) && !y.USD.GreaterThan(x.USD) && (y.Share.GreaterThan(x.Share) || y.USD.LessThan(x.USD))
		})
	})
}

// byRelative are those of some candidates that a board has measured, by what a finished task costs.
func (w Work) byRelative(some []Candidate) (ranked []Ranked) {
	relative := Relative(slices.Concat(w.Fitting, w.Others), w.Boards, w.Failure)
	for _, c := range some {
		if r, measured := relative[c.ID]; measured {
			ranked = append(ranked, Ranked{Candidate: c, Relative: r})
		}
	}
	slices.SortFunc(ranked, func(a, b Ranked) int {
		return cmp.Or(a.Relative.Cmp(b.Relative), byScore(a.Candidate, b.Candidate))
	})
	return ranked
}

// toldApart reports whether the intervals of two are apart on the closest board that has measured both.
func (w Work) toldApart(a, b Candidate) bool {
	for _, board := range w.Boards {
		x, one := a.FinishedOn(board, w.Failure)
		y, both := b.FinishedOn(board, w.Failure)
		if one && both {
			return x.High.LessThan(y.Low) || y.High.LessThan(x.Low)
		}
	}
	return false
}

// closest is what a finished task costs on the closest board that has measured a candidate.
func (w Work) closest(c Candidate) (f Finished, ok bool) {
	for _, board := range w.Boards {
		if f, ok = c.FinishedOn(board, w.Failure); ok {
			return f, true
		}
	}
	return f, false
}

// byScore puts first what the evidence supports more, then the lower tariff, then the id, so that the order is total.
func byScore(a, b Candidate) int {
	return cmp.Or(b.Score.Low.Cmp(a.Score.Low), a.Tariff.Cmp(b.Tariff), cmp.Compare(a.ID, b.ID))
}
