package page

import (
	"strconv"
	"strings"

	"github.com/shopspring/decimal"

	"pricepoint/data"
)

// cell is one value of the table.
type cell struct {
	Text   string  `json:"text,omitempty"`  // what is shown; "": nobody has published it
	Value  string  `json:"value,omitempty"` // exact, to sort by; "": none
	Guess  string  `json:"-"`               // exact, of a score that is only provisional
	Mark   mark    `json:"mark,omitempty"`
	Why    string  `json:"why,omitempty"` // of the mark, and of a gap
	Bounds *bounds `json:"bounds,omitempty"`
	Reach  string  `json:"-"` // the bounds in short
}

// mark tells how far a value can be trusted.
type mark string

// The marks. Each has its own look and its own words.
const (
	sure      mark = ""
	estimated mark = "estimated" // nobody has measured it
	guessed   mark = "guessed"   // provisional: too little of it is measured for a score
	low       mark = "low"       // of low confidence
	disputed  mark = "disputed"  // sources state other values
	copied    mark = "copied"    // its maker was not seen to print it
	overdue   mark = "overdue"   // a promotion that was promised up to a day that has passed
	implied   mark = "implied"   // the provider has no price of its own for it: another one is billed
	then      mark = "then"      // at the prices of the run: nobody can tell what it costs today
	unstated  mark = "unstated"  // nobody states it, and another value is shown in its place
)

// signs are what marks look like.
var signs = map[mark]string{estimated: "≈", guessed: "≈", low: "?", copied: "*", overdue: "!", disputed: "≠", implied: "=", then: "†", unstated: "≤"}

// Sign is what the mark looks like.
func (c cell) Sign() string { return signs[c.Mark] }

// bounds hold a value with a probability of 90 %.
type bounds struct {
	Low  data.Number `json:"low"`
	High data.Number `json:"high"`
}

func (b bounds) String() string { return between(b.Low, b.High) }

// between writes the bounds of a score.
func between(low, high data.Number) string { return points(low) + " to " + points(high) }

// overallCell is the score, or the provisional one.
func overallCell(a about, _ documents) cell {
	if a.score == nil {
		return a.provisional()
	}
	c := cell{Text: points(a.score.OverallScore), Value: a.score.OverallScore.String()}
	if a.scored != nil {
		c.bound(a.scored.Interval)
	}
	if a.mostlyEstimated() {
		c.Mark, c.Why = estimated, "more of this score is estimated than measured"
	}
	return c
}

// bound gives a score its interval.
func (c *cell) bound(i data.ScoreInterval) {
	c.Bounds, c.Reach = &bounds{i.Low, i.High}, i.Low.StringFixed(0)+"–"+i.High.StringFixed(0)
}

// restsOn says what a provisional score rests on.
var restsOn = map[data.ProvisionalBasis]string{
	data.OnResults: "other boards", data.OnPredecessor: "the model before it", data.OnReleaseDate: "nothing but its release date",
}

// provisional is what can be said of a tool that has no score yet.
func (a about) provisional() cell {
	if a.unscored == nil {
		return cell{Why: "not scored yet"}
	}
	c, p := cell{Why: "not scored yet: " + a.unscored.Why}, a.unscored.Provisional
	if !a.isProvisional() {
		return c
	}
	c.Text, c.Guess, c.Mark = p.OverallScore.StringFixed(0), p.OverallScore.String(), guessed
	c.bound(p.Interval)
	c.Why = "provisional, it rests on " + restsOn[p.RestsOn] + ": " + a.unscored.Why
	return c
}

// isProvisional reports whether a score is expected of a tool that has none yet.
func (a about) isProvisional() bool {
	return a.score == nil && a.unscored != nil && !a.unscored.Provisional.OverallScore.IsZero()
}

// expected is the score, or the provisional one: what the table goes by. It is zero where there is neither.
func (a about) expected() data.Number {
	switch {
	case a.score != nil:
		return a.score.OverallScore
	case a.isProvisional():
		return a.unscored.Provisional.OverallScore
	}
	return data.Number{}
}

// mostlyEstimated reports whether less than half the weight of a score was measured.
func (a about) mostlyEstimated() bool {
	return a.scored != nil && a.scored.Coverage.LessThan(decimal.NewFromFloat(0.5))
}

// partCell is a benchmark's share of the score.
func partCell(column string) func(about, documents) cell {
	return func(a about, _ documents) cell {
		if a.score != nil {
			if published := a.score.ByBoard()[column]; published != nil {
				return a.doubt(column, cell{Text: points(*published), Value: published.String()})
			}
		}
		if a.scored != nil {
			for _, part := range a.scored.Benchmarks {
				if part.Column == column && part.Estimated {
					c := cell{Text: points(part.Value), Mark: estimated, Why: "no independent result could be read; estimated from the others"}
					if part.Interval != nil {
						c.Why += ", between " + between(part.Interval.Low, part.Interval.High)
					}
					return c
				}
			}
		}
		return cell{Why: "no independent result could be read"}
	}
}

