package documents

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/rating"
	"pricepoint/normalize"
	"pricepoint/scoring"
)

// benchmarks is api/benchmarks.json: it describes the boards and holds the scored models.
func benchmarks(d normalize.Decision) ([]byte, error) {
	methodology, err := rendered(d.Catalog.Scoring.Methodology, methodologyFigures(d.Catalog))
	if err != nil {
		return nil, err
	}
	doc := data.Benchmarks{
		Version:     d.Catalog.Scoring.MethodologyVersion + "+" + d.Manifest.Version,
		Methodology: methodology,
		RunDate:     newestReading(d),
		Sources:     []data.BenchmarkSource{},
		Models:      modelScores(d),
	}
	for _, c := range d.Catalog.Scoring.Columns {
		source := data.BenchmarkSource{
			ID: c.ID, Name: c.Name, Publisher: c.Publisher, URL: c.URL, Metric: c.Metric,
			Weight: c.Weight, License: c.License, State: boardState(d.Manifest, c),
		}
		if s := sourceOf(d.Manifest, c); s != nil {
			source.LastChecked, source.LastChanged = s.LastConfirmed, s.LastChanged
		}
		doc.Sources = append(doc.Sources, source)
	}
	return data.Encode(data.BenchmarksDocument{Benchmarks: doc, LastUpdated: d.Manifest.GeneratedAt}), nil
}

// sourceOf is what reads a board, nil when it was switched off.
func sourceOf(m data.Manifest, c catalog.Column) *data.SourceRecord {
	return data.Find(m.Sources, func(s data.SourceRecord) bool { return s.ID == c.Source })
}

// boardState is the state of the source that reads a board, unless the board itself has stopped.
func boardState(m data.Manifest, c catalog.Column) data.State {
	state := data.Stale
	if s := sourceOf(m, c); s != nil {
		state = s.State
	}
	if !c.FrozenSince.IsZero() && (state == data.Fresh || state == data.Stale) {
		state = data.Frozen
	}
	return state
}

// newestReading is when a published score was last found on its board, by a collector or by a person.
func newestReading(d normalize.Decision) data.Timestamp {
	var newest, ofAny data.Timestamp
	for _, t := range d.Tools {
		for _, column := range d.Catalog.Scoring.Columns {
			s, ok := t.Results[column.ID]
			if ok && s.Seen().After(ofAny.Time) {
				ofAny = data.At(s.Seen())
			}
			if ok && column.Weight.IsPositive() && !s.Placeholder && s.Seen().After(newest.Time) {
				newest = data.At(s.Seen())
			}
		}
	}
	if newest.IsZero() { // no board with a weight had been read by then
		return ofAny
	}
	return newest
}

// scored are the scored tools, best first.
func scored(d normalize.Decision) []normalize.Tool {
	scored := slices.DeleteFunc(slices.Clone(d.Tools), func(t normalize.Tool) bool { return !t.Scored })
	slices.SortFunc(scored, func(x, y normalize.Tool) int {
		return cmp.Or(y.Score().Cmp(x.Score()), cmp.Compare(x.ID, y.ID))
	})
	return scored
}

// published are the scored tools that have a price per score point: those of the document.
func published(d normalize.Decision) []normalize.Tool {
	return slices.DeleteFunc(scored(d), func(t normalize.Tool) bool { return len(t.Figures) == 0 })
}

// modelScores are the published models, best first.
func modelScores(d normalize.Decision) []data.ModelScore {
	ranks := rank(d)
	models := []data.ModelScore{}
	for _, t := range published(d) {
		strengths, weaknesses := ranks.remarks(t)
		models = append(models, data.ModelScore{
			ModelID: t.ID, ModelName: t.Name, Provider: t.ProviderName, OverallScore: *t.Figure(data.FieldOverall),
			SWEBench: rounded(t, "sweBench"), LiveCodeBench: rounded(t, "liveCodeBench"),
			HumanEval: rounded(t, "humanEval"), BigCodeBench: rounded(t, "bigCodeBench"),
			Strengths: strengths, Weaknesses: weaknesses, PricePerScorePoint: *t.Figure(data.FieldPerPoint),
		})
	}
	return models
}

// rounded is a benchmark score to one decimal, nil when nobody published it.
func rounded(t normalize.Tool, column string) *data.Number {
	if s, ok := t.Results[column]; ok {
		return &data.Number{Decimal: scoring.Published(s.Value.Decimal)}
	}
	return nil
}

// methodologyFigures is what the text of the method can name: everything in it that is a figure.
func methodologyFigures(c *catalog.Catalog) map[string]any {
	s, k := c.Scoring, c.Calibration
	weights, standIns, provisional := map[string]string{}, map[string]rating.StandIn{}, map[rating.ProvisionalBasis]rating.ProvisionalFigures{}
	errors := map[string]map[string]string{} // by split, then by method
	for _, column := range s.Columns {
		weights[column.ID] = column.Weight.Shift(2).String()
	}
	for _, in := range k.StandIns {
		standIns[in.By] = in
	}
	for _, f := range k.Evaluation {
		if errors[f.Split] == nil {
			errors[f.Split] = map[string]string{}
		}
		errors[f.Split][f.Method] = f.Error.StringFixed(1)
	}
	for _, f := range k.Provisional {
		provisional[f.RestsOn] = f
	}
	return map[string]any{
		"Version": s.MethodologyVersion, "Least": s.MinObservedWeight.StringFixed(2), "MaxHalf": s.MaxHalfWidth.String(),
		"Weight": weights, "StandIns": standIns, "Error": errors, "Forward": k.Forward, "Provisional": provisional,
		"Results": int(k.Rows.Results), "Models": int(k.Rows.Models), "Boards": len(k.Boards), "Newest": k.Rows.Newest.Text,
		"Width":    fmt.Sprintf("%.1f", k.Width.InexactFloat64()*180/math.Pi), // degrees
		"EndsSoon": int(normalize.EndsSoon.Hours() / 24),                      // of the top picks, days
	}
}
