//go:build proof

package poison

import (
	"math/rand/v2"
	"slices"
	"strings"

	"pricepoint/collectors"
	"pricepoint/data"
)

// siblings are the amounts that state the same price of the same model under other terms, and another number.
func (s *scene) siblings(a *amount) []*amount {
	var all []*amount
	for i := range s.amounts {
		o := &s.amounts[i]
		if o == a || len(o.states) == 0 || o.number == a.number {
			continue
		}
		if x, y := o.states[0], a.states[0]; x.Subject == y.Subject && x.Field == y.Field && x.Qualifiers != y.Qualifiers {
			all = append(all, o)
		}
	}
	return all
}

// ofService reports whether two prices differ in their service.
func ofService(x, y data.Qualifiers) bool { return x.Service != y.Service }

// ofTier reports whether two prices of one service differ in the length of the prompt, the hour, or how long a cache lasts.
// That the price of a promotion becomes the list price is none of it: promotions end.
func ofTier(x, y data.Qualifiers) bool { return x.Service == y.Service && x.Kind == y.Kind }

func tiers(s *scene, r *rand.Rand) []edit { return append(s.exchanged(r, ofTier), s.lostBounds()...) }

func services(s *scene, r *rand.Rand) []edit { return s.exchanged(r, ofService) }

// exchanged give prices the numbers of other terms: one price, a row, all of the page; copied, or exchanged.
func (s *scene) exchanged(r *rand.Rand, apart func(x, y data.Qualifiers) bool) []edit {
	var all []edit
	pairs := map[data.Qualifiers][][2]*amount{} // by the other terms
	for _, a := range s.headlines() {
		for _, o := range s.siblings(a) {
			if q := o.states[0].Qualifiers; apart(q, a.states[0].Qualifiers) {
				pairs[q] = append(pairs[q], [2]*amount{a, o})
			}
		}
	}
	for q, of := range pairs {
		var copies, swaps []change
		rows := map[string][2][]change{}
		for _, p := range of {
			a, o := p[0], p[1]
			copied, swapped := change{a.span, o.number}, change{o.span, a.number}
			all = append(all, s.edit(describe("%s: %s has %s of %+v", a.states[0].Subject, a.number, o.number, q), []change{copied}))
			copies, swaps = append(copies, copied), append(swaps, copied, swapped)
			row := rows[a.states[0].Subject]
			rows[a.states[0].Subject] = [2][]change{append(row[0], copied), append(row[1], copied, swapped)}
		}
		all = append(all, s.edit(describe("all prices are those of %+v", q), copies), s.edit(describe("all prices and those of %+v exchanged", q), apartFrom(swaps)))
		for name, row := range rows {
			all = append(all, s.edit(describe("%s: the row of %+v", name, q), row[0]), s.edit(describe("%s: rows exchanged with %+v", name, q), apartFrom(row[1])))
		}
	}
	slices.SortFunc(all, func(x, y edit) int { return strings.Compare(x.what, y.what) })
	return distinct(all)
}

// apartFrom leaves one change of each place.
func apartFrom(all []change) []change {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(x, y change) int { return x.from - y.from })
	return slices.CompactFunc(all, func(x, y change) bool { return x.span == y.span })
}

// lostBounds leave of a model's rows the one for long prompts, without the words that say so.
func (s *scene) lostBounds() []edit {
	var all []edit
	for _, a := range s.headlines() {
		for _, o := range s.siblings(a) {
			t, i, c := s.sheet.tableOf(a.span)
			u, j, d := s.sheet.tableOf(o.span)
			name, ok := s.nameOf(o)
			switch {
			case t == nil || t != u || o.states[0].Qualifiers.ContextOver == "" || !ok:
			case i != j && t.rows[j].holds(name):
				cell := t.rows[j].cells[slices.IndexFunc(t.rows[j].cells, func(c span) bool { return c.holds(name) })]
				all = append(all, s.edit(describe("%s: only the row for long prompts, called plain", a.states[0].Subject),
					[]change{{t.rows[i].span, ""}, {span{name.to, cell.to}, ""}}, s.alike(a)...))
			case i == j && c == d && o.from > a.from: // both in one cell
				all = append(all, s.edit(describe("%s: only %s in the cell", a.states[0].Subject, o.number),
					[]change{{span{s.before(a), s.before(o)}, ""}, {span{s.behind(o), t.rows[i].cells[c].to}, ""}}))
			}
		}
	}
	return distinct(all)
}

// suffixesLost call a variant by the name of the plain model, whose row is gone, comes later, or came before.
func suffixesLost(s *scene, _ *rand.Rand) []edit {
	var all []edit
	for _, plain := range s.headlines() {
		t, i, _ := s.sheet.tableOf(plain.span)
		if t == nil {
			continue
		}
		row := t.rows[i].span
		subject := plain.states[0].Subject
		for _, other := range s.within(t.span) {
			if len(other.states) == 0 || !strings.HasPrefix(other.states[0].Subject, subject) || other.states[0].Subject == subject {
				continue
			}
			name, ok := s.nameOf(other)
			if own, found := s.nameOf(plain); !ok || !found || row.holds(name) || !row.holds(own) || sameRow(s, plain, other) {
				continue
			}
			cut := change{span{name.from + len(subject), name.to}, ""}
			all = append(all, s.edit(describe("%s is called %s, whose row is gone", other.states[0].Subject, subject), []change{cut, {row, ""}}, s.alike(plain)...),
				s.edit(describe("%s is called %s too", other.states[0].Subject, subject), []change{cut}, s.alike(plain)...))
		}
	}
	return distinct(all)
}

// sameRow reports whether two models cost the same: then nobody sees which is meant.
func sameRow(s *scene, x, y *amount) bool {
	t, i, _ := s.sheet.tableOf(x.span)
	u, j, _ := s.sheet.tableOf(y.span)
	a, b := s.within(t.rows[i].span), s.within(u.rows[j].span)
	return slices.EqualFunc(a, b, func(x, y *amount) bool { return x.number == y.number })
}

// oldPages serve what the source said at an earlier time as if it said so now.
func oldPages(s *scene, _ *rand.Rand) []edit {
	var all []edit
	for _, c := range s.captures {
		if !asks(s.source, c.url) || !c.at.Before(s.at) || strings.Contains(c.state, "negative") {
			continue
		}
		doc, err := s.payload(c)
		if err != nil {
			continue
		}
		old := s.edited(string(doc.Body))
		if found, _, err := collectors.Parse(s.source, old); err == nil && len(found) > 0 {
			e := edit{what: describe("the page of %s", c.at.Format("2006-01-02")), text: string(doc.Body)}
			for _, a := range s.headlines() {
				e.touches = append(e.touches, a.headline...)
			}
			all = append(all, e)
		}
	}
	return all
}