// solvedCell is the measured cost per solved task, at today's prices where they are known, on the board that the page
// shows first.
func solvedCell(a about, d documents) cell {
	board := d.firstBoard()
	row := data.Find(a.solved, func(r data.SolvedCost) bool { return r.Shown && r.Board == board })
	if row == nil {
		return cell{Why: "nobody has measured it"}
	}
	figure, ok := row.Comparable()
	if !ok {
		return cell{Why: "none of its attempts solved the task"}
	}
	c := cell{Text: amount(*figure.CostPerSolved), Value: figure.CostPerSolved.String(), Bounds: &bounds{figure.Interval.Low, figure.Interval.High}}
	c.Why = "between " + amount(figure.Interval.Low) + " and " + amount(figure.Interval.High)
	switch figure.Repriced {
	case data.RepricedExact:
		c.Why += ", at today's prices"
	case data.RepricedPair, data.RepricedEstimate:
		c.Mark, c.Why = estimated, c.Why+", calculated for today's prices"
	default:
		c.Mark, c.Why = then, c.Why+", at the prices of the run: nobody can tell what it costs today"
	}
	return c
}

// perPointCell is the price of a score point.
func perPointCell(a about, _ documents) cell {
	if a.score == nil {
		return cell{Why: "not scored yet"}
	}
	return cell{Text: amount(a.score.PricePerScorePoint), Value: a.score.PricePerScorePoint.String()}
}

// priceCell is one of the four published prices.
func priceCell(field string) func(about, documents) cell {
	return func(a about, _ documents) cell {
		n := a.tool.Pricing.ByField()[field]
		return a.doubt(field, cell{Text: price(n), Value: n.String()})
	}
}

// contextCell shows the exact number of tokens, where the evidence has it.
func contextCell(a about, _ documents) cell {
	if e := a.evidence.Value(data.FieldContext); e != nil {
		return a.doubt(data.FieldContext, cell{Text: tokens(e.Value), Value: e.Value.String()})
	}
	return cell{Text: strings.TrimSuffix(a.tool.ContextWindow, " tokens")}
}

// limitCell is the longest prompt or answer.
func limitCell(figure string) func(about, documents) cell {
	return func(a about, _ documents) cell {
		n := a.evidence.Properties.MaxOutputTokens
		if figure == data.PropertyInputLimit {
			n = a.evidence.Properties.InputLimitTokens
		}
		if n == 0 {
			return cell{}
		}
		return cell{Text: tokens(data.Int(n)), Value: strconv.FormatInt(n, 10)}
	}
}

// releaseCell is the month of release.
func releaseCell(a about, _ documents) cell {
	return cell{Text: a.tool.ReleaseDate, Value: strings.ReplaceAll(a.tool.ReleaseDate, "-", "")}
}

// doubt marks a value by its evidence.
func (a about) doubt(field string, c cell) cell {
	e := a.evidence.Value(field)
	switch {
	case e == nil:
	case e.Unstated():
		c.Mark, c.Why = unstated, "nobody states this price; the input price is shown, and "+e.Rule
	case e.Ruling != nil && e.Ruling.Rule == data.SameAsInput:
		c.Mark, c.Why = implied, "no price of its own: such tokens are billed as input"
	case e.Confidence == data.Low:
		c.Mark, c.Why = low, "of low confidence"
		if len(e.Disagrees) > 0 {
			c.Why += ", and other sources state something else"
		}
	case e.PromiseOver(a.now.Time):
		c.Mark, c.Why = overdue, "a promotion that was promised up to "+e.Conditions.Promised+"; nobody has read it since"
	case len(e.Disagrees) > 0:
		c.Mark, c.Why = disputed, "other sources state something else"
	case e.Basis == data.OnList || e.Basis == data.ThirdParty:
		c.Mark, c.Why = copied, "in the word of "+e.Brief().Attribution()+"; its maker was not seen to print it"
	}
	return c
}

// standing is whether a tool is still recommended, sold and scored.
type standing struct {
	Key  string // current superseded legacy deprecated retired ending unscored
	Text string
	To   string // id of the tool to look at instead; "": none
}

// The keys of standings, in the order in which the table sorts them.
const (
	current    = "current"
	unscored   = "unscored"
	superseded = "superseded"
	legacy     = "legacy"
	deprecated = "deprecated"
	ending     = "ending"
	retired    = "retired"
)

// standingOrder sorts standings, the weightiest last.
var standingOrder = []string{current, unscored, superseded, legacy, deprecated, ending, retired}

// standings are all that hold of a tool, the weightiest first; one at least.
func (a about) standings(d documents) []standing {
	var all []standing
	p := a.evidence.Properties
	if p.Retired {
		all = append(all, standing{Key: retired, Text: "no longer sold"})
	}
	if p.ShutdownDate != "" {
		all = append(all, standing{Key: ending, Text: "ends " + p.ShutdownDate})
	}
	switch {
	case p.Successor != "":
		all = append(all, standing{Key: superseded, Text: "superseded by " + d.name(p.Successor), To: p.Successor})
	case p.Deprecated:
		all = append(all, standing{Key: deprecated, Text: "not recommended any more"})
	case p.State == data.LegacyState:
		all = append(all, standing{Key: legacy, Text: "legacy: its maker prefers another one"})
	}
	if a.score == nil {
		all = append(all, standing{Key: unscored, Text: "not scored yet"})
	}
	if len(all) == 0 {
		all = append(all, standing{Key: current, Text: "current"})
	}
	return all
}

// stateText is all standings of a tool in words.
func (a about) stateText(d documents) string {
	var all []string
	for _, s := range a.standings(d) {
		all = append(all, s.Text)
	}
	return strings.Join(all, "; ")
}

// isOpen reports whether the weights of a tool can be had.
func (a about) isOpen(d documents) bool {
	c := data.Find(d.categories.Categories, func(c data.Category) bool { return c.Slug == "open-weights" })
	return c != nil && data.Find(c.Tools, func(id string) bool { return id == a.tool.ID }) != nil
}
