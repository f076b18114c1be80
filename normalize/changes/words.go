package changes

import (
	"cmp"
	"fmt"
	"strings"

	"pricepoint/data"
)

// changeTitle says a change of a tool in one line:
//
//	GPT-5.6 Luna: input 1.00 → 0.20 (-80 %), output 6.00 → 1.20 (-80 %), in USD per million tokens
func changeTitle(group []data.Change) string {
	c := group[0]
	switch {
	case c.Field == data.FieldMethodology:
		return MethodText(c)
	case c.Event != nil:
		return EventText(c)
	case c.Kind == data.Listed && c.OfModel():
		return fmt.Sprintf("%s (%s) is new on the page of its prices", c.Name, c.Provider)
	case c.Field == "" && c.OfModel():
		return fmt.Sprintf("%s (%s) is gone from the page of its prices", c.Name, c.Provider)
	case c.Kind == data.Listed:
		return fmt.Sprintf("%s (%s) is listed", c.Name, c.Provider)
	case c.Field == "":
		return fmt.Sprintf("%s (%s) is no longer listed%s", c.Name, c.Provider, successorWords(c.Successor))
	}
	var moves []string
	for _, c := range group {
		moves = append(moves, moveWords(c, ""))
	}
	title := c.Name + ": " + strings.Join(moves, ", ") + inUnit(c.Unit)
	if len(group) == 1 {
		title = c.Name + ": " + moveWords(c, unitWords(c.Unit))
	}
	switch c.Kind {
	case data.Restored:
		title += ", as it was before"
	case data.Corrected:
		title += ", corrected: nobody was seen to change it"
	}
	return title
}

// MethodText says in one line that scores are made in another way.
func MethodText(c data.Change) string {
	return fmt.Sprintf("%s: made by methodology %s from now on, and by %s before; scores of the two are not compared", c.Name, c.New, c.Old)
}

// moveWords says how one number moved, with its unit unless that is said elsewhere.
func moveWords(c data.Change, unit string) string {
	what := fieldWords(c.Field)
	switch {
	case c.New == nil:
		return fmt.Sprintf("%s is no longer known, it was %s", what, printedNumber(c.Unit, *c.Old))
	case c.Old == nil:
		return fmt.Sprintf("%s %s%s", what, printedNumber(c.Unit, *c.New), unit)
	}
	moved := fmt.Sprintf("%s %s → %s%s", what, printedNumber(c.Unit, *c.Old), printedNumber(c.Unit, *c.New), unit)
	if c.Percent != nil {
		moved += " (" + PercentText(*c.Percent) + ")"
	}
	return moved
}

// inUnit names the unit after several numbers.
func inUnit(unit string) string {
	if words := unitWords(unit); words != "" {
		return ", in" + words
	}
	return ""
}

// eventTitles say what was announced, and what no longer counts as announced, with the day of the event.
var eventTitles = map[data.EventKind]struct{ announced, retracted string }{
	data.PriceEvent:       {"new prices are announced for %s", "the prices announced for %s no longer count"},
	data.PromotionEnd:     {"a promotion is said to last until %s", "nothing is said any more about a promotion until %s"},
	data.ShutdownEvent:    {"%s is announced as the last day of service", "%s is no longer announced as the last day of service"},
	data.RetirementEvent:  {"its provider has retired it", "its provider sells it again"},
	data.LegacyEvent:      {"its provider prefers another one for new work", "its provider no longer prefers another one for new work"},
	data.DeprecationEvent: {"its provider has deprecated it", "its provider no longer calls it deprecated"},
}

