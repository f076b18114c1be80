package documents

import (
	"cmp"
	"slices"
	"strings"
	"text/template"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize"
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
	Cost     string // of the scenario: "$0.0123", or "at most $0.0123" where nobody states a cache price
	Score    string // overall score: "93.6"
	Input    string // USD per million tokens: "$5"
	Output   string
	Prompt   string // the most tokens that its prompt may have: "922,000"
}

func faqData(d normalize.Decision, u normalize.UseCase) FAQData {
	f := FAQData{
		Fitting:     len(u.Fitting),
		InputTokens: data.Int(u.Scenario.InputTokens).Grouped(), OutputTokens: data.Int(u.Scenario.OutputTokens).Grouped(),
	}
	pick := func(c scoring.Candidate) Pick { return newPick(*d.Tool(c.ID), c) }
	for _, c := range u.Picks {
		f.Picks = append(f.Picks, pick(c))
	}
	f.First, f.Second, f.Third = f.Picks[0], f.Picks[1], f.Picks[2]
	byCost := func(x, y scoring.Candidate) int {
		if x.Doubt.More != y.Doubt.More { // what may cost more is nobody's cheapest
			return map[bool]int{true: 1, false: -1}[x.Doubt.More]
		}
		return x.Cost.Cmp(y.Cost)
	}
	f.Cheapest, f.Dearest = pick(slices.MinFunc(u.Picks, byCost)), pick(slices.MaxFunc(u.Picks, byCost))
	f.Best = pick(strongest(u.Fitting))
	if others := ofOtherProviders(d, u.Picks); len(others) > 0 {
		f.Other = pick(strongest(others))
	}
	f.Largest = pick(slices.MaxFunc(u.Picks, func(x, y scoring.Candidate) int {
		return cmp.Compare(d.Tool(x.ID).PromptTokens(), d.Tool(y.ID).PromptTokens())
	}))
	return f
}

// strongest has the highest score. Among equal ones it takes the cheapest and then the first id, as a list by score does,
// so that an answer names the tool that the list starts with.
func strongest(all []scoring.Candidate) scoring.Candidate {
	return slices.MinFunc(all, func(x, y scoring.Candidate) int {
		return cmp.Or(y.Score.Cmp(x.Score), x.Cost.Cmp(y.Cost), cmp.Compare(x.ID, y.ID))
	})
}

// ofOtherProviders are the picks whose provider is not that of the first one.
func ofOtherProviders(d normalize.Decision, picks []scoring.Candidate) []scoring.Candidate {
	return slices.DeleteFunc(slices.Clone(picks), func(c scoring.Candidate) bool {
		return d.Tool(c.ID).Provider == d.Tool(picks[0].ID).Provider
	})
}

func newPick(t normalize.Tool, c scoring.Candidate) Pick {
	cost := usd(scoring.Significant(c.Cost, 3))
	switch {
	case c.Doubt.More:
		cost = "about " + cost
	case c.Doubt.Any():
		cost = "at most " + cost
	}
	return Pick{
		Name: t.Name, Provider: t.ProviderName, Cost: cost, Score: scoring.Published(c.Score).StringFixed(1),
		Input: usd(t.Input.Value.Decimal), Output: usd(t.Output.Value.Decimal), Prompt: data.Int(t.PromptTokens()).Grouped(),
	}
}

// usd writes a price with at least two decimals: $5.00, $0.0123.
func usd(d decimal.Decimal) string {
	if d.Round(2).Equal(d) {
		return "$" + d.StringFixed(2)
	}
	return "$" + d.String()
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
