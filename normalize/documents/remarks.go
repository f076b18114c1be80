package documents

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize"
	"pricepoint/scoring"
)

// The limits of what counts as remarkable.
const (
	tightSpace = 200_000 // tokens; fewer is a weakness
	fewRanked  = 10      // with fewer tools on a board, a place on it says little
	maxRemarks = 4
)

// ranks orders the scored tools by everything a remark can say.
type ranks struct {
	columns []catalog.Column
	byScore map[string][]decimal.Decimal // column id -> scores, best first
	blended []decimal.Decimal            // (3 input + output) / 4, cheapest first
	points  []decimal.Decimal            // price per score point, cheapest first
	dated   map[string][]string          // tool id -> what its weaknesses are at this time
	thrifts map[string]thrift            // tool id -> what the cost of solved tasks says of it
}

func rank(d normalize.Decision) ranks {
	r := ranks{byScore: map[string][]decimal.Decimal{}, dated: map[string][]string{}, thrifts: thrifts(d)}
	for _, c := range d.Catalog.Scoring.Columns {
		if c.Weight.IsPositive() {
			r.columns = append(r.columns, c)
		}
	}
	tools := byID(d)
	for _, t := range d.Tools {
		if !t.Scored {
			continue
		}
		for _, c := range r.columns {
			if s, ok := t.Results[c.ID]; ok {
				r.byScore[c.ID] = append(r.byScore[c.ID], s.Value.Decimal)
			}
		}
		r.dated[t.ID] = datedWeaknesses(d, t, tools[t.Successor])
		r.blended = append(r.blended, blended(t))
		r.points = append(r.points, perPoint(t))
	}
	for _, scores := range r.byScore {
		slices.SortFunc(scores, func(x, y decimal.Decimal) int { return y.Cmp(x) })
	}
	slices.SortFunc(r.blended, decimal.Decimal.Cmp)
	slices.SortFunc(r.points, decimal.Decimal.Cmp)
	return r
}

func blended(t normalize.Tool) decimal.Decimal {
	return t.Input.Value.Mul(decimal.NewFromInt(3)).Add(t.Output.Value.Decimal).Div(decimal.NewFromInt(4))
}

func perPoint(t normalize.Tool) decimal.Decimal {
	p, _ := scoring.PricePerPoint(t.Input.Value.Decimal, t.Output.Value.Decimal, scoring.Published(t.Score()))
	return p
}

// strengths says what the numbers of this snapshot speak for, if anything does. Only what was measured is praised, and no
// price that may be wrong.
func (r ranks) strengths(t normalize.Tool) []string {
	remarks := append([]string{}, t.Strengths...)
	if cheap := r.thrifts[t.ID].strength; cheap != "" {
		remarks = append(remarks, cheap)
	}
	for _, p := range r.places(t) {
		if p.quarter() == 1 {
			remarks = append(remarks, p.String())
		}
	}
	if !t.UncertainPrice() && quarter(place(r.points, perPoint(t)), len(r.points)) == 1 {
		remarks = append(remarks, "Price per score point in the lowest quarter of the scored models")
	}
	if !t.UncertainPrice() && quarter(place(r.blended, blended(t)), len(r.blended)) == 1 {
		remarks = append(remarks, "Price per token in the lowest quarter of the scored models")
	}
	return remarks[:min(len(remarks), maxRemarks)]
}

// weaknesses says what the numbers of this snapshot speak against, if anything does; what has a date comes first.
func (r ranks) weaknesses(t normalize.Tool) []string {
	remarks := append([]string{}, slices.Concat(r.dated[t.ID], t.Weaknesses)...)
	if dear := r.thrifts[t.ID].weakness; dear != "" {
		remarks = append(remarks, dear)
	}
	for _, p := range r.places(t) {
		if p.quarter() == 4 {
			remarks = append(remarks, p.String())
		}
	}
	if quarter(place(r.blended, blended(t)), len(r.blended)) == 4 {
		remarks = append(remarks, "Price per token in the highest quarter of the scored models")
	}
	if t.ContextTokens() < tightSpace {
		remarks = append(remarks, "Context window of only "+contextWindow(t))
	}
	if missing := r.missing(t); missing != "" {
		remarks = append(remarks, missing)
	}
	return remarks[:min(len(remarks), maxRemarks)]
}

