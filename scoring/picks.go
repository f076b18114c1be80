package scoring

import (
	"cmp"
	"slices"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/rating"
)

// Candidate is a tool that can do the work of a use case, has a price that can be trusted, and will not end soon.
type Candidate struct {
	ID      string
	Score   Interval        // overall, 0-100
	Quality Interval        // by which one beats another where nobody measures the work: the score, or the result by which the list goes
	Tariff  decimal.Decimal // what the scenario costs, USD
	Doubt   Doubt           // about that
	Key     Key             // where nobody measures the work
	Runs    []Run           // on the boards whose tasks are like the work
	Earlier []string        // ids of those before it in its maker's line
}

// CheaperThan reports whether the scenario certainly costs less with c than with another.
func (c Candidate) CheaperThan(other Candidate) bool {
	return !c.Doubt.More && c.Tariff.LessThan(other.Tariff.Sub(other.Doubt.Less))
}

// NoDearerThan reports whether the scenario certainly costs no more with c than with another.
func (c Candidate) NoDearerThan(other Candidate) bool {
	return !c.Doubt.More && !c.Tariff.GreaterThan(other.Tariff.Sub(other.Doubt.Less))
}

// Key is what a list is ordered by where nobody measures the work, larger first, with its 90 % interval: equal ends where it
// is exact.
type Key struct {
	Interval
	Missing bool            // it lacks what the list is ordered by, and comes last
	Then    decimal.Decimal // orders those that are not told apart, larger first
	Guessed bool            // most of the value is estimated: it comes after those that it is not told apart from
}

// Doubt is how far a cost may be from what is computed, because nobody states what cached tokens cost: the input price
// stands in. The zero Doubt is none.
type Doubt struct {
	Less decimal.Decimal // it may be less by up to this much, in USD
	More bool            // it may be more
}

// Any reports whether there is a doubt.
func (d Doubt) Any() bool { return d.More || d.Less.IsPositive() }

// MaxPicks is how many tools are recommended at most. A use case needs at least MinPicks.
const (
	MaxPicks = 5
	MinPicks = 3
)

// Pick is a recommended tool.
type Pick struct {
	Candidate
	Why rating.PickWhy
}

// picks recommends those of the order that nobody beats, at most MaxPicks: nobody should be sent to a tool
// that is known to be worse and dearer. kept are their ids in groups that are not told apart. Where fewer than MinPicks are
// left, the first of the others fill the list up.
func picks(order []Ranked, kept [][]string) (all []Pick) {
	var left []Ranked
	for _, c := range order {
		switch {
		case c.BeatenBy != "":
			left = append(left, c)
		case len(all) < MaxPicks:
			all = append(all, Pick{c.Candidate, why(c.Candidate, all, kept[0])})
		}
	}
	for _, c := range left[:min(len(left), max(0, MinPicks-len(all)))] {
		all = append(all, Pick{c.Candidate, rating.PickFills})
	}
	return all
}

// why is the first reason that holds.
func why(c Candidate, before []Pick, best []string) rating.PickWhy {
	switch {
	case len(before) == 0 && len(best) == 1:
		return rating.PickBest
	case len(before) < len(best):
		return rating.PickTied
	case !slices.ContainsFunc(before, func(p Pick) bool { return !c.CheaperThan(p.Candidate) }):
		return rating.PickCheaper
	default:
		return rating.PickNext
	}
}

// tiers orders candidates by what the evidence supports, the lower end of their key. Each goes on as long as intervals reach
// the first one's: those are not told apart from it, so that what they cost decides among them.
func tiers(all []Candidate) [][]Ranked {
	var ordered []Ranked
	for _, c := range slices.SortedFunc(slices.Values(all), func(a, b Candidate) int { // those without a key last
		return cmp.Or(data.NoFirst(a.Key.Missing, b.Key.Missing), b.Key.Low.Cmp(a.Key.Low), byScore(a, b))
	}) {
		ordered = append(ordered, Ranked{Candidate: c})
	}
	groups := grouped(ordered, func(first, c Candidate) bool {
		return !first.Key.Missing && !c.Key.Missing && !c.Key.High.LessThan(first.Key.Low)
	})
	for _, group := range groups {
		slices.SortStableFunc(group, func(a, b Ranked) int {
			return cmp.Or(data.NoFirst(a.Key.Guessed, b.Key.Guessed), b.Key.Then.Cmp(a.Key.Then))
		})
	}
	return groups
}

// grouped cuts an order into groups: each goes on as long as nobody can tell the next one from its first.
func grouped(ordered []Ranked, alike func(first, next Candidate) bool) (groups [][]Ranked) {
	for len(ordered) > 0 {
		n := 1
		for n < len(ordered) && alike(ordered[0].Candidate, ordered[n].Candidate) {
			n++
		}
		groups, ordered = append(groups, ordered[:n]), ordered[n:]
	}
	return groups
}
