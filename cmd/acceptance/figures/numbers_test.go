//go:build proof

package figures

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// numberClasses are the edits of any page: price tables, cards, JSON files, feeds and boards.
var numberClasses = []class{
	{"digit dropped", perFigure(digitsDropped), plain}, {"point moved", pointsMoved, plain}, {"columns swapped", columnsSwapped, plain},
	{"record doubled", perFigure(recordsDoubled), spoken | plain}, {"records shifted", recordsShifted, plain},
	{"name by a letter", perFigure(namesByALetter), plain}, {"through zero", throughZero, plain},
}

// number makes an edit of numbers and names alone.
func (e *edits) number(changes []change, what string, args ...any) {
	e.all = append(e.all, edit{class: e.class, what: describe(what, args...), text: e.sheet.with(changes)})
}

// perFigure are edits of each of some numbers of a page.
func perFigure(of func(e *edits, f figure)) func(e *edits) {
	return func(e *edits) {
		for _, f := range some(e.r, e.figures, max(2, 2**each)) {
			of(e, f)
		}
	}
}

// inColumns makes an edit of all numbers of each column.
func (e *edits) inColumns(becomes func(f figure) string, what string) {
	for _, c := range e.byColumn() {
		var changes []change
		for _, f := range c {
			changes = append(changes, f.becomes(becomes(f)))
		}
		e.number(changes, "all %s %s", c[0].kind(), what)
	}
}

func (f figure) becomes(text string) change { return change{f.span, text} }

// kind is what a figure states, by its terms; String also of whom, and how much.
func (f figure) kind() string { return describe("%s %s", f.of.Field, named(f.of.Qualifiers)) }

func (f figure) String() string { return describe("%s %s %s", f.of.Subject, f.kind(), f.of.Value) }

func digitsDropped(e *edits, f figure) {
	digits := e.sheet.of(f.span)
	i := e.r.IntN(len(digits))
	if left := digits[:i] + digits[i+1:]; digits[i] != '.' && strings.Trim(left, ".0") != "" && !decimalOf(left).Equal(decimalOf(digits)) {
		e.number([]change{f.becomes(left)}, "%s is %s", f, left)
	}
}

// shifted is a number with its point moved, written as it was.
func (f figure) shifted(places int32) string { return decimalOf(f.of.Value).Shift(places).String() }

func pointsMoved(e *edits) {
	perFigure(func(e *edits, f figure) {
		moved := f.shifted(one(e.r, []int32{-3, -2, -1, 1, 2, 3}))
		e.number([]change{f.becomes(moved)}, "%s is %s", f, moved)
	})(e)
	places := one(e.r, []int32{-2, -1, 1, 2})
	e.inColumns(func(f figure) string { return f.shifted(places) }, "moved by "+strconv.Itoa(int(places)))
}

// columnsSwapped exchange two numbers of a record, or of all records.
func columnsSwapped(e *edits) {
	whole := map[string][]change{}
	for _, f := range e.figures {
		for _, o := range e.inRecord(f.record) {
			swap := e.swapped(f.span, o.span)
			if f.from >= o.from || swap == nil || f.of.Subject != o.of.Subject {
				continue
			}
			if e.r.IntN(8) == 0 || len(e.all) == 0 {
				e.number(swap, "%s and %s exchanged", f, o)
			}
			pair := f.kind() + " and " + o.kind()
			whole[pair] = append(whole[pair], swap...)
		}
	}
	maps.DeleteFunc(whole, func(_ string, changes []change) bool { return len(changes) < 3 })
	for _, pair := range some(e.r, slices.Sorted(maps.Keys(whole)), 4) {
		e.number(whole[pair], "all %s exchanged", pair)
	}
}

// recordsDoubled print a record a second time, with its numbers times a factor: in front of the true one, or behind it.
func recordsDoubled(e *edits, f figure) {
	factor := one(e.r, []string{"0.5", "0.8", "1.25", "0.92"})
	var changes []change
	for _, o := range e.inRecord(f.record) {
		changes = append(changes, o.becomes(decimalOf(o.of.Value).Mul(decimalOf(factor)).String()))
	}
	again := e.rewritten(f.record, changes)
	e.number([]change{e.beside(f.record, again)}, "%s twice, first at %s", f, factor)
	e.number([]change{e.beside(f.record, e.sheet.of(f.record)), {f.record, again}}, "%s twice, then at %s", f, factor)
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

// recordsShifted give every number of a column that of the record before or behind.
func recordsShifted(e *edits) {
	for _, by := range []int{1, -1} {
		var whole []change
		for _, c := range e.byColumn() {
			var changes []change
			for i, f := range c {
				if j := i + by; j >= 0 && j < len(c) && len(c) > 2 {
					changes = append(changes, f.becomes(e.sheet.of(c[j].span)))
				}
			}
			whole = append(whole, changes...)
			e.number(changes, "all %s %d on", c[0].kind(), by)
		}
		e.number(whole, "all numbers %d on", by)
	}
}

var aDigit = regexp.MustCompile(`\d`)

// namesByALetter call a model otherwise by one character, a digit of its version or a letter that is lost; or as another one.
func namesByALetter(e *edits, f figure) {
	name := e.sheet.of(f.name)
	if name == "" {
		return // the page has none
	}
	i := e.r.IntN(len(name))
	if digits := aDigit.FindAllStringIndex(name, -1); len(digits) > 0 && e.r.IntN(2) == 0 {
		i = digits[e.r.IntN(len(digits))][0]
	}
	other := name[:i] + name[i+1:]
	if n, err := strconv.Atoi(name[i : i+1]); err == nil {
		other = name[:i] + strconv.Itoa((n+1)%10) + name[i+1:]
	}
	e.number([]change{{f.name, other}}, "%s is called %s", name, other)
	if o := one(e.r, e.figures); o.of.Subject != f.of.Subject {
		e.number([]change{{f.name, o.of.Subject}}, "%s is called %s", name, o.of.Subject)
	}
}

func throughZero(e *edits) {
	perFigure(func(e *edits, f figure) {
		text := one(e.r, []string{"0", "0.00", "-" + f.of.Value, "0.0000001"})
		e.number([]change{f.becomes(text)}, "%s is %s", f, text)
	})(e)
	e.inColumns(func(figure) string { return "0" }, "are 0")
}
