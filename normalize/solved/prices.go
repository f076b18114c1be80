package solved

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
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

// candidate are prices that a tool had on some day, and that a published cost may have been computed with.
type candidate struct {
	prices
	day    string
	note   string
	unpaid bool // announced, and never in force
}

// candidates are all prices of a tool that are known: today's, those of its history, the newest first, and those that the
// catalogue keeps.
func (in Input) candidates(tool string) ([]candidate, error) {
	var all []candidate
	add := func(day, note string, unpaid bool, known ...prices) {
		for _, p := range known {
			if !slices.ContainsFunc(all, func(c candidate) bool { return c.same(p) }) {
				all = append(all, candidate{p, day, note, unpaid})
			}
		}
	}
	add(in.Now.Format(time.DateOnly), "", false, byHour(in.Tariffs[tool], in.Now, "")...)
	history, err := in.History(tool)
	if err != nil {
		return nil, fmt.Errorf("history of %s: %v", tool, err)
	}
	for _, day := range changes(history) {
		if t, _, known := tariff.At(history, day, in.Now); known {
			add(day.Format(time.DateOnly), "", false, earlier(byHour(t, day, ""))...)
		}
	}
	for _, p := range in.Catalog.Solved.Earlier {
		if p.Tool == tool && !p.Verified.First.After(in.Now) {
			add(p.Verified.First.Format(time.DateOnly), p.Note, p.Unpaid, curated(p))
		}
	}
	return all, nil
}

// changes are the instants at which the tariff of a tool changed, the latest first.
func changes(h data.PricesDocument) (all []time.Time) {
	for _, p := range h.Intervals {
		all = append(all, p.ValidFrom.Time)
	}
	slices.SortFunc(all, func(a, b time.Time) int { return b.Compare(a) })
	return slices.CompactFunc(all, time.Time.Equal)
}

// earlier are prices without the places of their lines, which are those of another tariff than today's.
func earlier(all []prices) []prices {
	for _, p := range all {
		for i := range p.lines {
			p.lines[i].Line = nil
		}
	}
	return all
}

// curated are prices that the catalogue keeps.
func curated(e catalog.EarlierPrices) prices {
	p := prices{Prices: solved.Prices{Of: map[solved.Class]decimal.Decimal{}, LongOver: e.LongOver}, sold: true}
	set := func(class solved.Class, n data.Number) {
		p.Of[class] = n.Decimal
		p.lines = append(p.lines, data.SolvedPrice{Class: data.BillingClass(class), Price: n, URL: e.Source})
	}
	set(solved.Input, e.Input)
	set(solved.CacheRead, e.CacheRead)
	if p.Of[solved.CacheWrite] = e.Input.Decimal; e.CacheWrite != nil {
		set(solved.CacheWrite, *e.CacheWrite)
	}
	set(solved.Output, e.Output)
	return p
}

// recognise finds the prices that reproduce the published cost of a row best.
func recognise(row *data.SolvedCost, known []candidate) {
	var best *candidate
	var least decimal.Decimal
	for i, c := range known {
		off, ok := solved.Deviation(row.CostPerAttempt.Decimal, billed(*row.Tokens), c.Prices)
		if ok && solved.Reproduces(off) && (best == nil || off.Abs().LessThan(least.Abs())) {
			best, least = &known[i], off
		}
	}
	if best == nil {
		return
	}
	stated := row.Basis
	row.Basis = best.basis(data.BasisTariff, least)
	if stated.Kind == data.BasisStated {
		row.Basis.Kind, row.Basis.Text = stated.Kind, stated.Text
	}
}

// basis is what is published of prices that a cost was calculated with, so far off.
func (c candidate) basis(kind data.BasisKind, off decimal.Decimal) data.SolvedBasis {
	return data.SolvedBasis{Kind: kind, Deviation: deviation(off), At: c.day, Prices: c.lines, LongOver: c.LongOver, Note: c.note}
}

func deviation(off decimal.Decimal) *data.Number { return &data.Number{Decimal: off.Round(6)} }

// butForLong takes prices that lead to less than was published as those of a row, where long prompts cost more: those that
// reproduce another row of the same runs of the tool, else the only ones of all that were ever known that come near.
func butForLong(row *data.SolvedCost, others []data.SolvedCost, known []candidate) {
	for _, o := range others {
		same := o.ModelID == row.ModelID && o.Harness == row.Harness && o.HarnessVersion == row.HarnessVersion
		if !same || o.Basis.Kind != data.BasisTariff {
			continue
		}
		p := basisPrices(o.Basis)
		if off, ok := solved.Deviation(row.CostPerAttempt.Decimal, billed(*row.Tokens), p); ok && solved.ButForLong(off, p, true) {
			row.Basis = o.Basis
			row.Basis.Kind, row.Basis.Deviation = data.BasisTier, deviation(off)
			return
		}
	}
	var near []data.SolvedBasis
	for _, c := range known {
		if off, ok := solved.Deviation(row.CostPerAttempt.Decimal, billed(*row.Tokens), c.Prices); ok && solved.ButForLong(off, c.Prices, false) {
			near = append(near, c.basis(data.BasisTier, off))
		}
	}
	if len(near) == 1 {
		row.Basis = near[0]
	}
}

// basisPrices are the prices of a basis.
func basisPrices(b data.SolvedBasis) solved.Prices {
	p := solved.Prices{Of: map[solved.Class]decimal.Decimal{}, LongOver: b.LongOver}
	for _, l := range b.Prices {
		p.Of[solved.Class(l.Class)] = l.Price.Decimal
	}
	if _, apart := p.Of[solved.CacheWrite]; !apart {
		if input, known := p.Of[solved.Input]; known {
			p.Of[solved.CacheWrite] = input
		}
	}
	return p
}
