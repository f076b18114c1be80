// Package standing judges a number by where it stands: whether it stands where it stood when its page was last read well,
// whether it took over what another cell said then, whether an order is broken that holds everywhere, and who moved along
// with it. Start at Compare.
//
// It compares two readings of one source and knows nothing of what was published; how far a number may move, and what ends
// a hold, is for package gate to say.
package standing

import (
	"slices"

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

// Before is what the source stated of the same, under the same name and terms, when it was last read well.
func (p *Page) Before(is Cell) (Cell, bool) {
	c, ok := p.then[is.state]
	return c, ok
}

// rules are those that a number breaks by where it stands, and that another reading is needed to find.
var rules = []data.GateRule{data.RuleAddress, data.RuleNeighbour, data.RuleTogether, data.RuleFactor, data.RuleDigits}

// Kept are the breaches of these rules among others.
func Kept(all []data.Breach) []data.Breach {
	return slices.DeleteFunc(slices.Clone(all), func(b data.Breach) bool { return !slices.Contains(rules, b.Rule) })
}

// move is a number that differs from what was stated for the same.
type move struct{ was, is Cell }

// promoted reports whether a promotion begins or ends, with the other price beside it: then neither has moved.
func (p *Page) promoted(was, is Cell) bool {
	list, ok := beside(p.now, is)
	if ok && list.Equal(was.Value) {
		return true
	}
	list, ok = beside(p.then, was)
	return ok && list.Equal(is.Value)
}
