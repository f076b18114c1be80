package read

import (
	"cmp"
	"fmt"
	"slices"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize/gate"
	"pricepoint/normalize/names"
	"pricepoint/normalize/solved"
)

// boards find the result that each board prints for each tool, at the highest effort it ranks.
func (r reader) boards() {
	rows, before := rowsOfBoards{}, rowsOfBoards{}
	for _, column := range r.in.Catalog.Scoring.Columns {
		rows[column.ID], before[column.ID] = r.boardRows(column), r.rowsBefore(column)
	}
	for _, column := range r.in.Catalog.Scoring.Columns {
		believed, doubts := rows.believed(r.in.Catalog.Scoring, column)
		for _, f := range doubts {
			r.found.Add(f)
		}
		stood, _ := before.believed(r.in.Catalog.Scoring, column)
		r.board(column, believed, stood)
	}
}

func (r reader) board(column catalog.Column, rows, before map[string][]data.Observation) {
	for _, t := range r.in.Catalog.Tools {
		n := Entry{Tool: t, Quantity: ResultOf(column)}
		verified, _ := CuratedResult(t, column.ID)
		if o, ok := highestEffort(before[t.ID], verified.Entry, r.in.Catalog.Scoring.EffortRank); ok {
			if score, err := Result(o); err == nil {
				r.Compared[column.Source].Was[n.Field()] = gate.NewCell(o, t.ID, score)
			}
		}
		printed, ok := highestEffort(rows[t.ID], verified.Entry, r.in.Catalog.Scoring.EffortRank)
		if !ok {
			continue
		}
		score, err := Result(printed)
		if err != nil {
			r.refuse(column.Source, n.Field(), err)
			continue
		}
		r.add(n.Field(), r.in.Sources.measuredBy(column.Publisher, r.in.Sources.Observed(n.Quantity, score, printed)))
		r.keepPlace(n, printed, score)
	}
}

// boardRows sorts the rows of a board by tool, with the effort that the row or its name states. A name that carries an
// agent is a product's score, not the model's.
func (r reader) boardRows(column catalog.Column) map[string][]data.Observation {
	rows, printed := map[string][]data.Observation{}, ColumnRows(column, r.readings)
	if fractional(printed) {
		r.refuse(column.Source, data.ToolField{Field: column.ID},
			fmt.Errorf("none of the %d results on %s exceeds 1 percent; they look like fractions", len(printed), column.Name))
		return rows
	}
	for _, o := range printed {
		m := r.seen.See(o)
		if m.Kind != names.Tool || m.Harness != "" {
			continue
		}
		o.Qualifiers.Effort = cmp.Or(o.Qualifiers.Effort, m.Effort)
		if effort := o.Qualifiers.Effort; !slices.Contains(r.in.Catalog.Scoring.EffortOrder, effort) {
			r.refuse(o.Source, data.ToolField{Tool: m.Tool, Field: string(o.Field)},
				fmt.Errorf("the effort %q is not ranked in scoring.yaml; it counts as unstated", effort))
		}
		rows[m.Tool] = append(rows[m.Tool], o)
	}
	return rows
}

// rowsBefore are the rows that the board had when nothing it said was held.
func (r reader) rowsBefore(column catalog.Column) map[string][]data.Observation {
	rows := map[string][]data.Observation{}
	for _, reading := range r.readings {
		if reading.Source != column.Source {
			continue
		}
		reading.Observations = reading.Compared
		for _, o := range ColumnRows(column, []data.Reading{reading}) {
			if m := r.resolved(o); m.Kind == names.Tool && m.Harness == "" {
				o.Qualifiers.Effort = cmp.Or(o.Qualifiers.Effort, m.Effort)
				rows[m.Tool] = append(rows[m.Tool], o)
			}
		}
	}
	return rows
}

// ResultOf is the number that a column of a board states.
func ResultOf(c catalog.Column) data.Quantity {
	return data.Quantity{Name: c.ID, Observed: c.Field, Unit: string(cmp.Or(c.Unit, data.Percent)), Words: c.Name + " score", Short: c.Name}
}

// ColumnRows are the observations that belong to a column.
func ColumnRows(column catalog.Column, readings []data.Reading) []data.Observation {
	var all []data.Observation
	for _, r := range readings {
		if r.Source != column.Source {
			continue
		}
		for _, o := range r.Observations {
			if o.Field == column.Field && matches(o.Qualifiers, column.Qualifiers) {
				all = append(all, o)
			}
		}
	}
	return all
}

// enoughRows are as many results as tell a board of fractions from one of hard tasks.
const enoughRows = 5

// fractional reports whether a board that calls its results percentages prints shares of 1.
func fractional(printed []data.Observation) bool {
	return len(printed) >= enoughRows && !slices.ContainsFunc(printed, func(o data.Observation) bool {
		n, err := Result(o)
		return err != nil || n.GreaterThan(data.Int(1).Decimal)
	})
}

// matches reports whether a row belongs to a column, which names only the qualifiers it asks for. A harness that it names
// without a version may have any. A column that does not say who measured has the board's own results.
func matches(q data.Qualifiers, wanted map[string]string) bool {
	if name, version := solved.Versioned(q.Harness); version != "" && wanted["harness"] == name {
		q.Harness = name
	}
	if q.MeasuredBy != "" && wanted["measuredBy"] == "" {
		return false
	}
	have := map[string]string{"board": q.Board, "split": q.Split, "harness": q.Harness, "effort": q.Effort,
		"measuredBy": string(q.MeasuredBy), "measurer": q.Measurer}
	for name, value := range wanted {
		if have[name] != value {
			return false
		}
	}
	return true
}

func CuratedResult(t catalog.Tool, column string) (catalog.Score, bool) {
	i := slices.IndexFunc(t.Scores, func(s catalog.Score) bool { return s.Column == column })
	if i < 0 {
		return catalog.Score{}, false
	}
	return t.Scores[i], true
}

// highestEffort picks, of several settings of one model, the highest effort the publisher ranks. Of two rows at the
// same effort (two dated snapshots of one name) the one the catalogue verified wins, else the later name.
func highestEffort(rows []data.Observation, entry string, rank func(effort string) int) (data.Observation, bool) {
	if len(rows) == 0 {
		return data.Observation{}, false
	}
	return slices.MaxFunc(rows, func(x, y data.Observation) int {
		return cmp.Or(
			cmp.Compare(rank(x.Qualifiers.Effort), rank(y.Qualifiers.Effort)),
			compareBool(x.Subject == entry, y.Subject == entry),
			cmp.Compare(x.Subject, y.Subject),
			lowerValue(x, y),
		)
	}), true
}

// lowerValue ranks the lower of two values higher; one that is no number ranks lowest.
func lowerValue(x, y data.Observation) int {
	a, errA := data.ParseNumber(x.Value)
	b, errB := data.ParseNumber(y.Value)
	if errA != nil || errB != nil {
		return compareBool(errA == nil, errB == nil)
	}
	return b.Cmp(a.Decimal)
}

func compareBool(x, y bool) int {
	switch {
	case x == y:
		return 0
	case x:
		return 1
	default:
		return -1
	}
}
