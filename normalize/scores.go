package normalize

import (
	"cmp"
	"fmt"
	"slices"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize/names"
)

// printedScore is one row of a board that means a tool.
type printedScore struct {
	data.Observation
	effort string
}

// indexScores sorts the observations of every board column by tool.
func (b *build) indexScores(readings []data.Reading) {
	for _, column := range b.catalog.Scoring.Columns {
		rows := map[string][]printedScore{}
		b.boards[column.ID] = rows
		printed := columnRows(column, readings)
		if fractional(printed) {
			b.refuse(column.Source, "", field{name: column.ID}, fmt.Errorf("none of the %d results on %s exceeds 1 percent; they look like fractions", len(printed), column.Name))
			continue
		}
		for _, o := range printed {
			b.indexScore(rows, o)
		}
	}
}

// columnRows are the observations that belong to a column.
func columnRows(column catalog.Column, readings []data.Reading) []data.Observation {
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
		n, err := percent(o)
		return err != nil || n.GreaterThan(data.Int(1).Decimal)
	})
}

// indexScore files one row under the tool it means. A name that carries an agent is a product's score, not the model's.
func (b *build) indexScore(rows map[string][]printedScore, o data.Observation) {
	m := b.seen.See(o)
	if m.Kind != names.Tool || m.Harness != "" {
		return
	}
	effort := cmp.Or(o.Qualifiers.Effort, m.Effort)
	if !slices.Contains(b.catalog.Scoring.EffortOrder, effort) {
		b.refuse(o.Source, m.Tool, field{name: string(o.Field)}, fmt.Errorf("the effort %q is not ranked in scoring.yaml; it counts as unstated", effort))
	}
	rows[m.Tool] = append(rows[m.Tool], printedScore{o, effort})
}

// matches reports whether a row belongs to a column, which names only the qualifiers it asks for.
func matches(q data.Qualifiers, wanted map[string]string) bool {
	have := map[string]string{"board": q.Board, "split": q.Split, "harness": q.Harness, "effort": q.Effort}
	for name, value := range wanted {
		if have[name] != value {
			return false
		}
	}
	return true
}

// decideScore settles one benchmark result of a tool: the newest reading of the board, or what the catalogue verified.
func (b *build) decideScore(t catalog.Tool, column catalog.Column) (data.Evidence, bool) {
	f := field{column.ID, column.Field, string(data.Percent), column.Name + " score"}
	var fact *data.Evidence
	if s, ok := curatedScore(t, column.ID); ok {
		fact = b.curated(f, s.Value, s.Evidence, data.High)
		fact.Publisher, fact.Subject, fact.Conditions.Effort = column.Publisher, s.Entry, s.Effort
	}
	proposed, ok := b.proposeScore(t, f, column, fact)
	if !ok {
		return data.Evidence{}, false
	}
	last := b.lastGood(t.ID, f, fact)
	var breaches []data.Breach
	if last != nil && last.Publisher == proposed.Publisher && b.effort(proposed.Conditions.Effort) <= b.effort(last.Conditions.Effort) {
		breaches = checkScore(b.catalog.Gate, last.Value, proposed.Value)
	}
	return b.settle(t, f, proposed, last, fact, breaches)
}

func (b *build) proposeScore(t catalog.Tool, f field, column catalog.Column, fact *data.Evidence) (data.Evidence, bool) {
	var all []data.Evidence
	if e, ok := b.boardRow(t, column); ok {
		all = append(all, e)
	}
	if was, ok := b.publishedBefore(t.ID, f); ok && was.Publisher == column.Publisher {
		all = append(all, was)
	}
	if fact != nil && (len(all) == 0 || b.firstHand(*fact)) {
		all = append(all, *fact)
	}
	return newest(all)
}

// boardRow is the result that a board prints for a tool, at the highest effort it ranks.
func (b *build) boardRow(t catalog.Tool, column catalog.Column) (data.Evidence, bool) {
	fact, _ := curatedScore(t, column.ID)
	printed, ok := b.highestEffort(b.boards[column.ID][t.ID], fact.Entry)
	if !ok {
		return data.Evidence{}, false
	}
	f := field{column.ID, column.Field, string(data.Percent), column.Name + " score"}
	n, err := percent(printed.Observation)
	if err != nil {
		b.refuse(column.Source, t.ID, f, err)
		return data.Evidence{}, false
	}
	e := b.observed(f, n, printed.Observation)
	e.Publisher, e.Conditions.Effort = column.Publisher, printed.effort
	return e, true
}

func curatedScore(t catalog.Tool, column string) (catalog.Score, bool) {
	i := slices.IndexFunc(t.Scores, func(s catalog.Score) bool { return s.Column == column })
	if i < 0 {
		return catalog.Score{}, false
	}
	return t.Scores[i], true
}

// highestEffort picks, of several settings of one model, the highest effort the publisher ranks. Of two rows at the
// same effort (two dated snapshots of one name) the one the catalogue verified wins, else the later name.
func (b *build) highestEffort(rows []printedScore, entry string) (printedScore, bool) {
	if len(rows) == 0 {
		return printedScore{}, false
	}
	return slices.MaxFunc(rows, func(x, y printedScore) int {
		return cmp.Or(
			cmp.Compare(b.effort(x.effort), b.effort(y.effort)),
			compareBool(x.Subject == entry, y.Subject == entry),
			cmp.Compare(x.Subject, y.Subject),
			cmp.Compare(y.Value, x.Value),
		)
	}), true
}

// effort is the rank of a reasoning setting; one that the catalogue does not know ranks as unstated.
func (b *build) effort(name string) int {
	order := b.catalog.Scoring.EffortOrder
	if i := slices.Index(order, name); i >= 0 {
		return i
	}
	return slices.Index(order, "")
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
