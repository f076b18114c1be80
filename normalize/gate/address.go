package gate

import (
	"fmt"
	"strings"

	"pricepoint/data"
)

// elsewhere finds a number that stands where nothing of the kind stood: its address is new, or its unit is.
func (p *Page) elsewhere(m move) string {
	switch {
	case !p.Elsewhere(m.was, m.is), p.promoted(m):
		return ""
	case m.was.Unit != m.is.Unit:
		return fmt.Sprintf("it moved from %s to %s, and its unit from %s to %s", m.was.Value, m.is.Value, m.was.Unit, m.is.Unit)
	default:
		return fmt.Sprintf("it moved from %s to %s, and the place where it stands is new: %s", m.was.Value, m.is.Value, differing(m.was.Address, m.is.Address))
	}
}

// Elsewhere reports whether a number stands at another place than before, or in another unit: the page was built anew. A
// column that has only another title or heading is the same place: its other numbers say so.
func (p *Page) Elsewhere(was, is Cell) bool {
	inRow := func(a data.PageAddress) string { return data.PageAddress{Row: a.Row, Notes: a.Notes}.Key() }
	return was.Unit != is.Unit || was.Address.Key() != is.Address.Key() && !(inRow(was.Address) == inRow(is.Address) && p.vouched(is))
}

// vouchers are as many numbers of a column, at least, as tell that it is an old one: stated before, and not moved.
const vouchers = 3

// vouched reports whether most other numbers of a column are what they were when it had another title, or stood elsewhere.
func (p *Page) vouched(is Cell) bool {
	stayed, moved := 0, 0
	for _, c := range p.is {
		was, ok := p.then[c.state]
		switch {
		case !ok || c.column() != is.column() || was.Unit != c.Unit || c.Model == is.Model:
		case was.Value.Equal(c.Value):
			stayed++
		default:
			moved++
		}
	}
	return stayed >= vouchers && stayed >= vouchers*moved
}

// differing says what is new about a place.
func differing(was, is data.PageAddress) string {
	for _, part := range []struct{ name, was, is string }{
		{"the heading", strings.Join(was.Section, " > "), strings.Join(is.Section, " > ")},
		{"the column", was.Column, is.Column},
		{"the row", was.Row, is.Row},
		{"what stands beside it", strings.Join(was.Notes, ", "), strings.Join(is.Notes, ", ")},
		{"the columns of the table", was.Table, is.Table},
	} {
		if part.was != part.is {
			return fmt.Sprintf("%s was %q and is %q", part.name, part.was, part.is)
		}
	}
	return where(is)
}

// where names a place for people.
func where(a data.PageAddress) string {
	return fmt.Sprintf("%q, in the row %q and the column %q", strings.Join(a.Section, " > "), a.Row, a.Column)
}
