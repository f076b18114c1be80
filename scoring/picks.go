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

// ClearLead is how many points of overall score a lead must exceed to count as clear.
const ClearLead = 3

var clearLead = decimal.NewFromInt(ClearLead)

// Candidate is a tool that can do the work of a use case, has a score and a price that can be trusted, and will not end
// soon.
type Candidate struct {
	ID    string
	Score decimal.Decimal // overall, 0-100
	Cost  decimal.Decimal // of the use case's scenario, USD
	Doubt Doubt           // about the cost
	Keys  []decimal.Decimal
	// Keys are compared one after the other, larger first; a candidate that lacks the key has none and comes last.
}

// Picks recommends up to MaxPicks of the fitting candidates, in order. One that a rival beats is not among them: nobody
// should be sent to a tool that is clearly worse and dearer. Rivals are all that can do the work, the fitting ones
// included. Where fewer than MinPicks are left, those that are beaten by the fewest points fill the list up.
func Picks(fitting, rivals []Candidate) []Candidate {
	var kept, beaten []Candidate
	for _, c := range fitting {
		if _, is := Beaten(c, rivals); is {
			beaten = append(beaten, c)
		} else {
			kept = append(kept, c)
		}
	}
	if missing := MinPicks - len(kept); missing > 0 {
		slices.SortFunc(beaten, func(a, b Candidate) int { return cmp.Or(lead(a, rivals).Cmp(lead(b, rivals)), compare(a, b)) })
		kept = append(kept, beaten[:min(missing, len(beaten))]...)
	}
	slices.SortFunc(kept, compare)
	return kept[:min(len(kept), MaxPicks)]
}

// Beaten finds the rival with the highest score, and of those the cheapest, that certainly costs less than c and is
// better by more than three points.
func Beaten(c Candidate, rivals []Candidate) (by Candidate, is bool) {
	for _, r := range rivals {
		if r.Doubt.More || !r.Cost.LessThan(c.Cost.Sub(c.Doubt.Less)) || !r.Score.Sub(c.Score).GreaterThan(clearLead) {
			continue
		}
		if !is || cmp.Or(r.Score.Cmp(by.Score), by.Cost.Cmp(r.Cost), cmp.Compare(by.ID, r.ID)) > 0 {
			by, is = r, true
		}
	}
	return by, is
}

// lead is by how many points c is beaten.
func lead(c Candidate, rivals []Candidate) decimal.Decimal {
	by, _ := Beaten(c, rivals)
	return by.Score.Sub(c.Score)
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
