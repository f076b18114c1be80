package tariff

import (
	"cmp"
	"errors"
	"fmt"
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
	if len(t.Lines) > maxLines {
		return fmt.Errorf("the tariff of %s has %d lines, and none has more than %d", t.ID, len(t.Lines), maxLines)
	}
	c := &checker{tariff: t}
	c.limits()
	for _, l := range t.Lines {
		c.line(l)
	}
	c.factors()
	if len(c.faults) == 0 { // lines that are broken by themselves cannot be compared
		c.compare()
	}
	return errors.Join(c.faults...)
}

type checker struct {
	tariff data.Tariff
	faults []error
}

func (c *checker) fault(format string, args ...any) {
	c.faults = append(c.faults, fmt.Errorf("the tariff of %s: %s", c.tariff.ID, fmt.Sprintf(format, args...)))
}

func (c *checker) limits() {
	l := c.tariff.Limits
	if min(l.Context, l.Input, l.Output) < 0 {
		c.fault("a limit is negative")
	}
	if l.Context > 0 && max(l.Input, l.Output) > l.Context {
		c.fault("prompts of %d and answers of %d tokens do not fit into %d", l.Input, l.Output, l.Context)
	}
	if r := c.tariff.Region; r != "" && !slices.Contains(Regions(c.tariff), r) {
		c.fault("no line is for its own region, %s", r)
	}
}

var className = regexp.MustCompile(`^([a-z][A-Za-z0-9]*\.)?[a-z][A-Za-z0-9]*$`)

// line checks a line by itself.
func (c *checker) line(l data.TariffLine) {
	fault := func(format string, args ...any) {
		c.fault("%s (%s): %s", l.Class, l.Terms, fmt.Sprintf(format, args...))
	}
	if !className.MatchString(string(l.Class)) {
		fault("%q is no name of a class, which look like audio.input", l.Class)
	}
	for _, problem := range slices.Concat(wrongMeasure(l), wrongPrice(l), wrongTerms(l), wrongBand(l)) {
		fault("%s", problem)
	}
	if l.State == data.BilledAsInput && !isPrompt(l.Class) {
		fault("only tokens of a prompt can be billed as input")
	} else if l.State == data.BilledAsInput && !slices.ContainsFunc(c.tariff.Lines, func(o data.TariffLine) bool {
		return o.Class == inputOf(l.Class) && o.Class != l.Class && o.Per == l.Per
	}) {
		fault("there is no %s for as much of the same to be billed as", inputOf(l.Class))
	}
}

func wrongMeasure(l data.TariffLine) (problems []string) {
	if _, ok := powerOfTen(l.Per.Amount); !ok {
		problems = append(problems, fmt.Sprintf("a price for %d cannot be computed exactly; it must be for 1, 10, 100 and so on", l.Per.Amount))
	}
	switch {
	case l.Per.Of == "":
		problems = append(problems, "it does not say what is counted")
	case isText(l.Class) && l.Per.Of != tokens, l.Class == data.ClassCacheStorage && l.Per.Of != tokenHours:
		problems = append(problems, fmt.Sprintf("it is not counted in %s", l.Per.Of))
	}
	return problems
}

// isText reports whether a class is one of text tokens.
func isText(class data.BillingClass) bool {
	return class == kindOf(class) && (isPrompt(class) || isAnswer(class))
}

func wrongPrice(l data.TariffLine) (problems []string) {
	switch l.State {
	case data.Priced:
		switch {
		case l.Price == nil:
			problems = append(problems, "it is priced and has no price")
		case !plain(*l.Price):
			problems = append(problems, fmt.Sprintf("its price has more than %d digits", maxDigits))
		case l.Price.IsNegative():
			problems = append(problems, fmt.Sprintf("its price is negative: %s", l.Price))
		case l.Price.IsZero():
			problems = append(problems, "it is priced and costs nothing; such a line is free")
		case dear(l):
			problems = append(problems, fmt.Sprintf("nothing costs %s USD for %d %s", l.Price, l.Per.Amount, l.Per.Of))
		}
	case data.FreeOfCharge, data.BilledAsInput, data.NotOffered, data.PriceNotStated:
		if l.Price != nil && (l.State != data.FreeOfCharge || !l.Price.IsZero()) {
			problems = append(problems, fmt.Sprintf("it is %s and has a price", l.State))
		}
	default:
		problems = append(problems, fmt.Sprintf("%q is no state of a price", l.State))
	}
	if l.Native != nil {
		problems = append(problems, wrongNative(l)...)
	}
	return problems
}

func dear(l data.TariffLine) bool {
	zeros, ok := powerOfTen(l.Per.Amount)
	million := l.Price.Decimal
	if ok && l.Per.Of == tokens {
		million = million.Shift(6 - zeros)
	}
	return million.GreaterThan(maxPrice)
}

// currencies are those in which a provider may print prices.
var currencies = []string{"AED", "AUD", "BRL", "CAD", "CHF", "CNY", "CZK", "DKK", "EUR", "GBP", "HKD", "IDR", "ILS", "INR", "JPY",
	"KRW", "MXN", "MYR", "NOK", "NZD", "PLN", "SAR", "SEK", "SGD", "THB", "TRY", "TWD", "VND", "ZAR"}

