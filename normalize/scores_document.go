package normalize

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/scoring"
)

// scoresDocument lays open how the scores were made.
func (b *build) scoresDocument(m data.Manifest, work []offers) data.ScoresDocument {
	c := b.catalog.Calibration
	doc := data.ScoresDocument{
		Version: m.Version, LastUpdated: m.GeneratedAt,
		MethodologyVersion: b.catalog.Scoring.MethodologyVersion, MinObservedWeight: b.catalog.Scoring.MinObservedWeight,
		Population: data.AbilityPopulation{Origin: c.Population.Origin, Trend: c.Population.Trend,
			Results: c.Rows.Results, Models: c.Rows.Models, NewestResult: c.Rows.Newest.Text},
		Columns: []data.ScoreColumn{}, Evaluation: c.Evaluation,
		Models: b.scoredModels(), Unscored: []data.UnscoredModel{}, UseCases: []data.UseCaseCosts{}, CacheUnknown: b.cacheUnknown(),
	}
	for _, column := range b.catalog.Scoring.Columns {
		doc.Columns = append(doc.Columns, b.scoreColumn(m, column))
	}
	for _, t := range b.tools {
		if !t.scored {
			doc.Unscored = append(doc.Unscored, b.unscored(t))
		}
	}
	for _, o := range work {
		doc.UseCases = append(doc.UseCases, o.document())
	}
	return doc
}

// nothingKnown is told of a board on whose tasks nobody here has found a report. It does not mean that they are unseen.
const nothingKnown = "Nothing is known of solutions seen in training or of broken tasks; that is no proof that there are none."

func (b *build) scoreColumn(m data.Manifest, c catalog.Column) data.ScoreColumn {
	column := data.ScoreColumn{
		ID: c.ID, Name: c.Name, Publisher: c.Publisher, Weight: c.Weight, State: boardState(m, c),
		FrozenSince: c.FrozenSince.Text, Leak: cmp.Or(c.Leak, nothingKnown), Note: c.Note,
	}
	for _, k := range b.catalog.Calibration.Boards {
		if k.ID == c.ID {
			column.Curve = &data.ScoreCurve{Slope: k.Slope, Difficulty: k.Difficulty, Ceiling: k.Ceiling, Noise: k.Noise, Width: k.Width}
		}
	}
	return column
}

// boardState is the state of the source that reads a board, unless the board itself has stopped.
func boardState(m data.Manifest, c catalog.Column) data.State {
	state := data.Stale
	if s, ok := sourceOf(m, c.Source); ok {
		state = s.State
	}
	if !c.FrozenSince.IsZero() && (state == data.Fresh || state == data.Stale) {
		state = data.Frozen
	}
	return state
}

// scoredModels are the scored tools, best first.
func (b *build) scoredModels() []data.ScoredModel {
	tools := b.scoredTools()
	var overall []scoring.Interval
	for _, t := range tools {
		overall = append(overall, t.estimate.Overall)
	}
	models := []data.ScoredModel{}
	for i, r := range scoring.Ranks(overall) {
		models = append(models, b.scoredModel(tools[i], r))
	}
	return models
}

// scoredTools are the scored ones, best first.
func (b *build) scoredTools() []*tool {
	scored := slices.DeleteFunc(slices.Clone(b.tools), func(t *tool) bool { return !t.scored })
	slices.SortFunc(scored, func(x, y *tool) int { return cmp.Or(y.score().Cmp(x.score()), cmp.Compare(x.ID, y.ID)) })
	return scored
}

func (b *build) scoredModel(t *tool, r scoring.Rank) data.ScoredModel {
	e := t.estimate
	model := data.ScoredModel{
		ModelID: t.ID, OverallScore: data.Number{Decimal: e.Overall.Score}, Interval: interval(e.Overall),
		Rank:     data.ScoreRank{Place: r.Place, Best: r.Best, Worst: r.Worst},
		Coverage: data.Number{Decimal: e.Observed}, Ability: sixDigits(e.Ability), AbilityError: sixDigits(e.Deviation),
		Supporting: []data.SupportingResult{},
	}
	for _, p := range e.Parts {
		model.Benchmarks = append(model.Benchmarks, t.scorePart(p))
	}
	for _, c := range b.catalog.Scoring.Columns {
		if s, ok := t.scores[c.ID]; ok && !c.Weight.IsPositive() {
			model.Supporting = append(model.Supporting, data.SupportingResult{
				Column: c.ID, Value: s.Value, Publisher: s.Publisher, Entry: s.Subject, Effort: s.Conditions.Effort, Harness: s.Conditions.Harness,
			})
		}
	}
	return model
}

func (t *tool) scorePart(p scoring.Part) data.ScorePart {
	part := data.ScorePart{Column: p.Board, Value: data.Number{Decimal: p.Score}, Estimated: !p.Observed}
	if !p.Observed {
		around := interval(p.Interval)
		part.Interval = &around
		return part
	}
	s := t.scores[p.Board]
	part.Publisher, part.Entry, part.Effort, part.Harness = s.Publisher, s.Subject, s.Conditions.Effort, s.Conditions.Harness
	return part
}

func interval(i scoring.Interval) data.ScoreInterval {
	return data.ScoreInterval{Low: data.Number{Decimal: i.Low}, High: data.Number{Decimal: i.High}}
}

// sixDigits are as many decimals as every machine agrees on.
func sixDigits(f float64) data.Number { return data.Number{Decimal: decimal.NewFromFloat(f).Round(6)} }

func (b *build) unscored(t *tool) data.UnscoredModel {
	least := b.catalog.Scoring.MinObservedWeight
	u := data.UnscoredModel{
		ModelID: t.ID, Coverage: data.Number{Decimal: t.estimate.Observed},
		Why: "none of the four benchmarks has published a result of it",
	}
	if u.Coverage.IsPositive() {
		u.Why = fmt.Sprintf("only %s of the weight is measured, %s are needed", u.Coverage, least)
	}
	return u
}

// scoreRule writes down how an overall score adds up.
func (b *build) scoreRule(t *tool) string {
	var terms []string
	for _, p := range t.estimate.Parts {
		i := slices.IndexFunc(b.catalog.Scoring.Columns, func(c catalog.Column) bool { return c.ID == p.Board })
		word := "on"
		if !p.Observed {
			word = "estimated for"
		}
		terms = append(terms, fmt.Sprintf("%s * %s %s %s", p.Weight, p.Score, word, b.catalog.Scoring.Columns[i].Name))
	}
	return strings.Join(terms, " + ")
}
