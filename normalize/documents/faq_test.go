package documents

import (
	"fmt"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// someList are the tools that answers can name, one for each letter of roles: the three Picks, Cheapest, Dearest,
// Best, Largest and Other. The same letter is the same tool; "-" is none.
func someList(roles string) FAQData {
	tools := make([]Pick, len(roles))
	for i, letter := range roles {
		if letter != '-' {
			tools[i] = Pick{Name: fmt.Sprintf("Tool-%c", letter), Provider: fmt.Sprintf("Maker-%c", letter), Cost: "$1.00", Score: "80.0", Prompt: "1,000,000"}
		}
	}
	return FAQData{Picks: tools[:3], First: tools[0], Second: tools[1], Cheapest: tools[3], Dearest: tools[4],
		Best: tools[5], Largest: tools[6], Other: tools[7], Fitting: 20, InputTokens: "1,000", OutputTokens: "100"}
}

// TestNoAnswerNamesAToolTwice renders every shipped answer for every way in which the tools it can name may be the same.
// What a list by price starts with is always the cheapest.
func TestNoAnswerNamesAToolTwice(t *testing.T) {
	rendered := 0
	for _, u := range shipped(t).UseCases {
		for _, cheapest := range "abc" {
			if u.SortBy == catalog.ByPrice && cheapest != 'a' {
				continue
			}
			for _, dearest := range "abc" {
				for _, best := range "abcd" {
					for _, other := range "bc-" {
						rendered++
						checkNames(t, u, fmt.Sprintf("abc%c%c%c%c%c", cheapest, dearest, best, dearest, other))
					}
				}
			}
		}
	}
	if rendered < 1000 {
		t.Errorf("only %d lists were rendered", rendered)
	}
}

func checkNames(t *testing.T, u catalog.UseCase, roles string) {
	t.Helper()
	for _, q := range u.FAQ {
		var err error
		if q.A, err = rendered(q.A, someList(roles)); err != nil {
			t.Fatalf("%s: %v", u.Slug, err)
		}
		for _, letter := range "abcd" {
			if name := fmt.Sprintf("Tool-%c", letter); strings.Count(q.A, name) > 1 {
				t.Errorf("%s, with %s: %q names %s twice: %s", u.Slug, roles, q.Q, name, q.A)
			}
		}
		if strings.Contains(q.A, " on ,") || strings.Contains(q.A, "  ") || strings.HasSuffix(q.A, " .") {
			t.Errorf("%s, with %s: %q has a gap: %s", u.Slug, roles, q.Q, q.A)
		}
	}
}

// TestIntrosSayWhatWasRead: where no board was read, no shipped intro says that one decided; where some were, each measured
// kind of work names them.
func TestIntrosSayWhatWasRead(t *testing.T) {
	for _, u := range shipped(t).UseCases {
		f := someList("abcabcab")
		without, err := rendered(u.Intro, f)
		if err != nil || strings.Contains(without, "goes by what") || strings.Contains(without, "{{") {
			t.Errorf("%s, nothing read: %v: %s", u.Slug, err, without)
		}
		f.Boards, f.Untimed = "Some Board", "Bolt One"
		with, err := rendered(u.Intro, f)
		if err != nil || strings.Contains(with, "Some Board") != (len(u.Boards) > 0) || (with == without) != (len(u.Boards) == 0 && u.Speed == nil) {
			t.Errorf("%s, some read: %v: %s", u.Slug, err, with)
		}
	}
}

// raise makes a tool better by some points.
func raise(t *catalog.Tool, points int64) {
	for i := range t.Scores {
		t.Scores[i].Value = data.MustNumber(t.Scores[i].Value.Add(decimal.NewFromInt(points)).String())
	}
}

func answers(t *testing.T, c *catalog.Catalog) []data.Question {
	t.Helper()
	return document[data.UseCasesDocument](t, built(t, c), data.UseCasesPath).UseCases[0].FAQ
}

// TestRolesOfAnswers names the tools that answers can name: Bolt Four is the cheapest, Acme Two the best and the dearest
// of those recommended, and Bolt Three takes the longest prompts.
func TestRolesOfAnswers(t *testing.T) {
	c := smallCatalog()
	raise(&c.Tools[1], 16)
	c.Tools[2].Context.Tokens = 900_000
	c.UseCases[0].FAQ = []data.Question{{Q: "Who?", A: "{{.First.Name}}, {{.Second.Name}}, {{(index .Picks 2).Name}}; {{.Cheapest.Name}}, {{.Dearest.Name}}, {{.Best.Name}}, {{.Largest.Name}}"}}
	for sort, want := range map[catalog.SortRule]string{
		catalog.ByOverallScore: "Acme Two, Bolt Four, Bolt Three; Bolt Four, Acme Two, Acme Two, Bolt Three",
		catalog.ByPrice:        "Bolt Four, Bolt Three, Acme Two; Bolt Four, Acme Two, Acme Two, Bolt Three",
	} {
		c.UseCases[0].SortBy = sort
		if got := answers(t, c)[0].A; got != want {
			t.Errorf("by %s the answer is %q, want %q", sort, got, want)
		}
	}
}
