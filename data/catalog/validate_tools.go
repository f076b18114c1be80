package catalog

import (
	"slices"
	"strings"
	"time"

	"pricepoint/data"
)

func (l *loader) validateTool(t Tool, at place) {
	l.slug(at.key("id"), t.ID)
	l.text(at.key("name"), t.Name, 100)
	l.text(at.key("description"), t.Description, 500)
	l.text(at.key("bestFor"), t.BestFor, 200)
	l.texts(at.key("features"), t.Features)
	l.texts(at.key("strengths"), t.Strengths)
	l.texts(at.key("weaknesses"), t.Weaknesses)
	if len(t.Features) < 2 {
		l.add(at.key("features"), "%d features, at least 2 are needed", len(t.Features))
	}
	l.https(at.key("url"), t.URL)
	l.released(at.key("released"), t.Released)
	l.categoryList(at.key("categories"), t.Categories)
	if len(t.Categories) == 0 {
		l.add(at.key("categories"), "the tool has no category")
	}
	l.validateContext(t.Context, at.key("context"))
	l.validatePrices(t.Prices, at.key("prices"))
	l.validateScores(t.Scores, at.key("scores"))
	l.validateProperties(t, at)
	l.cell(at.key("name"), t.Name)
}

// texts checks a list of short texts.
func (l *loader) texts(at place, all []string) {
	for i, text := range all {
		l.text(at.item(i), text, 200)
	}
	l.distinct(at, "", all)
}

// released checks a month, which must not be after the catalogue was verified.
func (l *loader) released(at place, month string) {
	first, err := time.Parse("2006-01", month)
	if err != nil {
		l.add(at, "%q is no month; write it as 2006-01", month)
		return
	}
	l.past(at, Date{Text: month, First: first})
}

// categoryList checks that every slug is a category and stands there once.
func (l *loader) categoryList(at place, slugs []string) {
	l.distinct(at, "", slugs)
	for i, slug := range slugs {
		if !slices.ContainsFunc(l.catalog.Categories, func(c Category) bool { return c.Slug == slug }) {
			l.add(at.item(i), "no category in categories.yaml has the slug %q", slug)
		}
	}
}

// A context window outside these bounds is a slip: thousands for tokens, or a zero too many.
const minContextTokens, maxContextTokens = 1_000, 20_000_000

func (l *loader) validateContext(c Context, at place) {
	l.evidence(at, c.Evidence)
	if c.Tokens < minContextTokens || c.Tokens > maxContextTokens {
		l.add(at.key("tokens"), "%d tokens is outside the plausible %d to %d", c.Tokens, minContextTokens, maxContextTokens)
	}
}

func (l *loader) validatePrices(p Prices, at place) {
	l.evidence(at, p.Evidence)
	oneOf(l, at.key("confidence"), p.Confidence, High, Medium, Low)
	if p.Confidence == Low && strings.TrimSpace(p.Note) == "" {
		l.add(at.key("note"), "a price of low confidence needs a note that says why")
	}
	l.inBand(at.key("input"), data.PriceInput, &p.Input)
	l.inBand(at.key("output"), data.PriceOutput, &p.Output)
	l.inBand(at.key("cacheRead"), data.PriceCacheRead, p.CacheRead)
	l.inBand(at.key("cacheWrite"), data.PriceCacheWrite, p.CacheWrite)
	if p.Output.LessThan(p.Input.Decimal) {
		l.add(at.key("output"), "output at %s is cheaper than input at %s; are they swapped?", p.Output, p.Input)
	}
	if p.CacheRead != nil && p.CacheRead.GreaterThan(p.Input.Decimal) {
		l.add(at.key("cacheRead"), "cache reads at %s are dearer than input at %s; are they swapped?", p.CacheRead, p.Input)
	}
	l.validateCacheRule(p, at)
	l.validateAnnounced(p, at.key("announced"))
}

// validateAnnounced checks prices that are to come: they may not be in force already.
func (l *loader) validateAnnounced(p Prices, at place) {
	for i, a := range p.Announced {
		here := at.item(i)
		l.https(here.key("source"), a.Source)
		if a.From.IsZero() || !a.From.First.After(p.Verified.First) {
			l.add(here.key("from"), "%q is not after the prices above were verified (%s)", a.From.Text, p.Verified.Text)
		}
		for _, price := range []struct {
			key   string
			field data.Field
			n     *data.Number
		}{{"input", data.PriceInput, a.Input}, {"output", data.PriceOutput, a.Output}, {"cacheRead", data.PriceCacheRead, a.CacheRead}, {"cacheWrite", data.PriceCacheWrite, a.CacheWrite}} {
			l.inBand(here.key(price.key), price.field, price.n)
		}
	}
}

// validateCacheRule asks for a rule exactly where a cache price is absent.
func (l *loader) validateCacheRule(p Prices, at place) {
	absent := p.CacheRead == nil || p.CacheWrite == nil
	switch {
	case absent && p.CacheRule == "":
		l.add(at.key("cacheRule"), "a cache price is absent, so cacheRule must say why: %s or %s", SameAsInput, Unknown)
	case !absent && p.CacheRule != "":
		l.add(at.key("cacheRule"), "both cache prices are there, so cacheRule has nothing to say; remove it")
	case absent:
		oneOf(l, at.key("cacheRule"), p.CacheRule, SameAsInput, Unknown)
	}
}

// inBand checks a price against gate.yaml; 0 is free and always allowed.
func (l *loader) inBand(at place, field data.Field, price *data.Number) {
	band, ok := l.catalog.Gate.Bands[field]
	if price == nil || !ok || price.IsZero() {
		return
	}
	if price.LessThan(band.Min.Decimal) || price.GreaterThan(band.Max.Decimal) {
		l.add(at, "%s USD per million tokens is outside the %s to %s that gate.yaml allows", price, band.Min, band.Max)
	}
}

func (l *loader) validateScores(scores []Score, at place) {
	var columns []string
	for i, s := range scores {
		here := at.item(i)
		columns = append(columns, s.Column)
		l.evidence(here, s.Evidence)
		l.text(here.key("entry"), s.Entry, 200)
		l.effort(here.key("effort"), s.Effort)
		if !slices.ContainsFunc(l.catalog.Scoring.Columns, func(c Column) bool { return c.ID == s.Column }) {
			l.add(here.key("column"), "no column in scoring.yaml has the id %q", s.Column)
		}
		if s.Value.IsNegative() || s.Value.GreaterThan(data.Int(100).Decimal) {
			l.add(here.key("value"), "%s is not a score from 0 to 100", s.Value)
		}
	}
	l.distinct(at, "column", columns)
}

// effort checks a reasoning setting.
func (l *loader) effort(at place, effort string) {
	if !slices.Contains(l.catalog.Scoring.EffortOrder, effort) {
		l.add(at, "effort %q is not in effortOrder of scoring.yaml", effort)
	}
}
