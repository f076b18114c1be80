package normalize

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/scoring"
)

// printedScore is one row of a board that means a tool.
type printedScore struct {
	data.Observation
	effort string
}

// indexScores sorts the observations of every board column by tool.
func (b *build) indexScores(readings []Reading) {
	for _, column := range b.catalog.Scoring.Columns {
		rows := map[string][]printedScore{}
		for _, r := range readings {
			if r.Source != column.Source {
				continue
			}
			for _, o := range r.Observations {
				if o.Field == column.Field && matches(o.Qualifiers, column.Qualifiers) {
					b.indexScore(rows, o)
				}
			}
		}
		b.boards[column.ID] = rows
	}
}

// indexScore files one row under the tool it means. A name that carries an agent is a product's score, not the model's.
func (b *build) indexScore(rows map[string][]printedScore, o data.Observation) {
	m := b.resolve(o)
	if m.Kind != Tool || m.Harness != "" {
		return
	}
	effort := cmp.Or(o.Qualifiers.Effort, m.Effort)
	if !slices.Contains(b.catalog.Scoring.EffortOrder, effort) {
		b.note(m.Tool, o.Field, fmt.Errorf("%s prints the effort %q, which scoring.yaml does not rank; it counts as unstated", o.Source, effort))
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

// score decides one benchmark result of a tool: the newest reading of the board, else what the catalogue verified.
func (b *build) score(t catalog.Tool, column catalog.Column) (Value, bool) {
	fact, verified := curatedScore(t, column.ID)
	row, ok := b.highestEffort(b.boards[column.ID][t.ID], fact.Entry)
	if ok {
		n, err := percent(row.Observation)
		if err == nil && !(verified && b.knownLater(fact.Evidence, row.FetchedAt.Time)) {
			return collectedValue(n, row.Observation), true
		}
		if err != nil {
			b.note(t.ID, column.Field, err)
		}
	}
	if !verified {
		return Value{}, false
	}
	return curatedValue(fact.Value, fact.Evidence, catalog.High, b.now), true
}

// knownLater reports whether a person read the page itself after it was fetched, and before the build.
func (b *build) knownLater(e catalog.Evidence, fetched time.Time) bool {
	return e.Basis == catalog.Page && e.Verified.First.After(fetched) && !e.Verified.First.After(b.now)
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

// overall scores a tool from its weighted columns.
func (b *build) overall(t *tool) {
	var cells []scoring.Cell
	for _, column := range b.catalog.Scoring.Columns {
		if s, ok := t.scores[column.ID]; ok && column.Weight.IsPositive() {
			cells = append(cells, scoring.Cell{Weight: column.Weight.Decimal, Score: s.Number.Decimal})
		}
	}
	t.overallScore, _, t.scored = scoring.Overall(cells, b.catalog.Scoring.MinObservedWeight.Decimal)
}
