package normalize

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/scoring"
)

// EndsSoon is how long before its last day a tool is no longer recommended.
const EndsSoon = 90 * 24 * time.Hour

// recommend finds out what the work of a use case costs with every tool, and which of them to recommend for it. A use case
// for which fewer than three tools fit is an error.
func recommend(of catalog.UseCase, tools []Tool, now time.Time) (UseCase, error) {
	u := UseCase{UseCase: of, Costs: map[string]data.Number{}, Doubts: map[string]scoring.Doubt{}, Unfit: map[string]string{}}
	var rivals []scoring.Candidate // all that can do the work, also those of other categories
	for _, t := range tools {
		cost := costOf(t, u.Scenario, now)
		if cost.none == "" {
			u.Costs[t.ID] = data.Number{Decimal: cost.usd}
		}
		if cost.doubt.Any() {
			u.Doubts[t.ID] = cost.doubt
		}
		if why := cmp.Or(unfit(t, of, now), cost.none); why != "" {
			u.Unfit[t.ID] = why
			continue
		}
		c := scoring.Candidate{ID: t.ID, Score: t.Score(), Cost: cost.usd, Doubt: cost.doubt, Keys: sortKeys(t, u.SortBy, cost.usd, cost.doubt)}
		rivals = append(rivals, c)
		if len(u.Categories) == 0 || slices.ContainsFunc(u.Categories, func(c string) bool { return slices.Contains(t.Categories, c) }) {
			u.Fitting = append(u.Fitting, c)
		} else {
			u.Unfit[t.ID] = "is in none of the categories " + strings.Join(u.Categories, ", ")
		}
	}
	u.compare(rivals)
	u.Picks = scoring.Picks(u.Fitting, rivals)
	if len(u.Picks) < scoring.MinPicks {
		return u, fmt.Errorf("only %d fitting tools can be recommended, at least %d are needed; widen its categories or minContext",
			len(u.Picks), scoring.MinPicks)
	}
	return u, nil
}

// compare finds who is worth their cost, and whom somebody else beats.
func (u *UseCase) compare(rivals []scoring.Candidate) {
	u.Frontier, u.Beaten = []string{}, map[string]string{}
	var all []scoring.Offer
	for _, c := range rivals {
		all = append(all, scoring.Offer{Score: c.Score, Cost: c.Cost, Doubt: c.Doubt})
	}
	on := scoring.Frontier(all)
	cheapest := slices.Clone(rivals)
	slices.SortStableFunc(cheapest, func(x, y scoring.Candidate) int { return x.Cost.Cmp(y.Cost) })
	for _, c := range cheapest {
		i := slices.IndexFunc(rivals, func(r scoring.Candidate) bool { return r.ID == c.ID })
		if on[i] {
			u.Frontier = append(u.Frontier, c.ID)
		}
		if by, is := scoring.Beaten(c, rivals); is {
			u.Beaten[c.ID] = by.ID
		}
	}
}

// unfit says why nobody should be sent to a tool, or why it cannot do the work of u; "" when neither is so. The
// category is no reason: what is in another category can still show that a tool is dear for what it is.
func unfit(t Tool, u catalog.UseCase, now time.Time) string {
	switch {
	case !t.Scored:
		return "has no score"
	case t.UncertainPrice():
		return "has a price of low confidence"
	case t.Stage == RetiredStage:
		return "its provider has retired it"
	case t.Deprecated || t.Stage == DeprecatedStage:
		return "its provider advises against new use"
	case !t.Shutdown.IsZero() && t.Shutdown.First.Sub(now) <= EndsSoon:
		return "ends on " + t.Shutdown.Text
	case t.ContextTokens() < neededContext(u):
		return fmt.Sprintf("takes %d tokens, %d are needed", t.ContextTokens(), neededContext(u))
	}
	if needed := neededPrompt(u); t.PromptTokens() < needed {
		return fmt.Sprintf("takes prompts of %d tokens, %d are needed", t.PromptTokens(), needed)
	}
	for _, feature := range u.Needs {
		if !slices.Contains(t.Features, feature) {
			return fmt.Sprintf("does not list %q", feature)
		}
	}
	return ""
}

// neededContext is how many tokens a tool must take: as many as the use case says, and no fewer than its average request
// has.
func neededContext(u catalog.UseCase) int64 {
	requests := max(u.Scenario.Requests, 1)
	return max(u.MinContext, (u.Scenario.InputTokens+u.Scenario.OutputTokens+requests-1)/requests)
}

// neededPrompt is how many tokens the prompt of the average request has.
func neededPrompt(u catalog.UseCase) int64 {
	requests := max(u.Scenario.Requests, 1)
	return (u.Scenario.InputTokens + requests - 1) / requests
}

// sortKeys are the values rule ranks by, larger first; none when the tool lacks what the rule asks for, such as a cost
// that is known not to be higher.
func sortKeys(t Tool, rule catalog.SortRule, cost decimal.Decimal, doubt scoring.Doubt) []decimal.Decimal {
	if doubt.More && (rule == catalog.ByPrice || rule == catalog.ByValue) {
		return nil
	}
	switch rule {
	case catalog.ByOverallScore:
		return []decimal.Decimal{t.Score()}
	case catalog.ByPrice:
		return []decimal.Decimal{cost.Neg()}
	case catalog.ByValue:
		if cost.IsZero() {
			return []decimal.Decimal{t.Score().Shift(9)} // free: ahead of any price, better ones first
		}
		return []decimal.Decimal{t.Score().DivRound(cost, 12)}
	case catalog.ByContextWindow:
		return []decimal.Decimal{decimal.NewFromInt(t.PromptTokens()), cost.Neg()}
	case catalog.ByOutputPrice:
		return []decimal.Decimal{t.Output.Value.Neg(), t.Input.Value.Neg()}
	case catalog.ByReleaseDate:
		return []decimal.Decimal{releaseKey(t.Released)}
	default: // one of the four benchmarks
		if s, ok := t.Results[string(rule)]; ok {
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
