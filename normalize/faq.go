package normalize

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"text/template"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/scoring"
)

// FAQData is what an FAQ answer of the catalogue can name. Everything is formatted for reading.
type FAQData struct {
	Picks                []Pick // the recommended tools in order, 3 to 5
	First, Second, Third Pick   // the first three of Picks
	Other                Pick   // the highest overall score among the recommended tools of other providers than First's; no name: there is none
	Best                 Pick   // the highest overall score among all fitting tools; of equal ones the cheapest
	Cheapest             Pick   // the lowest cost for the scenario among the recommended tools
	Dearest              Pick   // the highest cost for the scenario among the recommended tools
	Largest              Pick   // the largest context window among the recommended tools
	Fitting              int    // how many tools were candidates
	InputTokens          string // of the scenario: "40,000"
	OutputTokens         string
}

// Pick is one tool in an FAQ answer.
type Pick struct {
	Name     string // Claude Opus 5
	Provider string // Anthropic
	Cost     string // of the scenario: "$0.0123"
	Score    string // overall score: "93.6"
	Input    string // USD per million tokens: "$5"
	Output   string
	Context  string // "1000K tokens"
}

func (b *build) faqData(u catalog.UseCase, candidates, picks []scoring.Candidate) FAQData {
	d := FAQData{
		Fitting:     len(candidates),
		InputTokens: thousands(u.Scenario.InputTokens), OutputTokens: thousands(u.Scenario.OutputTokens),
	}
	for _, p := range picks {
		d.Picks = append(d.Picks, b.pick(p))
	}
	d.First, d.Second, d.Third = d.Picks[0], d.Picks[1], d.Picks[2]
	byCost := func(x, y scoring.Candidate) int { return x.Cost.Cmp(y.Cost) }
	d.Cheapest, d.Dearest = b.pick(slices.MinFunc(picks, byCost)), b.pick(slices.MaxFunc(picks, byCost))
	d.Best = b.pick(strongest(candidates))
	if others := b.ofOtherProviders(picks); len(others) > 0 {
		d.Other = b.pick(strongest(others))
	}
	d.Largest = b.pick(slices.MaxFunc(picks, func(x, y scoring.Candidate) int {
		return cmp.Compare(b.byID[x.ID].contextTokens(), b.byID[y.ID].contextTokens())
	}))
	return d
}

// strongest has the highest score. Among equal ones it takes the cheapest and then the first id, as a list by score does,
// so that an answer names the tool that the list starts with.
func strongest(all []scoring.Candidate) scoring.Candidate {
	return slices.MinFunc(all, func(x, y scoring.Candidate) int {
		return cmp.Or(y.Score.Cmp(x.Score), x.Cost.Cmp(y.Cost), cmp.Compare(x.ID, y.ID))
	})
}

// ofOtherProviders are the picks whose provider is not that of the first one.
func (b *build) ofOtherProviders(picks []scoring.Candidate) []scoring.Candidate {
	return slices.DeleteFunc(slices.Clone(picks), func(c scoring.Candidate) bool {
		return b.byID[c.ID].Provider == b.byID[picks[0].ID].Provider
	})
}

func (b *build) pick(c scoring.Candidate) Pick {
	t := b.byID[c.ID]
	return Pick{
		Name: t.Name, Provider: t.providerName, Cost: usd(scoring.Significant(c.Cost, 3)), Score: scoring.Published(c.Score).StringFixed(1),
		Input: usd(t.input.Value.Decimal), Output: usd(t.output.Value.Decimal), Context: t.contextWindow(),
	}
}

// usd writes a price with at least two decimals: $5.00, $0.0123.
func usd(d decimal.Decimal) string {
	if d.Round(2).Equal(d) {
		return "$" + d.StringFixed(2)
	}
	return "$" + d.String()
}

// thousands writes 40000 as 40,000.
func thousands(n int64) string {
	digits := fmt.Sprint(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// renderFAQ fills the answers; a name that FAQData does not have is an error.
func renderFAQ(questions []catalog.Question, d FAQData) ([]data.Question, error) {
	var faq []data.Question
	for _, q := range questions {
		tmpl, err := template.New(q.Q).Parse(q.A)
		if err != nil {
			return nil, err
		}
		var answer strings.Builder
		if err := tmpl.Execute(&answer, d); err != nil {
			return nil, err
		}
		faq = append(faq, data.Question{Q: q.Q, A: strings.TrimSpace(answer.String())})
	}
	return faq, nil
}