// missing names the benchmarks nobody published for t, of those that have measured three quarters of the scored tools. What is true
// of nearly all tools helps nobody to choose one.
func (r ranks) missing(t normalize.Tool) string {
	var names []string
	for _, c := range r.columns {
		if _, ok := t.Results[c.ID]; !ok && 4*len(r.byScore[c.ID]) > 3*len(r.blended) {
			names = append(names, c.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "Not measured on " + list(names) + "; estimated in the overall score"
}

// datedWeaknesses are what speaks against a tool at the time of this snapshot: its end, what is to happen to its price,
// and whether that price can be trusted. People do not write such things down, because the day after they would be wrong.
// next is the tool that its provider names instead, nil for none.
func datedWeaknesses(d normalize.Decision, t normalize.Tool, next *normalize.Tool) []string {
	var all []string
	today := d.Manifest.GeneratedAt.Format(time.DateOnly)
	switch {
	case t.Stage == normalize.RetiredStage && !t.Shutdown.IsZero() && t.Shutdown.Text <= today:
		all = append(all, "Was shut down on "+t.Shutdown.Text)
	case t.Stage == normalize.RetiredStage:
		all = append(all, "Its provider has retired it")
	case t.Shutdown.IsZero() && (t.Deprecated || t.Stage == normalize.DeprecatedStage):
		all = append(all, advisedAgainst(next))
	case t.Shutdown.IsZero() && (t.Legacy || t.Stage == normalize.LegacyStage) && next == nil:
		all = append(all, "Its provider calls it legacy")
	case t.Shutdown.IsZero() && (t.Legacy || t.Stage == normalize.LegacyStage):
		all = append(all, "Legacy: its provider prefers "+next.Name+" for new work")
	case t.Shutdown.IsZero():
	case today < t.Shutdown.Text:
		all = append(all, "Shuts down on "+t.Shutdown.Text)
	default:
		all = append(all, "Was to shut down on "+t.Shutdown.Text)
	}
	if rise := announcedRise(d, t); rise != "" {
		all = append(all, rise)
	}
	if price := promotion(t.Input, today); price != "" {
		all = append(all, price)
	}
	if dearer := longContext(t, today); dearer != "" {
		all = append(all, dearer)
	}
	if t.UncertainPrice() {
		all = append(all, "Price of low confidence: "+doubt(t, today))
	}
	return all
}

// advisedAgainst tells that the provider would rather see another tool used, and which one if it names one.
func advisedAgainst(next *normalize.Tool) string {
	if next != nil {
		return "Its provider advises using " + next.Name + " instead"
	}
	return "Its provider no longer recommends it"
}

// announcedRise reports the next higher prices that the provider has announced for a later day.
func announcedRise(d normalize.Decision, t normalize.Tool) string {
	today, from := d.Manifest.GeneratedAt.Format(time.DateOnly), ""
	var prices []string
	for place, price := range []data.Evidence{t.Input, t.Output} {
		for _, a := range t.Coming[place] {
			if a.From <= today || !a.Value.GreaterThan(price.Value.Decimal) || from != "" && a.From != from {
				continue
			}
			from = a.From
			prices = append(prices, fmt.Sprintf("%s %s", []string{"input", "output"}[place], a.Value))
			break
		}
	}
	if from == "" {
		return ""
	}
	return fmt.Sprintf("Higher prices announced for %s: %s USD per million tokens", from, strings.Join(prices, ", "))
}

// doubt tells why a price may be another: its day has passed, or nobody saw the provider's own.
func doubt(t normalize.Tool, today string) string {
	for _, e := range []data.Evidence{t.Input, t.Output} {
		if until := e.Conditions.ValidUntil; until != "" && until < today {
			return "it was said to hold until " + until
		}
		for _, a := range e.Announced {
			if a.From <= today {
				return "another was announced for " + a.From + ", and nobody has read it since"
			}
		}
	}
	return "the provider's own was not seen"
}

// promotion tells that a price is a promotion, and until when it was said to hold, or that it was one.
func promotion(e data.Evidence, today string) string {
	until, promised := e.Conditions.ValidUntil, e.Conditions.Promised
	switch {
	case e.Ruling != nil && e.Ruling.Rule == data.ListPriceBack:
		return "List price: a promotion was said to end on " + e.Ruling.Until
	case e.Conditions.Kind != data.KindPromotional:
		return ""
	case until == "" && promised == "":
		return "Promotional price without a stated end"
	case until != "" && until < today:
		return "Promotional price that was to end on " + until
	case until != "":
		return "Promotional price, stated until " + until
	case promised < today:
		return "Promotional price that was promised up to " + promised
	default:
		return "Promotional price, promised until " + promised + " at least"
	}
}

// longContext tells what a long request costs, unless that was read beside other prices than today's.
func longContext(t normalize.Tool, today string) string {
	known := t.Tool.Prices
	long := known.LongContext
	if long == nil || long.Verified.First.Format(time.DateOnly) > today {
		return ""
	}
	prompts := "Prompts of more than " + data.Int(long.Over).Grouped() + " tokens"
	if long.From > 0 {
		prompts = "Prompts of " + data.Int(long.From).Grouped() + " tokens and more"
	}
	if !t.Input.Value.Equal(known.Input) || !t.Output.Value.Equal(known.Output) {
		return prompts + " are billed at a higher rate throughout"
	}
	return fmt.Sprintf("%s are billed throughout at %s USD input and %s USD output per million tokens", prompts, long.Input, long.Output)
}
