package page

import (
	"cmp"
	"slices"
	"strings"
)

// table is the table of all tools.
type table struct {
	Groups []group
	Rows   []row // best score first, those without one last
	Work   string
	Board  string  // whose cost per solved task is shown; "": none
	Boards []board // that print what attempts cost
}

// Guesses reports whether some scores are provisional.
func (t table) Guesses() bool {
	return slices.ContainsFunc(t.Rows, func(r row) bool {
		return slices.ContainsFunc(r.Cells, func(c cell) bool { return c.Guess != "" })
	})
}

// row is one tool.
type row struct {
	ID, Name, Provider string
	Categories         string // slugs, with spaces between
	Modalities         string // of the prompt
	Open               bool   // its weights can be had
	Hollow             bool   // most of its score is estimated
	States             string // keys
	Standing           *standing
	Cells              []cell
}

func tableOf(d documents) table {
	t := table{Groups: columnGroups(), Board: d.firstBoardName(), Boards: d.boards(), Work: d.firstWorkTitle()}
	all := d.each()
	slices.SortStableFunc(all, func(a, b about) int {
		switch {
		case a.score != nil && b.score != nil:
			return b.score.OverallScore.Cmp(a.score.OverallScore.Decimal)
		case a.score != nil:
			return -1
		case b.score != nil:
			return 1
		}
		return cmp.Compare(strings.ToLower(a.tool.Name), strings.ToLower(b.tool.Name))
	})
	for _, a := range all {
		t.Rows = append(t.Rows, rowOf(a, d))
	}
	return t
}

func rowOf(a about, d documents) row {
	r := row{ID: a.tool.ID, Name: a.tool.Name, Provider: a.tool.Provider, Categories: strings.Join(a.tool.Category, " "), Open: a.isOpen(d), Hollow: a.mostlyEstimated()}
	for _, m := range a.evidence.Properties.InputModalities {
		r.Modalities = strings.TrimSpace(r.Modalities + " " + string(m))
	}
	for _, s := range a.standings(d) {
		r.States = strings.TrimSpace(r.States + " " + s.Key)
		if r.Standing == nil && s.Key != current && s.Key != unscored {
			r.Standing = &s
		}
	}
	for i, g := range columnGroups() {
		for j, column := range g.Columns {
			c := column.cell(a, d)
			c.Tool, c.Key, c.Group, c.First, c.Words = a.tool.ID, column.Key, i, j == 0, column.Text
			r.Cells = append(r.Cells, c)
		}
	}
	return r
}
