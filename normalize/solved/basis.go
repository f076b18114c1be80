package solved

import (
	"fmt"
	"slices"
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/tariff"
	"pricepoint/scoring/solved"
)

// candidate are prices that a tool had on some day, and that a published cost may have been reckoned with.
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
