package documents

import (
	"cmp"
	"fmt"
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/rating"
	"pricepoint/normalize"
	"pricepoint/scoring"
)

// scores is api/scores.json: it lays open how the scores were made.
func scores(d normalize.Decision) rating.ScoresDocument {
	c, rate := d.Catalog.Calibration, d.Catalog.FailureRate
	doc := rating.ScoresDocument{
		Version: d.Manifest.Version, LastUpdated: d.Manifest.GeneratedAt,
		MethodologyVersion: d.Catalog.Scoring.MethodologyVersion, MinObservedWeight: d.Catalog.Scoring.MinObservedWeight,
		Population: c.Population,
		Columns:    []rating.ScoreColumn{}, Evaluation: c.Evaluation, Forward: c.Forward, Width: c.Width, StandIns: append([]rating.StandIn{}, c.StandIns...),
		MaxHalfWidth: d.Catalog.Scoring.MaxHalfWidth, Neighbours: append([]rating.Neighbour{}, c.Neighbours...), Provisional: append([]rating.ProvisionalFigures{}, c.Provisional...),
		Models: scoredModels(d), Unscored: []rating.UnscoredModel{}, UseCases: []rating.UseCaseCosts{}, CacheUnknown: []string{},
		FailureRate: rating.FailureRate{USD: rate.USD, Source: rate.Source, Note: rate.Note},
	}
	doc.Population.Results, doc.Population.Models, doc.Population.NewestResult = c.Rows.Results, c.Rows.Models, c.Rows.Newest.Text
	for _, column := range d.Catalog.Scoring.Columns {
		doc.Columns = append(doc.Columns, scoreColumn(d, column))
	}
	for _, t := range d.Tools {
		if !t.Scored {
			doc.Unscored = append(doc.Unscored, unscored(d, t))
		}
		if t.CacheRead.Unstated() || t.CacheWrite.Unstated() {
			doc.CacheUnknown = append(doc.CacheUnknown, t.ID)
		}
	}
	for _, u := range d.UseCases {
		doc.UseCases = append(doc.UseCases, useCaseCosts(d, u))
	}
	return doc
}

// nothingKnown is said of a board on whose tasks nobody here has found a report. It does not mean that they are unseen.
const nothingKnown = "Nothing is known of solutions seen in training or of broken tasks; that is no proof that there are none."

func scoreColumn(d normalize.Decision, c catalog.Column) rating.ScoreColumn {
	var newest data.Evidence // the result that was read last: perhaps in a copy
	for _, t := range d.Tools {
		if e, ok := t.Results[c.ID]; ok && e.Seen().After(newest.Seen()) {
			newest = e
		}
	}
	column := rating.ScoreColumn{
		ID: c.ID, Name: c.Name, Publisher: c.Publisher, PrintedBy: newest.PrintedBy, MeasuredBy: data.By(c.Qualifiers["measuredBy"]),
		StandsInFor: c.StandsInFor,
		Weight:      c.Weight, Unit: c.Unit, Size: c.Size, State: boardState(d.Manifest, c),
		FrozenSince: c.FrozenSince.Text, Leak: cmp.Or(c.Leak, nothingKnown), Note: c.Note,
	}
	if k := data.Find(d.Catalog.Calibration.Boards, func(k catalog.CalibratedBoard) bool { return k.ID == c.ID }); k != nil {
		column.Line = &k.ScoreLine
	}
	return column
}

// scoredModels are the scored tools, best first.
func scoredModels(d normalize.Decision) []rating.ScoredModel {
	tools := scored(d)
	var overall []scoring.Interval
	for _, t := range tools {
		overall = append(overall, t.Estimate.Overall)
	}
	models := []rating.ScoredModel{}
	for i, r := range scoring.Ranks(overall) {
		p := provisional(d, tools[i]) // which says the same of a tool as its score
		models = append(models, rating.ScoredModel{
			ModelID: tools[i].ID, OverallScore: p.OverallScore, Interval: p.Interval, Rank: r,
			Coverage: data.Number{Decimal: tools[i].Estimate.Observed}, Ability: p.Ability, AbilityError: p.AbilityError,
			AbilityRange: p.AbilityRange, Benchmarks: p.Benchmarks, Supporting: p.Supporting,
		})
	}
	return models
}

func scoreParts(t normalize.Tool) (parts []rating.ScorePart) {
	for _, p := range t.Estimate.Parts {
		part := rating.ScorePart{Column: p.Board, By: p.By, Value: data.Number{Decimal: p.Score}, Estimated: !p.Observed}
		if p.Observed {
			s := t.Results[cmp.Or(p.By, p.Board)]
			part.Publisher, part.PrintedBy, part.Entry, part.Effort, part.Harness = s.Publisher, s.PrintedBy, s.Subject, s.Conditions.Effort, s.Conditions.Harness
		} else {
			around := interval(p.Interval)
			part.Interval = &around
		}
		parts = append(parts, part)
	}
	return parts
}

func supporting(d normalize.Decision, t normalize.Tool) []rating.SupportingResult {
	results := []rating.SupportingResult{}
	for _, c := range d.Catalog.Scoring.Columns {
		if s, ok := t.Results[c.ID]; ok && !c.Weight.IsPositive() {
			results = append(results, rating.SupportingResult{
				Column: c.ID, Value: s.Value, Publisher: s.Publisher, PrintedBy: s.PrintedBy, Entry: s.Subject, Effort: s.Conditions.Effort, Harness: s.Conditions.Harness,
			})
		}
	}
	return results
}

