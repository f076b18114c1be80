package documents

import (
	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/normalize"
	"pricepoint/scoring"
)

// order are the ranked tools with what their places rest on.
func order(d normalize.Decision, u normalize.UseCase) []data.RankedTool {
	all := []data.RankedTool{}
	for _, r := range u.Order {
		place := data.RankedTool{ID: r.ID, BeatenBy: r.BeatenBy, Seconds: seconds(d, u, r.ID)}
		if len(u.Boards) > 0 {
			relative := sixFigures(r.Relative)
			place.Relative, place.Finished = &relative, finished(r.Finished)
		}
		all = append(all, place)
	}
	return all
}

func finished(f scoring.Finished) *data.FinishedTask {
	return &data.FinishedTask{
		Board: f.Board, Effort: f.Effort, Harness: f.Harness, Share: sixFigures(f.Share), AttemptUSD: sixFigures(f.USD),
		Basis: data.RepricedKind(f.Basis), USD: sixFigures(f.Cost), Low: sixFigures(f.Low), High: sixFigures(f.High),
	}
}

// sixFigures keeps six significant digits.
func sixFigures(n decimal.Decimal) data.Number {
	return data.Number{Decimal: scoring.Significant(n, 6)}
}

// failure is what a failed task costs; nil where no board measures the work.
func failure(u normalize.UseCase) *data.Number {
	if u.Failure == nil {
		return nil
	}
	return &data.Number{Decimal: u.FailureUSD()}
}

// pickReasons are why the tools of a list are on it, in its order.
func pickReasons(u normalize.UseCase) []data.PickReason {
	reasons := []data.PickReason{}
	for _, p := range u.Picks {
		reasons = append(reasons, data.PickReason{ID: p.ID, Why: data.PickWhy(p.Why)})
	}
	return reasons
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
