package scores

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/scoring"
)

// list is one use case with what its answers are checked against.
type list struct {
	publishedScores
	useCase data.UseCase
	curated catalog.UseCase
}

// checkAnswers reads the answers of a list as a person does: none names a tool twice, every cost is that of the tool beside
// it, whoever is called the cheapest, the dearest or the strongest is, and nobody is told to change to what they have.
func (p publishedScores) checkAnswers(t *testing.T, u data.UseCase) {
	l := list{p, u, ofID(t, p.catalog.UseCases, useCaseSlug, u.ID)}
	for _, q := range u.FAQ {
		named := p.named(q.A)
		for i, id := range named {
			if slices.Contains(named[:i], id) {
				t.Errorf("%q names %s twice: %s", q.Q, id, q.A)
			}
		}
		l.checkCosts(t, q)
		l.checkSuperlatives(t, q, named)
		l.checkAlternatives(t, q, named)
	}
}

// named are the ids of the tools that a text names, in order. Of two names that fit at one place it means the longer one.
func (p publishedScores) named(text string) []string {
	tools := slices.Clone(p.tools.Tools)
	slices.SortFunc(tools, func(a, b data.Tool) int { return len(b.Name) - len(a.Name) })
	var ids []string
	for text != "" {
		next := 1
		for _, tool := range tools {
			if strings.HasPrefix(text, tool.Name) {
				ids, next = append(ids, tool.ID), len(tool.Name)
				break
			}
		}
		text = text[next:]
	}
	return ids
}

// costOf is an amount and the name it is said to be of.
var costOf = regexp.MustCompile(`\$([\d.]+) (?:per pull request )?on ([A-Z].*)`)

func (l list) checkCosts(t *testing.T, q data.Question) {
	for rest := q.A; ; {
		said := costOf.FindStringSubmatchIndex(rest)
		if said == nil {
			return
		}
		usd, of := rest[said[2]:said[3]], l.named(rest[said[4]:said[5]])
		if want := scoring.Significant(l.cost(t, of[0], l.curated), 3); !decimal.RequireFromString(usd).Equal(want) {
			t.Errorf("%q says that %s costs %s, not %s", q.Q, of[0], usd, want)
		}
		rest = rest[said[4]:]
	}
}

// checkSuperlatives holds words for the most or the least of all against the picks: ", the cheapest" is about the tool
// named before it, any other about one of those the answer names, or about the first of the list where it names none.
func (l list) checkSuperlatives(t *testing.T, q data.Question, named []string) {
	cost := func(id string) decimal.Decimal { return l.cost(t, id, l.curated) }
	score := func(id string) decimal.Decimal { of, _ := l.estimated(id); return of.Decimal }
	picks := l.useCase.TopPicks
	for _, word := range []struct {
		form *regexp.Regexp
		is   func(id string) bool
	}{
		{regexp.MustCompile(`cheapest|costs the least|no recommended model costs less`), func(id string) bool {
			return !slices.ContainsFunc(picks, func(o string) bool { return cost(o).LessThan(cost(id)) })
		}},
		{regexp.MustCompile(`dearest`), func(id string) bool {
			return !slices.ContainsFunc(picks, func(o string) bool { return cost(o).GreaterThan(cost(id)) })
		}},
		{regexp.MustCompile(`strongest|highest overall`), func(id string) bool {
			return !slices.ContainsFunc(picks, func(o string) bool { return score(o).GreaterThan(score(id)) })
		}},
	} {
		for _, at := range word.form.FindAllStringIndex(q.A, -1) {
			about := named
			if before := l.named(q.A[:at[0]]); strings.HasSuffix(q.A[:at[0]], ", the ") && len(before) > 0 {
				about = before[len(before)-1:]
			} else if len(about) == 0 {
				about = picks[:1]
			}
			if !slices.ContainsFunc(about, word.is) {
				t.Errorf("%q calls somebody %q, though %q are not: %s", q.Q, q.A[at[0]:at[1]], about, q.A)
			}
		}
	}
}

// checkAlternatives looks at the questions for something other than the obvious choice: whoever is named must be other.
func (l list) checkAlternatives(t *testing.T, q data.Question, named []string) {
	cost := func(id string) decimal.Decimal { return l.cost(t, id, l.curated) }
	score := func(id string) decimal.Decimal { of, _ := l.estimated(id); return of.Decimal }
	picks := l.useCase.TopPicks
	cheapest := slices.MinFunc(picks, func(a, b string) int { return cost(a).Cmp(cost(b)) })
	for _, id := range named {
		switch {
		case strings.Contains(q.Q, "cheaper") && !cost(id).LessThan(cost(picks[0])):
			t.Errorf("%q is answered with %s, which is no cheaper than %s, the first of the list", q.Q, id, picks[0])
		case (strings.Contains(q.Q, "stronger") || strings.Contains(q.Q, "dearer")) && (id == cheapest || score(id).LessThan(score(cheapest))):
			t.Errorf("%q is answered with %s, which is no stronger than %s, the cheapest of the list", q.Q, id, cheapest)
		case strings.Contains(q.Q, "second model") && (l.publishedScores.curated(t, id).Provider == l.publishedScores.curated(t, picks[0]).Provider):
			t.Errorf("%q is answered with %s, of the provider of %s", q.Q, id, picks[0])
		}
	}
}
