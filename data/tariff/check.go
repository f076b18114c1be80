package tariff

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/data"
)

// maxLines is more than any tool has; what compares lines with one another takes its time.
const maxLines = 500

// maxPrice is what nothing costs, in USD: a million tokens, or anything else that is counted.
var maxPrice = decimal.NewFromInt(100_000)

// Check says what is wrong with a tariff: what contradicts itself or something else in it, what cannot be, or what is left open
// between two lines. The error names the first fault.
func Check(t data.Tariff) error {
	if what := faultOf(t); what != "" {
		return fmt.Errorf("the tariff of %s: %s", t.ID, what)
	}
	return nil
}

func faultOf(t data.Tariff) string {
	limits := t.Limits
	switch {
	case len(t.Lines) > maxLines:
		return fmt.Sprintf("it has %d lines, and none has more than %d", len(t.Lines), maxLines)
	case min(limits.Context, limits.Input, limits.Output) < 0, limits.Context > 0 && max(limits.Input, limits.Output) > limits.Context:
		return "a limit is negative, or beyond that of the whole request"
	case t.Region != "" && !slices.Contains(Regions(t), t.Region):
		return "no line is for its own region, " + t.Region
	}
	groups := map[string][]data.TariffLine{} // only one of each may hold, and one promotion beside it
	for _, l := range t.Lines {
		if what := cmp.Or(priceFault(t, l), termsFault(l)); what != "" {
			return fmt.Sprintf("%s (%s): %s", l.Class, l.Terms, what)
		}
		if l.Terms.Kind != data.KindAnnounced {
			of := fmt.Sprintf("%s (%s): ", l.Class, data.Terms{Service: l.Terms.Service, Region: l.Terms.Region, Effort: l.Terms.Effort})
			groups[of] = append(groups[of], l)
		}
	}
	for i, f := range t.Factors {
		to := data.Terms{Service: f.Service, Region: f.Region}
		again := slices.ContainsFunc(t.Factors[:i], func(o data.TariffFactor) bool {
			shared := func(class data.BillingClass) bool { return slices.Contains(f.Classes, class) }
			return o.Service == f.Service && o.Region == f.Region && (len(o.Classes)*len(f.Classes) == 0 || slices.ContainsFunc(o.Classes, shared))
		})
		if again || !IsFactor(f.Factor) || f.Service == standard || f.Service == "" && f.Region == "" {
			return fmt.Sprintf("the factor to %s is not the only one, leads nowhere else, or is none", to)
		}
	}
	for _, of := range slices.Sorted(maps.Keys(groups)) {
		if what := compareLines(groups[of]); what != "" {
			return of + what
		}
	}
	return ""
}

var className = regexp.MustCompile(`^([a-z][A-Za-z0-9]*\.)?[a-z][A-Za-z0-9]*$`)

// priceFault is what is wrong with what a line counts, and with its price.
func priceFault(t data.Tariff, l data.TariffLine) string {
	zeros, exact := powerOfTen(l.Per.Amount)
	isText := l.Class == kindOf(l.Class) && (isPrompt(l.Class) || isAnswer(l.Class))
	input := func(o data.TariffLine) bool {
		return o.Class == inputOf(l.Class) && o.Class != l.Class && o.Per == l.Per
	}
	free := l.State == data.FreeOfCharge && l.Price != nil && l.Price.IsZero()
	switch {
	case !className.MatchString(string(l.Class)):
		return "that is no name of a class, which look like audio.input"
	case !exact || l.Per.Of == "", isText && l.Per.Of != tokens, l.Class == data.ClassCacheStorage && l.Per.Of != "tokenHours":
		return fmt.Sprintf("it is not counted by %d %s", l.Per.Amount, l.Per.Of)
	case l.State == data.BilledAsInput && !(isPrompt(l.Class) && slices.ContainsFunc(t.Lines, input)):
		return fmt.Sprintf("there is no %s for as much of the same to be billed as", inputOf(l.Class))
	case slices.Contains([]data.PriceState{data.FreeOfCharge, data.BilledAsInput, data.NotOffered, data.PriceNotStated}, l.State):
		if l.Price != nil && !free {
			return fmt.Sprintf("it is %s and has a price", l.State)
		}
		return ""
	case l.State != data.Priced || l.Price == nil:
		return fmt.Sprintf("it is %q and has no price", l.State)
	case !plain(*l.Price) || !l.Price.IsPositive():
		return fmt.Sprintf("its price has more than %d digits, or is not above zero", maxDigits)
	}
	million := l.Price.Decimal
	if l.Per.Of == tokens {
		million = million.Shift(6 - zeros)
	}
	if million.GreaterThan(maxPrice) {
		return fmt.Sprintf("nothing costs %s USD for %d %s", l.Price, l.Per.Amount, l.Per.Of)
	}
	return ""
}

