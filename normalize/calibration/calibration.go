// Package calibration fits the ability model to everything that the boards print. Start at Fit.
//
// The rows are of hundreds of models, most of which are none of the tools. Which model a name means is guessed from its
// words here, and a guess never becomes a published value: nothing that is published comes from this package but the
// parameters that a person commits to the catalogue.
package calibration

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"time"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/rating"
	"pricepoint/normalize"
	"pricepoint/normalize/read"
	"pricepoint/scoring"
)

// Fit fits the ability model to everything the boards print, and writes down what the catalogue keeps of it.
func Fit(c *catalog.Catalog, readings []data.Reading) (catalog.Calibration, error) {
	rows, err := Rows(c, readings)
	if err != nil {
		return catalog.Calibration{}, err
	}
	models := Models(rows)
	for i, m := range models {
		if t := data.Find(c.Tools, func(t catalog.Tool) bool { return t.ID == m.ID }); t != nil {
			models[i].Follows = t.Predecessor
		}
	}
	fitted, evaluation, err := scoring.Calibrate(normalize.Boards(c), models, c.Scoring.MinObservedWeight.Decimal, c.Scoring.MaxHalfWidth.Decimal)
	if err != nil {
		return catalog.Calibration{}, err
	}
	made := catalog.Calibration{
		MethodologyVersion: c.Scoring.MethodologyVersion,
		Rows: catalog.CalibrationRows{Digest: digest(rows), Newest: newestReading(c, readings),
			Results: evaluation.Results, Models: evaluation.Models},
		Population: rating.AbilityPopulation{
			Origin: scoring.Exactly(fitted.Population.Origin), Trend: scoring.Exactly(fitted.Population.Trend),
			Kinship: scoring.Exactly(fitted.Population.Kinship),
		},
		Width: scoring.Exactly(fitted.Width), StandIns: fitted.StandIns, Neighbours: fitted.Neighbours,
		Evaluation: evaluation.Figures, Forward: evaluation.Forward, Provisional: evaluation.Provisional,
	}
	for _, b := range fitted.Boards {
		made.Boards = append(made.Boards, catalog.CalibratedBoard{
			ID:        b.ID,
			ScoreLine: rating.ScoreLine{Level: scoring.Exactly(b.Level), Loading: scoring.Exactly(b.Loading), Noise: scoring.Exactly(b.Noise)},
		})
	}
	return made, nil
}

// newestReading is the day on which the newest reading of any board was fetched.
func newestReading(c *catalog.Catalog, readings []data.Reading) catalog.Date {
	var newest time.Time
	for _, column := range c.Scoring.Columns {
		for _, r := range readings {
			if r.Source == column.Source && len(r.Observations) > 0 && r.Observations[0].FetchedAt.After(newest) {
				newest = r.Observations[0].FetchedAt.Time
			}
		}
	}
	return catalog.Day(newest)
}

// Row is the result of one model on one board, at the highest effort the board ranks, whether the model is one of
// the tools or not.
type Row struct {
	Model  string      // the id of a tool, listed or withdrawn, or the key of another model, which no id can be
	Column string      // the column's id
	Score  data.Number // 0-100, exact
	Effort string
	Entry  string // the name as printed

	released float64 // in years; 0: the name has no date
	name     modelName
	tool     bool // one that is listed, or was
	column   catalog.Column
	printed  data.Observation
}

// spelled are the words of a name under the conditions of its row.
func (r Row) spelled() string { return r.Column + "\x00" + r.Effort + "\x00" + r.name.words }

// Rows are the results of every model that any column prints. They are for calibrating only: which model a
// name means is guessed from its words here, and a guess never becomes a published value. An error is about a value
// that is not a score.
func Rows(c *catalog.Catalog, readings []data.Reading) ([]Row, error) {
	n := newNamer(c)
	var all []Row
	for _, column := range c.Scoring.Columns {
		if !column.Informs() {
			continue
		}
		for _, o := range read.ColumnRows(column, readings) {
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
func believed(all []Row, s catalog.Scoring) []Row {
	of := map[string][]Row{}
	for _, r := range all {
		of[r.Model] = append(of[r.Model], r)
	}
	return slices.DeleteFunc(all, func(r Row) bool {
		return slices.ContainsFunc(of[r.Model], func(o Row) bool {
			return read.SameRun(r.column, r.printed, o.column, o.printed) && s.Doubts(r.Effort, r.Score, o.Effort, o.Score)
		})
	})
}

// row reads one observation.
func (n *namer) row(column catalog.Column, o data.Observation) (Row, error) {
	score, err := read.Percent(o)
	if err != nil {
		return Row{}, err
	}
	row := Row{Column: column.ID, Score: score, Entry: o.Subject, column: column, printed: o}
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
func highest(all []Row, rank func(effort string) int) []Row {
	slices.SortStableFunc(all, func(a, b Row) int {
		return cmp.Or(cmp.Compare(a.Model, b.Model), cmp.Compare(a.Column, b.Column), cmp.Compare(rank(b.Effort), rank(a.Effort)),
			cmp.Compare(b.Entry, a.Entry), a.Score.Cmp(b.Score.Decimal))
	})
	return slices.CompactFunc(all, func(a, b Row) bool { return a.Model == b.Model && a.Column == b.Column })
}

// Models groups rows by model, in the order of their keys.
func Models(rows []Row) (all []scoring.Model) {
	for _, r := range rows {
		if last := len(all) - 1; last < 0 || all[last].ID != r.Model {
			all = append(all, scoring.Model{ID: r.Model, Scores: map[string]data.Number{}})
		}
		m := &all[len(all)-1]
		m.Released = cmp.Or(m.Released, r.released)
		m.Scores[r.Column] = r.Score
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
