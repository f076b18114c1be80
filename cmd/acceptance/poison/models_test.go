//go:build proof

package poison

import (
	"math/rand/v2"
	"slices"
	"strings"

	"pricepoint/data"
	"pricepoint/data/catalog"
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

// otherProviders give a model the prices of a tool of another provider.
func otherProviders(s *scene, r *rand.Rand) []edit {
	prices := func(t catalog.Tool) map[data.Field]string {
		of := map[data.Field]string{data.PriceInput: t.Prices.Input.String(), data.PriceOutput: t.Prices.Output.String()}
		if t.Prices.CacheRead != nil {
			of[data.PriceCacheRead] = t.Prices.CacheRead.String()
		}
		return of
	}
	var all []edit
	for _, a := range s.headlines() {
		for _, t := range some(r, s.catalog.Tools, 3) {
			if s.tools[t.ID] {
				continue
			}
			var row []change
			for _, o := range s.alike(a) {
				if price, ok := prices(t)[o.states[0].Field]; ok {
					row = append(row, change{o.span, price})
				}
			}
			e := s.edit(describe("%s: the prices of %s", a.states[0].Subject, t.Name), row)
			e.believable = true // nothing on the page tells that they are another's
			all = append(all, e)
		}
	}
	return distinct(all)
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

// rowsTwice print a model a second time, with other prices.
func rowsTwice(s *scene, r *rand.Rand) []edit {
	var all []edit
	for _, row := range s.ownRows() {
		factor, subject := one(r, []string{"0.5", "0.8", "1.25", "2"}), row.headline.states[0].Subject
		again := s.rewritten(row.span, scaled(s.within(row.span), factor))
		all = append(all, s.edit(describe("%s twice, above at %s", subject, factor), []change{insert(row.from, s.line(again, "above"))}, s.alike(row.headline)...),
			s.edit(describe("%s twice, below at %s", subject, factor), []change{insert(row.to, s.line(again, "below"))}, s.alike(row.headline)...))
	}
	return distinct(all)
}

// otherCurrencies print a column, or one price, in another currency.
func otherCurrencies(s *scene, r *rand.Rand) []edit {
	signs := []struct{ sign, rate string }{{"€", "0.92"}, {"£", "0.78"}, {"¥", "7.15"}, {"A$", "1.52"}, {"CA$", "1.38"}, {"EUR ", "0.92"}, {"元", "7.15"}}
	priced := func(a *amount, sign, rate string) change {
		return change{span{s.before(a), a.to}, sign + a.times(rate)}
	}
	var all []edit
	for _, a := range s.headlines() {
		c := one(r, signs)
		all = append(all, s.edit(describe("%s: %s in %s", a.states[0].Subject, a.number, c.sign), []change{priced(a, c.sign, c.rate)}))
	}
	for _, t := range s.published() {
		rows, columns := s.priced(t)
		for _, column := range columns {
			c := one(r, signs)
			var changes []change
			for _, i := range rows {
				if column < len(t.rows[i].cells) {
					for _, a := range s.within(t.rows[i].cells[column]) {
						changes = append(changes, priced(a, c.sign, c.rate))
					}
				}
			}
			all = append(all, s.edit(describe("column %d in %s", column, c.sign), changes, s.headlinesOf(t, rows, column)...))
		}
	}
	return distinct(all)
}

// roundFactors halve or double a row, or its output: no page tells that from a cut or a rise. It may be published, but not
// without a word.
func roundFactors(s *scene, _ *rand.Rand) []edit {
	var all []edit
	for _, a := range s.headlines() {
		for _, factor := range []string{"0.5", "2"} {
			all = append(all, s.edit(describe("%s at %s", a.states[0].Subject, factor), scaled(s.alike(a), factor)))
			if strings.HasSuffix(string(a.states[0].Field), "output") {
				all = append(all, s.edit(describe("%s: output at %s", a.states[0].Subject, factor), []change{a.by(factor)}))
			}
		}
	}
	for i := range all {
		all[i].believable = true
	}
	return distinct(all)
}
