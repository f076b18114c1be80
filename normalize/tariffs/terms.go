package tariffs

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"pricepoint/data"
)

// errHours says that a price holds at some hours and the page does not say at which.
var errHours = errors.New("the hours are not stated")

// billedAs is the class of tokens that an observation prices.
func billedAs(o data.Observation) (data.BillingClass, bool) {
	class := o.Field.Class()
	known := class != ""
	if ttl := o.Qualifiers.CacheTTL; class == data.ClassCacheWrite && ttl != "" && ttl != "5m" {
		class += data.BillingClass(ttl)
	}
	if m := o.Qualifiers.Modality; m != "" && m != "text" {
		class = data.BillingClass(m) + "." + class
	}
	return class, known
}

// termsOf are the terms that a page prints beside a price. Its days are those of UTC.
func termsOf(q data.Qualifiers) (data.Terms, error) {
	t := data.Terms{Effort: q.Effort, CacheTTL: q.CacheTTL, Kind: q.Kind, Promised: q.Promised}
	if q.Service != "standard" {
		t.Service = q.Service
	}
	if q.Region != "global" {
		t.Region = q.Region
	}
	var errs [4]error
	t.Context, errs[0] = bandOf(q)
	if q.Hours != "" {
		var hours data.WeeklyHours
		hours, errs[1] = data.ParseWeeklyHours(q.Hours)
		t.Hours = &hours
	} else if q.Window == "offPeak" { // a price of peak hours is what is published where nobody says when they are
		errs[1] = errHours
	}
	t.From, errs[2] = dayOf(q.ValidFrom, 0)
	t.Until, errs[3] = dayOf(q.ValidUntil, 1)
	return t, cmp.Or(errs[:]...)
}

// bandOf is the size of prompt that a price is for, nil for any.
func bandOf(q data.Qualifiers) (*data.ContextBand, error) {
	var band data.ContextBand
	for into, text := range map[*int64]string{
		pick(q.OverOp == data.AtLeast, &band.From, &band.Over): q.ContextOver,
		pick(q.UpToOp == data.Below, &band.Below, &band.UpTo):  q.ContextUpTo,
	} {
		if text == "" || text == data.LongContext {
			continue
		}
		var err error
		if *into, err = strconv.ParseInt(text, 10, 64); err != nil {
			return nil, fmt.Errorf("%q is no size of a prompt", text)
		}
	}
	if band == (data.ContextBand{}) {
		return nil, nil
	}
	return &band, nil
}

func pick[T any](first bool, x, y T) T {
	if first {
		return x
	}
	return y
}

// dayOf is the first instant of a day so many days later, zero when there is no day.
func dayOf(day string, later int) (data.Timestamp, error) {
	if day == "" {
		return data.Timestamp{}, nil
	}
	first, err := time.Parse(time.DateOnly, day)
	return data.At(first.AddDate(0, 0, later)), err
}

// sameTerms reports whether two lines hold for the same requests, whatever kind of price they have and on whatever days.
func sameTerms(x, y data.Terms) bool {
	plain := func(t data.Terms) data.Terms {
		t = t.As("", data.Timestamp{})
		if t.CacheTTL == "5m" {
			t.CacheTTL = ""
		}
		if t.Hours != nil { // which days are holidays was written in afterwards
			hours := *t.Hours
			hours.DaysOff, hours.KnownTo, t.Hours = nil, "", &hours
		}
		return t
	}
	return reflect.DeepEqual(plain(x), plain(y))
}

// samePrice reports whether two lines have one price, and the same.
func samePrice(x, y *data.Number) bool { return x != nil && y != nil && x.Equal(*y) }

// billed reports whether a kind of price is what a customer pays.
func billed(kind string) bool { return kind != data.KindList && kind != data.KindAnnounced }

// isCache reports whether a class is one of the cache. A dash under it says that there is no price apart from that of
// input, not that such tokens cannot be bought: that is said by a dash under input.
func isCache(class data.BillingClass) bool { return strings.HasPrefix(string(class), "cache") }

func ofTokens(l data.TariffLine) bool { return strings.HasPrefix(l.Per.Of, "token") }

// line is a line in the making.
type line struct {
	data.TariffLine
	cells int  // how often the page prints it; 0: it comes from elsewhere
	wrong bool // it is to be taken out
}

// sheet is the lines of a tariff in the making. It answers what stands there; the maker decides what else shall.
type sheet []line

// sized is the first line of a class that holds for long prompts, or for short ones, under the terms of another line otherwise;
// nil when there is none.
func (s sheet) sized(l data.TariffLine, long bool, class data.BillingClass) (best *line) {
	for i := range s {
		other, terms := &s[i], s[i].Terms
		if terms.Context == nil || other.Class != class || billed(terms.Kind) != billed(l.Terms.Kind) || terms.Context.Lower() > 0 != long {
			continue
		}
		terms.Context, terms.CacheTTL = nil, l.Terms.CacheTTL
		if sameTerms(terms, l.Terms) && (best == nil || other.Terms.Context.Lower() < best.Terms.Context.Lower()) {
			best = other
		}
	}
	return best
}

// rival is a line that holds for tokens that another one would hold for too, nil when there is none. List prices and
// announced ones are no rivals of what is billed.
func (s sheet) rival(class data.BillingClass, terms data.Terms) *line {
	for i, l := range s {
		alike := billed(l.Terms.Kind) && billed(terms.Kind) || l.Terms.Kind == terms.Kind && l.Terms.From.Equal(terms.From.Time)
		if alike && l.Class == class && sameTerms(l.Terms, terms) {
			return &s[i]
		}
	}
	return nil
}

// plainOf is the line that holds for all prompts under the terms of one for short prompts otherwise, nil when there is none.
func (s sheet) plainOf(short line) *line {
	if short.Terms.Context == nil || short.Terms.Context.Lower() > 0 {
		return nil
	}
	plain := short.Terms
	plain.Context = nil
	return s.rival(short.Class, plain)
}
