package normalize

import (
	"fmt"
	"slices"
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/rating"
	"pricepoint/data/tariff"
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

// season is by how many years two releases have to be apart for the later one to be newer.
var season = decimal.RequireFromString("0.2")

var half = decimal.RequireFromString("0.5")

// key is what a list is ordered by where nobody measures the work. Of tools that are not told apart by it, the cheaper one
// comes first, or the better one where the list goes by cost. Those of which nobody knows how much more they cost come last.
func key(by catalog.SortRule, columns []catalog.Column, t Tool, cost workCost) scoring.Key {
	saved, supported := cost.usd.Neg(), t.Estimate.Overall.Low
	switch {
	case by == catalog.ByTaskCost:
		return scoring.Key{}
	case cost.doubt.More && (by == catalog.ByPrice || by == catalog.ByValue):
		return scoring.Key{Missing: true}
	case by == catalog.ByPrice:
		return scoring.Key{Interval: scoring.Interval{Score: saved, Low: saved, High: saved}, Then: supported}
	case by == catalog.ByValue:
		return value(t, cost)
	case by == catalog.ByReleaseDate:
		month := decimal.NewFromFloat(Years(t.Released))
		return scoring.Key{Interval: scoring.Interval{Score: month, Low: month, High: month.Add(season)}, Then: supported}
	}
	if cost.doubt.More {
		saved = saved.Sub(decimal.New(1, 6)) // USD; more than any work costs
	}
	if by == catalog.ByOverallScore {
		return scoring.Key{Interval: t.Estimate.Overall, Then: saved, Guessed: t.Estimate.Observed.LessThan(half)}
	}
	result, ok := t.Results[string(by)] // of a benchmark, give or take the luck of a run
	if !ok {
		return scoring.Key{Missing: true, Interval: scoring.Interval{High: decimal.NewFromInt(100)}} // it may be anything
	}
	score, luck := result.Value.Decimal, decimal.Zero
	if c := data.Find(columns, func(c catalog.Column) bool { return c.ID == string(by) }); c != nil {
		luck = scoring.Luck(score, int(c.Size))
	}
	return scoring.Key{Interval: scoring.Interval{Score: score, Low: score.Sub(luck), High: score.Add(luck)}, Then: saved}
}

// value is points of overall score a dollar of the scenario.
func value(t Tool, cost workCost) scoring.Key {
	per := func(score decimal.Decimal) decimal.Decimal { return score.DivRound(cost.usd, 12) }
	if cost.usd.IsZero() { // free: ahead of any price, better ones first
		per = func(score decimal.Decimal) decimal.Decimal { return score.Shift(9) }
	}
	o := t.Estimate.Overall
	return scoring.Key{Interval: scoring.Interval{Score: per(o.Score), Low: per(o.Low), High: per(o.High)}, Then: o.Low}
}

// workCost is what the work of a use case costs with a tool.
type workCost struct {
	usd   decimal.Decimal // USD; a cache price that nobody states counts as that of input
	doubt scoring.Doubt
	none  string // why there is no cost; "": there is one
}

// costOf computes by the tariff of a tool: standard service, the sizes of the average request, and the most expensive hour of the
// week, as for the published prices.
func costOf(t Tool, s rating.FullScenario, now time.Time) (c workCost) {
	cost, err := tariff.Dearest(t.Tariff, tariff.Usage{
		Quantities: map[data.BillingClass]int64{
			data.ClassInput: s.InputTokens - s.CacheReadTokens - s.CacheWriteTokens, data.ClassOutput: s.OutputTokens,
			data.ClassCacheRead: s.CacheReadTokens, data.ClassCacheWrite: s.CacheWriteTokens,
		},
		Requests: max(s.Requests, 1), At: now,
	})
	if err != nil {
		return workCost{none: err.Error()}
	}
	c.usd = cost.Low.Decimal
	for _, item := range cost.Items {
		switch item.Bound {
		case tariff.UpToInput, tariff.NowToAnnounced, tariff.PromotionOrList:
			open := item.High.Sub(item.Low.Decimal)
			c.usd, c.doubt.Less = c.usd.Add(open), c.doubt.Less.Add(open)
		case tariff.InputToTwice, tariff.InputTo250:
			c.doubt.More = true
		}
	}
	return c
}
