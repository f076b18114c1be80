package scoring

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/shopspring/decimal"
)

// Rivals are candidates that others are held against. One question costs them a few binary searches, so that holding all
// candidates against one another stays nearly linear in their number.
type Rivals struct {
	groups []group
}

// group are the rivals that the same boards have measured: what decides between one of them and another candidate, a board
// or the tariffs, is the same for all of them.
type group struct {
	boards   []string
	measured map[string]ladder // by board
	tariffs  ladder            // of those that certainly cost no more than their tariff
}

// ladder are rivals from the cheapest to the dearest.
type ladder []rung

// rung is what a rival costs at most, and the best of all that cost no more.
type rung struct {
	cost decimal.Decimal
	best *Candidate
}

// NewRivals takes those of the candidates that are known to be able: nobody else beats anybody.
func NewRivals(all []Candidate) Rivals {
	var r Rivals
	alike := map[string][]*Candidate{} // by what has measured them
	for i := range all {
		if c := &all[i]; c.Able == KnownAble {
			boards := strings.Join(c.Cost.boards(), "\x00")
			alike[boards] = append(alike[boards], c)
		}
	}
	for _, members := range alike {
		r.groups = append(r.groups, newGroup(members))
	}
	return r
}

func newGroup(members []*Candidate) group {
	g := group{boards: members[0].Cost.boards(), measured: map[string]ladder{}}
	for i, board := range g.boards {
		g.measured[board] = newLadder(members, func(c *Candidate) decimal.Decimal { return c.Cost.Solved[i].High })
	}
	certain := slices.DeleteFunc(slices.Clone(members), func(c *Candidate) bool { return c.Cost.Doubt.More })
	g.tariffs = newLadder(certain, func(c *Candidate) decimal.Decimal { return c.Cost.Tariff })
	return g
}

func newLadder(members []*Candidate, cost func(*Candidate) decimal.Decimal) ladder {
	l := make(ladder, len(members))
	for i, c := range members {
		l[i] = rung{cost(c), c}
	}
	slices.SortFunc(l, func(a, b rung) int { return a.cost.Cmp(b.cost) })
	for i := 1; i < len(l); i++ {
		if better(l[i-1].best, l[i].best) {
			l[i].best = l[i-1].best
		}
	}
	return l
}

// better reports whether the evidence supports more of a than of b; of equal ones the cheaper by tariff is better.
func better(a, b *Candidate) bool {
	return cmp.Or(b.Score.Low.Cmp(a.Score.Low), a.Cost.Tariff.Cmp(b.Cost.Tariff), cmp.Compare(a.ID, b.ID)) < 0
}

// below is the best that costs less than some amount, nil for nobody.
func (l ladder) below(cost decimal.Decimal) *Candidate {
	return l.last(sort.Search(len(l), func(i int) bool { return l[i].cost.GreaterThanOrEqual(cost) }))
}

// upTo is the best that costs no more than some amount, nil for nobody.
func (l ladder) upTo(cost decimal.Decimal) *Candidate {
	return l.last(sort.Search(len(l), func(i int) bool { return l[i].cost.GreaterThan(cost) }))
}

// last is the best of the first n.
func (l ladder) last(n int) *Candidate {
	if n == 0 {
		return nil
	}
	return l[n-1].best
}

// cheaper is the best of a group that certainly costs less than c, nil for nobody: what Cost.CheaperThan says of each.
func (g group) cheaper(c Cost) *Candidate {
	if s := g.decides(c); s != nil {
		return g.measured[s.Board].below(s.Low)
	}
	return g.tariffs.below(c.Tariff.Sub(c.Doubt.Less))
}

// decides is the cost of c on the closest board that has measured the group as well, nil where the tariffs decide.
func (g group) decides(c Cost) *Solved {
	for _, board := range g.boards {
		if s := c.On(board); s != nil {
			return s
		}
	}
	return nil
}

// Beating finds the rival that is known to be able, certainly costs less than c, and whose whole interval of scores lies above
// that of c: of several the best by what its evidence supports, and of those the cheapest by tariff.
func (r Rivals) Beating(c Candidate) (by Candidate, is bool) {
	var best *Candidate
	for _, g := range r.groups {
		if found := g.cheaper(c.Cost); found != nil && found.Score.Low.GreaterThan(c.Score.High) && (best == nil || better(found, best)) {
			best = found
		}
	}
	if best == nil {
		return Candidate{}, false
	}
	return *best, true
}

// Dominate reports whether a rival is known to do as well as c for less: to have a score of which the evidence supports as
// much, and to cost less for certain; or to cost no more by tariff and support more.
func (r Rivals) Dominate(c Candidate) bool {
	return slices.ContainsFunc(r.groups, func(g group) bool {
		if cheaper := g.cheaper(c.Cost); cheaper != nil && !cheaper.Score.Low.LessThan(c.Score.Low) {
			return true
		}
		if g.decides(c.Cost) != nil || c.Cost.Doubt.Any() {
			return false
		}
		noDearer := g.tariffs.upTo(c.Cost.Tariff)
		return noDearer != nil && noDearer.Score.Low.GreaterThan(c.Score.Low)
	})
}
