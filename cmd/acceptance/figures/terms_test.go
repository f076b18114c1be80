//go:build proof

package figures

import (
	"slices"
	"strings"

	"pricepoint/collectors"
	"pricepoint/data"
)

// siblings are the amounts that state the same price of the same model under other terms, and another number.
func (s *scene) siblings(a *amount) []*amount {
	x := a.states[0]
	return s.where(func(o *amount) bool {
		return o != a && len(o.states) > 0 && o.number != a.number && o.subject() == x.Subject &&
			o.states[0].Field == x.Field && o.states[0].Qualifiers != x.Qualifiers
	})
}

// services give prices the numbers of another service.
func services(e *edits) {
	e.exchanged(func(x, y data.Qualifiers) bool { return x.Service != y.Service })
}

// tiers give prices the numbers of one service for another length of the prompt, another hour, or another life of a cache, or
// leave only those. That the price of a promotion becomes the list price is none of it: promotions end.
func tiers(e *edits) {
	e.exchanged(func(x, y data.Qualifiers) bool { return x.Service == y.Service && x.Kind == y.Kind })
	perHeadline(lostBounds)(e)
}

// exchanged give prices the numbers of other terms: one price, a row, all of the page; copied, or exchanged.
func (e *edits) exchanged(apart func(x, y data.Qualifiers) bool) {
	first := len(e.all)
	pairs := map[data.Qualifiers][][2]*amount{} // by the other terms
	for _, a := range e.headlines() {
		for _, o := range e.siblings(a) {
			if q := o.states[0].Qualifiers; apart(q, a.states[0].Qualifiers) {
				pairs[q] = append(pairs[q], [2]*amount{a, o})
			}
		}
	}
	for q, of := range pairs {
		copies, swaps := map[string][]change{}, map[string][]change{} // by model; of all under ""
		for _, p := range of {
			a, o := p[0], p[1]
			e.add([]change{{a.span, o.number}}, nil, "%s: %s has %s of %+v", a.subject(), a.number, o.number, q)
			for _, whose := range []string{"", a.subject()} {
				copies[whose] = append(copies[whose], change{a.span, o.number})
				swaps[whose] = append(swaps[whose], change{a.span, o.number}, change{o.span, a.number})
			}
		}
		for whose := range copies {
			e.add(copies[whose], nil, "%s: all prices are those of %+v", whose, q)
			e.add(swaps[whose], nil, "%s: all prices and those of %+v exchanged", whose, q)
		}
	}
	slices.SortFunc(e.all[first:], func(x, y edit) int { return strings.Compare(x.what, y.what) })
}

// lostBounds leave of a model's rows the one for long prompts, without the words that say so.
func lostBounds(e *edits, a *amount) {
	for _, o := range e.siblings(a) {
		t, i, c := e.sheet.tableOf(a.span)
		u, j, d := e.sheet.tableOf(o.span)
		name, ok := e.nameOf(o)
		switch {
		case t == nil || t != u || o.states[0].Qualifiers.ContextOver == "" || !ok:
		case i != j && t.rows[j].holds(name):
			cell := t.rows[j].cells[slices.IndexFunc(t.rows[j].cells, func(c span) bool { return c.holds(name) })]
			e.add([]change{{t.rows[i].span, ""}, {span{name.to, cell.to}, ""}}, e.alike(a), "%s: only the row for long prompts, called plain", a.subject())
		case i == j && c == d && o.from > a.from: // both in one cell
			e.add([]change{{span{e.before(a), e.before(o)}, ""}, {span{e.behind(o), t.rows[i].cells[c].to}, ""}}, nil,
				"%s: only %s in the cell", a.subject(), o.number)
		}
	}
}

// suffixesLost call a variant by the name of the plain model, whose row is gone, comes later, or came before.
func suffixesLost(e *edits, plain *amount) {
	t, i, _ := e.sheet.tableOf(plain.span)
	if t == nil {
		return
	}
	row, subject := t.rows[i].span, plain.subject()
	for _, other := range e.within(t.span) {
		if len(other.states) == 0 || !strings.HasPrefix(other.subject(), subject) || other.subject() == subject {
			continue
		}
		name, ok := e.nameOf(other)
		if own, found := e.nameOf(plain); !ok || !found || row.holds(name) || !row.holds(own) || e.costAlike(plain, other) {
			continue
		}
		cut := change{span{name.from + len(subject), name.to}, ""}
		e.add([]change{cut, {row, ""}}, e.alike(plain), "%s is called %s, whose row is gone", other.subject(), subject)
		e.add([]change{cut}, e.alike(plain), "%s is called %s too", other.subject(), subject)
	}
}

// costAlike reports whether two models cost the same: then nobody sees which is meant.
func (s *scene) costAlike(x, y *amount) bool {
	t, i, _ := s.sheet.tableOf(x.span)
	u, j, _ := s.sheet.tableOf(y.span)
	a, b := s.within(t.rows[i].span), s.within(u.rows[j].span)
	return slices.EqualFunc(a, b, func(x, y *amount) bool { return x.number == y.number })
}

// otherModels give a price, or a row of them, the numbers of another model: exchanged or copied.
func otherModels(e *edits, a *amount) {
	others := e.where(func(o *amount) bool {
		return len(o.states) > 0 && o.subject() != a.subject() && o.states[0].Field == a.states[0].Field && o.number != a.number
	})
	for _, o := range some(e.r, others, 2) {
		mine, theirs := e.alike(a), e.besides(o)
		if len(mine) < 2 || len(theirs) < 2 {
			continue
		}
		var copied, exchanged []change
		for _, x := range mine {
			i := slices.IndexFunc(theirs, func(y *amount) bool { return y.states[0].Field == x.states[0].Field })
			if i >= 0 && theirs[i].number != x.number {
				copied = append(copied, change{x.span, theirs[i].number})
				exchanged = append(exchanged, e.swapped(x.span, theirs[i].span)...)
			}
		}
		if len(copied) < 2 {
			continue
		}
		e.add(copied, nil, "%s: the row of %s", a.subject(), o.subject())
		e.add(exchanged, nil, "the rows of %s and %s exchanged", a.subject(), o.subject())
		e.add(e.swapped(a.span, o.span), nil, "%s: the %s of %s and %s exchanged", a.number, a.states[0].Field, a.subject(), o.subject())
	}
}

// besides are the other prices of an amount's row.
func (s *scene) besides(a *amount) []*amount {
	t, row, _ := s.sheet.tableOf(a.span)
	if t == nil {
		return nil
	}
	return slices.DeleteFunc(s.within(t.rows[row].span), func(o *amount) bool {
		return len(o.states) == 0 || o.states[0].Qualifiers != a.states[0].Qualifiers || o.subject() != a.subject()
	})
}

// oldPages serve what the source said at an earlier time as if it said so now.
func oldPages(e *edits) {
	for _, c := range e.captures() {
		if !asks(e.source, c.URL) || !c.FetchedAt.Before(e.at) {
			continue
		}
		if found, _, err := collectors.Parse(e.source, e.edited(string(c.Body))); err == nil && len(found) > 0 {
			old := e.add(nil, e.headlines(), "the page of %s", c.FetchedAt.Format("2006-01-02"))
			old.text = string(c.Body)
		}
	}
}
