package normalize

import (
	"fmt"
	"strings"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/scoring"
)

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
