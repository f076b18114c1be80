package catalog

import (
	"regexp"
	"slices"
	"text/template"
)

func (l *loader) validateUseCases() {
	at := l.in("use-cases.yaml").key("useCases")
	var slugs []string
	for i, u := range l.catalog.UseCases {
		slugs = append(slugs, u.Slug)
		l.validateUseCase(u, at.item(i))
	}
	l.distinct(at, "slug", slugs)
}

func (l *loader) validateUseCase(u UseCase, at place) {
	l.slug(at.key("slug"), u.Slug)
	l.text(at.key("title"), u.Title, 100)
	l.text(at.key("description"), u.Description, 500)
	l.text(at.key("keyword"), u.Keyword, 100)
	l.text(at.key("intro"), u.Intro, 3000)
	oneOf(l, at.key("sortBy"), u.SortBy, SortRules...)
	l.categoryList(at.key("categories"), u.Categories)
	if u.MinContext < 0 || u.MinContext > maxContextTokens {
		l.add(at.key("minContext"), "%d tokens is outside 0 to %d", u.MinContext, maxContextTokens)
	}
	l.distinct(at.key("needs"), "", u.Needs)
	for i, feature := range u.Needs {
		if !slices.ContainsFunc(l.catalog.Tools, func(t Tool) bool { return slices.Contains(t.Features, feature) }) {
			l.add(at.key("needs").item(i), "no tool has the feature %q; spell it as the tools do", feature)
		}
	}
	l.validateScenario(u.Scenario, at.key("scenario"))
	l.validateFAQ(u.FAQ, at.key("faq"))
}

func (l *loader) validateScenario(s Scenario, at place) {
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
			l.add(at.key(count.key), "%d is less than %d", count.n, count.min)
		}
	}
	if cached := s.CacheReadTokens + s.CacheWriteTokens; cached > s.InputTokens {
		l.add(at.key("inputTokens"), "%d input tokens do not hold the %d that are read from and written to the cache; inputTokens counts those too",
			s.InputTokens, cached)
	}
}

// typedPrice is an amount in a text that should have been rendered from the data.
var typedPrice = regexp.MustCompile(`\$\s*\d`)

func (l *loader) validateFAQ(faq []Question, at place) {
	if len(faq) < 2 {
		l.add(at, "%d questions, at least 2 are needed", len(faq))
	}
	for i, q := range faq {
		here := at.item(i)
		l.text(here.key("q"), q.Q, 200)
		l.text(here.key("a"), q.A, 2000)
		if _, err := template.New("answer").Parse(q.A); err != nil {
			l.add(here.key("a"), "the answer is no template: %v", err)
		}
		if amount := typedPrice.FindString(q.A); amount != "" {
			l.add(here.key("a"), "the answer types in a price (%s…), which will be wrong one day; render it from a field such as {{.First.Cost}}", amount)
		}
	}
}
