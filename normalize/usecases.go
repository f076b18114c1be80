package normalize

import (
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
	Best                 Pick   // the highest overall score among all fitting tools
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

// useCases builds the use case documents; a use case for which fewer than three tools fit is an error.
func (b *build) useCases(work []offers) ([]data.UseCase, error) {
	var all []data.UseCase
	for _, o := range work {
		built, err := b.useCase(o)
		if err != nil {
			return nil, fmt.Errorf("use case %s: %v", o.useCase.Slug, err)
		}
		all = append(all, built)
	}
	return all, nil
}

func (b *build) useCase(o offers) (data.UseCase, error) {
	u := o.useCase
	picks := scoring.Picks(o.fitting, o.rivals)
	if len(picks) < scoring.MinPicks {
		return data.UseCase{}, fmt.Errorf("only %d fitting tools can be recommended, at least %d are needed; widen its categories or minContext",
			len(picks), scoring.MinPicks)
	}
	faq, err := renderFAQ(u.FAQ, b.faqData(u, o.fitting, picks))
	if err != nil {
		return data.UseCase{}, err
	}
	var ids []string
	for _, p := range picks {
		ids = append(ids, p.ID)
	}
	return data.UseCase{
		ID: u.Slug, Slug: u.Slug, Title: u.Title, Description: u.Description, Keyword: u.Keyword,
		SortBy: string(u.SortBy), Intro: strings.TrimSpace(u.Intro), TopPicks: ids, FAQ: faq,
		Scenario: data.Scenario{InputTokens: u.Scenario.InputTokens, OutputTokens: u.Scenario.OutputTokens},
	}, nil
}

// sortKeys are the values rule ranks by, larger first; none when the tool lacks what the rule asks for.
func (t *tool) sortKeys(rule catalog.SortRule, cost decimal.Decimal) []decimal.Decimal {
	switch rule {
	case catalog.ByOverallScore:
		return []decimal.Decimal{t.score()}
	case catalog.ByPrice:
		return []decimal.Decimal{cost.Neg()}
	case catalog.ByValue:
		if cost.IsZero() {
			return []decimal.Decimal{t.score().Shift(9)} // free: ahead of any price, better ones first
		}
		return []decimal.Decimal{t.score().DivRound(cost, 12)}
	case catalog.ByContextWindow:
		return []decimal.Decimal{decimal.NewFromInt(t.contextTokens()), cost.Neg()}
	case catalog.ByOutputPrice:
		return []decimal.Decimal{t.output.Value.Neg(), t.input.Value.Neg()}
	case catalog.ByReleaseDate:
		return []decimal.Decimal{releaseKey(t.Released)}
	default: // one of the four benchmarks
		if s, ok := t.scores[string(rule)]; ok {
			return []decimal.Decimal{s.Value.Decimal}
		}
		return nil
	}
}

// releaseKey turns YYYY-MM into a number that sorts by time.
func releaseKey(month string) decimal.Decimal {
	key, err := decimal.NewFromString(strings.ReplaceAll(month, "-", ""))
	if err != nil {
		return decimal.Zero // the catalogue has checked the form
	}
	return key
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
	d.Best = b.pick(slices.MaxFunc(candidates, func(x, y scoring.Candidate) int { return x.Score.Cmp(y.Score) }))
	d.Largest = b.pick(slices.MaxFunc(picks, func(x, y scoring.Candidate) int {
		return int(b.byID[x.ID].contextTokens() - b.byID[y.ID].contextTokens())
	}))
	return d
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
