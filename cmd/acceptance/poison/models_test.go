//go:build proof

package poison

import (
	"math/rand/v2"
	"slices"
)

// otherModels give a price, or a row of them, the numbers of another model: exchanged or copied, of this page or of another
// provider.
func otherModels(s *scene, r *rand.Rand) []edit {
	var all []edit
	for _, a := range s.headlines() {
		var others []*amount
		for i := range s.amounts {
			if o := &s.amounts[i]; len(o.states) > 0 && o.states[0].Subject != a.states[0].Subject && o.states[0].Field == a.states[0].Field && o.number != a.number {
				others = append(others, o)
			}
		}
		for _, o := range some(r, others, 2) {
			mine, theirs := s.alike(a), s.besides(o)
			if len(mine) < 2 || len(theirs) < 2 {
				continue
			}
			var copied, exchanged []change
			for _, x := range mine {
				i := slices.IndexFunc(theirs, func(y *amount) bool { return y.states[0].Field == x.states[0].Field })
				if i < 0 || theirs[i].number == x.number {
					continue
				}
				copied = append(copied, change{x.span, theirs[i].number})
				exchanged = append(exchanged, change{x.span, theirs[i].number}, change{theirs[i].span, x.number})
			}
			if len(copied) < 2 {
				continue
			}
			all = append(all, s.edit(describe("%s: the row of %s", a.states[0].Subject, o.states[0].Subject), apartFrom(copied)),
				s.edit(describe("the rows of %s and %s exchanged", a.states[0].Subject, o.states[0].Subject), apartFrom(exchanged)),
				s.edit(describe("%s: the %s of %s and %s exchanged", a.number, a.states[0].Field, a.states[0].Subject, o.states[0].Subject),
					[]change{{a.span, o.number}, {o.span, a.number}}))
		}
	}
	return distinct(all)
}

// besides are the other prices of an amount's row.
func (s *scene) besides(a *amount) []*amount {
	t, row, _ := s.sheet.tableOf(a.span)
	if t == nil {
		return nil
	}
	return slices.DeleteFunc(s.within(t.rows[row].span), func(o *amount) bool {
		return len(o.states) == 0 || o.states[0].Qualifiers != a.states[0].Qualifiers || o.states[0].Subject != a.states[0].Subject
	})
}

// ownRows are the rows of tables with a headline and the name of its model, each with that headline and that name.
func (s *scene) ownRows() []ownRow {
	var all []ownRow
	for _, a := range s.headlines() {
		name, ok := s.nameOf(a)
		if t, i, _ := s.sheet.tableOf(a.span); ok && t.rows[i].holds(name) {
			all = append(all, ownRow{t.rows[i].span, name, a})
		}
	}
	return all
}

// ownRow is a row that names its model.
type ownRow struct {
	span
	name     span
	headline *amount
}
