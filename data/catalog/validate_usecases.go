package catalog

import (
	"regexp"
	"slices"
	"text/template"

	"pricepoint/data/yaml"
)

func (l *loader) validateUseCases() {
	at := l.in("use-cases.yaml").Key("useCases")
	var slugs []string
	for i, u := range l.catalog.UseCases {
		slugs = append(slugs, u.Slug)
		l.validateUseCase(u, at.Item(i))
	}
	l.distinct(at, "slug", slugs)
}

func (l *loader) validateUseCase(u UseCase, at yaml.Place) {
	l.slug(at.Key("slug"), u.Slug)
	l.text(at.Key("title"), u.Title, 100)
	l.text(at.Key("description"), u.Description, 500)
	l.text(at.Key("keyword"), u.Keyword, 100)
	l.text(at.Key("intro"), u.Intro, 3000)
	oneOf(l, at.Key("sortBy"), u.SortBy, SortRules...)
	l.categoryList(at.Key("categories"), u.Categories)
	if u.MinContext < 0 || u.MinContext > maxContextTokens {
		l.Add(at.Key("minContext"), "%d tokens is outside 0 to %d", u.MinContext, maxContextTokens)
	}
	l.distinct(at.Key("needs"), "", u.Needs)
	for i, feature := range u.Needs {
		if !slices.ContainsFunc(l.catalog.Tools, func(t Tool) bool { return slices.Contains(t.Features, feature) }) {
			l.Add(at.Key("needs").Item(i), "no tool has the feature %q; spell it as the tools do", feature)
		}
	}
	l.validateScenario(u.Scenario, at.Key("scenario"))
	l.validateFAQ(u.FAQ, at.Key("faq"))
}

func (l *loader) validateScenario(s Scenario, at yaml.Place) {
	for _, count := range []struct {
		key    string
		n, min int64
	}{
		{"inputTokens", s.InputTokens, 1},
		{"outputTokens", s.OutputTokens, 1},
		{"cacheReadTokens", s.CacheReadTokens, 0},
		{"cacheWriteTokens", s.CacheWriteTokens, 0},
		{"requests", s.Requests, 1},
	} {
		if count.n < count.min {
			l.Add(at.Key(count.key), "%d is less than %d", count.n, count.min)
		}
	}
	if cached := s.CacheReadTokens + s.CacheWriteTokens; cached > s.InputTokens {
		l.Add(at.Key("inputTokens"), "%d input tokens do not hold the %d that are read from and written to the cache; inputTokens counts those too",
			s.InputTokens, cached)
	}
}

// typedPrice is an amount in a text that should have been rendered from the data.
var typedPrice = regexp.MustCompile(`\$\s*\d`)

func (l *loader) validateFAQ(faq []Question, at yaml.Place) {
	if len(faq) < 2 {
		l.Add(at, "%d questions, at least 2 are needed", len(faq))
	}
	for i, q := range faq {
		here := at.Item(i)
		l.text(here.Key("q"), q.Q, 200)
		l.text(here.Key("a"), q.A, 2000)
		if _, err := template.New("answer").Parse(q.A); err != nil {
			l.Add(here.Key("a"), "the answer is no template: %v", err)
		}
		if amount := typedPrice.FindString(q.A); amount != "" {
			l.Add(here.Key("a"), "the answer types in a price (%s…), which will be wrong one day; render it from a field such as {{.First.Cost}}", amount)
		}
	}
}
