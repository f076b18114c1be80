package normalize

import (
	"fmt"
	"slices"
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/rating"
	"pricepoint/scoring"
)

// EndsSoon is how long before its last day a tool is no longer recommended.
const EndsSoon = 90 * 24 * time.Hour

// recommend finds out what the work of a use case costs with every tool, and which of them to recommend for it. Where its boards
// cannot be read, it is judged like work that nobody measures. A use case for which fewer than three tools fit is an error.
func recommend(of catalog.UseCase, d Decision, now time.Time) (UseCase, error) {
	u := judged(of, d, now)
	switch {
	case len(u.Picks) < scoring.MinPicks && len(of.Boards) > 0:
		of.Boards, of.Failure, of.SortBy = nil, nil, catalog.ByOverallScore
		u = judged(of, d, now)
		u.Unmeasured = rating.NotYetRead
	case len(of.Boards) > 0:
	case of.SortBy.Board():
		u.Unmeasured = rating.ResultOnly
	default:
		u.Unmeasured = rating.ByNobody
	}
	if len(u.Picks) < scoring.MinPicks {
		return u, fmt.Errorf("only %d fitting models can be recommended, at least %d are needed; widen its categories or minContext",
			len(u.Picks), scoring.MinPicks)
	}
	return u, nil
}

// judged sorts the tools into candidates and others, and judges the candidates.
func judged(of catalog.UseCase, d Decision, now time.Time) UseCase {
	u := UseCase{UseCase: of, Costs: map[string]data.Number{}, Doubts: map[string]scoring.Doubt{}, Excluded: []rating.ExcludedTool{}}
	var others, unmeasured []scoring.Candidate // that can do the work, of other categories; that nobody has measured
	for _, t := range d.Tools {
		cost := costOf(t, of.Scenario, now)
		if cost.none == "" {
			u.Costs[t.ID] = data.Number{Decimal: cost.usd}
		}
		if cost.doubt.Any() {
			u.Doubts[t.ID] = cost.doubt
		}
		runs, found := d.Solved.Runs(t.ID, of.Boards, true)
		c := scoring.Candidate{
			ID: t.ID, Score: t.Estimate.Overall, Quality: t.Estimate.Overall, Tariff: cost.usd, Doubt: cost.doubt,
			Key: key(of.SortBy, d.Catalog.Scoring.Columns, t, cost), Runs: runs, Earlier: earlier(d, t),
		}
		if of.SortBy.Board() {
			c.Quality = c.Key.Interval
		}
		reason, words := keepsOff(of, d.Solved, t, cost, now)
		listed := len(of.Categories) == 0 || slices.ContainsFunc(of.Categories, func(c string) bool { return slices.Contains(t.Categories, c) })
		measured := len(runs) > 0 || len(of.Boards) == 0 && t.Scored
		switch {
		case reason != "":
		case listed && measured && t.UncertainPrice():
			reason = rating.ExcludedPrice
		case listed && measured:
			u.Fitting = append(u.Fitting, c)
			continue
		case !listed:
			if measured && !t.UncertainPrice() {
				others = append(others, c)
			}
			reason = rating.ExcludedCategory
		case found:
			reason = rating.ExcludedOldPrices
		default:
			unmeasured = append(unmeasured, c)
			if reason = rating.ExcludedUnmeasured; len(of.Boards) == 0 {
				words = "has no score"
			}
		}
		u.Excluded = append(u.Excluded, rating.ExcludedTool{ID: t.ID, Reason: reason, Words: words})
	}
	u.Verdict = scoring.Work{Boards: of.Boards, Failure: of.FailureUSD(), Fitting: u.Fitting, Others: others}.Judge()
	u.Provisional, u.Successors = expected(d, unmeasured, u.Picks)
	return u
}

