package calibration

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize"
	"pricepoint/scoring"
)

// Row is the result of one model on one board, at the highest effort the board ranks, whether the model is one of
// the tools or not.
type Row struct {
	Model  string      // the id of a tool, listed or withdrawn, or the key of another model, which no id can be
	Column string      // the column's id
	Score  data.Number // 0-100, exact
	Effort string
	Entry  string // the name as printed

	released float64 // in years; 0: the name has no date
}

// Rows are the results of every model that any column prints. They are for calibrating only: which model a
// name means is guessed from its words here, and a guess never becomes a published value. An error is about a value
// that is not a score.
func Rows(c *catalog.Catalog, readings []data.Reading) ([]Row, error) {
	n := newNamer(c)
	var all []printedRow
	for _, column := range c.Scoring.Columns {
		if !column.Informs() {
			continue
		}
		for _, o := range normalize.ColumnRows(column, readings) {
			row, err := n.row(column, o)
			if err != nil {
				return nil, err
			}
			if row.name.harness == "" {
				all = append(all, row)
			}
		}
	}
	n.identify(all)
	return highest(believed(all, c.Scoring), c.Scoring.EffortRank), nil
}

// believed leaves out results of runs that failed.
func believed(all []printedRow, s catalog.Scoring) []printedRow {
	of := map[string][]printedRow{}
	for _, r := range all {
		of[r.Model] = append(of[r.Model], r)
	}
	return slices.DeleteFunc(all, func(r printedRow) bool {
		return slices.ContainsFunc(of[r.Model], func(o printedRow) bool {
			return normalize.SameRun(r.column, r.printed, o.column, o.printed) && s.Doubts(r.Effort, r.Score, o.Effort, o.Score)
		})
	})
}

// printedRow is a row before it is known which model it is about.
type printedRow struct {
	Row
	name    modelName
	tool    bool // one that is listed, or was
	column  catalog.Column
	printed data.Observation
}

// spelled are the words of a name under the conditions of its row.
func (r printedRow) spelled() string { return r.Column + "\x00" + r.Effort + "\x00" + r.name.words }

// row reads one observation.
func (n *namer) row(column catalog.Column, o data.Observation) (printedRow, error) {
	score, err := normalize.Percent(o)
	if err != nil {
		return printedRow{}, err
	}
	row := printedRow{Row: Row{Column: column.ID, Score: score, Entry: o.Subject}, column: column, printed: o}
	m := n.resolver.Resolve(o.Source, o.Subject, o.FetchedAt.Time)
	if id := cmp.Or(m.Tool, m.Withdrawn); id != "" {
		row.tool, row.Model, row.released = true, id, n.released[id]
		row.name = modelName{effort: m.Effort, harness: m.Harness}
	} else {
		row.name = n.takeApart(o.Source, o.Subject)
	}
	row.Effort = cmp.Or(o.Qualifiers.Effort, row.name.effort)
	return row, nil
}

// highest keeps one row of each model in each column: that of the highest effort, else of the later name, else the
// lower result.
func highest(all []printedRow, rank func(effort string) int) []Row {
	slices.SortStableFunc(all, func(a, b printedRow) int {
		return cmp.Or(cmp.Compare(a.Model, b.Model), cmp.Compare(a.Column, b.Column), cmp.Compare(rank(b.Effort), rank(a.Effort)),
			cmp.Compare(b.Entry, a.Entry), a.Score.Cmp(b.Score.Decimal))
	})
	var kept []Row
	for _, r := range all {
		if last := len(kept) - 1; last < 0 || kept[last].Model != r.Model || kept[last].Column != r.Column {
			kept = append(kept, r.Row)
		}
	}
	return kept
}

// models groups rows by model, in the order of their keys.
func models(rows []Row) []scoring.Model {
	var all []scoring.Model
	for _, r := range rows {
		if last := len(all) - 1; last < 0 || all[last].ID != r.Model {
			all = append(all, scoring.Model{ID: r.Model, Scores: map[string]decimal.Decimal{}})
		}
		m := &all[len(all)-1]
		m.Released = cmp.Or(m.Released, r.released)
		m.Scores[r.Column] = r.Score.Decimal
	}
	return all
}

// digest is the sha256 of rows: two calibrations with the same one were made from the same results.
func digest(rows []Row) string {
	h := sha256.New()
	for _, r := range rows {
		fmt.Fprintf(h, "%s\t%s\t%s\t%s\n", r.Model, r.Column, r.Score, strconv.FormatFloat(r.released, 'f', 4, 64))
	}
	return hex.EncodeToString(h.Sum(nil))
}
