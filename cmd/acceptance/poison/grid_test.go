//go:build proof

package poison

import (
	"math/rand/v2"
	"slices"
	"strings"
)

// priced are the columns of a table that hold an amount in some row, and the rows that do.
func (s *scene) priced(t *table) (rows, columns []int) {
	for r := range t.rows {
		for c, cell := range t.rows[r].cells {
			if len(s.within(cell)) == 0 {
				continue
			}
			if !slices.Contains(rows, r) {
				rows = append(rows, r)
			}
			if !slices.Contains(columns, c) {
				columns = append(columns, c)
			}
		}
	}
	slices.Sort(columns)
	return rows, columns
}

// swapped exchanges two pieces of the page; none when they are alike.
func (s *scene) swapped(x, y span) []change {
	if s.sheet.of(x) == s.sheet.of(y) {
		return nil
	}
	return []change{{x, s.sheet.of(y)}, {y, s.sheet.of(x)}}
}

// columns exchange the titles of two columns, or lose one of both. The numbers of columns change places in columnsSwapped.
func columns(s *scene, r *rand.Rand) []edit {
	var all []edit
	for _, t := range s.published() {
		rows, priced := s.priced(t)
		for i, x := range priced {
			for _, y := range priced[i+1:] {
				if titles := t.rows[0].cells; y < len(titles) && !slices.Contains(rows, 0) && s.sheet.of(titles[x]) != s.sheet.of(titles[y]) {
					touched := s.headlinesOf(t, rows, x, y)
					all = append(all, s.edit(describe("the titles of %d and %d exchanged", x, y), s.swapped(titles[x], titles[y]), touched...),
						s.edit(describe("the title of %d also over %d", x, y), []change{{titles[y], s.sheet.of(titles[x])}}, touched...))
				}
			}
			all = append(all, s.lostColumn(t, rows, x)...)
		}
	}
	return all
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
func (s *scene) lostColumn(t *table, rows []int, x int) []edit {
	if s.sheet.html || slices.Contains(rows, 0) {
		return nil
	}
	var values []change
	var touched []*amount
	for _, i := range rows {
		if cells := t.rows[i].cells; x+1 < len(cells) {
			values = append(values, change{span{cells[x].from, cells[x+1].from}, ""})
			touched = append(touched, s.within(span{cells[x].from, t.rows[i].to})...)
		}
	}
	if values == nil {
		return nil
	}
	titles := t.rows[0].cells
	all := []edit{s.edit(describe("the values of column %d are lost, those behind move to the left", x), values, touched...)}
	if x+1 < len(titles) {
		all = append(all, s.edit(describe("the title %s is lost, those behind move to the left", s.sheet.of(titles[x])),
			[]change{{span{titles[x].from, titles[x+1].from}, ""}}, touched...))
	}
	return all
}

// cuts end a row, or the page, inside a number, or lose a cell of a row.
func cuts(s *scene, r *rand.Rand) []edit {
	var all []edit
	for _, a := range s.headlines() {
		t, i, c := s.sheet.tableOf(a.span)
		if t == nil || len(a.number) < 2 {
			continue
		}
		keep := 1 + r.IntN(len(a.number)-1)
		row, cells := t.rows[i], t.rows[i].cells
		at := a.from + keep
		end := ""
		if s.sheet.html {
			end = "</td></tr>"
		}
		if strings.TrimRight(a.number, "0.") != strings.TrimRight(a.number[:keep], ".") { // else it says the same
			if c+1 < len(cells) { // else nobody sees that anything is missing
				all = append(all, s.edit(describe("the row of %s ends at %s", a.states[0].Subject, s.sheet.text[row.from:at]), []change{{span{at, row.to}, end}}, s.within(row.span)...))
			}
			all = append(all, s.edit(describe("the page ends at %s of %s", a.number[:keep], a.states[0].Subject), []change{{span{at, len(s.sheet.text)}, ""}}, s.within(row.span)...))
		}
		if c+1 < len(cells) && !s.sheet.html {
			all = append(all, s.edit(describe("the row of %s has lost %s", a.states[0].Subject, s.sheet.of(cells[c])), []change{{span{cells[c].from, cells[c+1].from}, ""}}, s.within(row.span)...))
		}
	}
	return distinct(all)
}

// oneFactor multiplies all prices of a table, of a column, or of three tools of it. Looked at again, such a change may be
// a real one.
func oneFactor(s *scene, r *rand.Rand) []edit {
	var all []edit
	for _, t := range s.published() {
		factors := []string{"0.5", "1.1", "0.8", "1.17", "2", "0.92", "1.52", "1.25", "0.9", "0.67"}
		if len(subjects(s.stated(t))) < 3 {
			factors = []string{"1.52", "0.92", "1.38", "0.78"} // what is a cut of one model otherwise
		}
		for _, f := range some(r, factors, 4) {
			all = append(all, s.edit(describe("the whole table at %s", f), scaled(s.within(t.span), f)))
		}
		rows, priced := s.priced(t)
		for _, c := range priced {
			f := one(r, []string{"0.5", "1.1", "0.8", "1.25", "0.9", "2"})
			if column := s.headlinesOf(t, rows, c); len(subjects(column)) > 2 {
				all = append(all, s.edit(describe("column %d at %s", c, f), scaled(column, f)))
				part := some(r, column, 3+r.IntN(3))
				all = append(all, s.edit(describe("%d prices of column %d at %s", len(part), c, f), scaled(part, f)))
			}
		}
	}
	for i := range all {
		all[i].freed = true
	}
	return distinct(all)
}

// stated are the amounts of a table that its reader reads.
func (s *scene) stated(t *table) []*amount {
	return slices.DeleteFunc(s.within(t.span), func(a *amount) bool { return len(a.states) == 0 })
}

// subjects are the models that amounts are about, each once.
func subjects(all []*amount) []string {
	var names []string
	for _, a := range all {
		if !slices.Contains(names, a.states[0].Subject) {
			names = append(names, a.states[0].Subject)
		}
	}
	return names
}

// distinct leaves one of edits that make the same page, and none that make the page that was.
func distinct(all []edit) []edit {
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(e edit) bool {
		again := seen[e.text]
		seen[e.text] = true
		return again
	})
}