// expected are the tools that nobody has measured, and those of them that follow a recommended tool and cost no more.
func expected(d Decision, unmeasured []scoring.Candidate, picks []scoring.Pick) (all, successors []rating.ProvisionalPick) {
	slices.SortStableFunc(unmeasured, func(a, b scoring.Candidate) int { return b.Score.Low.Cmp(a.Score.Low) })
	all, successors = []rating.ProvisionalPick{}, []rating.ProvisionalPick{}
	for _, c := range unmeasured {
		p := rating.ProvisionalPick{
			ID: c.ID, USD: data.Number{Decimal: c.Tariff}, Expected: data.Number{Decimal: c.Score.Score}, Doubted: d.Tool(c.ID).UncertainPrice(),
			Interval: rating.ScoreInterval{Low: data.Number{Decimal: c.Score.Low}, High: data.Number{Decimal: c.Score.High}},
		}
		all = append(all, p)
		of := data.Find(picks, func(of scoring.Pick) bool { return c.NoDearerThan(of.Candidate) && slices.Contains(c.Earlier, of.ID) })
		if of != nil {
			p.Of = of.ID
			successors = append(successors, p)
		}
	}
	return all, successors
}

// earlier are the tools before another one in its maker's line, even if that led back to itself.
func earlier(d Decision, t Tool) (all []string) {
	for id := t.Predecessor; id != "" && !slices.Contains(all, id); {
		all = append(all, id)
		before := d.Tool(id)
		if before == nil {
			break
		}
		id = before.Predecessor
	}
	return all
}

// keepsOff is why nobody should be sent to a tool for the work; "" when nothing is known. Neither the category nor a missing
// measurement is such a reason.
func keepsOff(of catalog.UseCase, boards SolvedCosts, t Tool, cost workCost, now time.Time) (reason rating.ExcludedReason, words string) {
	if reason, words = leaving(t, now); reason != "" {
		return reason, words
	}
	s, requests := of.Scenario, max(of.Scenario.Requests, 1) // what is needed is what the average request has
	context, prompt, output := max(of.MinContext, (s.InputTokens+s.OutputTokens+requests-1)/requests), (s.InputTokens+requests-1)/requests, s.OutputTokens/requests
	switch {
	case t.ContextTokens() < context:
		return rating.ExcludedContext, fmt.Sprintf("takes %d tokens, %d are needed", t.ContextTokens(), context)
	case t.PromptTokens() < prompt:
		return rating.ExcludedContext, fmt.Sprintf("takes prompts of %d tokens, %d are needed", t.PromptTokens(), prompt)
	case t.MaxOutput() > 0 && t.MaxOutput() < output:
		return rating.ExcludedContext, fmt.Sprintf("gives answers of %d tokens, %d are needed", t.MaxOutput(), output)
	case cost.none != "":
		return rating.ExcludedPrice, cost.none
	}
	if of.Speed != nil { // where nobody knows how slow it is, it may be quick enough
		row := boards.Shown(of.Speed.Board, t.ID)
		if row != nil && row.Seconds != nil && row.Seconds.GreaterThan(decimal.NewFromInt(of.Speed.Seconds)) {
			return rating.ExcludedSlow, fmt.Sprintf("takes more than %d seconds for a contest problem", of.Speed.Seconds)
		}
	}
	for _, feature := range of.Needs {
		if !slices.Contains(t.Features, feature) {
			return rating.ExcludedFeature, fmt.Sprintf("does not list %q", feature)
		}
	}
	return "", ""
}

// leaving is why nobody should begin with a tool, "" when nothing is known. That its maker calls it legacy is no reason.
func leaving(t Tool, now time.Time) (reason rating.ExcludedReason, words string) {
	switch {
	case t.Stage == RetiredStage || !t.Shutdown.IsZero() && !t.Shutdown.First.After(now):
		return rating.ExcludedRetired, ""
	case t.Deprecated || t.Stage == DeprecatedStage:
		return rating.ExcludedDeprecated, ""
	case !t.Shutdown.IsZero() && !now.Before(t.Shutdown.First):
		return rating.ExcludedEndsSoon, "was to end on " + t.Shutdown.Text
	case !t.Shutdown.IsZero() && t.Shutdown.First.Sub(now) <= EndsSoon:
		return rating.ExcludedEndsSoon, "ends on " + t.Shutdown.Text
	default:
		return "", ""
	}
}
