package explain

import (
	"fmt"
	"strings"
	"time"

	"pricepoint/data"
)

// terms are the conditions under which a price holds, as they continue the sentence that states it. What there is to say
// of a promotion has a sentence of its own.
func terms(q data.Qualifiers) string {
	if q.Kind == data.KindPromotional {
		q.Kind, q.ValidFrom, q.ValidUntil, q.Promised = "", "", "", ""
	}
	if text := q.String(); text != "" {
		return " (" + text + ")"
	}
	return ""
}

// setting is how a model was run for a score.
func setting(q data.Qualifiers) string {
	var all []string
	switch q.Effort {
	case "":
	case "thinking":
		all = append(all, "with thinking on")
	case "none", "non-reasoning":
		all = append(all, "without reasoning")
	default:
		all = append(all, "at "+q.Effort+" effort")
	}
	if q.Harness != "" {
		all = append(all, fmt.Sprintf("with %q", q.Harness))
	}
	if q.From != "" || q.To != "" {
		all = append(all, fmt.Sprintf("on problems from %s to %s", onDate(q.From), onDate(q.To)))
	}
	if len(all) == 0 {
		return ""
	}
	return " " + strings.Join(all, ", ")
}

// promotion tells that a price is below the list price, and until when, or that it was.
func (x *Explainer) promotion(e data.Evidence) string {
	if e.Ruling != nil && e.Ruling.Rule == data.ListPriceBack {
		return fmt.Sprintf("This is the list price: %s, and nobody has read the price since.", e.Ruling.Promotion(onDate))
	}
	if e.Conditions.Kind != "promotional" {
		return ""
	}
	text := "This is a promotion"
	if from := e.Conditions.ValidFrom; from != "" {
		text += " from " + onDate(from) + " on"
	}
	until, promised, today := e.Conditions.ValidUntil, e.Conditions.Promised, x.made.Format(time.DateOnly)
	switch {
	case until != "" && until < today:
		text += " that was said to last until " + onDate(until)
	case until != "":
		text += " that lasts until " + onDate(until)
	case promised != "" && promised < today:
		text += " that was promised up to " + onDate(promised)
	case promised != "":
		text += " that is promised until " + onDate(promised) + " at least"
	default:
		text += " whose end is not stated"
	}
	if e.ListPrice != nil {
		text += fmt.Sprintf("; the list price is %s USD", e.ListPrice)
	}
	return text + "."
}

// sentences joins what there is to say.
func sentences(all ...string) string {
	var said []string
	for _, s := range all {
		if s != "" {
			said = append(said, s)
		}
	}
	return strings.Join(said, " ")
}

// plural picks the form of a verb that goes with these names.
func plural(names []string, one, many string) string {
	if len(names) == 1 {
		return one
	}
	return many
}

// opening begins a sentence with the name of a source: a publisher keeps its own case.
func opening(name string) string {
	if rest, ok := strings.CutPrefix(name, "the "); ok {
		return "The " + rest
	}
	return name
}

// onDay writes a day for people: 28 August 2026.
func onDay(t data.Timestamp) string { return t.UTC().Format("2 January 2006") }

// onDate is onDay for a date as documents write it.
func onDate(date string) string {
	t, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return date
	}
	return onDay(data.At(t))
}

func sameDay(x, y data.Timestamp) bool { return onDay(x) == onDay(y) }

// grouped are names by what they belong to, in the order of their coming.
type grouped struct {
	order []string
	of    map[string][]string
}

func (g *grouped) add(to, name string) {
	if len(g.of[to]) == 0 {
		g.order = append(g.order, to)
	}
	g.of[to] = append(g.of[to], name)
}

// tell says a sentence of each group.
func (g *grouped) tell(sentence func(of string, names []string) string) string {
	var all []string
	for _, of := range g.order {
		all = append(all, sentence(of, g.of[of]))
	}
	return sentences(all...)
}
