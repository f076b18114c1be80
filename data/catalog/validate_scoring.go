package catalog

import (
	"maps"
	"slices"
	"strings"

	"pricepoint/data"
)

// benchmarks are the published ones; every other column is supporting evidence.
var benchmarks = []string{"sweBench", "liveCodeBench", "bigCodeBench", "humanEval"}

// qualifierKeys are the conditions by which a column picks its rows from a board.
var qualifierKeys = []string{"board", "split", "harness", "effort"}

func (l *loader) validateScoring() {
	s, at := l.catalog.Scoring, l.in("scoring.yaml")
	l.text(at.key("methodologyVersion"), s.MethodologyVersion, 20)
	l.text(at.key("methodology"), s.Methodology, 5000)
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

func (l *loader) validateNaming() {
	at := l.in("naming.yaml").key("grammars")
	var sources []string
	for i, g := range l.catalog.Naming.Grammars {
		here := at.item(i)
		sources = append(sources, g.Source)
		l.collector(here.key("source"), g.Source)
		for _, maker := range slices.Sorted(maps.Keys(g.Makers)) {
			id := g.Makers[maker]
			if !slices.ContainsFunc(l.catalog.Providers, func(p Provider) bool { return p.ID == id }) {
				l.add(here.key("makers").key(maker), "no provider in providers.yaml has the id %q", id)
			}
		}
		l.validateSuffixes(g.Suffixes, here.key("suffixes"))
	}
	l.distinct(at, "source", sources)
}

func (l *loader) validateSuffixes(suffixes []Suffix, at place) {
	var texts []string
	for i, s := range suffixes {
		here := at.item(i)
		texts = append(texts, s.Text)
		l.effort(here.key("effort"), s.Effort)
		if s.Text == "" || !strings.ContainsRune(" -_(:", rune(s.Text[0])) {
			l.add(here.key("text"), "suffix %q must begin with a separator, or it would cut words apart", s.Text)
		}
		if s.Effort == "" && s.Harness == "" {
			l.add(here, "suffix %q is no setting; it needs an effort or a harness", s.Text)
		}
	}
	l.distinct(at, "text", texts)
}

// pricedFields are the prices of a tool; each has a band.
var pricedFields = []data.Field{data.PriceInput, data.PriceOutput, data.PriceCacheRead, data.PriceCacheWrite}

func (l *loader) validateGate() {
	at := l.in("gate.yaml").key("bands")
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
