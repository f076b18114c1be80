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
	topRanks    = 3         // places that are a strength
	longContext = 1_000_000 // tokens
	tightSpace  = 200_000   // tokens; fewer is a weakness
	fewRanked   = 10        // with fewer tools on a board, a place on it says little
	maxRemarks  = 4
)

// ranks orders the scored tools by everything a remark can say.
type ranks struct {
	columns []catalog.Column
	byScore map[string][]decimal.Decimal // column id -> scores, best first
	blended []decimal.Decimal            // (3 input + output) / 4, cheapest first
	points  []decimal.Decimal            // price per score point, cheapest first
	dated   map[string][]string          // tool id -> what its weaknesses are at this time
}

func rank(d normalize.Decision) ranks {
	r := ranks{byScore: map[string][]decimal.Decimal{}, dated: map[string][]string{}}
	for _, c := range d.Catalog.Scoring.Columns {
		if c.Weight.IsPositive() {
			r.columns = append(r.columns, c)
		}
	}
	for _, t := range d.Tools {
		if !t.Scored {
			continue
		}
		for _, c := range r.columns {
			if s, ok := t.Results[c.ID]; ok {
				r.byScore[c.ID] = append(r.byScore[c.ID], s.Value.Decimal)
			}
		}
		r.dated[t.ID] = datedWeaknesses(d, t)
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
	p, _ := scoring.PricePerPoint(t.Rates(), scoring.Published(t.Score()))
	return p
}

// strengths says what the numbers of this snapshot speak for; at least one thing. Only what was measured is praised, and
// no price that may be wrong.
func (r ranks) strengths(t normalize.Tool) []string {
	remarks := slices.Clone(t.Strengths)
	for _, p := range r.places(t) {
		if p.rank <= topRanks && p.quarter() == 1 {
			remarks = append(remarks, p.String())
		}
	}
	if !t.UncertainPrice() && quarter(place(r.points, perPoint(t)), len(r.points)) == 1 {
		remarks = append(remarks, "Price per score point in the lowest quarter of the scored models")
	}
	if !t.UncertainPrice() && quarter(place(r.blended, blended(t)), len(r.blended)) == 1 {
		remarks = append(remarks, "Price per token in the lowest quarter of the scored models")
	}
	if t.ContextTokens() >= longContext {
		remarks = append(remarks, "Context window of "+contextWindow(t))
	}
	if len(remarks) == 0 {
		remarks = append(remarks, r.redeeming(t))
	}
	return remarks[:min(len(remarks), maxRemarks)]
}

// weaknesses says what the numbers of this snapshot speak against, what has a date first; at least one thing.
func (r ranks) weaknesses(t normalize.Tool) []string {
	remarks := slices.Concat(r.dated[t.ID], t.Weaknesses)
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
	if len(remarks) == 0 {
		remarks = append(remarks, r.lacking(t))
	}
	return remarks[:min(len(remarks), maxRemarks)]
}

// missing names the benchmarks nobody published for t.
func (r ranks) missing(t normalize.Tool) string {
	var names []string
	for _, c := range r.columns {
		if _, ok := t.Results[c.ID]; !ok {
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
func datedWeaknesses(d normalize.Decision, t normalize.Tool) []string {
	var all []string
	switch today := d.Manifest.GeneratedAt.Format(time.DateOnly); {
	case t.Shutdown.IsZero() && t.Deprecated:
		all = append(all, advisedAgainst(d, t))
	case t.Shutdown.IsZero():
	case today < t.Shutdown.Text:
		all = append(all, "Shuts down on "+t.Shutdown.Text)
	default:
		all = append(all, "Was to shut down on "+t.Shutdown.Text)
	}
	if rise := announcedRise(d, t); rise != "" {
		all = append(all, rise)
	}
	if price := promotion(t.Input); price != "" {
		all = append(all, price)
	}
	if t.UncertainPrice() {
		all = append(all, "Price of low confidence: the provider's own was not seen")
	}
	return all
}

// advisedAgainst tells that the provider would rather see another tool used, and which one if it names one.
func advisedAgainst(d normalize.Decision, t normalize.Tool) string {
	if next := d.Tool(t.Successor); next != nil {
		return "Its provider advises using " + next.Name + " instead"
	}
	return "Its provider advises against new use"
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

// promotion tells that a price is a promotion, and until when it was said to hold.
func promotion(e data.Evidence) string {
	switch until := e.Conditions.ValidUntil; {
	case e.Conditions.Kind != data.KindPromotional:
		return ""
	case until == "":
		return "Promotional price without a stated end"
	default:
		return "Promotional price, stated until " + until
	}
}

// fewCompared is how many a place must be among to be worth telling where nothing is remarkable.
const fewCompared = 5

// redeeming is what speaks for a tool with which nothing is remarkable: a place in the better third of a board or of the
// prices, else what it can do. A place in the middle is not a strength.
func (r ranks) redeeming(t normalize.Tool) string {
	best, measured := r.extreme(t, func(s placing) bool { return s.rank*3 <= s.of }, func(x, y placing) int { return x.rank*y.of - y.rank*x.of })
	cheaper := placing{rank: place(r.blended, blended(t)), of: len(r.blended)}
	good := !t.UncertainPrice() && cheaper.of >= fewCompared && cheaper.rank*3 <= cheaper.of
	switch features := features(t.Tool); {
	case good && (!measured || cheaper.rank*best.of < best.rank*cheaper.of):
		return fmt.Sprintf("Price per token: %s lowest of %d scored models", ordinal(cheaper.rank), cheaper.of)
	case measured:
		return "Best result: " + best.String()
	case len(features) > 0:
		return "Features: " + strings.Join(features, ", ")
	default:
		return "Context window of " + contextWindow(t)
	}
}

// lacking is what speaks against a tool with which nothing is remarkable: its lowest place in the worse half of a board,
// else what nobody has measured of any tool.
func (r ranks) lacking(t normalize.Tool) string {
	worst, low := r.extreme(t, func(s placing) bool { return s.rank*2 > s.of }, func(x, y placing) int { return y.rank*x.of - x.rank*y.of })
	if low {
		return "Weakest result: " + worst.String()
	}
	return "Speed and long runs are not measured"
}

// extreme is the first, in an order, of the places of t that count; false when none does.
func (r ranks) extreme(t normalize.Tool, counts func(placing) bool, order func(x, y placing) int) (placing, bool) {
	all := slices.DeleteFunc(r.places(t), func(s placing) bool { return s.of < fewCompared || !counts(s) })
	if len(all) == 0 {
		return placing{}, false
	}
	return slices.MinFunc(all, order), true
}

// features is what a tool can do, except for the size of its window, which has a sentence of its own.
func features(t catalog.Tool) []string {
	return slices.DeleteFunc(slices.Clone(t.Features), func(f string) bool { return strings.HasSuffix(f, "-token context") })
}
