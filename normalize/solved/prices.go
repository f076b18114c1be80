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
	"pricepoint/data/rating"
	"pricepoint/data/tariff"
)

// million is so many tokens in as many requests that a prompt is short: what they cost is the price.
const million = 1_000_000

// classes are those of tokens that are billed apart, in the order of a prompt and its answer.
var classes = []data.BillingClass{data.ClassInput, data.ClassCacheRead, data.ClassCacheWrite, data.ClassOutput}

// prices are USD per million tokens by class, for short prompts in standard service everywhere; a class that is not there has
// no known price. Where writing to a cache has no price of its own, that is the one of input.
type prices struct {
	of       map[data.BillingClass]decimal.Decimal
	longOver int64                // the size of a prompt, in tokens, above which they are higher; 0: they are the same for every size
	lines    []rating.SolvedPrice // one for each class; none for cacheWrite where that costs the same as input
	sold     bool
	due      bool // others were announced for a day that has come, and nobody has read them in force
}

// pricesAt are the prices of a tariff at an instant.
func pricesAt(t data.Tariff, at time.Time, effort string) prices {
	p := prices{of: map[data.BillingClass]decimal.Decimal{}, longOver: longOver(t, at), sold: !at.Before(t.Sale.From.Time)}
	thinking := "thinking" // an effort as lines have it
	if effort == "none" || effort == "non-reasoning" {
		thinking = "non-thinking"
	}
	for _, class := range classes {
		usage := tariff.Usage{Quantities: map[data.BillingClass]int64{class: million}, Requests: million, Effort: thinking, At: at}
		cost, err := tariff.Price(t, usage)
		if err != nil || len(cost.Unknown) > 0 || len(cost.Items) != 1 {
			problems, _ := errors.AsType[tariff.Problems](err)
			p.sold = p.sold && !slices.ContainsFunc(problems, func(p tariff.Problem) bool { return p.Code == tariff.NoLongerSold })
			continue
		}
		item := cost.Items[0]
		p.of[class], p.due = item.Low.Decimal, p.due || due(t, cost, at)
		if item.As == "" || class != data.ClassCacheWrite {
			p.lines = append(p.lines, rating.SolvedPrice{Class: class, Price: item.Low, Line: &item.Line, URL: t.Lines[item.Line].Evidence.URL})
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

// longOver is the size of a prompt, in tokens, from which on a tariff bills it by other lines; 0: at no size.
func longOver(t data.Tariff, at time.Time) (size int64) {
	for _, l := range t.Lines {
		terms := l.Terms
		bills := terms.Kind != data.KindAnnounced && terms.Kind != data.KindList && terms.InForce(at)
		if terms.Service != "" || terms.Region != "" && terms.Region != t.Region || !bills {
			continue
		}
		if lower := terms.Context.Lower(); lower > 0 && (size == 0 || lower < size) && slices.Contains(classes, l.Class) {
			size = lower
		}
	}
	return size
}

// same reports whether two prices make no difference.
func (p prices) same(other prices) bool {
	return p.longOver == other.longOver && maps.EqualFunc(p.of, other.of, decimal.Decimal.Equal)
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
	total := func(p prices) (usd decimal.Decimal) { // of a million tokens of every class
		for _, class := range classes {
			usd = usd.Add(p.of[class])
		}
		return usd
	}
	slices.SortStableFunc(all, func(a, b prices) int { return total(b).Cmp(total(a)) })
	return []prices{all[0], all[len(all)-1]}
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
	var changes []time.Time // the latest first
	for _, p := range history.Intervals {
		changes = append(changes, p.ValidFrom.Time)
	}
	slices.SortFunc(changes, func(a, b time.Time) int { return b.Compare(a) })
	for _, day := range slices.CompactFunc(changes, time.Time.Equal) {
		t, _, known := tariff.At(history, day, in.Now)
		if !known {
			continue
		}
		then := byHour(t, day, "")
		for _, p := range then {
			for i := range p.lines {
				p.lines[i].Line = nil // its place is one of another tariff than today's
			}
		}
		add(day.Format(time.DateOnly), "", false, then...)
	}
	for _, p := range in.Catalog.Solved.Earlier {
		if p.Tool == tool && !p.Verified.First.After(in.Now) {
			add(p.Verified.First.Format(time.DateOnly), p.Note, p.Unpaid, curated(p))
		}
	}
	return all, nil
}

// curated are prices that the catalogue keeps.
func curated(e catalog.EarlierPrices) prices {
	p := prices{of: map[data.BillingClass]decimal.Decimal{}, longOver: e.LongOver, sold: true}
	set := func(class data.BillingClass, n data.Number) {
		p.of[class] = n.Decimal
		p.lines = append(p.lines, rating.SolvedPrice{Class: class, Price: n, URL: e.Source})
	}
	set(data.ClassInput, e.Input)
	set(data.ClassCacheRead, e.CacheRead)
	if p.of[data.ClassCacheWrite] = e.Input.Decimal; e.CacheWrite != nil {
		set(data.ClassCacheWrite, *e.CacheWrite)
	}
	set(data.ClassOutput, e.Output)
	return p
}