func interval(i scoring.Interval) rating.ScoreInterval {
	return rating.ScoreInterval{Low: data.Number{Decimal: i.Low}, High: data.Number{Decimal: i.High}}
}

func unscored(d normalize.Decision, t normalize.Tool) rating.UnscoredModel {
	least := d.Catalog.Scoring.MinObservedWeight
	u := rating.UnscoredModel{
		ModelID: t.ID, Coverage: data.Number{Decimal: t.Estimate.Observed},
		Why: "no independent board that could be read has a result of it", Provisional: provisional(d, t),
	}
	switch half := t.Estimate.Overall.Half(); {
	case u.Coverage.GreaterThanOrEqual(least.Decimal):
		u.Why = fmt.Sprintf("its score would be uncertain by %s points, at most %s are allowed", half.StringFixed(1), d.Catalog.Scoring.MaxHalfWidth)
	case u.Coverage.IsPositive():
		u.Why = fmt.Sprintf("only %s of the weight is measured, %s are needed", u.Coverage, least)
	case t.Provisional == rating.OnResults:
		u.Why = "only boards without a weight have results of it"
	}
	return u
}

// provisional is what is expected of a tool without a score.
func provisional(d normalize.Decision, t normalize.Tool) rating.ProvisionalScore {
	e, digits := t.Estimate, int32(6) // as many as every machine agrees on
	return rating.ProvisionalScore{
		OverallScore: data.Number{Decimal: e.Overall.Score}, Interval: interval(e.Overall), RestsOn: t.Provisional,
		Predecessor: t.Predecessor, Ability: scoring.Decimals(e.Ability, digits), AbilityError: scoring.Decimals(e.Deviation, digits),
		AbilityRange: rating.AbilityInterval{Low: scoring.Decimals(e.AbilityLow, digits), High: scoring.Decimals(e.AbilityHigh, digits)},
		Benchmarks:   scoreParts(t), Supporting: supporting(d, t),
	}
}

// useCaseCosts is what the work of a use case costs with every tool.
func useCaseCosts(d normalize.Decision, u normalize.UseCase) rating.UseCaseCosts {
	costs := rating.UseCaseCosts{
		ID: u.Slug, Scenario: u.Scenario,
		USD: u.Costs, Bounds: map[string]rating.Bound{}, Boards: append([]string{}, u.Boards...), AtTenth: u.AtTenth, AtTenTimes: u.AtTenTimes,
		Unmeasured: u.Unmeasured, Order: order(d, u), Picks: []rating.PickReason{}, Ties: append([][]string{}, u.Ties...),
		Excluded: u.Excluded, Provisional: u.Provisional, Successors: u.Successors,
	}
	for id, doubt := range u.Doubts { // the costs that are not exact
		cost := u.Costs[id]
		bound := rating.Bound{Least: data.Number{Decimal: cost.Sub(doubt.Less)}, Most: &cost}
		if doubt.More {
			bound.Most = nil
		}
		costs.Bounds[id] = bound
	}
	if u.Failure != nil { // a board measures the work
		costs.FailureUSD, costs.FailureMinutes = &data.Number{Decimal: u.FailureUSD()}, u.Failure.Minutes
	}
	for _, p := range u.Picks {
		costs.Picks = append(costs.Picks, rating.PickReason{ID: p.ID, Why: p.Why})
	}
	return costs
}

// order are the ranked tools with what their places rest on.
func order(d normalize.Decision, u normalize.UseCase) []rating.RankedTool {
	all := []rating.RankedTool{}
	for _, r := range u.Order {
		place := rating.RankedTool{ID: r.ID, BeatenBy: r.BeatenBy, Seconds: seconds(d, u, r.ID), Until: until(d, *d.Tool(r.ID))}
		if len(u.Boards) > 0 {
			relative := sixFigures(r.Relative)
			place.Relative, place.Finished = &relative, finished(r.Finished)
		}
		all = append(all, place)
	}
	return all
}

// until is the last day for which the price of a tool is known to hold, "" where that is far or nothing is known to end.
func until(d normalize.Decision, t normalize.Tool) (day string) {
	now := d.Manifest.GeneratedAt.Time
	today, far := now.Format(time.DateOnly), now.Add(normalize.EndsSoon).Format(time.DateOnly)
	for _, e := range t.Prices() {
		lasts := []string{e.Conditions.ValidUntil, e.Conditions.Promised}
		for _, a := range e.Announced {
			if from, err := time.Parse(time.DateOnly, a.From); err == nil {
				lasts = append(lasts, from.AddDate(0, 0, -1).Format(time.DateOnly))
			}
		}
		for _, last := range lasts {
			if last >= today && last <= far && (day == "" || last < day) {
				day = last
			}
		}
	}
	return day
}

// finished has six significant digits of each number.
func finished(f scoring.Finished) *rating.FinishedTask {
	return &rating.FinishedTask{
		Board: f.Board, Effort: f.Effort, Harness: f.Harness, Share: sixFigures(f.Share), AttemptUSD: sixFigures(f.USD),
		Basis: rating.RepricedKind(f.Basis), USD: sixFigures(f.Cost), Low: sixFigures(f.Low), High: sixFigures(f.High),
	}
}

func sixFigures(n decimal.Decimal) data.Number {
	return data.Number{Decimal: scoring.Significant(n, 6)}
}

// seconds are how long an attempt takes on the board by which a work's need for speed is measured; nil: not asked, or nobody
// knows.
func seconds(d normalize.Decision, u normalize.UseCase, tool string) *data.Number {
	if u.Speed == nil {
		return nil
	}
	if row := d.Solved.Shown(u.Speed.Board, tool); row != nil {
		return row.Seconds
	}
	return nil
}