func wrongNative(l data.TariffLine) (problems []string) {
	n := l.Native
	if !slices.Contains(currencies, n.Currency) {
		problems = append(problems, fmt.Sprintf("the currency %q is not known", n.Currency))
	}
	if !plain(n.Amount) || !plain(n.Rate) || n.Amount.IsNegative() || n.Rate.IsNegative() {
		return append(problems, fmt.Sprintf("%s %s at %s cannot be", n.Amount, n.Currency, n.Rate))
	}
	if n.Rate.IsZero() {
		return problems // the page prints USD too
	}
	if !isDay(n.RateDate) || n.RateURL == "" {
		problems = append(problems, fmt.Sprintf("nobody knows from when and where the rate %s is", n.Rate))
	}
	if l.Price == nil || plain(*l.Price) && !n.Amount.Mul(n.Rate.Decimal).Equal(l.Price.Decimal) {
		problems = append(problems, fmt.Sprintf("%s %s at %s are %s USD, not its price", n.Amount, n.Currency, n.Rate, n.Amount.Mul(n.Rate.Decimal)))
	}
	return problems
}

func isDay(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	return err == nil
}

func wrongTerms(l data.TariffLine) (problems []string) {
	t := l.Terms
	if t.Service == standard {
		problems = append(problems, "the standard service is written by leaving it out")
	}
	if kinds := []string{"", data.KindList, data.KindPromotional, data.KindAnnounced}; !slices.Contains(kinds, t.Kind) {
		problems = append(problems, fmt.Sprintf("%q is no kind of price", t.Kind))
	}
	if !t.Until.IsZero() && !t.From.Before(t.Until.Time) {
		problems = append(problems, "it ends before it begins")
	}
	if t.Promised != "" && !isDay(t.Promised) {
		problems = append(problems, fmt.Sprintf("%q is no day, which look like 2006-01-02", t.Promised))
	}
	if kept := cmp.Or(l.Class.KeptFor(), "5m"); t.CacheTTL != "" && t.CacheTTL != kept {
		problems = append(problems, fmt.Sprintf("a cache of %s is of another class", t.CacheTTL))
	}
	if t.Hours != nil {
		problems = append(problems, wrongHours(*t.Hours)...)
	}
	return problems
}

func wrongHours(h data.WeeklyHours) (problems []string) {
	if _, err := location(h.Zone); err != nil {
		problems = append(problems, err.Error())
	}
	w, err := weekOf(h)
	if err != nil {
		return append(problems, err.Error())
	}
	if h.Holidays == "" && len(h.DaysOff)+len(h.KnownTo) > 0 || slices.ContainsFunc(h.DaysOff, func(day string) bool { return !isDay(day) }) {
		problems = append(problems, "its days off are no holidays of a country, or no days")
	}
	for _, s := range w.spans {
		if w.spansAt(s.begin) > 1 {
			return append(problems, fmt.Sprintf("two windows overlap on %s at %02d:%02d", weekdays[s.begin/minutesADay], s.begin%minutesADay/60, s.begin%60))
		}
	}
	return problems
}

func wrongBand(l data.TariffLine) (problems []string) {
	b := l.Terms.Context
	if b == nil {
		return nil
	}
	lower, upper := b.Lower(), max(b.UpTo, b.Below)
	switch {
	case min(b.Over, b.From, b.UpTo, b.Below) < 0 || max(lower, upper) > MaxQuantity:
		problems = append(problems, "no prompt has so many tokens")
	case b.Over > 0 && b.From > 0 || b.UpTo > 0 && b.Below > 0:
		problems = append(problems, "it has two bounds where one belongs")
	case lower == 0 && upper == 0:
		problems = append(problems, "a band without bounds is written by leaving it out")
	case upper > 0 && (lower > upper || lower == upper && !(b.From > 0 && b.UpTo > 0)):
		problems = append(problems, "no prompt is in its band")
	}
	if b.Counts != "" && b.Counts != data.CountPrompt && b.Counts != data.CountUncached {
		problems = append(problems, fmt.Sprintf("%q is no size of a prompt", b.Counts))
	}
	if b.Bills != "" && b.Bills != data.BillRequest && b.Bills != data.BillExcess {
		problems = append(problems, fmt.Sprintf("%q is no part of a request that is billed", b.Bills))
	}
	if b.Bills == data.BillExcess && !isPrompt(l.Class) {
		problems = append(problems, "only a prompt has tokens above a bound")
	}
	return problems
}

func (c *checker) factors() {
	for i, f := range c.tariff.Factors {
		to := data.Terms{Service: f.Service, Region: f.Region}
		if !IsFactor(f.Factor) {
			c.fault("the factor to %s must lie above 0, be at most %d and have at most %d digits", to, maxFactor, maxDigits)
		}
		if f.Service == standard || f.Service == "" && f.Region == "" {
			c.fault("a factor leads to the terms where it begins: %s", to)
		}
		for _, o := range c.tariff.Factors[:i] {
			if o.Service == f.Service && o.Region == f.Region && share(o.Classes, f.Classes) {
				c.fault("two factors lead to %s", to)
			}
		}
	}
}

// share reports whether two factors are for the same class; none given are all.
func share(a, b []data.BillingClass) bool {
	return len(a) == 0 || len(b) == 0 || slices.ContainsFunc(a, func(class data.BillingClass) bool { return slices.Contains(b, class) })
}
