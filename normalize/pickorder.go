package normalize

import (
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/scoring"
)

// of are the costs per solved task of a tool on some boards, in their order.
func (s shownRows) of(tool string, boards []string) []scoring.Solved {
	var all []scoring.Solved
	for _, board := range boards {
		row, is := s[boardTool{board, tool}]
		if !is {
			continue
		}
		if f, ok := row.Comparable(); ok {
			all = append(all, scoring.Solved{Board: board, Cost: f.CostPerSolved.Decimal, Low: f.Interval.Low.Decimal, High: f.Interval.High.Decimal})
		}
	}
	return all
}

// rankedOn is the closest board that has measured enough tools to order a list by value; "": none has, or the list goes by
// something else.
func (r *recommender) rankedOn(costs []workCost) string {
	if r.SortBy != catalog.ByValue {
		return ""
	}
	for _, board := range r.Boards {
		measured := 0
		for i, t := range r.tools {
			if incapable(t, r.UseCase.UseCase) == "" && leaving(t, r.now) == "" && (scoring.Cost{Solved: costs[i].solved}).On(board) != nil {
				measured++
			}
		}
		if measured >= scoring.MinPicks {
			return board
		}
	}
	return ""
}

// sameWindow is how much larger, as a share of the smaller one, a context window must be for anybody to notice.
var sameWindow = decimal.RequireFromString("0.1")

var half = decimal.RequireFromString("0.5")

// key is what the list is ordered by. Of tools that are not told apart by it, the cheaper one comes first, or the better
// one where the list goes by cost.
func (r *recommender) key(t Tool, cost workCost) scoring.Key {
	saved, supported := r.thrift(cost), t.Estimate.Overall.Low
	switch r.SortBy {
	case catalog.ByOverallScore:
		o := t.Estimate.Overall
		return scoring.Key{Value: o.Score, Low: o.Low, High: o.High, Then: saved, Guessed: t.Estimate.Observed.LessThan(half)}
	case catalog.ByPrice:
		if cost.doubt.More {
			return scoring.Key{Class: scoring.NoKey}
		}
		return scoring.Exactly(cost.usd.Neg(), supported)
	case catalog.ByValue:
		return r.value(t, cost)
	case catalog.ByContextWindow:
		window := decimal.NewFromInt(t.PromptTokens())
		return scoring.Key{Value: window, Low: window, High: window.Mul(decimal.NewFromInt(1).Add(sameWindow)), Then: saved}
	case catalog.ByOutputPrice:
		return scoring.Exactly(t.Output.Value.Neg(), t.Input.Value.Neg())
	case catalog.ByReleaseDate:
		return scoring.Exactly(releaseKey(t.Released), supported)
	default: // one of the four benchmarks
		return r.result(t, saved)
	}
}

// thrift orders what the work costs, larger for less: where a board like it has measured most, by the cost per solved task
// there, before those that only have a tariff, and before those of which nobody knows how much more it is.
func (r *recommender) thrift(cost workCost) decimal.Decimal {
	later := decimal.New(1, 6) // USD; more than any work costs
	switch {
	case cost.doubt.More:
		return cost.usd.Add(later).Add(later).Neg()
	case len(r.Boards) == 0:
		return cost.usd.Neg()
	}
	if s := (scoring.Cost{Solved: cost.solved}).On(r.Boards[0]); s != nil {
		return s.Cost.Neg()
	}
	return cost.usd.Add(later).Neg()
}

