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

// recommender finds the tools for the work of one use case.
type recommender struct {
	UseCase
	tools   []Tool
	tool    func(id string) *Tool
	solved  shownRows
	columns []catalog.Column
	now     time.Time

	capable []scoring.Candidate // all that can do the work, also those of other categories
	legacy  []scoring.Candidate // those that only their provider's advice or announced end speaks against
}

// recommend finds out what the work of a use case costs with every tool, and which of them to recommend for it. A use case
// for which fewer than three tools fit is an error.
func recommend(of catalog.UseCase, d Decision, now time.Time) (UseCase, error) {
	r := recommender{
		UseCase: UseCase{UseCase: of, Costs: map[string]data.Number{}, Doubts: map[string]scoring.Doubt{}, Unfit: map[string]string{}, Measured: map[string]string{}},
		tools:   d.Tools, tool: d.Tool, solved: d.Solved.shown(), columns: d.Catalog.Scoring.Columns, now: now,
	}
	costs := r.reckon()
	r.RankedOn = r.rankedOn(costs)
	for i, t := range r.tools {
		r.sort(t, costs[i])
	}
	rivals := scoring.NewRivals(r.capable)
	r.compare(rivals)
	r.Picks, r.Ties = scoring.Picks(r.Fitting, rivals)
	if len(r.Picks) < scoring.MinPicks {
		return r.UseCase, fmt.Errorf("only %d fitting tools can be recommended, at least %d are needed; widen its categories or minContext",
			len(r.Picks), scoring.MinPicks)
	}
	r.tooSlow()
	r.Successors = r.successors()
	return r.UseCase, nil
}

// reckon finds out what the work costs with each tool.
func (r *recommender) reckon() []workCost {
	costs := make([]workCost, len(r.tools))
	for i, t := range r.tools {
		c := costOf(t, r.Scenario, r.now)
		if c.none == "" {
			r.Costs[t.ID] = data.Number{Decimal: c.usd}
		}
		if c.doubt.Any() {
			r.Doubts[t.ID] = c.doubt
		}
		c.solved = r.solved.of(t.ID, r.Boards)
		costs[i] = c
	}
	return costs
}

// sort puts a tool among the candidates, or says why it is none.
func (r *recommender) sort(t Tool, cost workCost) {
	c := scoring.Candidate{
		ID: t.ID, Score: t.Estimate.Overall, Able: r.able(t), Key: r.key(t, cost),
		Cost: scoring.Cost{Tariff: cost.usd, Doubt: cost.doubt, Solved: cost.solved},
	}
	why := cmp.Or(incapable(t, r.UseCase.UseCase), cost.none)
	listed := len(r.Categories) == 0 || slices.ContainsFunc(r.Categories, func(c string) bool { return slices.Contains(t.Categories, c) })
	switch leaves := leaving(t, r.now); {
	case why != "":
	case leaves != "":
		why = leaves
		if listed && t.Stage != RetiredStage {
			r.legacy = append(r.legacy, c)
		}
	case !listed:
		r.capable = append(r.capable, c)
		why = "is in none of the categories " + strings.Join(r.Categories, ", ")
	default:
		r.capable, r.Fitting = append(r.capable, c), append(r.Fitting, c)
		return
	}
	r.Unfit[t.ID] = why
}

// compare finds who is worth their cost, and whom somebody else beats.
func (r *recommender) compare(rivals scoring.Rivals) {
	r.Frontier, r.Beaten, r.BeatenOn = []string{}, map[string]string{}, map[string]string{}
	cheapest := slices.Clone(r.capable)
	slices.SortStableFunc(cheapest, func(x, y scoring.Candidate) int { return x.Cost.Tariff.Cmp(y.Cost.Tariff) })
	for _, c := range cheapest {
		if len(c.Cost.Solved) > 0 {
			r.Measured[c.ID] = c.Cost.Solved[0].Board
		}
		if !rivals.Dominate(c) {
			r.Frontier = append(r.Frontier, c.ID)
		}
		by, is := rivals.Beating(c)
		if !is {
			continue
		}
		r.Beaten[c.ID] = by.ID
		if _, board := by.Cost.CheaperThan(c.Cost); board != "" {
			r.BeatenOn[c.ID] = board
		}
	}
}

// able says whether a tool is known to be as fast as the work needs it.
func (r *recommender) able(t Tool) scoring.Able {
	if r.Speed == nil {
		return scoring.KnownAble
	}
	row := r.solved[boardTool{r.Speed.Board, t.ID}]
	switch {
	case row == nil || row.Seconds == nil:
		return scoring.NotMeasured
	case row.Seconds.GreaterThan(decimal.NewFromInt(r.Speed.Seconds)):
		return scoring.KnownUnable
	default:
		return scoring.KnownAble
	}
}

// tooSlow says of the fitting tools that are not recommended which are not known to be fast enough.
func (r *recommender) tooSlow() {
	for _, c := range r.Fitting {
		picked := slices.ContainsFunc(r.Picks, func(p scoring.Pick) bool { return p.ID == c.ID })
		switch {
		case picked || c.Able == scoring.KnownAble:
		case c.Able == scoring.NotMeasured:
			r.Unfit[c.ID] = "has never been timed on " + r.Speed.Board
		default:
			r.Unfit[c.ID] = fmt.Sprintf("takes %s seconds an attempt on %s, at most %d are wanted", r.solved[boardTool{r.Speed.Board, c.ID}].Seconds.Round(0), r.Speed.Board, r.Speed.Seconds)
		}
	}
}

// leaving says why nobody should begin with a tool, "" when nothing is known.
func leaving(t Tool, now time.Time) string {
	switch {
	case t.Stage == RetiredStage:
		return "its provider has retired it"
	case t.Deprecated || t.Stage == DeprecatedStage:
		return "its provider no longer recommends it"
	case !t.Shutdown.IsZero() && t.Shutdown.First.Sub(now) <= EndsSoon:
		return "ends on " + t.Shutdown.Text
	default:
		return ""
	}
}

// incapable says why nobody can be sent to a tool for the work of u; "" when nothing is known. The category is no reason:
// what is in another category can still show that a tool is dear for what it is.
func incapable(t Tool, u catalog.UseCase) string {
	if !t.Scored {
		return "has no score"
	}
	return lacking(t, u)
}

// lacking is what a tool lacks for the work besides a score.
func lacking(t Tool, u catalog.UseCase) string {
	requests := max(u.Scenario.Requests, 1)
	switch {
	case t.UncertainPrice():
		return "has a price of low confidence"
	case t.ContextTokens() < neededContext(u):
		return fmt.Sprintf("takes %d tokens, %d are needed", t.ContextTokens(), neededContext(u))
	case t.PromptTokens() < neededPrompt(u):
		return fmt.Sprintf("takes prompts of %d tokens, %d are needed", t.PromptTokens(), neededPrompt(u))
	case t.MaxOutput() > 0 && t.MaxOutput() < u.Scenario.OutputTokens/requests:
		return fmt.Sprintf("gives answers of %d tokens, %d are needed", t.MaxOutput(), u.Scenario.OutputTokens/requests)
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
