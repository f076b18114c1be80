package normalize

import (
	"fmt"
	"slices"
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/scoring"
)

// EndsSoon is how long before its last day a tool is no longer recommended.
const EndsSoon = 90 * 24 * time.Hour

// recommender finds the tools for the work of one use case.
type recommender struct {
	UseCase
	tools   []Tool
	solved  SolvedCosts
	columns []catalog.Column
	before  map[string]string // the tool before it in its maker's line
	now     time.Time

	others     []scoring.Candidate // that can do the work, of other categories
	unmeasured []scoring.Candidate // that could be recommended if anybody had measured them
	doubted    map[string]bool     // the tools whose price is doubted
}

// recommend finds out what the work of a use case costs with every tool, and which of them to recommend for it. Where its boards
// cannot be read, it is judged like work that nobody measures. A use case for which fewer than three tools fit is an error.
func recommend(of catalog.UseCase, d Decision, now time.Time) (UseCase, error) {
	u := judged(of, d, now)
	switch {
	case len(u.Picks) < scoring.MinPicks && len(of.Boards) > 0:
		of.Boards, of.Failure, of.SortBy = nil, nil, catalog.ByOverallScore
		u = judged(of, d, now)
		u.Unmeasured = data.NotYetRead
	case len(of.Boards) > 0:
	case of.SortBy.Board():
		u.Unmeasured = data.ResultOnly
	default:
		u.Unmeasured = data.ByNobody
	}
	if len(u.Picks) < scoring.MinPicks {
		return u, fmt.Errorf("only %d fitting models can be recommended, at least %d are needed; widen its categories or minContext",
			len(u.Picks), scoring.MinPicks)
	}
	return u, nil
}

func judged(of catalog.UseCase, d Decision, now time.Time) UseCase {
	r := recommender{
		UseCase: UseCase{UseCase: of, Costs: map[string]data.Number{}, Doubts: map[string]scoring.Doubt{}, Excluded: []data.ExcludedTool{}},
		tools:   d.Tools, solved: d.Solved, columns: d.Catalog.Scoring.Columns, before: map[string]string{}, doubted: map[string]bool{}, now: now,
	}
	for _, t := range r.tools {
		r.before[t.ID], r.doubted[t.ID] = t.Predecessor, t.UncertainPrice()
	}
	for _, t := range r.tools {
		r.sort(t)
	}
	r.Verdict = scoring.Work{Boards: of.Boards, Failure: of.FailureUSD(), Fitting: r.Fitting, Others: r.others}.Judge()
	r.expect()
	return r.UseCase
}

// sort puts a tool among the candidates, or says why it is none.
func (r *recommender) sort(t Tool) {
	cost := costOf(t, r.Scenario, r.now)
	if cost.none == "" {
		r.Costs[t.ID] = data.Number{Decimal: cost.usd}
	}
	if cost.doubt.Any() {
		r.Doubts[t.ID] = cost.doubt
	}
	runs, found := r.solved.Runs(t.ID, r.Boards, true)
	c := scoring.Candidate{
		ID: t.ID, Score: t.Estimate.Overall, Quality: t.Estimate.Overall, Tariff: cost.usd, Doubt: cost.doubt, Key: r.key(t, cost), Runs: runs, Earlier: r.earlier(t.ID),
	}
	if r.SortBy.Board() {
		c.Quality = c.Key.Interval
	}
	reason, words := r.keepsOff(t, cost)
	listed := len(r.Categories) == 0 || slices.ContainsFunc(r.Categories, func(c string) bool { return slices.Contains(t.Categories, c) })
	measured := len(runs) > 0 || len(r.Boards) == 0 && t.Scored
	switch {
	case reason != "":
	case listed && measured && t.UncertainPrice():
		reason = data.ExcludedPrice
	case listed && measured:
		r.Fitting = append(r.Fitting, c)
		return
	case !listed:
		if measured && !t.UncertainPrice() {
			r.others = append(r.others, c)
		}
		reason = data.ExcludedCategory
	case found:
		reason = data.ExcludedOldPrices
	default:
		r.unmeasured = append(r.unmeasured, c)
		reason = data.ExcludedUnmeasured
		if len(r.Boards) == 0 {
			words = "has no score"
		}
	}
	r.Excluded = append(r.Excluded, data.ExcludedTool{ID: t.ID, Reason: reason, Words: words})
}