// value is what is got for the money: solved tasks a dollar on the board that orders the list, for the others after those
// points of overall score a dollar of the scenario.
func (r *recommender) value(t Tool, cost workCost) scoring.Key {
	one := decimal.NewFromInt(1)
	if r.RankedOn != "" {
		if s := (scoring.Cost{Solved: cost.solved}).On(r.RankedOn); s != nil {
			return scoring.Key{Value: one.DivRound(s.Cost, 12), Low: one.DivRound(s.High, 12), High: one.DivRound(s.Low, 12), Then: t.Estimate.Overall.Low}
		}
	}
	o, class := t.Estimate.Overall, 0
	if r.RankedOn != "" {
		class = 1
	}
	switch {
	case cost.doubt.More:
		return scoring.Key{Class: scoring.NoKey}
	case cost.usd.IsZero(): // free: ahead of any price, better ones first
		return scoring.Key{Class: class, Value: o.Score.Shift(9), Low: o.Low.Shift(9), High: o.High.Shift(9)}
	default:
		per := func(score decimal.Decimal) decimal.Decimal { return score.DivRound(cost.usd, 12) }
		return scoring.Key{Class: class, Value: per(o.Score), Low: per(o.Low), High: per(o.High), Then: o.Low}
	}
}

// result is what a benchmark has published, give or take the luck of a run.
func (r *recommender) result(t Tool, saved decimal.Decimal) scoring.Key {
	result, ok := t.Results[string(r.SortBy)]
	if !ok {
		return scoring.Key{Class: scoring.NoKey}
	}
	score := result.Value.Decimal
	for _, column := range r.columns {
		if column.ID == string(r.SortBy) {
			luck := scoring.Luck(score, int(column.Size))
			return scoring.Key{Value: score, Low: score.Sub(luck), High: score.Add(luck), Then: saved}
		}
	}
	return scoring.Exactly(score, saved)
}

// releaseKey turns YYYY-MM into a number that sorts by time.
func releaseKey(month string) decimal.Decimal {
	key, err := data.ParseNumber(strings.ReplaceAll(month, "-", ""))
	if err != nil {
		return decimal.Zero // the catalogue has checked the form
	}
	return key.Decimal
}

// Successor is a tool without a score that follows one that is recommended, or that only its provider's advice or announced
// end keeps off the list.
type Successor struct {
	ID, Of  string
	Listed  bool        // Of is recommended
	USD     data.Number // cost of the scenario
	Cheaper bool        // it certainly costs less than Of, by the tariffs
}

// successors are those that are cheaper than the tool they follow, or expected to be better.
func (r *recommender) successors() []Successor {
	with := func(all []scoring.Candidate) []scoring.Candidate { return slices.Concat(all, r.legacy) }
	otherwise, _ := scoring.Picks(with(r.Fitting), scoring.NewRivals(with(r.capable))) // the list that nobody's advice or end kept anyone off
	all, seen := []Successor{}, map[string]bool{}
	for _, of := range slices.Concat(r.Picks, otherwise) {
		next := r.tool(of.ID).Successor
		for i := range r.tools {
			t := &r.tools[i]
			if t.Scored || seen[t.ID] || t.Predecessor != of.ID && t.ID != next {
				continue
			}
			if s, ok := r.successor(*t, of.Candidate); ok {
				seen[t.ID] = true
				all = append(all, s)
			}
		}
	}
	return all
}

// successor is t as one that comes after another tool; false where nobody can be sent to it, or it is no gain.
func (r *recommender) successor(t Tool, of scoring.Candidate) (s Successor, ok bool) {
	if lacking(t, r.UseCase.UseCase) != "" || leaving(t, r.now) != "" {
		return s, false
	}
	cost := costOf(t, r.Scenario, r.now)
	if cost.none != "" {
		return s, false
	}
	s = Successor{ID: t.ID, Of: of.ID, USD: data.Number{Decimal: cost.usd}}
	for _, p := range r.Picks {
		s.Listed = s.Listed || p.ID == of.ID
	}
	s.Cheaper, _ = scoring.Cost{Tariff: cost.usd, Doubt: cost.doubt}.CheaperThan(scoring.Cost{Tariff: of.Cost.Tariff, Doubt: of.Cost.Doubt})
	return s, s.Cheaper || t.Score().GreaterThan(of.Score.Score)
}
