package normalize

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/scoring"
)

// estimate scores a tool from its results: those on the four benchmarks as they are published, and those on other boards
// as supporting evidence of its ability. A tool of which too little is measured has an estimate, but no score.
func (d *decider) estimate(t *Tool) error {
	m := d.model(*t)
	measured := decimal.Zero
	for _, column := range d.catalog.Scoring.Columns {
		if _, ok := m.Scores[column.ID]; ok {
			measured = measured.Add(column.Weight.Decimal)
		}
	}
	if measured.IsZero() {
		return nil
	}
	var err error
	if t.Estimate, err = d.ability.Estimate(m); err != nil {
		return fmt.Errorf("score: %v", err)
	}
	t.Scored = t.Estimate.Observed.GreaterThanOrEqual(d.catalog.Scoring.MinObservedWeight.Decimal)
	return nil
}

// model is a tool as the ability model takes it.
func (d *decider) model(t Tool) scoring.Model {
	m := scoring.Model{ID: t.ID, Released: Years(t.Released), Scores: map[string]decimal.Decimal{}}
	for column, s := range t.Results {
		if s.Unit != string(data.Elo) { // which is relative
			m.Scores[column] = s.Value.Decimal
		}
	}
	return m
}

// provisional estimates the tools without a score from whatever there is: results that do not suffice, the tool before in
// the line, the month of release. A predecessor may itself have nothing but that, so it is asked for its own first.
func (d *decider) provisional(tools []Tool) error {
	places := map[string]int{} // by id
	for i, t := range tools {
		places[t.ID] = i
	}
	for i := range tools {
		if err := d.estimateAnyway(tools, places, i); err != nil {
			return fmt.Errorf("%s: provisional score: %v", tools[i].ID, err)
		}
	}
	return nil
}

func (d *decider) estimateAnyway(tools []Tool, places map[string]int, i int) error {
	t := &tools[i]
	if t.Scored || t.Provisional != "" {
		return nil
	}
	m := d.model(*t)
	if p, listed := places[t.Predecessor]; listed {
		if err := d.estimateAnyway(tools, places, p); err != nil {
			return err
		}
		before := tools[p]
		m.Before = &scoring.Predecessor{Released: Years(before.Released), Ability: before.Estimate.Ability, Deviation: before.Estimate.Deviation}
	}
	var err error
	t.Estimate, t.Provisional, err = d.ability.Provisional(m)
	return err
}

// figures are what is computed from the values of a scored tool. An overall score of 0 has no price per point, and is
// not published.
func (d *decider) figures(t Tool) []data.Evidence {
	if !t.Scored {
		return nil
	}
	overall := scoring.Published(t.Score())
	perPoint, ok := scoring.PricePerPoint(t.Input.Value.Decimal, t.Output.Value.Decimal, overall)
	if !ok {
		return nil
	}
	score := data.High
	if t.Estimate.Observed.LessThan(decimal.NewFromInt(1)) {
		score = data.Medium // part of it is estimated
	}
	results := slices.Collect(maps.Values(t.Results))
	for _, c := range d.catalog.Scoring.Columns {
		if result, ok := t.Results[c.ID]; ok && c.Weight.IsPositive() {
			score = least(score, result.Confidence)
		}
	}
	return []data.Evidence{
		d.figure(t, data.Evidence{Field: data.FieldOverall, Value: data.Number{Decimal: overall}, Unit: string(data.Percent), Confidence: score},
			results, data.Ruling{Rule: data.WeightedMean, Formula: d.sum(t)}),
		d.figure(t, data.Evidence{Field: data.FieldPerPoint, Value: data.Number{Decimal: perPoint}, Unit: "USD/1M tokens per point",
			Confidence: least(score, t.Input.Confidence, t.Output.Confidence)},
			append(results, t.Input, t.Output),
			data.Ruling{Rule: data.PerScorePoint, Formula: fmt.Sprintf("(3 * %s + %s) / 4 / %s", t.Input.Value, t.Output.Value, overall)}),
	}
}

// figure completes what stands behind a figure that is computed from other values.
func (d *decider) figure(t Tool, e data.Evidence, from []data.Evidence, by data.Ruling) data.Evidence {
	e.Method, e.Source, e.ChangedAt = data.Computed, "methodology "+d.catalog.Scoring.MethodologyVersion, data.At(d.now)
	e.Placeholder = slices.ContainsFunc(from, func(e data.Evidence) bool { return e.Placeholder })
	e.RestOn(by)
	return d.before.keepClock(t.ID, e, d.now)
}

// sum writes down how an overall score adds up.
func (d *decider) sum(t Tool) string {
	var terms []string
	for _, p := range t.Estimate.Parts {
		i := slices.IndexFunc(d.catalog.Scoring.Columns, func(c catalog.Column) bool { return c.ID == p.Board })
		word := "on"
		if !p.Observed {
			word = "estimated for"
		}
		terms = append(terms, fmt.Sprintf("%s * %s %s %s", p.Weight, p.Score, word, d.catalog.Scoring.Columns[i].Name))
	}
	return strings.Join(terms, " + ")
}

// least is the lowest of several confidences.
func least(all ...data.Confidence) data.Confidence {
	return slices.MinFunc(all, compareTrust)
}
