package normalize

import (
	"fmt"
	"maps"
	"slices"

	"github.com/shopspring/decimal"

	"pricepoint/data"
)

// provenance is the evidence of every published number, tool by tool.
func (b *build) provenance(m data.Manifest, models []data.ModelScore) data.ProvenanceDocument {
	scored := map[string]data.ModelScore{}
	for _, model := range models {
		scored[model.ModelID] = model
	}
	doc := data.ProvenanceDocument{Version: m.Version, LastUpdated: m.GeneratedAt, Tools: []data.ToolProvenance{}}
	for _, t := range b.tools {
		p := data.ToolProvenance{ID: t.ID, Name: t.Name, Values: b.evidence(t), Properties: b.properties(t)}
		if model, ok := scored[t.ID]; ok {
			p.Values = append(p.Values, b.computed(t, model)...)
		}
		doc.Tools = append(doc.Tools, p)
	}
	return doc
}

// evidence is what stands behind the read values of a tool, in the order of the documents.
func (b *build) evidence(t *tool) []data.Evidence {
	all := []data.Evidence{t.input, t.output, t.cacheRead, t.cacheWrite}
	for place, f := range prices {
		if all[place].Method != data.Ruled {
			b.corroborate(t.Tool, f, &all[place])
		}
		b.announce(t.Tool, place, &all[place])
	}
	window := t.context
	b.corroborate(t.Tool, contextField, &window)
	all = append(all, window)
	for _, column := range b.catalog.Scoring.Columns {
		if s, ok := t.scores[column.ID]; ok && column.Weight.IsPositive() {
			all = append(all, s)
		}
	}
	return all
}

// computed is what stands behind the figures that follow from others.
func (b *build) computed(t *tool, model data.ModelScore) []data.Evidence {
	figure := func(name, unit string, n data.Number, c data.Confidence, from []data.Evidence, rule data.Rule, formula string) data.Evidence {
		at := data.At(b.now)
		e := data.Evidence{
			Field: name, Value: n, Unit: unit, Method: data.Computed, Confidence: c,
			Source: "methodology " + b.catalog.Scoring.MethodologyVersion, ChangedAt: at,
			Placeholder: slices.ContainsFunc(from, func(e data.Evidence) bool { return e.Placeholder }),
		}
		e.Rest(data.Ruling{Rule: rule, Formula: formula})
		return b.keepClock(t.ID, e)
	}
	score := data.High
	if t.estimate.Observed.LessThan(decimal.NewFromInt(1)) {
		score = data.Medium // part of it is estimated
	}
	results := slices.Collect(maps.Values(t.scores))
	return []data.Evidence{
		figure(data.FieldOverall, string(data.Percent), model.OverallScore, score, results, data.WeightedMean, b.scoreRule(t)),
		figure(data.FieldPerPoint, "USD/1M tokens per point", model.PricePerScorePoint, least(score, t.input.Confidence, t.output.Confidence), append(results, t.input, t.output),
			data.PerScorePoint, fmt.Sprintf("(3 * %s + %s) / 4 / %s", t.input.Value, t.output.Value, model.OverallScore)),
	}
}

// least is the lowest of several confidences.
func least(all ...data.Confidence) data.Confidence {
	order := []data.Confidence{data.Low, data.Medium, data.High}
	return slices.MinFunc(all, func(x, y data.Confidence) int { return slices.Index(order, x) - slices.Index(order, y) })
}
