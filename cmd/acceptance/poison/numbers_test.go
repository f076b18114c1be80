//go:build proof

package poison

import (
	"cmp"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"
)

// numberClasses are the edits of any page: price tables, cards, JSON files, feeds and boards.
var numberClasses = []class{
	{"digit dropped", digitsDropped, false}, {"point moved", pointsMoved, false}, {"columns swapped", columnsSwapped, false},
	{"record doubled", recordsDoubled, true}, {"records shifted", recordsShifted, false}, {"name by a letter", namesByALetter, false},
	{"through zero", throughZero, false},
}

// numberEdit is an edit of numbers and names alone: whatever it makes of them could be true, as far as it goes.
func (s *scene) numberEdit(what string, changes []change) edit {
	changes = slices.SortedStableFunc(slices.Values(changes), func(x, y change) int { return cmp.Or(x.from-y.from, x.to-y.to) })
	last := 0
	changes = slices.DeleteFunc(changes, func(c change) bool {
		if c.from < last {
			return true // another change is there already
		}
		last = c.to
		return false
	})
	return edit{what: what, text: s.sheet.with(changes), believable: true, plain: true}
}

func (f figure) becomes(text string) change { return change{f.span, text} }

// describe names a figure.
func (f figure) describe() string {
	return describe("%s %s %s %s", f.of.Subject, f.of.Field, named(f.of.Qualifiers), f.of.Value)
}

// fewFigures are the figures that a class edits on one page.
func (s *scene) fewFigures(r *rand.Rand) []figure { return some(r, s.figures, max(2, 2**each)) }

func digitsDropped(s *scene, r *rand.Rand) []edit {
	var all []edit
	for _, f := range s.fewFigures(r) {
		digits := s.sheet.of(f.span)
		i := r.IntN(len(digits))
		if left := digits[:i] + digits[i+1:]; digits[i] != '.' && strings.Trim(left, ".0") != "" && !sameNumber(left, digits) {
			all = append(all, s.numberEdit(describe("%s is %s", f.describe(), left), []change{f.becomes(left)}))
		}
	}
	return distinct(all)
}

// sameNumber reports whether two texts are one number.
func sameNumber(x, y string) bool {
	a, errA := decimal.NewFromString(x)
	b, errB := decimal.NewFromString(y)
	return x == y || errA == nil && errB == nil && a.Equal(b)
}

// shifted is a number with its point moved, written as it was.
func (f figure) shifted(places int32) string { return decimalOf(f.of.Value).Shift(places).String() }

func pointsMoved(s *scene, r *rand.Rand) []edit {
	var all []edit
	for _, f := range s.fewFigures(r) {
		moved := f.shifted(one(r, []int32{-3, -2, -1, 1, 2, 3}))
		all = append(all, s.numberEdit(describe("%s is %s", f.describe(), moved), []change{f.becomes(moved)}))
	}
	for _, c := range s.byColumn() {
		places := one(r, []int32{-2, -1, 1, 2})
		var changes []change
		for _, f := range c {
			changes = append(changes, f.becomes(f.shifted(places)))
		}
		all = append(all, s.numberEdit(describe("all %s %s moved by %d", c[0].of.Field, named(c[0].of.Qualifiers), places), changes))
	}
	return distinct(all)
}

// columnsSwapped exchange two numbers of a record, or of all records.
func columnsSwapped(s *scene, r *rand.Rand) []edit {
	var all []edit
	whole := map[[2]string][]change{}
	for _, f := range s.figures {
		for _, o := range s.inRecord(f.record) {
			if f.from >= o.from || s.sheet.of(f.span) == s.sheet.of(o.span) || f.of.Subject != o.of.Subject {
				continue
			}
			swap := []change{f.becomes(s.sheet.of(o.span)), o.becomes(s.sheet.of(f.span))}
			if r.IntN(8) == 0 || len(all) == 0 {
				all = append(all, s.numberEdit(describe("%s and %s exchanged", f.describe(), o.describe()), swap))
			}
			pair := [2]string{describe("%s %s", f.of.Field, named(f.of.Qualifiers)), describe("%s %s", o.of.Field, named(o.of.Qualifiers))}
			whole[pair] = append(whole[pair], swap...)
		}
	}
	var pairs [][2]string
	for pair, changes := range whole {
		if len(changes) > 2 {
			pairs = append(pairs, pair)
		}
	}
	slices.SortFunc(pairs, func(x, y [2]string) int { return strings.Compare(x[0]+x[1], y[0]+y[1]) })
	for _, pair := range some(r, pairs, 4) {
		all = append(all, s.numberEdit(describe("all %s and %s exchanged", pair[0], pair[1]), whole[pair]))
	}
	return distinct(all)
}

