package gate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"pricepoint/data"
)

// digits finds a price that is the last one with the mark of a footnote glued to it: "$15.001" for $15.00 and footnote 1.
// It has more digits behind the point than the last one had, and is that one without them. That it moved by a hair, that
// more than one price of the row has the mark, or that no other price around has so many digits tells it from a price
// that was set anew; a row of which another price moved otherwise was set anew.
func (p *Page) digits(m move) string {
	printed := p.discounted(m)
	mark, ok := glued(printed)
	if !ok {
		return ""
	}
	marked, all, alike := p.marked(m.was)
	row := p.rowMoves(m.was)
	inProportion := !slices.ContainsFunc(row, func(m move) bool { // moved by exactly one factor, as by marks of footnotes hardly ever
		return !m.is.Value.Mul(row[0].was.Value.Decimal).Equal(row[0].is.Value.Mul(m.was.Value.Decimal))
	})
	near := func(share data.Number) bool { return Near(m.is.Value.Decimal, m.was.Value.Decimal, share) }
	few := marked < 3 && !alike // marks of two prices only, and different ones
	switch {
	case !all,
		few && !(near(hair) && !inProportion) && !(near(little) && p.fewerDigits(printed, mark)),
		marked < 2 && !near(hair) && !p.fewerDigits(printed, mark):
		return ""
	}
	return fmt.Sprintf("it moved from %s to %s, which is the same number with %s behind it: perhaps the mark of a footnote", m.was.Value, m.is.Value, mark)
}

// discounted are the list prices that two prices were worked out from, if both were: those are what is printed.
func (p *Page) discounted(m move) move {
	before, ok := p.then[m.was.listed()]
	now, there := p.now[m.is.listed()]
	if ok && there && m.was.Computed != "" && m.is.Computed != "" && !before.Value.Equal(now.Value) {
		return move{before, now}
	}
	return m
}

// hair is how little prices are hardly ever changed by, as a share of them, and little how far a mark behind the digits of a
// price moves it.
var hair, little = data.MustNumber("0.0049"), data.MustNumber("0.05")

// longestMark is how many digits the mark of a footnote has at most, and lowMarks are those that most footnotes have.
const (
	longestMark = 2
	lowMarks    = "1234"
)

// glued finds the digits that make the last number the printed one.
func glued(m move) (mark string, ok bool) {
	printed := m.is.Observation.Value
	if m.is.kind() != "price" || m.is.Unit != m.was.Unit || decimals(m.is) <= decimals(m.was) {
		return "", false
	}
	for n := 1; n <= longestMark && n < decimals(m.is); n++ {
		rest, mark := printed[:len(printed)-n], printed[len(printed)-n:]
		number, err := data.ParseNumber(rest)
		last, lastErr := data.ParseNumber(m.was.Observation.Value)
		if err == nil && lastErr == nil && number.Equal(last) && !strings.HasPrefix(mark, "0") {
			return mark, true
		}
	}
	return "", false
}

// fewerDigits reports whether the other prices around, two at least, were printed with fewer digits behind the point: those
// of the same class in the table, or, where the mark is one that most footnotes have, all of the page.
func (p *Page) fewerDigits(m move, mark string) bool {
	fewer := func(around func(Cell) bool) bool {
		others := 0
		for _, c := range p.was {
			if c.kind() != m.was.kind() || c.state == m.was.state || !around(c) {
				continue
			}
			if others++; decimals(c) >= decimals(m.is) {
				return false
			}
		}
		return others >= 2
	}
	return fewer(func(c Cell) bool { return c.table == m.was.table && c.Field == m.was.Field }) ||
		strings.Contains(lowMarks, mark) && fewer(func(Cell) bool { return true })
}

// marked counts the prices of a row that have a mark behind them. all says whether those are all that moved, alike whether it
// is one mark; a mark behind a whole number is no fraction.
func (p *Page) marked(was Cell) (marked int, all, alike bool) {
	marks := map[string]bool{}
	for _, m := range p.rowMoves(was) {
		if m.was.kind() != was.kind() {
			continue
		}
		printed := p.discounted(m)
		mark, fraction := glued(printed)
		whole, ok := strings.CutPrefix(printed.is.Observation.Value, printed.was.Observation.Value)
		if !fraction && (!ok || len(whole) > longestMark) {
			return 0, false, false
		}
		marks[cmp.Or(mark, whole)] = true
		marked++
	}
	return marked, true, len(marks) == 1
}

// decimals is how many digits are printed behind the point.
func decimals(c Cell) int {
	_, after, _ := strings.Cut(c.Observation.Value, ".")
	return len(after)
}
