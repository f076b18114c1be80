package tariffs

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"pricepoint/data"
)

// errHours says that a price holds at some hours and the page does not say at which.
var errHours = errors.New("the hours are not stated")

// classOf is the class of tokens that an observation prices.
func classOf(o data.Observation) (data.BillingClass, bool) {
	class, ok := map[data.Field]data.BillingClass{
		data.PriceInput: data.ClassInput, data.PriceOutput: data.ClassOutput, data.PriceCacheRead: data.ClassCacheRead,
		data.PriceCacheWrite: data.ClassCacheWrite, data.PriceCacheStorage: data.ClassCacheStorage,
	}[o.Field]
	if ttl := o.Qualifiers.CacheTTL; class == data.ClassCacheWrite && ttl != "" && ttl != "5m" {
		class += data.BillingClass(ttl)
	}
	if m := o.Qualifiers.Modality; m != "" && m != "text" {
		class = data.BillingClass(m) + "." + class
	}
	return class, ok
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
	t.Hours, errs[1] = hoursOf(q)
	t.From, errs[2] = dayOf(q.ValidFrom, 0)
	t.Until, errs[3] = dayOf(q.ValidUntil, 1)
	return t, cmp.Or(errs[:]...)
}

// bandOf is the size of prompt that a price is for, nil for any.
func bandOf(q data.Qualifiers) (*data.ContextBand, error) {
	var band data.ContextBand
	for _, bound := range []struct {
		text string
		into *int64
	}{
		{q.ContextOver, pick(q.OverOp == data.AtLeast, &band.From, &band.Over)},
		{q.ContextUpTo, pick(q.UpToOp == data.Below, &band.Below, &band.UpTo)},
	} {
		if bound.text == "" || bound.text == data.LongContext {
			continue
		}
		tokens, err := strconv.ParseInt(bound.text, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%q is no size of a prompt", bound.text)
		}
		*bound.into = tokens
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

// hoursOf are the hours at which a price holds, nil for any. A price of peak hours is what is published where nobody says
// when they are.
func hoursOf(q data.Qualifiers) (*data.WeeklyHours, error) {
	switch {
	case q.Hours == "" && q.Window == "offPeak":
		return nil, errHours
	case q.Hours == "":
		return nil, nil
	}
	hours, err := data.ParseWeeklyHours(q.Hours)
	return &hours, err
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

// The orders of what lines are sorted by; anything else comes behind, by its name.
var (
	classOrder = []data.BillingClass{data.ClassInput, data.ClassOutput, data.ClassReasoning, data.ClassCacheRead, data.ClassCacheWrite,
		data.ClassCacheWrite1h, data.ClassCacheWrite12h, data.ClassCacheStorage}
	serviceOrder = []string{"", "batch", "flex", "priority", "fast"}
	kindOrder    = []string{"", data.KindPromotional, data.KindList, data.KindAnnounced}
)

// compare orders two lines.
func compare(x, y data.TariffLine) int {
	return cmp.Or(
		inOrder(classOrder, x.Class, y.Class), inOrder(serviceOrder, x.Terms.Service, y.Terms.Service), strings.Compare(x.Terms.Region, y.Terms.Region),
		cmp.Compare(x.Terms.Context.Lower(), y.Terms.Context.Lower()), strings.Compare(hoursText(x), hoursText(y)), strings.Compare(x.Terms.Effort, y.Terms.Effort),
		inOrder(kindOrder, x.Terms.Kind, y.Terms.Kind), cmp.Compare(ends(x), ends(y)), x.Terms.From.Compare(y.Terms.From.Time),
	)
}

// ends puts a line that ends behind one that holds on.
func ends(l data.TariffLine) int {
	if l.Terms.Until.IsZero() {
		return 0
	}
	return 1
}

func inOrder[T ~string](order []T, x, y T) int {
	place := func(s T) int {
		if i := slices.Index(order, s); i >= 0 {
			return i
		}
		return len(order)
	}
	return cmp.Or(cmp.Compare(place(x), place(y)), cmp.Compare(x, y))
}

func hoursText(l data.TariffLine) string {
	if l.Terms.Hours == nil {
		return ""
	}
	return pick(l.Terms.Hours.Outside, "2", "1") + l.Terms.Hours.Notation()
}
