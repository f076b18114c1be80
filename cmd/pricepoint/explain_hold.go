package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"pricepoint/data"
)

// released tells why the gate let a value through that it would have held.
func (x *explainer) released(e data.Evidence) string {
	if e.Rule == "" {
		return ""
	}
	return fmt.Sprintf("The gate would have held it back, but %s.", because(e))
}

// because continues the sentence with what let the value through. A snapshot that was made before there were rulings
// has only the words.
func because(e data.Evidence) string {
	if e.Ruling == nil {
		return e.Rule
	}
	switch r := *e.Ruling; r.Rule {
	case data.AcceptedByHand:
		return fmt.Sprintf("it was accepted by %s on %s", r.By, onDay(r.At))
	case data.ReadAgain:
		return fmt.Sprintf("it was first read on %s, and again on %s", onDay(r.FirstRead), onDay(r.At))
	default:
		return r.String()
	}
}

// held tells what is kept back and how that ends.
func (x *explainer) held(e data.Evidence) string {
	if e.Held == "" {
		return ""
	}
	i := slices.IndexFunc(x.findings, func(f data.Finding) bool { return f.ID == e.Held })
	if i < 0 {
		return fmt.Sprintf("Another value is held back, finding %s.", e.Held)
	}
	f := x.findings[i]
	var whys []string
	for _, b := range f.Breaches {
		whys = append(whys, b.Why)
	}
	why := cmp.Or(strings.Join(whys, "; "), f.Why)
	text := fmt.Sprintf("%s now %s %q, read on %s; that is held back because %s.", opening(x.called(f.Source)), x.verb(f.Source, "prints", "states"), f.Quote, onDay(f.Evidence), why)
	if a := pending(f, x.accepted); a != nil {
		return sentences(text, fmt.Sprintf("It was accepted by %s on %s and takes effect with the next refresh.", a.By, onDay(a.At)))
	}
	return sentences(text, fmt.Sprintf("The hold ends when %s: pricepoint findings accept %s.", f.Ends, f.ID))
}

// coming tells of announced prices.
func (x *explainer) coming(e data.Evidence) string {
	var all []string
	for _, a := range e.Announced {
		text := fmt.Sprintf("A price of %s USD is announced%s; it takes effect once it is read again on or after that day.", a.Value, whenAndWhere(a, e))
		if a.From <= x.made.Format(time.DateOnly) {
			text = fmt.Sprintf("A price of %s USD was announced%s, and nobody has read the page again since, so it is not published.", a.Value, whenAndWhere(a, e))
		}
		all = append(all, text)
	}
	if until := e.Conditions.ValidUntil; until != "" && until < x.made.Format(time.DateOnly) {
		all = append(all, "That day has passed, and nobody has read the page again since.")
	}
	return sentences(all...)
}

// whenAndWhere continues the announcement of a price. What the catalogue knows it quotes by address.
func whenAndWhere(a data.Announcement, e data.Evidence) string {
	switch {
	case a.Page != "" && a.Page == e.URL:
		return " there for " + onDate(a.From)
	case a.Page != "":
		return fmt.Sprintf(" for %s (%s)", onDate(a.From), a.Page)
	default:
		return fmt.Sprintf(" for %s (%q)", onDate(a.From), a.Quote)
	}
}

// refused tells that the newest reading of the value could not be used.
func (x *explainer) refused(e data.Evidence) string {
	for _, f := range x.findings {
		if f.Kind == data.Refused && f.Tool == x.tool.ID && f.Field == e.Field {
			return fmt.Sprintf("What %s states now cannot be used: %s.", x.called(f.Source), f.Quote)
		}
	}
	return ""
}
