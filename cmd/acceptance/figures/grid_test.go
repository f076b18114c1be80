//go:build proof

package figures

import (
	"slices"
	"strings"
)

// priced are the columns of a table that hold an amount in some row, and the rows that do.
func (s *scene) priced(t *table) (rows, columns []int) {
	for r := range t.rows {
		for c, cell := range t.rows[r].cells {
			if len(s.within(cell)) > 0 {
				rows, columns = append(rows, r), append(columns, c)
			}
		}
	}
	slices.Sort(columns)
	return slices.Compact(rows), slices.Compact(columns)
}

// swapped exchanges two pieces of the page; none when they are alike.
func (s *scene) swapped(x, y span) []change {
	if s.sheet.of(x) == s.sheet.of(y) {
		return nil
	}
	return []change{{x, s.sheet.of(y)}, {y, s.sheet.of(x)}}
}

// columns exchange the titles of two columns, or lose one of both. The numbers of columns change places in columnsSwapped.
func columns(e *edits, t *table) {
	rows, priced := e.priced(t)
	titles, titled := t.rows[0].cells, !slices.Contains(rows, 0)
	for i, x := range priced {
		for _, y := range priced[i+1:] {
			if y < len(titles) && titled && e.sheet.of(titles[x]) != e.sheet.of(titles[y]) {
				touched := e.headlinesOf(t, rows, x, y)
				e.add(e.swapped(titles[x], titles[y]), touched, "the titles of %d and %d exchanged", x, y)
				e.add([]change{{titles[y], e.sheet.of(titles[x])}}, touched, "the title of %d also over %d", x, y)
			}
		}
		if titled && !e.sheet.html {
			e.lostColumn(t, rows, x)
		}
	}
}

// headlinesOf are the headlines in columns of a table.
func (s *scene) headlinesOf(t *table, rows []int, columns ...int) []*amount {
	var all []*amount
	for _, i := range rows {
		for _, c := range columns {
			if c < len(t.rows[i].cells) {
				all = append(all, s.within(t.rows[i].cells[c])...)
			}
		}
	}
	return slices.DeleteFunc(all, func(a *amount) bool { return len(a.headline) == 0 })
}

// lostColumn moves all values behind a column one to the left, or all titles.
func (e *edits) lostColumn(t *table, rows []int, x int) {
	var values []change
	var touched []*amount
	for _, i := range rows {
		if cells := t.rows[i].cells; x+1 < len(cells) {
			values = append(values, change{span{cells[x].from, cells[x+1].from}, ""})
			touched = append(touched, e.within(span{cells[x].from, t.rows[i].to})...)
		}
	}
	if values == nil {
		return
	}
	e.add(values, touched, "the values of column %d are lost, those behind move to the left", x)
	if titles := t.rows[0].cells; x+1 < len(titles) {
		e.add([]change{{span{titles[x].from, titles[x+1].from}, ""}}, touched,
			"the title %s is lost, those behind move to the left", e.sheet.of(titles[x]))
	}
}

// cuts end a row, or the page, inside a number, or lose a cell of a row.
func cuts(e *edits, a *amount) {
	t, i, c := e.sheet.tableOf(a.span)
	if t == nil || len(a.number) < 2 {
		return
	}
	keep, end := 1+e.r.IntN(len(a.number)-1), ""
	row, cells := t.rows[i], t.rows[i].cells
	at, touched := a.from+keep, e.within(row.span)
	if e.sheet.html {
		end = "</td></tr>"
	}
	if strings.TrimRight(a.number, "0.") != strings.TrimRight(a.number[:keep], ".") { // else it says the same
		if c+1 < len(cells) { // else nobody sees that anything is missing
			e.add([]change{{span{at, row.to}, end}}, touched, "the row of %s ends at %s", a.subject(), e.sheet.text[row.from:at])
		}
		e.add([]change{{span{at, len(e.sheet.text)}, ""}}, touched, "the page ends at %s of %s", a.number[:keep], a.subject())
	}
	if c+1 < len(cells) && !e.sheet.html {
		e.add([]change{{span{cells[c].from, cells[c+1].from}, ""}}, touched, "the row of %s has lost %s", a.subject(), e.sheet.of(cells[c]))
	}
}

// oneFactor multiplies all prices of a table, of a column, or of three tools of it. Looked at again, such a change may be
// a real one.
func oneFactor(e *edits, t *table) {
	factors := []string{"0.5", "1.1", "0.8", "1.17", "2", "0.92", "1.52", "1.25", "0.9", "0.67"}
	read := slices.DeleteFunc(e.within(t.span), func(a *amount) bool { return len(a.states) == 0 })
	if len(subjects(read)) < 3 {
		factors = []string{"1.52", "0.92", "1.38", "0.78"} // what is a cut of one model otherwise
	}
	for _, f := range some(e.r, factors, 4) {
		e.add(scaled(e.within(t.span), f), nil, "the whole table at %s", f)
	}
	rows, priced := e.priced(t)
	for _, c := range priced {
		f := one(e.r, []string{"0.5", "1.1", "0.8", "1.25", "0.9", "2"})
		if column := e.headlinesOf(t, rows, c); len(subjects(column)) > 2 {
			e.add(scaled(column, f), nil, "column %d at %s", c, f)
			part := some(e.r, column, 3+e.r.IntN(3))
			e.add(scaled(part, f), nil, "%d prices of column %d at %s", len(part), c, f)
		}
	}
}
