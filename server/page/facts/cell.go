package facts

import (
	"strconv"
	"strings"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/rating"
)

// Cell is one value of the table.
type Cell struct {
	Text   string                `json:"text,omitempty"`  // what is shown; "": nobody has published it
	Value  string                `json:"value,omitempty"` // exact, to sort by; "": none
	Guess  string                `json:"-"`               // exact, of a score that is only provisional
	Mark   Mark                  `json:"mark,omitempty"`
	Why    string                `json:"why,omitempty"`    // of the mark, and of a gap
	Bounds *rating.ScoreInterval `json:"bounds,omitempty"` // that hold the value with a probability of 90 %
	Reach  string                `json:"-"`                // the bounds in short
}

// Mark tells how far a value can be trusted.
type Mark string

// The marks. Each has its own look and its own words.
const (
	sure      Mark = ""
	estimated Mark = "estimated" // nobody has measured it
	guessed   Mark = "guessed"   // provisional: too little of it is measured for a score
	low       Mark = "low"       // of low confidence
	disputed  Mark = "disputed"  // sources state other values
	copied    Mark = "copied"    // its maker was not seen to print it
	overdue   Mark = "overdue"   // a promotion that was promised up to a day that has passed
	implied   Mark = "implied"   // the provider has no price of its own for it: another one is billed
	then      Mark = "then"      // at the prices of the run: nobody can tell what it costs today
	Unstated  Mark = "unstated"  // nobody states it, and another value is shown in its place
)

// signs are what marks look like.
var signs = map[Mark]string{estimated: "≈", guessed: "≈", low: "?", copied: "*", overdue: "!", disputed: "≠", implied: "=", then: "†", Unstated: "≤"}

// Sign is what the mark looks like.
func (c Cell) Sign() string { return signs[c.Mark] }

// Between writes the bounds of a score.
func Between(low, high data.Number) string { return Points(low) + " to " + Points(high) }

// OverallCell is the score, or the provisional one.
func OverallCell(a About, _ Documents) Cell {
	if a.Score == nil {
		return a.Provisional()
	}
	c := Cell{Text: Points(a.Score.OverallScore), Value: a.Score.OverallScore.String()}
	if a.Scored != nil {
		c.bound(a.Scored.Interval)
	}
	if a.MostlyEstimated() {
		c.Mark, c.Why = estimated, "more of this score is estimated than measured"
	}
	return c
}

// bound gives a score its interval.
func (c *Cell) bound(i rating.ScoreInterval) {
	c.Bounds, c.Reach = &i, i.Low.StringFixed(0)+"–"+i.High.StringFixed(0)
}

// restsOn says what a provisional score rests on.
var restsOn = map[rating.ProvisionalBasis]string{
	rating.OnResults: "other boards", rating.OnPredecessor: "the model before it", rating.OnReleaseDate: "nothing but its release date",
}

// Provisional is what can be said of a tool that has no score yet.
func (a About) Provisional() Cell {
	if a.unscored == nil {
		return Cell{Why: "not scored yet"}
	}
	c, p := Cell{Why: "not scored yet: " + a.unscored.Why}, a.unscored.Provisional
	if !a.IsProvisional() {
		return c
	}
	c.Text, c.Guess, c.Mark = p.OverallScore.StringFixed(0), p.OverallScore.String(), guessed
	c.bound(p.Interval)
	c.Why = "provisional, it rests on " + restsOn[p.RestsOn] + ": " + a.unscored.Why
	return c
}

// IsProvisional reports whether a score is expected of a tool that has none yet.
func (a About) IsProvisional() bool {
	return a.Score == nil && a.unscored != nil && !a.unscored.Provisional.OverallScore.IsZero()
}

// Expected is the score, or the provisional one: what the table goes by. It is zero where there is neither.
func (a About) Expected() data.Number {
	switch {
	case a.Score != nil:
		return a.Score.OverallScore
	case a.IsProvisional():
		return a.unscored.Provisional.OverallScore
	}
	return data.Number{}
}

// MostlyEstimated reports whether less than half the weight of a score was measured.
func (a About) MostlyEstimated() bool {
	return a.Scored != nil && a.Scored.Coverage.LessThan(decimal.NewFromFloat(0.5))
}

// PartCell is a benchmark's share of the score.
func PartCell(column string) func(About, Documents) Cell {
	return func(a About, _ Documents) Cell {
		if a.Score != nil {
			if published := a.Score.ByBoard()[column]; published != nil {
				return a.doubt(column, Cell{Text: Points(*published), Value: published.String()})
			}
		}
		if a.Scored != nil {
			for _, part := range a.Scored.Benchmarks {
				if part.Column == column && part.Estimated {
					c := Cell{Text: Points(part.Value), Mark: estimated, Why: "no independent result could be read; estimated from the others"}
					if part.Interval != nil {
						c.Why += ", between " + Between(part.Interval.Low, part.Interval.High)
					}
					return c
				}
			}
		}
		return Cell{Why: "no independent result could be read"}
	}
}