// termsFault is what is wrong with the terms of a line.
func termsFault(l data.TariffLine) string {
	t := l.Terms
	isDay := func(text string) bool { _, err := time.Parse(time.DateOnly, text); return err == nil }
	switch {
	case t.Service == standard:
		return "the standard service is written by leaving it out"
	case !slices.Contains([]string{"", data.KindList, data.KindPromotional, data.KindAnnounced}, t.Kind):
		return fmt.Sprintf("%q is no kind of price", t.Kind)
	case !t.Until.IsZero() && !t.From.Before(t.Until.Time):
		return "it ends before it begins"
	case t.Promised != "" && !isDay(t.Promised):
		return fmt.Sprintf("%q is no day, which look like 2006-01-02", t.Promised)
	case t.CacheTTL != "" && t.CacheTTL != cmp.Or(l.Class.KeptFor(), "5m"):
		return fmt.Sprintf("a cache of %s is of another class", t.CacheTTL)
	}
	if b := t.Context; b != nil {
		lower, upper := b.Lower(), max(b.UpTo, b.Below)
		empty := upper > 0 && (lower > upper || lower == upper && !(b.From > 0 && b.UpTo > 0))
		if empty || min(b.Over, b.From, b.UpTo, b.Below) < 0 || max(lower, upper) > MaxQuantity || lower+upper == 0 ||
			b.Over > 0 && b.From > 0 || b.UpTo > 0 && b.Below > 0 {
			return "no prompt is in its band"
		}
	}
	if h := t.Hours; h != nil {
		_, noZone := location(h.Zone)
		_, noWeek := data.ParseWeeklyHours(h.Notation())
		overlap := slices.ContainsFunc(h.Windows, func(w data.WeeklyWindow) bool {
			return slices.ContainsFunc(w.Days, func(day string) bool {
				return open(h.Windows, slices.Index(data.Weekdays, day)*minutesADay+minuteOfDay(w.From)) > 1
			})
		})
		noDays := slices.ContainsFunc(h.DaysOff, func(day string) bool { return !isDay(day) })
		if noZone != nil || noWeek != nil || overlap || noDays || h.Holidays == "" && len(h.DaysOff)+len(h.KnownTo) > 0 {
			return "its hours are none that a clock shows, or overlap, or its days off are none of a country"
		}
	}
	return ""
}

// compareLines finds where two lines hold for the same tokens at the same time, and where none holds between lines that do.
// It tries every instant, hour and size of prompts at which one of them begins or ends.
func compareLines(lines []data.TariffLine) string {
	zones, at := map[string]bool{}, []data.Timestamp{{}} // the beginning of time
	for _, l := range lines {
		if l.Terms.Hours != nil {
			zones[l.Terms.Hours.Zone] = true
		}
		at = append(at, l.Terms.From, l.Terms.Until)
	}
	if len(zones) > 1 {
		return "its hours are told by clocks of several zones"
	}
	for _, from := range at {
		inForce := slices.DeleteFunc(slices.Clone(lines), func(l data.TariffLine) bool { return !l.Terms.InForce(from.Time) })
		for _, at := range append([]time.Time{from.Time}, Turns(data.Tariff{Lines: inForce}, from.Time)...) {
			now := slices.DeleteFunc(slices.Clone(inForce), func(l data.TariffLine) bool {
				holds, _ := holdsAt(l.Terms.Hours, at, false) // which are sound
				return !holds
			})
			if len(now) == 0 && len(inForce) > 0 {
				return "no line holds at some hours; write one that says what is known of them"
			}
			if problem := compareBands(now); problem != "" {
				return problem
			}
		}
	}
	return ""
}

// compareBands tries every size around a bound, in halves of a token: two requests can have an odd number together.
func compareBands(lines []data.TariffLine) string {
	halves, two := []int64{0}, decimal.NewFromInt(2)
	for _, l := range lines {
		if b := l.Terms.Context; b != nil {
			for _, bound := range []int64{b.Over, b.From, b.UpTo, b.Below} {
				halves = append(halves, max(0, 2*bound-1), 2*bound, 2*bound+1)
			}
		}
	}
	slices.Sort(halves)
	var ended *decimal.Decimal // the first size without a line
	for _, n := range slices.Compact(halves) {
		promotional, others, size := 0, 0, decimal.NewFromInt(n).Div(two)
		for _, l := range lines {
			switch b := l.Terms.Context; {
			case b != nil && !within(*b, decimal.NewFromInt(n), two):
			case l.Terms.Kind == data.KindPromotional:
				promotional++
			default:
				others++
			}
		}
		switch found := promotional + others; {
		case promotional > 1 || others > 1:
			return fmt.Sprintf("two lines hold for prompts of %s tokens", size)
		case found > 0 && ended != nil:
			return fmt.Sprintf("no line is for prompts of %s tokens, and one for longer ones; write one that says what is known of them", ended)
		case found == 0 && ended == nil:
			ended = &size
		}
	}
	return ""
}
