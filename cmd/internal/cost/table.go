package cost

import (
	"cmp"
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
	amount := data.Int(l.Per.Amount).Grouped()
	switch {
	case l.State == data.PriceNotStated:
		return "a price that nobody states"
	case l.Price == nil:
		return "free"
	case l.Per.Amount == 1_000_000:
		amount = "1M"
	}
	return l.Price.String() + " per " + amount + " " + l.Per.Of
}

// because says under which terms the price holds and where it was read.
func (l Line) because() string {
	why := ""
	switch {
	case l.Bound == tariff.UpToInput:
		why = "unknown: at most the input price"
	case !l.Bound.Times().IsZero():
		why = "unknown: the input price to " + l.Bound.Times().String() + " times that"
	case l.Bound == tariff.PromotionOrList:
		why = "the promotion may be over: this price, or the list price"
	case l.Bound == tariff.NowToAnnounced:
		why = "not confirmed: this price, or the one that was announced"
	case l.Applied.Class != l.Class:
		why = "billed as " + string(l.Applied.Class)
	}
	words := []string{why, l.Applied.Terms.String(), source(l.Applied.Evidence)}
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
	return remarks(stored, append([]string{fmt.Sprintf("%s at %s, by snapshot %s", a.Name, minute(a.At), a.Version)}, a.remarks("")...)...)
}

// remarks say what an answer rests on, each after a name.
func (a Answer) remarks(name string) (words []string) {
	if a.Assumed {
		words = append(words, name+earliest)
	}
	for _, n := range a.Notes {
		words = append(words, name+n.text(a.At))
	}
	return words
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

// earliest says what the prices are that are assumed.
const earliest = "nobody had read prices so early: these are the earliest prices that are known"

// remarks joins what tables cannot say; stored is false where no source was ever read.
func remarks(stored bool, words ...string) string {
	if !stored {
		words = append(words, Unread)
	}
	return strings.Join(words, "\n")
}

func minute(at data.Timestamp) string { return at.Format("2006-01-02T15:04Z") }

// Table is a ranking for people, a line a tool.
func (r Ranking) Table() terminal.Table {
	t := terminal.Table{Header: terminal.Row{"model", "USD", "unknown, or why there is no cost"}}
	for _, a := range r {
		var unknown []string
		for _, gap := range a.Unknown {
			unknown = append(unknown, string(gap.Class))
		}
		t.Add(a.Tool, a.amount(), cmp.Or(a.Problem, strings.Join(unknown, ", ")))
	}
	return t
}

// Remarks say what the table cannot.
func (r Ranking) Remarks(stored bool) string {
	words := []string{fmt.Sprintf("at %s, by snapshot %s; of one model alone every line of its tariff is shown", minute(r[0].At), r[0].Version)}
	for _, a := range r {
		words = append(words, a.remarks(a.Name+": ")...)
	}
	return remarks(stored, words...)
}