// SolvedCell is the measured cost per solved task, at today's prices where they are known, on the board that the page
// shows first.
func SolvedCell(a About, d Documents) Cell {
	board := d.FirstBoard()
	row := data.Find(a.Solved, func(r rating.SolvedCost) bool { return r.Shown && r.Board == board })
	if row == nil {
		return Cell{Why: "nobody has measured it"}
	}
	figure, ok := row.Comparable()
	if !ok {
		return Cell{Why: "none of its attempts solved the task"}
	}
	c := Cell{Text: Amount(*figure.CostPerSolved), Value: figure.CostPerSolved.String(), Bounds: &rating.ScoreInterval{Low: figure.Interval.Low, High: figure.Interval.High}}
	c.Why = "between " + Amount(figure.Interval.Low) + " and " + Amount(figure.Interval.High)
	switch figure.Repriced {
	case rating.RepricedExact:
		c.Why += ", at today's prices"
	case rating.RepricedPair, rating.RepricedEstimate:
		c.Mark, c.Why = estimated, c.Why+", calculated for today's prices"
	default:
		c.Mark, c.Why = then, c.Why+", at the prices of the run: nobody can tell what it costs today"
	}
	return c
}

// PerPointCell is the price of a score point.
func PerPointCell(a About, _ Documents) Cell {
	if a.Score == nil {
		return Cell{Why: "not scored yet"}
	}
	return Cell{Text: Amount(a.Score.PricePerScorePoint), Value: a.Score.PricePerScorePoint.String()}
}

// PriceCell is one of the four published prices.
func PriceCell(field string) func(About, Documents) Cell {
	return func(a About, _ Documents) Cell {
		n := a.Tool.Pricing.ByField()[field]
		return a.doubt(field, Cell{Text: Price(n), Value: n.String()})
	}
}

// ContextCell shows the exact number of tokens, where the evidence has it.
func ContextCell(a About, _ Documents) Cell {
	if e := a.Evidence.Value(data.FieldContext); e != nil {
		return a.doubt(data.FieldContext, Cell{Text: tokens(e.Value), Value: e.Value.String()})
	}
	return Cell{Text: strings.TrimSuffix(a.Tool.ContextWindow, " tokens")}
}

// LimitCell is the longest prompt or answer.
func LimitCell(figure string) func(About, Documents) Cell {
	return func(a About, _ Documents) Cell {
		n := a.Evidence.Properties.MaxOutputTokens
		if figure == data.PropertyInputLimit {
			n = a.Evidence.Properties.InputLimitTokens
		}
		if n == 0 {
			return Cell{}
		}
		return Cell{Text: tokens(data.Int(n)), Value: strconv.FormatInt(n, 10)}
	}
}

// ReleaseCell is the month of release.
func ReleaseCell(a About, _ Documents) Cell {
	return Cell{Text: a.Tool.ReleaseDate, Value: strings.ReplaceAll(a.Tool.ReleaseDate, "-", "")}
}

// doubt marks a value by its evidence.
func (a About) doubt(field string, c Cell) Cell {
	e := a.Evidence.Value(field)
	switch {
	case e == nil:
	case e.Unstated():
		c.Mark, c.Why = Unstated, "nobody states this price; the input price is shown, and "+e.Rule
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

// Standing is whether a tool is still recommended, sold and scored.
type Standing struct {
	Key  string // current superseded legacy deprecated retired ending unscored
	Text string
	To   string // id of the tool to look at instead; "": none
}

// The keys of standings, in the order in which the table sorts them.
const (
	Current    = "current"
	Unscored   = "unscored"
	superseded = "superseded"
	legacy     = "legacy"
	deprecated = "deprecated"
	ending     = "ending"
	retired    = "retired"
)

// StandingOrder sorts standings, the weightiest last.
var StandingOrder = []string{Current, Unscored, superseded, legacy, deprecated, ending, retired}

// Standings are all that hold of a tool, the weightiest first; one at least.
func (a About) Standings(d Documents) []Standing {
	var all []Standing
	p := a.Evidence.Properties
	if p.Retired {
		all = append(all, Standing{Key: retired, Text: "no longer sold"})
	}
	if p.ShutdownDate != "" {
		all = append(all, Standing{Key: ending, Text: "ends " + p.ShutdownDate})
	}
	switch {
	case p.Successor != "":
		all = append(all, Standing{Key: superseded, Text: "superseded by " + d.Name(p.Successor), To: p.Successor})
	case p.Deprecated:
		all = append(all, Standing{Key: deprecated, Text: "not recommended any more"})
	case p.State == data.LegacyState:
		all = append(all, Standing{Key: legacy, Text: "legacy: its maker prefers another one"})
	}
	if a.Score == nil {
		all = append(all, Standing{Key: Unscored, Text: "not scored yet"})
	}
	if len(all) == 0 {
		all = append(all, Standing{Key: Current, Text: "current"})
	}
	return all
}

// StateText is all standings of a tool in words.
func (a About) StateText(d Documents) string {
	return strings.Join(data.Each(a.Standings(d), func(s Standing) string { return s.Text }), "; ")
}

// IsOpen reports whether the weights of a tool can be had.
func (a About) IsOpen(d Documents) bool {
	c := data.Find(d.Categories.Categories, func(c data.Category) bool { return c.Slug == "open-weights" })
	return c != nil && data.Find(c.Tools, func(id string) bool { return id == a.Tool.ID }) != nil
}
