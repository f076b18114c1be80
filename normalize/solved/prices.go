package solved

import (
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/tariff"
	"pricepoint/scoring/solved"
)

// million is so many tokens in as many requests that a prompt is short: what they cost is the price.
const million = 1_000_000

// prices are those of a tariff for tokens in short prompts: standard service, everywhere.
type prices struct {
	solved.Prices
	lines []data.SolvedPrice // one for each class; none for cacheWrite where that costs the same as input
	sold  bool
	due   bool // others were announced for a day that has come, and nobody has read them in force
}

// pricesAt are the prices of a tariff at an instant.
func pricesAt(t data.Tariff, at time.Time, effort string) prices {
	p := prices{Prices: solved.Prices{Of: map[solved.Class]decimal.Decimal{}, LongOver: longOver(t, at)}, sold: !at.Before(t.Sale.From.Time)}
	for _, class := range solved.Classes {
		of := data.BillingClass(class)
		cost, err := tariff.Price(t, tariff.Usage{Quantities: map[data.BillingClass]int64{of: million}, Requests: million, Effort: thinking(effort), At: at})
		if err != nil || len(cost.Unknown) > 0 || len(cost.Items) != 1 {
			p.sold = p.sold && !noLongerSold(err)
			continue
		}
		item := cost.Items[0]
		p.Of[class], p.due = item.Low.Decimal, p.due || due(t, cost, at)
		if item.As == "" || class != solved.CacheWrite {
			p.lines = append(p.lines, data.SolvedPrice{Class: of, Price: item.Low, Line: &item.Line, URL: t.Lines[item.Line].Evidence.URL})
		}
	}
	return p
}

// due reports whether a price other than the applied one was announced for a day that has come.
func due(t data.Tariff, c tariff.Cost, at time.Time) bool {
	applied := t.Lines[c.Items[0].Line]
	for _, note := range c.Notes {
		if note.Kind != tariff.PriceAnnounced {
			continue
		}
		for _, place := range note.Lines {
			l := t.Lines[place]
			other := l.Price == nil || applied.Price == nil || !l.Price.Equal(*applied.Price)
			if from := l.Terms.From; other && !from.IsZero() && !at.Before(from.Time) && from.After(applied.Terms.From.Time) {
				return true
			}
		}
	}
	return false
}

func noLongerSold(err error) bool {
	var problems tariff.Problems
	return errors.As(err, &problems) && slices.ContainsFunc(problems, func(p tariff.Problem) bool { return p.Code == tariff.NoLongerSold })
}

// thinking is an effort as lines have it.
func thinking(effort string) string {
	if effort == "none" || effort == "non-reasoning" {
		return "non-thinking"
	}
	return "thinking"
}

// longOver is the size of a prompt, in tokens, from which on a tariff bills it by other lines; 0: at no size.
func longOver(t data.Tariff, at time.Time) (size int64) {
	for _, l := range t.Lines {
		terms := l.Terms
		bills := terms.Kind != data.KindAnnounced && terms.Kind != data.KindList && terms.InForce(at)
		if terms.Service != "" || terms.Region != "" && terms.Region != t.Region || !bills {
			continue
		}
		if lower := terms.Context.Lower(); lower > 0 && (size == 0 || lower < size) && slices.Contains(solved.Classes, solved.Class(l.Class)) {
			size = lower
		}
	}
	return size
}

// same reports whether two prices make no difference.
func (p prices) same(other prices) bool {
	return p.LongOver == other.LongOver && maps.EqualFunc(p.Of, other.Of, decimal.Decimal.Equal)
}

// byHour are the prices of a tariff in the week from an instant on: one where the hour makes no difference, else those of
// the most expensive hours and those of the cheapest.
func byHour(t data.Tariff, at time.Time, effort string) []prices {
	all := []prices{pricesAt(t, at, effort)}
	held := tariff.Held(t, at)
	for _, hour := range tariff.Turns(t, at) {
		if p := pricesAt(held, hour, effort); !slices.ContainsFunc(all, p.same) {
			all = append(all, p)
		}
	}
	if len(all) < 2 {
		return all
	}
	slices.SortStableFunc(all, func(a, b prices) int { return b.total().Cmp(a.total()) })
	return []prices{all[0], all[len(all)-1]}
}

// total is what a million tokens of every class cost.
func (p prices) total() (usd decimal.Decimal) {
	for _, class := range solved.Classes {
		usd = usd.Add(p.Of[class])
	}
	return usd
}
