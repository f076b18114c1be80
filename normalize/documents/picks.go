package documents

import (
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/normalize"
	"pricepoint/scoring"
)

// order are the ranked tools with what their places rest on.
func order(d normalize.Decision, u normalize.UseCase) []data.RankedTool {
	all := []data.RankedTool{}
	for _, r := range u.Order {
		place := data.RankedTool{ID: r.ID, BeatenBy: r.BeatenBy, Seconds: seconds(d, u, r.ID), Until: until(d, *d.Tool(r.ID))}
		if len(u.Boards) > 0 {
			relative := sixFigures(r.Relative)
			place.Relative, place.Finished = &relative, finished(r.Finished)
		}
		all = append(all, place)
	}
	return all
}

// until is the last day for which the price of a tool is known to hold, "" where that is far or nothing is known to end.
func until(d normalize.Decision, t normalize.Tool) (day string) {
	now := d.Manifest.GeneratedAt.Time
	today, far := now.Format(time.DateOnly), now.Add(normalize.EndsSoon).Format(time.DateOnly)
	ends := func(last string) {
		if last >= today && last <= far && (day == "" || last < day) {
			day = last
		}
	}
	for _, e := range t.Prices() {
		ends(e.Conditions.ValidUntil)
		ends(e.Conditions.Promised)
		for _, a := range e.Announced {
			if from, err := time.Parse(time.DateOnly, a.From); err == nil {
				ends(from.AddDate(0, 0, -1).Format(time.DateOnly))
			}
		}
	}
	return day
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
