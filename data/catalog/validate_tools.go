package catalog

import (
	"slices"
	"strings"
	"time"

	"pricepoint/data"
	"pricepoint/data/yaml"
)

func (l *loader) validateTool(t Tool, at yaml.Place) {
	l.slug(at.Key("id"), t.ID)
	l.text(at.Key("name"), t.Name, 100)
	l.text(at.Key("description"), t.Description, 500)
	l.text(at.Key("bestFor"), t.BestFor, 200)
	l.texts(at.Key("features"), t.Features)
	l.texts(at.Key("strengths"), t.Strengths)
	l.texts(at.Key("weaknesses"), t.Weaknesses)
	if len(t.Features) < 2 {
		l.Add(at.Key("features"), "%d features, at least 2 are needed", len(t.Features))
	}
	l.https(at.Key("url"), t.URL)
	l.released(at.Key("released"), t.Released)
	l.categoryList(at.Key("categories"), t.Categories)
	if len(t.Categories) == 0 {
		l.Add(at.Key("categories"), "the tool has no category")
	}
	l.validateContext(t.Context, at.Key("context"))
	l.validatePrices(t.Prices, at.Key("prices"))
	l.validateScores(t.Scores, at.Key("scores"))
	l.validateProperties(t, at)
	l.cell(at.Key("name"), t.Name)
}

// texts checks a list of short texts.
func (l *loader) texts(at yaml.Place, all []string) {
	for i, text := range all {
		l.text(at.Item(i), text, 200)
	}
	l.distinct(at, "", all)
}

// released checks a month, which must not be after the catalogue was verified.
func (l *loader) released(at yaml.Place, month string) {
	first, err := time.Parse("2006-01", month)
	if err != nil {
		l.Add(at, "%q is no month; write it as 2006-01", month)
		return
	}
	l.past(at, Date{Text: month, First: first})
}

// categoryList checks that every slug is a category and stands there once.
func (l *loader) categoryList(at yaml.Place, slugs []string) {
	l.distinct(at, "", slugs)
	for i, slug := range slugs {
		if !slices.ContainsFunc(l.catalog.Categories, func(c Category) bool { return c.Slug == slug }) {
			l.Add(at.Item(i), "no category in categories.yaml has the slug %q", slug)
		}
	}
}

// A context window outside these bounds is a slip: thousands for tokens, or a zero too many.
const minContextTokens, maxContextTokens = 1_000, 20_000_000

func (l *loader) validateContext(c Context, at yaml.Place) {
	l.evidence(at, c.Evidence)
	if c.Tokens < minContextTokens || c.Tokens > maxContextTokens {
		l.Add(at.Key("tokens"), "%d tokens is outside the plausible %d to %d", c.Tokens, minContextTokens, maxContextTokens)
	}
}

func (l *loader) validatePrices(p Prices, at yaml.Place) {
	l.evidence(at, p.Evidence)
	oneOf(l, at.Key("confidence"), p.Confidence, High, Medium, Low)
	if p.Confidence == Low && strings.TrimSpace(p.Note) == "" {
		l.Add(at.Key("note"), "a price of low confidence needs a note that says why")
	}
	l.inBand(at.Key("input"), data.PriceInput, &p.Input)
	l.inBand(at.Key("output"), data.PriceOutput, &p.Output)
	l.inBand(at.Key("cacheRead"), data.PriceCacheRead, p.CacheRead)
	l.inBand(at.Key("cacheWrite"), data.PriceCacheWrite, p.CacheWrite)
	if p.Output.LessThan(p.Input.Decimal) {
		l.Add(at.Key("output"), "output at %s is cheaper than input at %s; are they swapped?", p.Output, p.Input)
	}
	if p.CacheRead != nil && p.CacheRead.GreaterThan(p.Input.Decimal) {
		l.Add(at.Key("cacheRead"), "cache reads at %s are dearer than input at %s; are they swapped?", p.CacheRead, p.Input)
	}
	l.validateCacheRule(p, at)
	l.validateAnnounced(p, at.Key("announced"))
}

// validateAnnounced checks prices that are to come: they may not be in force already.
func (l *loader) validateAnnounced(p Prices, at yaml.Place) {
	for i, a := range p.Announced {
		here := at.Item(i)
		l.https(here.Key("source"), a.Source)
		if a.From.IsZero() || !a.From.First.After(p.Verified.First) {
			l.Add(here.Key("from"), "%q is not after the prices above were verified (%s)", a.From.Text, p.Verified.Text)
		}
		for _, price := range []struct {
			key   string
			field data.Field
			n     *data.Number
		}{{"input", data.PriceInput, a.Input}, {"output", data.PriceOutput, a.Output}, {"cacheRead", data.PriceCacheRead, a.CacheRead}, {"cacheWrite", data.PriceCacheWrite, a.CacheWrite}} {
			l.inBand(here.Key(price.key), price.field, price.n)
		}
	}
}

// validateCacheRule asks for a rule exactly where a cache price is absent.
func (l *loader) validateCacheRule(p Prices, at yaml.Place) {
	absent := p.CacheRead == nil || p.CacheWrite == nil
	switch {
	case absent && p.CacheRule == "":
		l.Add(at.Key("cacheRule"), "a cache price is absent, so cacheRule must say why: %s or %s", SameAsInput, Unknown)
	case !absent && p.CacheRule != "":
		l.Add(at.Key("cacheRule"), "both cache prices are there, so cacheRule has nothing to say; remove it")
	case absent:
		oneOf(l, at.Key("cacheRule"), p.CacheRule, SameAsInput, Unknown)
	}
}

// inBand checks a price against gate.yaml; 0 is free and always allowed.
func (l *loader) inBand(at yaml.Place, field data.Field, price *data.Number) {
	band, ok := l.catalog.Gate.Bands[field]
	if price == nil || !ok || price.IsZero() {
		return
	}
	if price.LessThan(band.Min.Decimal) || price.GreaterThan(band.Max.Decimal) {
		l.Add(at, "%s USD per million tokens is outside the %s to %s that gate.yaml allows", price, band.Min, band.Max)
	}
}

func (l *loader) validateScores(scores []Score, at yaml.Place) {
	var columns []string
	for i, s := range scores {
		here := at.Item(i)
		columns = append(columns, s.Column)
		l.evidence(here, s.Evidence)
		l.text(here.Key("entry"), s.Entry, 200)
		l.effort(here.Key("effort"), s.Effort)
		if !slices.ContainsFunc(l.catalog.Scoring.Columns, func(c Column) bool { return c.ID == s.Column }) {
			l.Add(here.Key("column"), "no column in scoring.yaml has the id %q", s.Column)
		}
		if s.Value.IsNegative() || s.Value.GreaterThan(data.Int(100).Decimal) {
			l.Add(here.Key("value"), "%s is not a score from 0 to 100", s.Value)
		}
	}
	l.distinct(at, "column", columns)
}

// effort checks a reasoning setting.
func (l *loader) effort(at yaml.Place, effort string) {
	if !slices.Contains(l.catalog.Scoring.EffortOrder, effort) {
		l.Add(at, "effort %q is not in effortOrder of scoring.yaml", effort)
	}
}