// expect finds what nobody has measured, and what of that follows a recommended tool and costs no more.
func (r *recommender) expect() {
	slices.SortStableFunc(r.unmeasured, func(a, b scoring.Candidate) int { return b.Score.Low.Cmp(a.Score.Low) })
	r.Provisional, r.Successors = []data.ProvisionalPick{}, []data.ProvisionalPick{}
	for _, c := range r.unmeasured {
		p := data.ProvisionalPick{
			ID: c.ID, USD: data.Number{Decimal: c.Tariff}, Expected: data.Number{Decimal: c.Score.Score},
			Interval: data.ScoreInterval{Low: data.Number{Decimal: c.Score.Low}, High: data.Number{Decimal: c.Score.High}}, Doubted: r.doubted[c.ID],
		}
		r.Provisional = append(r.Provisional, p)
		for _, of := range r.Picks {
			if c.NoDearerThan(of.Candidate) && slices.Contains(c.Earlier, of.ID) {
				p.Of = of.ID
				r.Successors = append(r.Successors, p)
				break
			}
		}
	}
}

// earlier are the tools before another one in its maker's line, even if that led back to itself.
func (r *recommender) earlier(tool string) (all []string) {
	for tool = r.before[tool]; tool != "" && !slices.Contains(all, tool); tool = r.before[tool] {
		all = append(all, tool)
	}
	return all
}

// tooSlow says how long a tool takes that is known to be slower than the work needs it; "" for others, and where nobody knows.
func (r *recommender) tooSlow(tool string) string {
	if r.Speed == nil {
		return ""
	}
	row := r.solved.Shown(r.Speed.Board, tool)
	if row == nil || row.Seconds == nil || !row.Seconds.GreaterThan(decimal.NewFromInt(r.Speed.Seconds)) {
		return ""
	}
	return fmt.Sprintf("takes more than %d seconds for a contest problem", r.Speed.Seconds)
}

// keepsOff is why nobody should be sent to a tool for the work; "" when nothing is known. Neither the category nor a missing
// measurement is such a reason.
func (r *recommender) keepsOff(t Tool, cost workCost) (reason data.ExcludedReason, words string) {
	if reason, words = leaving(t, r.now); reason != "" {
		return reason, words
	}
	s, requests := r.Scenario, max(r.Scenario.Requests, 1) // what is needed is what the average request has
	context, prompt, output := max(r.MinContext, (s.InputTokens+s.OutputTokens+requests-1)/requests), (s.InputTokens+requests-1)/requests, s.OutputTokens/requests
	switch {
	case t.ContextTokens() < context:
		return data.ExcludedContext, fmt.Sprintf("takes %d tokens, %d are needed", t.ContextTokens(), context)
	case t.PromptTokens() < prompt:
		return data.ExcludedContext, fmt.Sprintf("takes prompts of %d tokens, %d are needed", t.PromptTokens(), prompt)
	case t.MaxOutput() > 0 && t.MaxOutput() < output:
		return data.ExcludedContext, fmt.Sprintf("gives answers of %d tokens, %d are needed", t.MaxOutput(), output)
	case cost.none != "":
		return data.ExcludedPrice, cost.none
	}
	if slow := r.tooSlow(t.ID); slow != "" {
		return data.ExcludedSlow, slow
	}
	for _, feature := range r.Needs {
		if !slices.Contains(t.Features, feature) {
			return data.ExcludedFeature, fmt.Sprintf("does not list %q", feature)
		}
	}
	return "", ""
}

// leaving is why nobody should begin with a tool, "" when nothing is known. That its maker calls it legacy is no reason.
func leaving(t Tool, now time.Time) (reason data.ExcludedReason, words string) {
	switch {
	case t.Stage == RetiredStage || !t.Shutdown.IsZero() && !t.Shutdown.First.After(now):
		return data.ExcludedRetired, ""
	case t.Deprecated || t.Stage == DeprecatedStage:
		return data.ExcludedDeprecated, ""
	case !t.Shutdown.IsZero() && !now.Before(t.Shutdown.First):
		return data.ExcludedEndsSoon, "was to end on " + t.Shutdown.Text
	case !t.Shutdown.IsZero() && t.Shutdown.First.Sub(now) <= EndsSoon:
		return data.ExcludedEndsSoon, "ends on " + t.Shutdown.Text
	default:
		return "", ""
	}
}
