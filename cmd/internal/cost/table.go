package cost

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"pricepoint/cmd/internal/terminal"
	"pricepoint/data"
	"pricepoint/data/tariff"
)

// Table is an answer for people, a line a class.
func (a Answer) Table() terminal.Table {
	t := terminal.Table{Header: terminal.Row{"", "quantity", "USD", "price in USD", "because"}}
	for _, l := range a.Lines {
		t.Add(l.Class, data.Int(l.Quantity).Grouped(), l.amount(), l.price(a.Factor), l.because())
	}
	t.Add("total", "", a.amount(), "", "")
	return t
}

func (s Sum) amount() string {
	switch {
	case s.USD == nil:
		return "-"
	case s.From == nil:
		return s.USD.String()
	}
	return s.From.String() + " to " + s.USD.String()
}

// price is what was multiplied with the quantity; own is the reader's factor.
func (l Line) price(own data.Number) string {
	text := priced(l.Applied)
	for _, f := range l.Factors {
		text += " * " + f.Factor.String()
	}
	if !own.IsZero() {
		text += " * " + own.String()
	}
	return text
}

func priced(l data.TariffLine) string {
	switch {
	case l.State == data.PriceNotStated:
		return "a price that nobody states"
	case l.Price == nil:
		return "free"
	}
	return l.Price.String() + " per " + measure(l.Per)
}

func measure(m data.Measure) string {
	if m.Amount == 1_000_000 {
		return "1M " + m.Of
	}
	return data.Int(m.Amount).Grouped() + " " + m.Of
}

// because says under which terms the price holds and where it was read.
func (l Line) because() string {
	words := []string{l.Applied.Terms.String(), source(l.Applied.Evidence)}
	switch {
	case l.Bound == tariff.UpToInput:
		words = append([]string{"unknown: at most the input price"}, words...)
	case !l.Bound.Times().IsZero():
		words = append([]string{"unknown: the input price to " + l.Bound.Times().String() + " times that"}, words...)
	case l.Bound == tariff.PromotionOrList:
		words = append([]string{"the promotion may be over: this price, or the list price"}, words...)
	case l.Bound == tariff.NowToAnnounced:
		words = append([]string{"not confirmed: this price, or the one that was announced"}, words...)
	case l.Applied.Class != l.Class:
		words = append([]string{"billed as " + string(l.Applied.Class)}, words...)
	}
	for _, f := range l.Factors {
		words = append(words, strings.TrimSpace(f.Service+" "+f.Region)+": "+source(f.Evidence))
	}
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), "; ")
}

// source says who stated a price, and when it was last found there.
func source(e data.BriefEvidence) string {
	who, day := e.Attribution(), e.ConfirmedAt
	if e.Method == data.Curated {
		day = e.VerifiedAt
	}
	if day.IsZero() {
		return who
	}
	return who + " on " + day.Format(time.DateOnly)
}

// Remarks say what the table cannot.
func (a Answer) Remarks(stored bool) string {
	words := []string{fmt.Sprintf("%s at %s, by snapshot %s", a.Name, a.At.Format("2006-01-02T15:04Z"), a.Version)}
	if a.Assumed {
		words = append(words, "nobody had read prices so early: these are the earliest prices that are known")
	}
	for _, n := range a.Notes {
		words = append(words, n.text(a.At))
	}
	return strings.Join(append(words, unread(stored)...), "\n")
}

// text says what a note means for requests at a time.
func (n Note) text(at data.Timestamp) string {
	said := make([]string, len(n.Lines))
	for i, l := range n.Lines {
		said[i] = string(l.Class) + " at " + priced(l)
		switch n.Kind {
		case tariff.PromotionEnds:
			said[i] += " until " + l.Terms.Until.Format(time.DateOnly)
		case tariff.PromotionPromised:
			said[i] += " was promised up to " + l.Terms.Promised
			if l.Terms.PromiseOver(at.Time) {
				said[i] += ", which is past"
			}
		case tariff.PriceAnnounced:
			if !l.Terms.From.IsZero() {
				said[i] += " from " + l.Terms.From.Format(time.DateOnly)
			}
		}
	}
	if before := noted[n.Kind]; strings.HasSuffix(before, ":") {
		return before + " " + strings.Join(said, "; ")
	}
	return noted[n.Kind]
}

// noted says what the notes of a calculation mean; after a colon come the lines.
var noted = map[tariff.NoteKind]string{
	tariff.AverageRequest:    "the average request decides which size of prompt is billed; single ones can be billed otherwise",
	tariff.PromptOrder:       "only the excess of a long prompt is billed higher, and cached tokens count as its beginning",
	tariff.PromotionEnds:     "a promotion:",
	tariff.PromotionPromised: "a promotion, and what comes after it was not said:",
	tariff.PerhapsHoliday:    "it may be a public holiday on that day, which is billed by other hours: the calendar does not reach so far",
	tariff.PriceAnnounced:    "announced and not confirmed:",
}

// Unread says that an answer rests on no source.
const Unread = "nothing has been read yet: this is what the built-in catalogue knows; pricepoint refresh reads the sources"

// unread says so when no source was ever read.
func unread(stored bool) []string {
	if stored {
		return nil
	}
	return []string{Unread}
}
