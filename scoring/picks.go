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

// Pick is a recommended tool.
type Pick struct {
	Candidate
	Why Why
}

// Why says what brought a tool onto a list.
type Why string

// The reasons. A pick has the first that holds.
const (
	Fills   Why = "fills"   // beaten, or not known to be able; too few others are left
	Best    Why = "best"    // ahead of all others
	Tied    Why = "tied"    // nobody is known to be ahead of it
	Cheaper Why = "cheaper" // costs less than every pick before it
	Next    Why = "next"    // comes next
)

// Picks recommends up to MaxPicks of the fitting candidates, in order. One that a rival beats is not among them: nobody
// should be sent to a tool that is known to be worse and dearer. Rivals are all that can do the work, the fitting ones
// included. Where fewer than MinPicks are left, those fill the list up that are able, and beaten by the fewest points.
// ties are those of the kept that are not told apart, in order; a list may end amid them.
func Picks(fitting []Candidate, rivals Rivals) (picks []Pick, ties [][]string) {
	var kept []Candidate
	var left []reserve
	for _, c := range fitting {
		by, beaten := rivals.Beating(c)
		switch {
		case beaten:
			left = append(left, reserve{c, by.Score.Score.Sub(c.Score.Score)})
		case c.Able != KnownAble:
			left = append(left, reserve{c, decimal.Zero})
		default:
			kept = append(kept, c)
		}
	}
	groups := tiers(kept)
	for _, group := range groups {
		room := MaxPicks - len(picks)
		if room == 0 {
			break
		}
		for _, c := range group[:min(len(group), room)] {
			picks = append(picks, Pick{c, why(c, picks, groups[0])})
		}
		if len(group) > 1 {
			ties = append(ties, ids(group))
		}
	}
	return append(picks, fill(left, MinPicks-len(picks))...), ties
}

// reserve is a candidate that fills up a short list, and by how many points it is beaten.
type reserve struct {
	Candidate
	lead decimal.Decimal
}

// fill takes as many of those that were left out as are missing.
func fill(left []reserve, missing int) (picks []Pick) {
	if missing <= 0 {
		return nil
	}
	slices.SortStableFunc(left, func(a, b reserve) int {
		return cmp.Or(cmp.Compare(a.Able, b.Able), a.lead.Cmp(b.lead), compare(a.Candidate, b.Candidate))
	})
	for _, r := range left[:min(missing, len(left))] {
		picks = append(picks, Pick{r.Candidate, Fills})
	}
	return picks
}

func why(c Candidate, before []Pick, best []Candidate) Why {
	dearer := func(p Pick) bool { is, _ := c.Cost.CheaperThan(p.Cost); return is }
	switch {
	case len(before) >= len(best):
	case len(best) == 1:
		return Best
	default:
		return Tied
	}
	switch {
	case !slices.ContainsFunc(before, func(p Pick) bool { return !dearer(p) }):
		return Cheaper
	default:
		return Next
	}
}

func ids(all []Candidate) []string {
	names := make([]string, len(all))
	for i, c := range all {
		names[i] = c.ID
	}
	return names
}

// tiers orders candidates by what the evidence supports, the lower end of their key. Each goes on as long as intervals reach
// the first one's: those are not told apart from it, so that what they cost decides among them.
func tiers(all []Candidate) [][]Candidate {
	ordered := slices.SortedFunc(slices.Values(all), compare)
	var groups [][]Candidate
	for len(ordered) > 0 {
		first, n := ordered[0].Key, 1
		for n < len(ordered) && first.Class != NoKey && ordered[n].Key.Class == first.Class && !ordered[n].Key.High.LessThan(first.Low) {
			n++
		}
		group := slices.SortedStableFunc(slices.Values(ordered[:n]), func(a, b Candidate) int {
			return cmp.Or(trueLast(a.Key.Guessed, b.Key.Guessed), b.Key.Then.Cmp(a.Key.Then))
		})
		groups, ordered = append(groups, group), ordered[n:]
	}
	return groups
}

func trueLast(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	default:
		return -1
	}
}

// compare puts lower classes first, then keys that the evidence supports more, better scores, lower tariffs and ids, so that
// the order is total.
func compare(a, b Candidate) int {
	return cmp.Or(
		cmp.Compare(a.Key.Class, b.Key.Class),
		b.Key.Low.Cmp(a.Key.Low),
		b.Score.Low.Cmp(a.Score.Low),
		a.Cost.Tariff.Cmp(b.Cost.Tariff),
		cmp.Compare(a.ID, b.ID),
	)
}
