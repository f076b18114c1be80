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
	normalize.Decision
	scored  []normalize.Tool // best first
	columns []catalog.Column
	byScore map[string][]decimal.Decimal // column id -> scores below zero, best first
	blended []decimal.Decimal            // (3 input + output) / 4, cheapest first
	points  []decimal.Decimal            // price per score point, cheapest first
	thrifts map[string]thrift            // tool id -> what the cost of solved tasks says of it
	timed   string                       // the board that use cases tell speed by
	seconds map[string]decimal.Decimal   // tool id -> what an attempt takes there
}

func rank(d normalize.Decision) ranks {
	r := ranks{Decision: d, scored: scored(d), byScore: map[string][]decimal.Decimal{}, thrifts: thrifts(d), seconds: map[string]decimal.Decimal{}}
	for _, t := range r.scored {
		r.blended, r.points = append(r.blended, blended(t)), append(r.points, perPoint(t))
	}
	slices.SortFunc(r.blended, decimal.Decimal.Cmp)
	slices.SortFunc(r.points, decimal.Decimal.Cmp)
	for _, c := range d.Catalog.Scoring.Columns {
		r.column(c)
	}
	if u := data.Find(d.UseCases, func(u normalize.UseCase) bool { return u.Speed != nil }); u != nil {
		r.timed = boardName(d, u.Speed.Board)
		for _, t := range r.scored {
			if s := seconds(d, *u, t.ID); s != nil {
				r.seconds[t.ID] = s.Decimal
			}
		}
	}
	return r
}

// column takes in a board on which a place says something: one with a weight, or another that is no copy, is not a maker's
// own word and has measured three quarters of the scored tools.
func (r *ranks) column(c catalog.Column) {
	if !c.Informs() || c.StandsInFor != "" || c.Qualifiers["measuredBy"] == string(data.ByMaker) {
		return
	}
	var scores []decimal.Decimal
	for _, t := range r.scored {
		if score, ok := measured(t, c); ok {
			scores = append(scores, score.Neg())
		}
	}
	if !c.Weight.IsPositive() && 4*len(scores) < 3*len(r.scored) {
		return
	}
	slices.SortFunc(scores, decimal.Decimal.Cmp)
	r.columns, r.byScore[c.ID] = append(r.columns, c), scores
}

// measured is what a board's own publisher got out of a tool, read on the board or in a copy.
func measured(t normalize.Tool, c catalog.Column) (decimal.Decimal, bool) {
	for _, p := range t.Estimate.Parts {
		if p.Board == c.ID {
			return p.Score, p.Observed && (p.By == "" || t.Results[p.By].Publisher == c.Publisher)
		}
	}
	s, ok := t.Results[c.ID]
	return s.Value.Decimal, ok
}

func blended(t normalize.Tool) decimal.Decimal {
	return t.Input.Value.Mul(decimal.NewFromInt(3)).Add(t.Output.Value.Decimal).Div(decimal.NewFromInt(4))
}

func perPoint(t normalize.Tool) decimal.Decimal {
	p, _ := scoring.PricePerPoint(t.Input.Value.Decimal, t.Output.Value.Decimal, scoring.Published(t.Score()))
	return p
}

// remarks say what the numbers of this snapshot speak for and against; what has a date comes first. Only what was measured is
// praised, and no price that may be wrong. Where nothing stands out, they tell the best place in the better half of a board and
// the worst in the other half, or in which half the price is.
func (r ranks) remarks(t normalize.Tool) (strengths, weaknesses []string) {
	sure, cost, of := !t.UncertainPrice(), place(r.blended, blended(t)), len(r.blended)
	strengths = append(slices.Clone(t.Strengths), r.thrifts[t.ID].strength)
	asGood := func(other normalize.Tool) bool {
		return blended(other).LessThan(blended(t)) && !other.Score().LessThan(t.Score())
	}
	if sure && cost > 1 && !slices.ContainsFunc(r.scored, asGood) {
		strengths = append(strengths, "All scored models that cost less per token score lower")
	}
	weaknesses = slices.Concat(datedWeaknesses(r.Decision, t), t.Weaknesses, []string{r.thrifts[t.ID].weakness}, r.outdone(t))
	places := r.places(t)
	for _, p := range places {
		switch quarter(p.rank, p.of) {
		case 1:
			strengths = append(strengths, p.String())
		case 4:
			weaknesses = append(weaknesses, p.String())
		}
	}
	if sure && quarter(place(r.points, perPoint(t)), of) == 1 {
		strengths = append(strengths, "Price per score point in the lowest quarter of the scored models")
	}
	if sure && quarter(cost, of) == 1 {
		strengths = append(strengths, "Price per token in the lowest quarter of the scored models")
	}
	if quarter(cost, of) == 4 {
		weaknesses = append(weaknesses, "Price per token in the highest quarter of the scored models")
	}
	if t.ContextTokens() < tightSpace {
		weaknesses = append(weaknesses, "Context window of only "+contextWindow(t))
	}
	fast, slow := r.speed(t)
	best := farthest(places, func(p placing) int { return p.of - 2*p.rank })
	worst := farthest(places, func(p placing) int { return 2*p.rank - p.of - 1 })
	if best == "" && sure && 2*cost <= of {
		best = "Price per token in the lower half of the scored models"
	}
	if worst == "" && 2*cost > of {
		worst = "Price per token in the upper half of the scored models"
	}
	return firstOf(append(strengths, r.progress(t), fast), best), firstOf(append(weaknesses, slow, r.missing(t)), worst)
}

