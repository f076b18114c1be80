package tariff

import (
	"cmp"
	"errors"
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

// Check says everything that is wrong with a tariff: what contradicts itself or something else in it, what cannot be, and
// what is left open between two lines. The error joins one error for each fault.
func Check(t data.Tariff) error {
	c := &checker{tariff: t}
	if c.wrong(len(t.Lines) > maxLines, "it has %d lines, and none has more than %d", len(t.Lines), maxLines); c.faults == nil {
		l, r := t.Limits, t.Region
		c.wrong(min(l.Context, l.Input, l.Output) < 0, "a limit is negative")
		c.wrong(l.Context > 0 && max(l.Input, l.Output) > l.Context,
			"prompts of %d and answers of %d tokens do not fit into %d", l.Input, l.Output, l.Context)
		c.wrong(r != "" && !slices.Contains(Regions(t), r), "no line is for its own region, %s", r)
		for _, l := range t.Lines {
			c.about = fmt.Sprintf("%s (%s): ", l.Class, l.Terms)
			c.line(l)
		}
		c.about = ""
		c.factors()
	}
	if c.faults == nil { // lines that are broken by themselves cannot be compared
		c.compare()
	}
	return errors.Join(c.faults...)
}

type checker struct {
	tariff data.Tariff
	about  string // the line that is checked
	faults []error
}

// wrong notes what is wrong, where it is.
func (c *checker) wrong(is bool, format string, args ...any) {
	if is {
		c.faults = append(c.faults, fmt.Errorf("the tariff of %s: %s%s", c.tariff.ID, c.about, fmt.Sprintf(format, args...)))
	}
}

var className = regexp.MustCompile(`^([a-z][A-Za-z0-9]*\.)?[a-z][A-Za-z0-9]*$`)

// line checks a line by itself.
func (c *checker) line(l data.TariffLine) {
	c.wrong(!className.MatchString(string(l.Class)), "%q is no name of a class, which look like audio.input", l.Class)
	_, exact := powerOfTen(l.Per.Amount)
	c.wrong(!exact, "a price for %d cannot be computed exactly; it must be for 1, 10, 100 and so on", l.Per.Amount)
	c.wrong(l.Per.Of == "", "it does not say what is counted")
	isText := l.Class == kindOf(l.Class) && (isPrompt(l.Class) || isAnswer(l.Class))
	other := isText && l.Per.Of != tokens || l.Class == data.ClassCacheStorage && l.Per.Of != "tokenHours"
	c.wrong(l.Per.Of != "" && other, "it is not counted in %s", l.Per.Of)
	c.price(l)
	c.terms(l)
	if l.Terms.Hours != nil {
		c.hours(*l.Terms.Hours)
	}
	if l.Terms.Context != nil {
		c.band(*l.Terms.Context, l.Class)
	}
	input := slices.ContainsFunc(c.tariff.Lines, func(o data.TariffLine) bool {
		return o.Class == inputOf(l.Class) && o.Class != l.Class && o.Per == l.Per
	})
	asInput := l.State == data.BilledAsInput
	c.wrong(asInput && !isPrompt(l.Class), "only tokens of a prompt can be billed as input")
	c.wrong(asInput && isPrompt(l.Class) && !input, "there is no %s for as much of the same to be billed as", inputOf(l.Class))
}

var unpriced = []data.PriceState{data.FreeOfCharge, data.BilledAsInput, data.NotOffered, data.PriceNotStated}

func (c *checker) price(l data.TariffLine) {
	switch {
	case slices.Contains(unpriced, l.State):
		free := l.State == data.FreeOfCharge && l.Price != nil && l.Price.IsZero()
		c.wrong(l.Price != nil && !free, "it is %s and has a price", l.State)
	case l.State != data.Priced:
		c.wrong(true, "%q is no state of a price", l.State)
	case l.Price == nil:
		c.wrong(true, "it is priced and has no price")
	case !plain(*l.Price):
		c.wrong(true, "its price has more than %d digits", maxDigits)
	default:
		million := l.Price.Decimal
		if zeros, ok := powerOfTen(l.Per.Amount); ok && l.Per.Of == tokens {
			million = million.Shift(6 - zeros)
		}
		c.wrong(l.Price.IsNegative(), "its price is negative: %s", l.Price)
		c.wrong(l.Price.IsZero(), "it is priced and costs nothing; such a line is free")
		c.wrong(million.GreaterThan(maxPrice), "nothing costs %s USD for %d %s", l.Price, l.Per.Amount, l.Per.Of)
	}
}

func isDay(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	return err == nil
}

func (c *checker) terms(l data.TariffLine) {
	t := l.Terms
	c.wrong(t.Service == standard, "the standard service is written by leaving it out")
	kinds := []string{"", data.KindList, data.KindPromotional, data.KindAnnounced}
	c.wrong(!slices.Contains(kinds, t.Kind), "%q is no kind of price", t.Kind)
	c.wrong(!t.Until.IsZero() && !t.From.Before(t.Until.Time), "it ends before it begins")
	c.wrong(t.Promised != "" && !isDay(t.Promised), "%q is no day, which look like 2006-01-02", t.Promised)
	c.wrong(t.CacheTTL != "" && t.CacheTTL != cmp.Or(l.Class.KeptFor(), "5m"), "a cache of %s is of another class", t.CacheTTL)
}

func (c *checker) hours(h data.WeeklyHours) {
	_, err := location(h.Zone)
	c.wrong(err != nil, "%v", err)
	w, err := weekOf(h)
	if c.wrong(err != nil, "%v", err); err != nil {
		return
	}
	noDays := slices.ContainsFunc(h.DaysOff, func(day string) bool { return !isDay(day) })
	c.wrong(h.Holidays == "" && len(h.DaysOff)+len(h.KnownTo) > 0 || noDays, "its days off are no holidays of a country, or no days")
	if i := slices.IndexFunc(w, func(s span) bool { return w.at(s.begin) > 1 }); i >= 0 {
		day, minute := w[i].begin/minutesADay, w[i].begin%minutesADay
		c.wrong(true, "two windows overlap on %s at %02d:%02d", weekdays[day], minute/60, minute%60)
	}
}

func (c *checker) band(b data.ContextBand, class data.BillingClass) {
	lower, upper := b.Lower(), max(b.UpTo, b.Below)
	switch {
	case min(b.Over, b.From, b.UpTo, b.Below) < 0 || max(lower, upper) > MaxQuantity:
		c.wrong(true, "no prompt has so many tokens")
	case b.Over > 0 && b.From > 0 || b.UpTo > 0 && b.Below > 0:
		c.wrong(true, "it has two bounds where one belongs")
	case lower == 0 && upper == 0:
		c.wrong(true, "a band without bounds is written by leaving it out")
	default:
		empty := lower > upper || lower == upper && !(b.From > 0 && b.UpTo > 0)
		c.wrong(upper > 0 && empty, "no prompt is in its band")
	}
	c.wrong(!slices.Contains([]data.ContextCount{"", data.CountPrompt, data.CountUncached}, b.Counts), "%q is no size of a prompt", b.Counts)
	c.wrong(b.Bills != "" && b.Bills != data.BillRequest && b.Bills != data.BillExcess, "%q is no part of a request that is billed", b.Bills)
	c.wrong(b.Bills == data.BillExcess && !isPrompt(class), "only a prompt has tokens above a bound")
}

func (c *checker) factors() {
	for i, f := range c.tariff.Factors {
		to := data.Terms{Service: f.Service, Region: f.Region}
		c.wrong(!IsFactor(f.Factor), "the factor to %s must lie above 0, be at most %d and have at most %d digits", to, maxFactor, maxDigits)
		c.wrong(f.Service == standard || f.Service == "" && f.Region == "", "a factor leads to the terms where it begins: %s", to)
		for _, o := range c.tariff.Factors[:i] {
			shared := func(class data.BillingClass) bool { return slices.Contains(f.Classes, class) }
			share := len(o.Classes) == 0 || len(f.Classes) == 0 || slices.ContainsFunc(o.Classes, shared)
			c.wrong(o.Service == f.Service && o.Region == f.Region && share, "two factors lead to %s", to)
		}
	}
}

// compare finds where two lines hold for the same tokens at the same time, and where none holds between lines that do.
// It tries every instant, hour and size of prompts at which one of them begins or ends.
func (c *checker) compare() {
	groups := map[string][]data.TariffLine{} // only one of each may hold, and one promotion beside it
	for _, l := range c.tariff.Lines {
		if l.Terms.Kind != data.KindAnnounced {
			of := fmt.Sprintf("%s (%s): ", l.Class, data.Terms{Service: l.Terms.Service, Region: l.Terms.Region, Effort: l.Terms.Effort})
			groups[of] = append(groups[of], l)
		}
	}
	for _, c.about = range slices.Sorted(maps.Keys(groups)) {
		problem := compareLines(groups[c.about])
		c.wrong(problem != "", "%s", problem)
	}
}

func compareLines(lines []data.TariffLine) string {
	zones, counts, at := map[string]bool{}, map[data.ContextCount]bool{}, []data.Timestamp{{}} // the beginning of time
	for _, l := range lines {
		if l.Terms.Hours != nil {
			zones[l.Terms.Hours.Zone] = true
		}
		if b := l.Terms.Context; b != nil {
			counts[cmp.Or(b.Counts, data.CountPrompt)] = true
		}
		at = append(at, l.Terms.From, l.Terms.Until)
	}
	switch {
	case len(zones) > 1:
		return "its hours are told by clocks of several zones"
	case len(counts) > 1:
		return "its bands count prompts in two ways"
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
