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

// boards find the result that each board prints for each tool, at the highest effort it ranks, and printed when nothing it said
// was held.
func (r reader) boards() {
	rows, before, earlier := rowsOfBoards{}, rowsOfBoards{}, slices.Clone(r.readings)
	for i := range earlier {
		earlier[i].Observations = earlier[i].Compared
	}
	for _, column := range r.in.Catalog.Scoring.Columns {
		rows[column.ID], before[column.ID] = r.boardRows(column), rowsOfTools(ColumnRows(column, earlier), r.resolved)
	}
	for _, column := range r.in.Catalog.Scoring.Columns {
		believed, doubts := rows.believed(r.in.Catalog.Scoring, column)
		r.found.Add(doubts...)
		stood, _ := before.believed(r.in.Catalog.Scoring, column)
		r.board(column, believed, stood)
	}
}

func (r reader) board(column catalog.Column, rows, before map[string][]data.Observation) {
	for _, t := range r.in.Catalog.Tools {
		n := Entry{Tool: t, Quantity: ResultOf(column)}
		verified, rank := cmp.Or(CuratedResult(t, column.ID), &catalog.Score{}), r.in.Catalog.Scoring.EffortRank
		if o, ok := highestEffort(before[t.ID], verified.Entry, rank); ok {
			if score, err := Result(o); err == nil {
				r.Compared[column.Source].Was[n.Field()] = gate.NewCell(o, t.ID, score)
			}
		}
		printed, ok := highestEffort(rows[t.ID], verified.Entry, rank)
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

// enoughRows are as many results as tell a board of fractions from one of hard tasks.
const enoughRows = 5

// boardRows are the rows of a board by tool.
func (r reader) boardRows(column catalog.Column) map[string][]data.Observation {
	printed := ColumnRows(column, r.readings)
	if len(printed) >= enoughRows && !slices.ContainsFunc(printed, func(o data.Observation) bool {
		n, err := Result(o)
		return err != nil || n.GreaterThan(data.Int(1).Decimal)
	}) { // the board calls its results percentages, and prints shares of 1
		r.refuse(column.Source, data.ToolField{Field: column.ID},
			fmt.Errorf("none of the %d results on %s exceeds 1 percent; they look like fractions", len(printed), column.Name))
		return nil
	}
	rows := rowsOfTools(printed, r.seen.See)
	for tool, all := range rows {
		for _, o := range all {
			if effort := o.Qualifiers.Effort; !slices.Contains(r.in.Catalog.Scoring.EffortOrder, effort) {
				r.refuse(o.Source, data.ToolField{Tool: tool, Field: string(o.Field)},
					fmt.Errorf("the effort %q is not ranked in scoring.yaml; it counts as unstated", effort))
			}
		}
	}
	return rows
}

// rowsOfTools sorts rows by tool, with the effort that the row or its name states. A name that carries an agent is a product's
// score, not the model's.
func rowsOfTools(all []data.Observation, mean func(data.Observation) names.Match) map[string][]data.Observation {
	rows := map[string][]data.Observation{}
	for _, o := range all {
		if m := mean(o); m.Kind == names.Tool && m.Harness == "" {
			o.Qualifiers.Effort = cmp.Or(o.Qualifiers.Effort, m.Effort)
			rows[m.Tool] = append(rows[m.Tool], o)
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

// CuratedResult is what the catalogue states of a tool on a board; nil: nothing.
func CuratedResult(t catalog.Tool, column string) *catalog.Score {
	return data.Find(t.Scores, func(s catalog.Score) bool { return s.Column == column })
}

// highestEffort picks, of several settings of one model, the highest effort the publisher ranks. Of two rows at the
// same effort (two dated snapshots of one name) the one the catalogue verified wins, else the later name.
func highestEffort(rows []data.Observation, entry string, rank func(effort string) int) (data.Observation, bool) {
	if len(rows) == 0 {
		return data.Observation{}, false
	}
	return slices.MaxFunc(rows, func(x, y data.Observation) int {
		a, errA := data.ParseNumber(x.Value) // the lower of two values ranks higher; one that is no number ranks lowest
		b, errB := data.ParseNumber(y.Value)
		return cmp.Or(
			cmp.Compare(rank(x.Qualifiers.Effort), rank(y.Qualifiers.Effort)), data.NoFirst(x.Subject == entry, y.Subject == entry),
			cmp.Compare(x.Subject, y.Subject), data.NoFirst(errA == nil, errB == nil), b.Cmp(a.Decimal),
		)
	}), true
}

// rowsOfBoards are the rows that boards print of the tools: by column, then by tool.
type rowsOfBoards map[string]map[string][]data.Observation

// believed are the rows of a column without those that tell of a run that failed. Each of these is a finding.
func (b rowsOfBoards) believed(s catalog.Scoring, column catalog.Column) (rows map[string][]data.Observation, doubts []data.Finding) {
	rows = map[string][]data.Observation{}
	for tool, all := range b[column.ID] {
		for _, o := range all {
			if f, doubted := b.doubt(s, column, tool, o); doubted {
				doubts = append(doubts, f)
			} else {
				rows[tool] = append(rows[tool], o)
			}
		}
	}
	return rows, doubts
}

// doubt finds a result at a lower effort, by whoever measured it, that is so much better that this one is doubted. What is
// relative, or no result at all, is not compared.
func (b rowsOfBoards) doubt(s catalog.Scoring, column catalog.Column, tool string, o data.Observation) (data.Finding, bool) {
	result, err := Percent(o)
	if err != nil {
		return data.Finding{}, false
	}
	for _, other := range s.Columns {
		for _, x := range b[other.ID][tool] {
			higher, err := Percent(x)
			if err == nil && SameRun(column, o, other, x) && s.Doubts(o.Qualifiers.Effort, result, x.Qualifiers.Effort, higher) {
				return data.Finding{
					Kind: data.Doubted, Source: o.Source, Tool: tool, Field: column.ID, Subject: o.Subject, Found: &result, Quote: o.Quote, URL: o.URL,
					Why: fmt.Sprintf("%s: %s %% at %s effort is far below the %s %% at %s effort of %s, so the run is taken for one that failed and does not count",
						column.Name, result, o.Qualifiers.Effort, higher.Round(2), x.Qualifiers.Effort, other.Name),
					Ends: "the model is run again, or the better result is corrected", Evidence: o.FetchedAt,
				}.Identified(o.Qualifiers.Effort), true
			}
		}
	}
	return data.Finding{}, false
}

// SameRun reports whether two rows could be runs of one kind: rows of one column, or of two that are about the same tasks
// where both name the same agent.
func SameRun(a catalog.Column, x data.Observation, b catalog.Column, y data.Observation) bool {
	return a.ID == b.ID || a.OfTasks() == b.OfTasks() && x.Qualifiers.Harness != "" && x.Qualifiers.Harness == y.Qualifiers.Harness
}

// Result is an observed score in the unit in which it is published: 0-100, or as printed where it is relative.
func Result(o data.Observation) (data.Number, error) {
	if o.Unit != data.Elo {
		return Percent(o)
	}
	n, err := data.ParseNumber(o.Value)
	if err != nil || n.IsNegative() {
		return data.Number{}, fmt.Errorf("%s of %s is %q, which is no Elo", o.Field, o.Subject, o.Value)
	}
	return n, nil
}

// Percent converts an observed score to 0-100, exactly, and refuses anything outside.
func Percent(o data.Observation) (data.Number, error) {
	n, err := data.ParseNumber(o.Value)
	if err != nil {
		return data.Number{}, fmt.Errorf("%s of %s: %v", o.Field, o.Subject, err)
	}
	switch o.Unit {
	case data.Percent:
	case data.Fraction:
		n.Decimal = n.Shift(2)
	default:
		return data.Number{}, fmt.Errorf("%s of %s is in %q, which is no score", o.Field, o.Subject, o.Unit)
	}
	if n.IsNegative() || n.GreaterThan(data.Int(100).Decimal) {
		return data.Number{}, fmt.Errorf("%s of %s is %s, outside 0-100", o.Field, o.Subject, n)
	}
	return n, nil
}