// firstOf are the first remarks of those that are made; the last resort where there are none.
func firstOf(all []string, resort string) []string {
	all = slices.DeleteFunc(all, func(remark string) bool { return remark == "" })
	if len(all) == 0 && resort != "" {
		return append(all, resort)
	}
	return all[:min(len(all), maxRemarks)]
}

// missing names the boards with a weight that have no result of t, of those that have measured three quarters of the scored
// tools. What is true of nearly all tools helps nobody to choose one.
func (r ranks) missing(t normalize.Tool) string {
	var names []string
	for _, p := range t.Estimate.Parts {
		c := data.Find(r.columns, func(c catalog.Column) bool { return c.ID == p.Board })
		if !p.Observed && c != nil && 4*len(r.byScore[p.Board]) > 3*len(r.scored) {
			names = append(names, c.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "Not measured on " + series(names, " or ") + "; estimated in the overall score"
}

// datedWeaknesses are what speaks against a tool at the time of this snapshot: its end, what is to happen to its price,
// and whether that price can be trusted. People do not write such things down, because the day after they would be wrong.
func datedWeaknesses(d normalize.Decision, t normalize.Tool) []string {
	today := d.Manifest.GeneratedAt.Format(time.DateOnly)
	next := d.Tool(t.Successor)
	return []string{ending(t, next, today), announcedRise(t, today), promotion(t.Input, today), longContext(t, today), doubt(t, today)}
}

// ending tells that a tool has ended or is to end, or that its provider would rather see another one used. next is the tool
// that it names instead, nil for none.
func ending(t normalize.Tool, next *normalize.Tool, today string) string {
	deprecated := t.Deprecated || t.Stage == normalize.DeprecatedStage
	legacy := t.Legacy || t.Stage == normalize.LegacyStage
	switch {
	case t.Stage == normalize.RetiredStage && !t.Shutdown.IsZero() && t.Shutdown.Text <= today:
		return "Was shut down on " + t.Shutdown.Text
	case t.Stage == normalize.RetiredStage:
		return "Its provider has retired it"
	case !t.Shutdown.IsZero() && today < t.Shutdown.Text:
		return "Shuts down on " + t.Shutdown.Text
	case !t.Shutdown.IsZero():
		return "Was to shut down on " + t.Shutdown.Text
	case deprecated && next != nil:
		return "Its provider advises using " + next.Name + " instead"
	case deprecated:
		return "Its provider has deprecated it"
	case legacy && next != nil:
		return "Legacy: its provider prefers " + next.Name + " for new work"
	case legacy:
		return "Its provider calls it legacy"
	}
	return ""
}

// announcedRise reports the next higher prices that the provider has announced for a later day.
func announcedRise(t normalize.Tool, today string) string {
	from, prices := "", []string{}
	for place, e := range []data.Evidence{t.Input, t.Output} {
		rise := data.Find(e.Announced, func(a data.Announcement) bool {
			return a.From > today && a.Value.GreaterThan(e.Value.Decimal) && (from == "" || a.From == from)
		})
		if rise != nil {
			from = rise.From
			prices = append(prices, data.Prices[place].Short+" "+rise.Value.String())
		}
	}
	if from == "" {
		return ""
	}
	return fmt.Sprintf("Higher prices announced for %s: %s USD per million tokens", from, strings.Join(prices, ", "))
}

// doubt tells why a price of low confidence may be another: its day has passed, or nobody saw the provider's own.
func doubt(t normalize.Tool, today string) string {
	if !t.UncertainPrice() {
		return ""
	}
	why := "the provider's own was not seen"
	for _, e := range []data.Evidence{t.Output, t.Input} {
		until := e.Conditions.ValidUntil
		a := data.Find(e.Announced, func(a data.Announcement) bool { return a.From <= today })
		switch {
		case until != "" && until < today:
			why = "it was said to hold until " + until
		case a != nil:
			why = "another was announced for " + a.From + ", and nobody has read it since"
		}
	}
	return "Price of low confidence: " + why
}

// promotion tells that a price is a promotion, and until when it was said to hold, or that it was one.
func promotion(e data.Evidence, today string) string {
	until, promised := e.Conditions.ValidUntil, e.Conditions.Promised
	switch {
	case e.Ruling != nil && e.Ruling.Rule == data.ListPriceBack:
		return "List price: " + e.Ruling.Promotion(func(day string) string { return day })
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