// recordAt is a copy of a record with its numbers times a factor.
func (s *scene) recordAt(at span, factor string) string {
	var changes []change
	for _, f := range s.inRecord(at) {
		changes = append(changes, f.becomes(decimalOf(f.of.Value).Mul(decimalOf(factor)).String()))
	}
	return s.rewritten(at, changes)
}

// beside puts a record in front of another one.
func (s *scene) beside(at span, record string) change {
	switch {
	case strings.HasSuffix(record, "}"):
		record += ","
	case !s.sheet.html:
		record += "\n"
	}
	return insert(at.from, record)
}

func recordsDoubled(s *scene, r *rand.Rand) []edit {
	var all []edit
	for _, f := range s.fewFigures(r) {
		factor := one(r, []string{"0.5", "0.8", "1.25", "0.92"})
		again := s.recordAt(f.record, factor)
		all = append(all, s.numberEdit(describe("%s twice, first at %s", f.describe(), factor), []change{s.beside(f.record, again)}),
			s.numberEdit(describe("%s twice, then at %s", f.describe(), factor),
				[]change{s.beside(f.record, s.sheet.of(f.record)), {f.record, again}}))
	}
	return distinct(all)
}

// recordsShifted give every number of a column that of the record before or behind.
func recordsShifted(s *scene, r *rand.Rand) []edit {
	var all []edit
	for _, by := range []int{1, -1} {
		var whole []change
		for _, c := range s.byColumn() {
			if len(c) < 3 {
				continue
			}
			var changes []change
			for i, f := range c {
				if j := i + by; j >= 0 && j < len(c) {
					changes = append(changes, f.becomes(s.sheet.of(c[j].span)))
				}
			}
			whole = append(whole, changes...)
			all = append(all, s.numberEdit(describe("all %s %s %d on", c[0].of.Field, named(c[0].of.Qualifiers), by), changes))
		}
		if whole != nil {
			all = append(all, s.numberEdit(describe("all numbers %d on", by), whole))
		}
	}
	return distinct(all)
}

// namesByALetter call a model otherwise by one character: a digit of its version, or a letter that is lost or doubled.
func namesByALetter(s *scene, r *rand.Rand) []edit {
	var all []edit
	for _, f := range s.fewFigures(r) {
		name := s.sheet.of(f.name)
		if name == "" {
			continue // the page has none
		}
		i := r.IntN(len(name))
		if digits := regexp.MustCompile(`\d`).FindAllStringIndex(name, -1); len(digits) > 0 && r.IntN(2) == 0 {
			i = digits[r.IntN(len(digits))][0]
		}
		other := name[:i] + name[i+1:]
		if n, err := strconv.Atoi(name[i : i+1]); err == nil {
			other = name[:i] + strconv.Itoa((n+1)%10) + name[i+1:]
		}
		all = append(all, s.numberEdit(describe("%s is called %s", name, other), []change{{f.name, other}}))
		if o := one(r, s.figures); o.of.Subject != f.of.Subject {
			all = append(all, s.numberEdit(describe("%s is called %s", name, o.of.Subject), []change{{f.name, o.of.Subject}}))
		}
	}
	return distinct(all)
}

func throughZero(s *scene, r *rand.Rand) []edit {
	var all []edit
	for _, f := range s.fewFigures(r) {
		text := one(r, []string{"0", "0.00", "-" + f.of.Value, "0.0000001"})
		all = append(all, s.numberEdit(describe("%s is %s", f.describe(), text), []change{f.becomes(text)}))
	}
	for _, c := range s.byColumn() {
		var changes []change
		for _, f := range c {
			changes = append(changes, f.becomes("0"))
		}
		all = append(all, s.numberEdit(describe("all %s %s are 0", c[0].of.Field, named(c[0].of.Qualifiers)), changes))
	}
	return distinct(all)
}
