package catalog

import (
	"maps"
	"slices"
	"strings"
	"text/template"

	"pricepoint/data"
)

// benchmarks are the published ones; every other column is supporting evidence.
var benchmarks = []string{"sweBench", "liveCodeBench", "bigCodeBench", "humanEval"}

// qualifierKeys are the conditions by which a column picks its rows from a board.
var qualifierKeys = []string{"board", "split", "harness", "effort"}

func (l *loader) validateScoring() {
	s, at := l.catalog.Scoring, l.in("scoring.yaml")
	l.text(at.key("methodologyVersion"), s.MethodologyVersion, 20)
	l.text(at.key("methodology"), s.Methodology, 8000)
	if _, err := template.New("methodology").Parse(s.Methodology); err != nil {
		l.add(at.key("methodology"), "the text is no template: %v", err)
	}
	one := data.Int(1).Decimal
	if !s.MinObservedWeight.IsPositive() || s.MinObservedWeight.GreaterThan(one) {
		l.add(at.key("minObservedWeight"), "%s is not a share above 0 and up to 1", s.MinObservedWeight)
	}
	l.distinct(at.key("effortOrder"), "", s.EffortOrder)
	if !slices.Contains(s.EffortOrder, "") {
		l.add(at.key("effortOrder"), `the unstated effort "" is missing`)
	}
	var ids []string
	sum := data.Int(0).Decimal
	for i, c := range s.Columns {
		l.validateColumn(c, at.key("columns").item(i))
		ids, sum = append(ids, c.ID), sum.Add(c.Weight.Decimal)
	}
	l.distinct(at.key("columns"), "id", ids)
	for _, id := range benchmarks {
		if !slices.Contains(ids, id) {
			l.add(at.key("columns"), "the benchmark %s has no column", id)
		}
	}
	if !sum.Equal(one) {
		l.add(at.key("columns"), "the weights add up to %s, they must add up to 1", sum)
	}
}

func (l *loader) validateColumn(c Column, at place) {
	l.text(at.key("id"), c.ID, 50)
	l.text(at.key("name"), c.Name, 100)
	l.text(at.key("publisher"), c.Publisher, 100)
	l.text(at.key("metric"), c.Metric, 300)
	l.text(at.key("license"), c.License, 300)
	l.https(at.key("url"), c.URL)
	l.collector(at.key("source"), c.Source)
	l.past(at.key("frozenSince"), c.FrozenSince)
	if c.Leak != "" {
		l.text(at.key("leak"), c.Leak, 600)
	}
	if !strings.HasPrefix(string(c.Field), "score.") {
		l.add(at.key("field"), "%q is no score field; it must begin with score.", c.Field)
	}
	switch benchmark := slices.Contains(benchmarks, c.ID); {
	case benchmark && !c.Weight.IsPositive():
		l.add(at.key("weight"), "the benchmark %s needs a weight above 0", c.ID)
	case !benchmark && !c.Weight.IsZero():
		l.add(at.key("weight"), "%s is supporting evidence, so its weight must be 0", c.ID)
	}
	for _, key := range slices.Sorted(maps.Keys(c.Qualifiers)) {
		oneOf(l, at.key("qualifiers").key(key), key, qualifierKeys...)
	}
}

// collector checks the form of a collector's name; which there are is not known here.
func (l *loader) collector(at place, name string) {
	kind, rest, _ := strings.Cut(name, "_")
	if rest == "" || !slices.Contains([]string{"pricing", "leaderboard", "feed"}, kind) {
		l.add(at, "%q is no source; its name begins with pricing_, leaderboard_ or feed_", name)
	}
}

// pricedFields are the prices of a tool; each has a band.
var pricedFields = []data.Field{data.PriceInput, data.PriceOutput, data.PriceCacheRead, data.PriceCacheWrite}

func (l *loader) validateGate() {
	g, here := l.catalog.Gate, l.in("gate.yaml")
	for name, factor := range map[string]data.Number{"ratio": g.Ratio, "cacheRatio": g.CacheRatio, "rereadBelow": g.RereadBelow, "scorePoints": g.ScorePoints} {
		if factor.LessThanOrEqual(data.Int(1).Decimal) {
			l.add(here.key(name), "%s must be more than 1, or every change is held", factor)
		}
	}
	for name, share := range map[string]data.Number{"movedShare": g.MovedShare, "goneShare": g.GoneShare} {
		if !share.IsPositive() || share.GreaterThan(data.Int(1).Decimal) {
			l.add(here.key(name), "%s is no share; it must be above 0 and at most 1", share)
		}
	}
	l.distinct(here.key("standIns"), "", g.StandIns)
	l.validateBands(here.key("bands"))
}

func (l *loader) validateBands(at place) {
	for _, field := range slices.Sorted(maps.Keys(l.catalog.Gate.Bands)) {
		band, here := l.catalog.Gate.Bands[field], at.key(string(field))
		oneOf(l, here, field, pricedFields...)
		if !band.Min.IsPositive() || band.Max.LessThan(band.Min.Decimal) {
			l.add(here, "%s to %s is no band of prices", band.Min, band.Max)
		}
	}
	for _, field := range pricedFields {
		if _, ok := l.catalog.Gate.Bands[field]; !ok {
			l.add(at, "%s has no band", field)
		}
	}
}
