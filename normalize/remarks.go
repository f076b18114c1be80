package normalize

import (
	"slices"

	"github.com/shopspring/decimal"

	"pricepoint/data/catalog"
	"pricepoint/scoring"
)

// The limits of what counts as remarkable.
const (
	topRanks    = 3         // places that are a strength
	longContext = 1_000_000 // tokens
	tightSpace  = 200_000   // tokens; fewer is a weakness
	fewRanked   = 10        // with fewer tools on a board, a place on it says little
	maxRemarks  = 4
)

// ranks orders the scored tools by everything a remark can say.
type ranks struct {
	columns []catalog.Column
	byScore map[string][]decimal.Decimal // column id -> scores, best first
	blended []decimal.Decimal            // (3 input + output) / 4, cheapest first
	points  []decimal.Decimal            // price per score point, cheapest first
	dated   map[string][]string          // tool id -> what its weaknesses are at this time
}

func (b *build) rank() ranks {
	r := ranks{byScore: map[string][]decimal.Decimal{}, dated: map[string][]string{}}
	for _, c := range b.catalog.Scoring.Columns {
		if c.Weight.IsPositive() {
			r.columns = append(r.columns, c)
		}
	}
	for _, t := range b.tools {
		if !t.scored {
			continue
		}
		for _, c := range r.columns {
			if s, ok := t.scores[c.ID]; ok {
				r.byScore[c.ID] = append(r.byScore[c.ID], s.Value.Decimal)
			}
		}
		r.dated[t.ID] = b.datedWeaknesses(t)
		r.blended = append(r.blended, blended(t))
		r.points = append(r.points, perPoint(t))
	}
	for _, scores := range r.byScore {
		slices.SortFunc(scores, func(x, y decimal.Decimal) int { return y.Cmp(x) })
	}
	slices.SortFunc(r.blended, decimal.Decimal.Cmp)
	slices.SortFunc(r.points, decimal.Decimal.Cmp)
	return r
}

func blended(t *tool) decimal.Decimal {
	return t.input.Value.Mul(decimal.NewFromInt(3)).Add(t.output.Value.Decimal).Div(decimal.NewFromInt(4))
}

func perPoint(t *tool) decimal.Decimal {
	p, _ := scoring.PricePerPoint(t.rates(), scoring.Published(t.score()))
	return p
}

// strengths says what the numbers of this snapshot speak for; at least one thing. Only what was measured is praised, and
// no price that may be wrong.
func (r ranks) strengths(t *tool) []string {
	remarks := slices.Clone(t.Strengths)
	for _, p := range r.places(t) {
		if p.rank <= topRanks && p.quarter() == 1 {
			remarks = append(remarks, p.String())
		}
	}
	if !t.uncertainPrice() && quarter(place(r.points, perPoint(t)), len(r.points)) == 1 {
		remarks = append(remarks, "Price per score point in the lowest quarter of the scored models")
	}
	if !t.uncertainPrice() && quarter(place(r.blended, blended(t)), len(r.blended)) == 1 {
		remarks = append(remarks, "Price per token in the lowest quarter of the scored models")
	}
	if t.contextTokens() >= longContext {
		remarks = append(remarks, "Context window of "+t.contextWindow())
	}
	if len(remarks) == 0 {
		remarks = append(remarks, r.redeeming(t))
	}
	return remarks[:min(len(remarks), maxRemarks)]
}

// weaknesses says what the numbers of this snapshot speak against, what has a date first; at least one thing.
func (r ranks) weaknesses(t *tool) []string {
	remarks := slices.Concat(r.dated[t.ID], t.Weaknesses)
	for _, p := range r.places(t) {
		if p.quarter() == 4 {
			remarks = append(remarks, p.String())
		}
	}
	if quarter(place(r.blended, blended(t)), len(r.blended)) == 4 {
		remarks = append(remarks, "Price per token in the highest quarter of the scored models")
	}
	if t.contextTokens() < tightSpace {
		remarks = append(remarks, "Context window of only "+t.contextWindow())
	}
	if missing := r.missing(t); missing != "" {
		remarks = append(remarks, missing)
	}
	if len(remarks) == 0 {
		remarks = append(remarks, r.lacking(t))
	}
	return remarks[:min(len(remarks), maxRemarks)]
}

// missing names the benchmarks nobody published for t.
func (r ranks) missing(t *tool) string {
	var names []string
	for _, c := range r.columns {
		if _, ok := t.scores[c.ID]; !ok {
			names = append(names, c.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "Not measured on " + list(names) + "; estimated in the overall score"
}
