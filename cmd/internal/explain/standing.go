package explain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"pricepoint/cmd/internal/published"
	"pricepoint/cmd/internal/terminal"
	"pricepoint/data"
)

// agreement tells who else states the value, and who another.
func (x *Explainer) agreement(e data.Evidence) string {
	_, isPrice := nouns[e.Field]
	if e.Method == "" || !isPrice && e.Field != data.FieldContext {
		return "" // nobody else measures the same
	}
	var agree, differ []string
	for _, s := range e.Agrees {
		if s.CopyOf == "" {
			agree = append(agree, fmt.Sprintf("%s (read on %s)", x.called(s.Source), onDay(s.FetchedAt)))
		}
	}
	for _, s := range e.Disagrees {
		differ = append(differ, x.differs(s, e))
	}
	text, others := "Nobody else states it.", terminal.Conjunction(differ, "and")
	switch {
	case len(agree) > 0:
		text = fmt.Sprintf("%s %s the same.", opening(terminal.Conjunction(agree, "and")), plural(agree, "states", "state"))
	case len(e.Agrees) > 0:
		text = ""
	case len(differ) > 0:
		return "Nobody else states the same: " + others + "."
	}
	if len(differ) > 0 {
		others = opening(others) + "."
	}
	return sentences(text, x.copies(e), others)
}

// copies tells whose agreement counts for nothing, since it is somebody else's.
func (x *Explainer) copies(e data.Evidence) string {
	copies := grouped{of: map[string][]string{}}
	for _, s := range e.Agrees {
		if s.CopyOf != "" {
			copies.add(s.CopyOf, x.called(s.Source))
		}
	}
	return copies.tell(func(original string, names []string) string {
		return fmt.Sprintf("%s %s it too, but %s with %s and %s not count.", opening(terminal.Conjunction(names, "and")), plural(names, "states", "state"),
			plural(names, "shares its numbers", "share their numbers"), x.called(original), plural(names, "does", "do"))
	})
}

// differs tells what another source says, and when that was earlier, which is no wonder.
func (x *Explainer) differs(s data.Statement, e data.Evidence) string {
	seen, value, earlier := e.ConfirmedAt, s.Value.String(), ""
	if e.Field == data.FieldContext {
		value = s.Value.Grouped()
	}
	if e.Method == data.Curated {
		seen = e.VerifiedAt
	}
	if s.FetchedAt.Before(seen.Time) {
		earlier = ", which is earlier"
	}
	return fmt.Sprintf("%s says %s (read on %s%s)", x.called(s.Source), value, onDay(s.FetchedAt), earlier)
}

// doubt tells how far the value can be trusted when that is not far, and why.
func (x *Explainer) doubt(e data.Evidence) string {
	var why []string
	if note := strings.TrimSuffix(e.Note, "."); note != "" && !x.toldBefore(note) {
		why = append(why, note)
	}
	if e.PrintedBy != "" {
		why = append(why, fmt.Sprintf("%s's own page was not read", e.Publisher))
	}
	if !e.UnconfirmedSince.IsZero() {
		why = append(why, "nobody has found the same since "+onDay(e.UnconfirmedSince))
	}
	text := fmt.Sprintf("Confidence is %s", e.Confidence)
	if e.Confidence == data.High || e.Confidence == "" {
		text = "Note"
	}
	switch {
	case len(why) > 0:
		return text + ": " + strings.Join(why, "; ") + "."
	case text == "Note":
		return ""
	default:
		return text + "."
	}
}

// released tells why the gate let a value through that it would have held.
func (x *Explainer) released(e data.Evidence) string {
	switch {
	case e.Rule == "", e.Ruling != nil && e.Ruling.Rule == data.ListPriceBack:
		return ""
	case e.Ruling != nil && !e.Ruling.Rule.Releases():
		return fmt.Sprintf("It is worked out, not printed: %s.", e.Rule)
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
func (x *Explainer) held(e data.Evidence) string {
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
	if a := published.Pending(f, x.accepted); a != nil {
		return sentences(text, fmt.Sprintf("It was accepted by %s on %s and takes effect with the next refresh.", a.By, onDay(a.At)))
	}
	return sentences(text, fmt.Sprintf("The hold ends when %s: pricepoint findings accept %s.", f.Ends, f.ID))
}

// coming reports announced prices.
func (x *Explainer) coming(e data.Evidence) string {
	var all []string
	for _, a := range e.Announced {
		text := fmt.Sprintf("A price of %s USD is announced%s; it takes effect once it is read again on or after that day.", a.Value, whenAndWhere(a, e))
		if a.From <= x.made.Format(time.DateOnly) {
			text = fmt.Sprintf("A price of %s USD was announced%s, and nobody has read the page again since, so it is not published.", a.Value, whenAndWhere(a, e))
		}
		all = append(all, text)
	}
	today, until, promised := x.made.Format(time.DateOnly), e.Conditions.ValidUntil, e.Conditions.Promised
	if until != "" && until < today || promised != "" && promised < today {
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
func (x *Explainer) refused(e data.Evidence) string {
	for _, f := range x.findings {
		if f.Kind == data.Refused && f.Tool == x.tool.ID && f.Field == e.Field {
			return fmt.Sprintf("What %s states now cannot be used: %s.", x.called(f.Source), f.Quote)
		}
	}
	return ""
}
