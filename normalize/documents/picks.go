package documents

import (
	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/normalize"
	"pricepoint/scoring"
)

// pickReasons are why the tools of a list are on it, in its order.
func pickReasons(d normalize.Decision, u normalize.UseCase) []data.PickReason {
	reasons := []data.PickReason{}
	for _, p := range u.Picks {
		reason := data.PickReason{
			ID: p.ID, Why: data.PickWhy(p.Why), Score: interval(p.Score), Cost: pickCost(u, p.Candidate), Seconds: seconds(d, u, p.ID),
		}
		if p.Key.Class != scoring.NoKey {
			reason.Key = &data.PickKey{Value: keyed(p.Key.Value), Low: keyed(p.Key.Low), High: keyed(p.Key.High)}
		}
		reasons = append(reasons, reason)
	}
	return reasons
}

// keyed keeps six decimals of what a list goes by.
func keyed(n decimal.Decimal) data.Number { return data.Number{Decimal: n.Round(6)} }

// pickCost is what the list compares: the cost per solved task on the board that orders it, else on the closest one that has
// measured the tool, else that of the scenario.
func pickCost(u normalize.UseCase, c scoring.Candidate) data.PickCost {
	s := c.Cost.On(u.RankedOn)
	if s == nil && len(c.Cost.Solved) > 0 {
		s = &c.Cost.Solved[0]
	}
	if s == nil {
		return data.PickCost{Basis: data.TariffOfWork, USD: data.Number{Decimal: c.Cost.Tariff}}
	}
	return data.PickCost{Basis: data.SolvedTask, Board: s.Board, USD: data.Number{Decimal: s.Cost},
		Low: &data.Number{Decimal: s.Low}, High: &data.Number{Decimal: s.High}}
}

// seconds are how long an attempt takes on the board by which a work's need for speed is measured; nil: not asked, or nobody
// knows.
func seconds(d normalize.Decision, u normalize.UseCase, tool string) *data.Number {
	if u.Speed == nil {
		return nil
	}
	if row := d.Solved.Shown(u.Speed.Board, tool); row != nil {
		return row.Seconds
	}
	return nil
}

// successors are the tools without a score that may soon stand on a list.
func successors(d normalize.Decision, u normalize.UseCase) []data.PickSuccessor {
	all := []data.PickSuccessor{}
	for _, s := range u.Successors {
		t := d.Tool(s.ID)
		all = append(all, data.PickSuccessor{
			ID: s.ID, Of: s.Of, Listed: s.Listed, USD: s.USD, Cheaper: s.Cheaper,
			Expected: data.Number{Decimal: t.Score()}, Interval: interval(t.Estimate.Overall),
		})
	}
	return all
}
