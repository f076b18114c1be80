package scoring

import (
	"cmp"
	"slices"

	"github.com/shopspring/decimal"
)

// MaxPicks is how many tools are recommended at most. A use case needs at least MinPicks.
const (
	MaxPicks = 5
	MinPicks = 3
)

// clearLead is how many points of overall score count as clearly better.
var clearLead = decimal.NewFromInt(3)

// Candidate is a tool that fits a use case, has a score and a price that can be trusted, and will not end soon.
type Candidate struct {
	ID    string
	Score decimal.Decimal // overall, 0-100
	Cost  decimal.Decimal // of the use case's scenario, USD
	Keys  []decimal.Decimal
	// Keys are compared one after the other, larger first; a candidate that lacks the key has none and comes last.
}

// Picks recommends up to MaxPicks of the candidates, in order. One that another beats by more than three points at a
// lower cost is never among them: nobody should be sent to a tool that is worse and dearer. Fewer than MinPicks are
// returned when no more are left; then the use case fits too few tools.
func Picks(candidates []Candidate) []Candidate {
	kept := slices.DeleteFunc(slices.Clone(candidates), func(c Candidate) bool { return Dominated(c, candidates) })
	slices.SortFunc(kept, compare)
	return kept[:min(len(kept), MaxPicks)]
}

// Dominated reports whether one of the others is clearly better than c and costs less.
func Dominated(c Candidate, others []Candidate) bool {
	return slices.ContainsFunc(others, func(o Candidate) bool {
		return o.Score.Sub(c.Score).GreaterThan(clearLead) && o.Cost.LessThan(c.Cost)
	})
}

// compare puts larger keys first, then better scores, then lower costs, then ids, so that the order is total.
func compare(a, b Candidate) int {
	for i := range min(len(a.Keys), len(b.Keys)) {
		if c := b.Keys[i].Cmp(a.Keys[i]); c != 0 {
			return c
		}
	}
	return cmp.Or(
		cmp.Compare(len(b.Keys), len(a.Keys)),
		b.Score.Cmp(a.Score),
		a.Cost.Cmp(b.Cost),
		cmp.Compare(a.ID, b.ID),
	)
}