// EventText says in one line what was announced or retracted:
//
//	Claude Sonnet 5: new prices are announced for 2026-09-01: input 2.00 → 3.00, output 10.00 → 15.00, in USD per million tokens
func EventText(c data.Change) string {
	e := c.Event
	title := eventTitles[e.Kind].announced
	if c.Kind == data.Retracted {
		title = eventTitles[e.Kind].retracted
	} else if e.Promised {
		title = "a promotion is promised until %s"
	}
	if e.Day != "" {
		title = fmt.Sprintf(title, e.Day)
	}
	text := c.Name + ": " + title
	if c.Cause != "" {
		text += ", because " + causeWords[c.Cause]
	}
	var prices []string
	for _, p := range e.Prices {
		prices = append(prices, comingWords(p))
	}
	if len(prices) > 0 {
		text += ": " + strings.Join(prices, ", ") + inUnit(e.Prices[0].Unit)
	}
	if c.Kind == data.Announced {
		text += successorWords(e.Successor)
	}
	return text
}

func successorWords(name string) string {
	if name == "" {
		return ""
	}
	return "; its successor is " + name
}

// causeWords go on after what was retracted.
var causeWords = map[data.RetractionCause]string{
	data.Withdrawal: "nobody states that any more",
	data.NotInForce: "others were read on that day or later",
	data.Unread:     "that day has passed and nobody has read the page since",
	data.TakenBack:  "the snapshot that told of it was taken back",
}

// comingWords says one price of an event: input 2.00 → 3.00.
func comingWords(p data.ComingPrice) string {
	text := fieldWords(p.Field) + " " + printedNumber(p.Unit, *p.Old)
	if p.New != nil {
		text += " → " + printedNumber(p.Unit, *p.New)
	}
	return text
}

// PercentText writes how far a price moved with its sign: +25 %.
func PercentText(n data.Number) string {
	if n.IsPositive() {
		return "+" + n.String() + " %"
	}
	return n.String() + " %"
}

// fieldWords names a field for people.
func fieldWords(name string) string {
	if q := data.Find(append(data.Prices[:], data.ContextSize), func(q data.Quantity) bool { return q.Name == name }); q != nil {
		return q.Short
	}
	return cmp.Or(otherWords[name], name)
}

var otherWords = map[string]string{
	data.FieldOverall: "overall score",
	"sweBench":        "SWE-bench Verified", "liveCodeBench": "LiveCodeBench", "humanEval": "HumanEval", "bigCodeBench": "BigCodeBench",
}

// printedNumber writes a price with cents, as people know it, and every other number as it is.
func printedNumber(unit string, n data.Number) string {
	if unit == string(data.USDPerMillion) && n.Decimal.Equal(n.Round(2)) {
		return n.StringFixed(2)
	}
	return n.String()
}

func unitWords(unit string) string {
	switch unit {
	case string(data.USDPerMillion):
		return " USD per million tokens"
	case string(data.Tokens):
		return " tokens"
	}
	return ""
}

// changeText tells what a change rests on, or which numbers a listed tool begins with.
func changeText(c data.Change, all []data.Change) string {
	switch {
	case c.Kind == data.Listed:
	case c.Evidence == nil:
		return "" // it is gone, and nobody states that
	case c.Field != "":
		return fieldWords(c.Field) + "\n" + evidenceText(c)
	default:
		return evidenceText(c)
	}
	var lines []string
	for _, o := range all {
		if o.Version == c.Version && o.Tool == c.Tool && o.Kind == data.Listed && o.New != nil {
			lines = append(lines, fieldWords(o.Field)+" "+printedNumber(o.Unit, *o.New)+unitWords(o.Unit))
		}
	}
	return strings.Join(lines, "\n")
}

// evidenceText tells where the new value was read and why it was believed.
func evidenceText(c data.Change) string {
	e := c.Evidence
	lines := []string{"Source: " + e.Source + ", " + string(e.Method) + ", confidence " + string(e.Confidence)}
	for _, row := range [][2]string{
		{"Until now from: ", c.OldSource}, {"Page: ", e.URL}, {"Printed: ", e.Quote}, {"Why: ", e.Rule}, {"Read: ", e.ConfirmedAt.String()},
		{"Verified by a person: ", e.VerifiedAt.String()}, {"Agrees: ", strings.Join(e.Agrees, ", ")},
	} {
		if row[1] != "" {
			lines = append(lines, row[0]+row[1])
		}
	}
	return strings.Join(lines, "\n")
}
