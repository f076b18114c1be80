package normalize

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/rating"
	"pricepoint/normalize/read"
	"pricepoint/scoring"
)

// estimates scores the tools from their results: those on boards with a weight as they are published, and those on others as
// supporting evidence of their ability. A tool of which too little is measured has an estimate, but no score. Where nothing
// of it is, the tool before in its line says what to expect, so that one is estimated first.
func estimates(from read.Known, by *scoring.Calibration, tools []Tool) {
	places, done := map[string]int{}, map[string]bool{}
	for i, t := range tools {
		places[t.ID] = i
	}
	var estimate func(t *Tool)
	estimate = func(t *Tool) {
		if done[t.ID] {
			return
		}
		done[t.ID] = true
		m := scoring.Model{ID: t.ID, Released: Years(t.Released), Scores: map[string]data.Number{}}
		if place, listed := places[t.Predecessor]; listed {
			before := &tools[place]
			estimate(before)
			m.Before = &scoring.Predecessor{Released: Years(before.Released), Ability: before.Estimate.Ability}
		}
		for column, s := range t.Results {
			if s.Unit != string(data.Elo) { // which is relative
				m.Scores[column] = s.Value
			}
		}
		t.Estimate = by.Estimate(m)
		limits := from.Catalog.Scoring
		t.Scored = t.Estimate.Observed.GreaterThanOrEqual(limits.MinObservedWeight.Decimal) && t.Estimate.Overall.Half().LessThanOrEqual(limits.MaxHalfWidth.Decimal)
		if !t.Scored {
			t.Provisional = cmp.Or(t.Estimate.Basis, rating.OnResults)
		}
		t.Figures = figures(from, *t)
	}
	for i := range tools {
		estimate(&tools[i])
	}
}

// figures are what is computed from the values of a scored tool. An overall score of 0 has no price per point, and is
// not published.
func figures(from read.Known, t Tool) []data.Evidence {
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
	for _, p := range t.Estimate.Parts {
		if p.Observed {
			score = read.Least(score, t.Results[cmp.Or(p.By, p.Board)].Confidence)
		}
	}
	return []data.Evidence{
		figure(from, t, data.Evidence{Field: data.FieldOverall, Value: data.Number{Decimal: overall}, Unit: string(data.Percent), Confidence: score},
			results, data.Ruling{Rule: data.WeightedMean, Formula: sum(from.Catalog.Scoring.Columns, t)}),
		figure(from, t, data.Evidence{Field: data.FieldPerPoint, Value: data.Number{Decimal: perPoint}, Unit: "USD/1M tokens per point",
			Confidence: read.Least(score, t.Input.Confidence, t.Output.Confidence)},
			append(results, t.Input, t.Output),
			data.Ruling{Rule: data.PerScorePoint, Formula: fmt.Sprintf("(3 * %s + %s) / 4 / %s", t.Input.Value, t.Output.Value, overall)}),
	}
}

// figure completes what stands behind a figure that is computed from other values.
func figure(from read.Known, t Tool, e data.Evidence, parts []data.Evidence, by data.Ruling) data.Evidence {
	e.Method, e.Source, e.ChangedAt = data.Computed, "methodology "+from.Catalog.Scoring.MethodologyVersion, data.At(from.Now)
	e.Placeholder = slices.ContainsFunc(parts, func(e data.Evidence) bool { return e.Placeholder })
	e.RestOn(by)
	return from.Before.KeepClock(t.ID, e, from.Now)
}

// sum writes down how an overall score adds up.
func sum(columns []catalog.Column, t Tool) string {
	name := func(column string) string {
		return data.Find(columns, func(c catalog.Column) bool { return c.ID == column }).Name
	}
	var terms []string
	for _, p := range t.Estimate.Parts {
		term := fmt.Sprintf("%s * %s on %s", p.Weight, p.Score, name(p.Board))
		switch printed := t.Results[p.By].Value; {
		case !p.Observed:
			term = fmt.Sprintf("%s * %s estimated for %s", p.Weight, p.Score, name(p.Board))
		case p.By != "":
			sum := strings.ReplaceAll(fmt.Sprintf("%s + %s", printed, p.Score.Sub(printed.Decimal)), "+ -", "- ")
			term = fmt.Sprintf("%s * (%s) on %s, standing in for %s", p.Weight, sum, name(p.By), name(p.Board))
		}
		terms = append(terms, term)
	}
	return strings.Join(terms, " + ")
}

// Calibration is the catalogue's calibration as the ability model takes it.
func Calibration(c *catalog.Catalog) (scoring.Calibration, error) {
	if why := c.Calibration.Outdated(c.Scoring); why != "" {
		return scoring.Calibration{}, errors.New(why)
	}
	k, p := c.Calibration, c.Calibration.Population
	made := scoring.Calibration{
		Population: scoring.Population{Origin: p.Origin.InexactFloat64(), Trend: p.Trend.InexactFloat64(), Kinship: p.Kinship.InexactFloat64()},
		StandIns:   k.StandIns, Neighbours: k.Neighbours, Width: k.Width.InexactFloat64(), Widths: map[rating.ProvisionalBasis]float64{},
	}
	for _, f := range k.Provisional {
		made.Widths[f.RestsOn] = f.Width.InexactFloat64()
	}
	for _, board := range Boards(c) {
		if b := data.Find(k.Boards, func(b catalog.CalibratedBoard) bool { return b.ID == board.ID }); b != nil {
			made.Boards = append(made.Boards, scoring.BoardLine{Board: board, Line: scoring.Line{
				Level: b.Level.InexactFloat64(), Loading: b.Loading.InexactFloat64(), Noise: b.Noise.InexactFloat64()}})
		}
	}
	return made, nil
}

// Boards are the columns as boards for the ability model, as far as they inform it.
func Boards(c *catalog.Catalog) []scoring.Board {
	var all []scoring.Board
	for _, column := range c.Scoring.Columns {
		if column.Informs() {
			all = append(all, scoring.Board{ID: column.ID, Weight: column.Weight.Decimal, Size: int(column.Size), StandsInFor: column.StandsInFor})
		}
	}
	return all
}

// Years is a month (YYYY-MM) as a number of years: the middle of 2025-01 is 2025 and a twenty-fourth. It is 0 when the
// text is no month.
func Years(month string) float64 {
	if t, err := time.Parse("2006-01", month); err == nil {
		return YearsOf(t.Year(), t.Month())
	}
	return 0
}

// YearsOf is Years of a month that is known.
func YearsOf(year int, month time.Month) float64 {
	return float64(year) + (float64(month)-0.5)/12
}
