package standing

import (
	"slices"

	"pricepoint/data"
)

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

// rules are those that a number breaks by where it stands, and that another reading is needed to find.
var rules = []data.GateRule{data.RuleAddress, data.RuleNeighbour, data.RuleTogether, data.RuleFactor, data.RuleDigits, data.RuleText, data.RuleTerms}

// Kept are the breaches of these rules among others.
func Kept(all []data.Breach) []data.Breach {
	return slices.DeleteFunc(slices.Clone(all), func(b data.Breach) bool { return !slices.Contains(rules, b.Rule) })
}
