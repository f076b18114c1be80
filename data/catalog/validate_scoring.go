package catalog

import (
	"maps"
	"slices"
	"strings"
	"text/template"

	"pricepoint/data"
	"pricepoint/data/yaml"
)

// benchmarks are the published ones; every other column is supporting evidence.
var benchmarks = []string{"sweBench", "liveCodeBench", "bigCodeBench", "humanEval"}

// qualifierKeys are the conditions by which a column picks its rows from a board.
var qualifierKeys = []string{"board", "split", "harness", "effort"}

func (l *loader) validateScoring() {
	s, at := l.catalog.Scoring, l.in("scoring.yaml")
	l.text(at.Key("methodologyVersion"), s.MethodologyVersion, 20)
	l.text(at.Key("methodology"), s.Methodology, 8000)
	if _, err := template.New("methodology").Parse(s.Methodology); err != nil {
		l.Add(at.Key("methodology"), "the text is no template: %v", err)
	}
	one := data.Int(1).Decimal
	if !s.MinObservedWeight.IsPositive() || s.MinObservedWeight.GreaterThan(one) {
		l.Add(at.Key("minObservedWeight"), "%s is not a share above 0 and up to 1", s.MinObservedWeight)
	}
	l.distinct(at.Key("effortOrder"), "", s.EffortOrder)
	if !slices.Contains(s.EffortOrder, "") {
		l.Add(at.Key("effortOrder"), `the unstated effort "" is missing`)
	}
	var ids []string
	sum := data.Int(0).Decimal
	for i, c := range s.Columns {
		l.validateColumn(c, at.Key("columns").Item(i))
		ids, sum = append(ids, c.ID), sum.Add(c.Weight.Decimal)
	}
	l.distinct(at.Key("columns"), "id", ids)
	for _, id := range benchmarks {
		if !slices.Contains(ids, id) {
			l.Add(at.Key("columns"), "the benchmark %s has no column", id)
		}
	}
	if !sum.Equal(one) {
		l.Add(at.Key("columns"), "the weights add up to %s, they must add up to 1", sum)
	}
}

func (l *loader) validateColumn(c Column, at yaml.Place) {
	l.text(at.Key("id"), c.ID, 50)
	l.text(at.Key("name"), c.Name, 100)
	l.text(at.Key("publisher"), c.Publisher, 100)
	l.text(at.Key("metric"), c.Metric, 300)
	l.text(at.Key("license"), c.License, 300)
	l.https(at.Key("url"), c.URL)
	l.collector(at.Key("source"), c.Source)
	l.past(at.Key("frozenSince"), c.FrozenSince)
	if c.Leak != "" {
		l.text(at.Key("leak"), c.Leak, 600)
	}
	if !strings.HasPrefix(string(c.Field), "score.") {
		l.Add(at.Key("field"), "%q is no score field; it must begin with score.", c.Field)
	}
	switch benchmark := slices.Contains(benchmarks, c.ID); {
	case benchmark && !c.Weight.IsPositive():
		l.Add(at.Key("weight"), "the benchmark %s needs a weight above 0", c.ID)
	case !benchmark && !c.Weight.IsZero():
		l.Add(at.Key("weight"), "%s is supporting evidence, so its weight must be 0", c.ID)
	}
	for _, key := range slices.Sorted(maps.Keys(c.Qualifiers)) {
		oneOf(l, at.Key("qualifiers").Key(key), key, qualifierKeys...)
	}
}

// collector checks the form of a collector's name; which there are is not known here.
func (l *loader) collector(at yaml.Place, name string) {
	kind, rest, _ := strings.Cut(name, "_")
	if rest == "" || !slices.Contains([]string{"pricing", "leaderboard", "feed"}, kind) {
		l.Add(at, "%q is no source; its name begins with pricing_, leaderboard_ or feed_", name)
	}
}

// pricedFields are the prices of a tool; each has a band.
var pricedFields = []data.Field{data.PriceInput, data.PriceOutput, data.PriceCacheRead, data.PriceCacheWrite}

func (l *loader) validateGate() {
	g, here := l.catalog.Gate, l.in("gate.yaml")
	for name, factor := range map[string]data.Number{"ratio": g.Ratio, "cacheRatio": g.CacheRatio, "rereadBelow": g.RereadBelow, "scorePoints": g.ScorePoints} {
		if factor.LessThanOrEqual(data.Int(1).Decimal) {
			l.Add(here.Key(name), "%s must be more than 1, or every change is held", factor)
		}
	}
	for name, share := range map[string]data.Number{"movedShare": g.MovedShare, "goneShare": g.GoneShare} {
		if !share.IsPositive() || share.GreaterThan(data.Int(1).Decimal) {
			l.Add(here.Key(name), "%s is no share; it must be above 0 and at most 1", share)
		}
	}
	l.distinct(here.Key("standIns"), "", g.StandIns)
	l.validateBands(here.Key("bands"))
}

func (l *loader) validateBands(at yaml.Place) {
	for _, field := range slices.Sorted(maps.Keys(l.catalog.Gate.Bands)) {
		band, here := l.catalog.Gate.Bands[field], at.Key(string(field))
		oneOf(l, here, field, pricedFields...)
		if !band.Min.IsPositive() || band.Max.LessThan(band.Min.Decimal) {
			l.Add(here, "%s to %s is no band of prices", band.Min, band.Max)
		}
	}
	for _, field := range pricedFields {
		if _, ok := l.catalog.Gate.Bands[field]; !ok {
			l.Add(at, "%s has no band", field)
		}
	}
}
