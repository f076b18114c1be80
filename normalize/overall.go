package normalize

import (
	"fmt"
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/scoring"
)

// overall scores a tool from its results: those on the four benchmarks as they are published, and those on other boards
// as supporting evidence of its ability. A tool of which too little is measured has an estimate, but no score.
func (b *build) overall(t *tool) error {
	m := scoring.Model{ID: t.ID, Released: releasedIn(t.Released), Scores: map[string]decimal.Decimal{}}
	measured := decimal.Zero
	for _, column := range b.catalog.Scoring.Columns {
		if s, ok := t.scores[column.ID]; ok {
			m.Scores[column.ID] = s.Value.Decimal
			measured = measured.Add(column.Weight.Decimal)
		}
	}
	if measured.IsZero() {
		return nil
	}
	var err error
	if t.estimate, err = b.ability.Estimate(m); err != nil {
		return fmt.Errorf("score: %v", err)
	}
	t.scored = t.estimate.Observed.GreaterThanOrEqual(b.catalog.Scoring.MinObservedWeight.Decimal)
	return nil
}

// releasedIn is a month (YYYY-MM) as a number of years; 0 when it is none.
func releasedIn(month string) float64 {
	t, err := time.Parse("2006-01", month)
	if err != nil {
		return 0
	}
	return inYears(t.Year(), t.Month())
}
