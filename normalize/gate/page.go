package gate

import (
	"fmt"
	"slices"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// Page is what a source stated when it was last read well, beside what it states now.
type Page struct {
	limits  catalog.Gate
	was, is []Cell
	then    map[key]Cell // was, by what is stated
	now     map[key]Cell // is, by what is stated
	moves   []move       // in the order of the page
	tables  map[string]*table

	// Prices that are set anew land on one another here and there; misread ones, all of them.
	misread []string // the models of which a number looks misread by what it is, where nearly all that moved does
	setAnew bool     // less than half of what moved does
}

// Compare pairs what a source stated when it was last read well with what it states now.
func Compare(limits catalog.Gate, was, is []Cell) *Page {
	p := &Page{limits: limits, was: was, is: is, then: byKey(was), now: byKey(is)}
	for _, c := range is {
		if before, ok := p.then[c.state]; ok && !before.Value.Equal(c.Value) && !p.promoted(before, c) {
			p.moves = append(p.moves, move{before, c})
		}
	}
	p.tables = p.sortTables()
	models, numbers := p.findMisread()
	p.setAnew = 2*numbers < len(p.moves)
	if 4*numbers >= 3*len(p.moves) {
		p.misread = models
	}
	return p
}

// Breaches are the rules that a number breaks by where it stands, given where the source stated it last; nil for nowhere.
func (p *Page) Breaches(was *Cell, is Cell) []data.Breach {
	switch {
	case was == nil:
		return []data.Breach{appeared(is)}
	case was.Value.Equal(is.Value):
		return nil // it is what it was
	}
	var found []data.Breach
	for _, check := range []func(was, is Cell) (data.Breach, bool){p.elsewhere, p.digits, p.neighbour, p.order, p.factor, p.together} {
		if breach, ok := check(*was, is); ok {
			found = append(found, breach)
		}
	}
	return found
}

// standingRules are those that a number breaks by where it stands, and that another reading is needed to find.
var standingRules = []data.GateRule{data.RuleAddress, data.RuleNeighbour, data.RuleTogether, data.RuleFactor, data.RuleDigits, data.RuleText, data.RuleTerms}

// Kept are the breaches of these rules among others.
func Kept(all []data.Breach) []data.Breach {
	return slices.DeleteFunc(slices.Clone(all), func(b data.Breach) bool { return !slices.Contains(standingRules, b.Rule) })
}

// Before is what the source stated of the same, under the same name and terms, when it was last read well.
func (p *Page) Before(is Cell) (Cell, bool) {
	c, ok := p.then[is.state]
	return c, ok
}

// move is a number that differs from what was stated for the same.
type move struct{ was, is Cell }

// promoted reports whether a promotion begins or ends, with the other price beside it: then neither has moved. Where a list
// price stands beside both, and is another one, both have.
func (p *Page) promoted(was, is Cell) bool {
	now, begins := beside(p.now, is)
	then, ends := beside(p.then, was)
	if begins && ends && !now.Equal(then) {
		return false
	}
	return begins && now.Equal(was.Value) || ends && then.Equal(is.Value)
}

func breach(rule data.GateRule, why string, args ...any) data.Breach {
	return data.Breach{Rule: rule, Why: fmt.Sprintf(why, args...)}
}

// alike reports whether two moves are by one factor, or by one step where scores moved.
func (p *Page) alike(x, y move) bool {
	if x.is.kind() == "score" && x.is.Value.Sub(x.was.Value.Decimal).Equal(y.is.Value.Sub(y.was.Value.Decimal)) {
		return true
	}
	return Near(x.is.Value.Mul(y.was.Value.Decimal), y.is.Value.Mul(x.was.Value.Decimal), p.limits.SameFactor)
}

// Near reports whether two numbers differ by at most a share of the second.
func Near(x, y decimal.Decimal, share data.Number) bool {
	return x.Sub(y).Abs().LessThanOrEqual(y.Mul(share.Decimal).Abs())
}

// table is what moved in a table, or in all the small tables of a page together.
type table struct {
	cells  int            // that are stated in both readings
	models map[string]int // the models of those, with how many each has
	moves  []move
	moved  map[string]bool // the models of those
}

// sortTables sorts what is stated in both readings by the table where it stood.
func (p *Page) sortTables() map[string]*table {
	tables := map[string]*table{}
	for _, c := range p.was {
		is, ok := p.now[c.state]
		if !ok {
			continue
		}
		t := tables[c.table]
		if t == nil {
			t = &table{models: map[string]int{}, moved: map[string]bool{}}
			tables[c.table] = t
		}
		t.cells++
		t.models[c.Model]++
		if !is.Value.Equal(c.Value) && !p.promoted(c, is) {
			t.moves, t.moved[c.Model] = append(t.moves, move{c, is}), true
		}
	}
	return tables
}
