package export

import (
	"maps"
	"slices"
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/tariff"
)

// rate is what tokens of one class cost, in USD per million.
type rate struct {
	data.Number
	basis basis
}

// basis says why a rate is what it is.
type basis int

// The bases.
const (
	stated   basis = iota // it is that of a line of the tariff
	asInput               // such tokens are billed as input
	upToThis              // nobody states it; it is that of input, which is the nearest that is known
)

// band is what requests cost whose prompts are of one size.
type band struct {
	above int64 // tokens: it is for longer prompts than this
	rates map[data.BillingClass]rate
}

// classes are those of text tokens, in the order in which a prompt and its answer are billed.
var classes = []data.BillingClass{data.ClassInput, data.ClassOutput, data.ClassCacheRead, data.ClassCacheWrite, data.ClassCacheWrite1h}

// sheet is what a tool costs under some terms: the whole request at the band of its prompt.
type sheet []band

// base is what the shortest prompts cost.
func (s sheet) base() band { return s[0] }

// highest is the rate of each class that is the highest, whatever the size of the prompt: what a file has that cannot tell sizes apart,
// so that no bill is below ours.
func (s sheet) highest() band {
	all := band{rates: map[data.BillingClass]rate{}}
	for _, b := range s {
		for class, r := range b.rates {
			if most, known := all.rates[class]; !known || r.GreaterThan(most.Decimal) {
				all.rates[class] = r
			}
		}
	}
	return all
}

// known is the rate of a class, nil when nobody states it: the program then keeps what it knows, or computes on its own.
func (b band) known(class data.BillingClass) *data.Number {
	if b.rates[class].basis == upToThis {
		return nil
	}
	return b.shown(class)
}

// shown is the rate of a class for programs that take an absent price for zero: where nobody states it, that of input.
func (b band) shown(class data.BillingClass) *data.Number {
	r, ok := b.rates[class]
	if !ok {
		return nil
	}
	return &r.Number
}

// perToken is the same for one token instead of a million.
func (b band) perToken(class data.BillingClass) *data.Number {
	n := b.shown(class)
	if n == nil {
		return nil
	}
	return &data.Number{Decimal: n.Shift(-6)}
}

// sum compares sheets by how dear they are.
func (s sheet) sum() decimal.Decimal {
	return s.base().rates[data.ClassInput].Add(s.base().rates[data.ClassOutput].Decimal)
}

// frozen is a tariff as it stands at an instant: what holds on other days is left out, no request is too long for it, and where
// nobody has confirmed which of two prices holds, it is the higher one.
func frozen(t data.Tariff, at time.Time) data.Tariff {
	var lines []data.TariffLine
	for _, l := range t.Lines {
		if l.Terms.Kind == data.KindAnnounced || !l.Terms.InForce(at) {
			continue
		}
		l = tariff.Highest(t, l, at)
		l.Terms.From, l.Terms.Until = data.Timestamp{}, data.Timestamp{}
		lines = append(lines, l)
	}
	t.Lines, t.Limits, t.Sale = lines, data.TokenLimits{}, data.SalePeriod{}
	return t
}

// rateOf is what one token of a class costs in a request whose prompt is of some size; false when that cannot be said.
func rateOf(t data.Tariff, terms tariff.Usage, class data.BillingClass, size int64) (rate, bool) {
	item, ok := tariff.Token(t, terms, class, size)
	if !ok {
		return rate{}, false
	}
	r := rate{Number: tariff.Each(t, item)}
	switch {
	case item.Bound != "":
		r.basis = upToThis
	case item.As != "":
		r.basis = asInput
	}
	return r, true
}

// rates are what a tool costs under some terms, at their instant: nil when it cannot be bought under them.
func rates(t data.Tariff, terms tariff.Usage) sheet {
	var s sheet
	for _, above := range bounds(t) {
		b := band{above: above, rates: map[data.BillingClass]rate{}}
		for _, class := range classes {
			r, ok := rateOf(t, terms, class, above+1)
			if ok && !(class == data.ClassCacheWrite1h && r.basis != stated) {
				b.rates[class] = r
			}
		}
		_, in := b.rates[data.ClassInput]
		_, out := b.rates[data.ClassOutput]
		if !in || !out {
			break // no request of that size, or a larger one, can be billed
		}
		if len(s) == 0 || !sameRates(s[len(s)-1], b) {
			s = append(s, b)
		}
	}
	return s
}

func sameRates(a, b band) bool {
	return maps.EqualFunc(a.rates, b.rates, func(x, y rate) bool { return x.basis == y.basis && x.Equal(y.Number) })
}

// bounds are the sizes of prompts above which lines begin, the smallest first; the first is 0.
func bounds(t data.Tariff) []int64 {
	all := []int64{0}
	for _, l := range t.Lines {
		if b := l.Terms.Context; b != nil {
			all = append(all, b.Over, b.UpTo, max(b.From-1, 0), max(b.Below-1, 0))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// hourly is what a tool costs at its most and its least expensive hours.
type hourly struct {
	peak    sheet
	offPeak sheet             // nil: all hours are alike
	windows *data.WeeklyHours // the most expensive hours; nil: they are not stated as such
}

// byHours tries every instant of a week at which hours begin or end.
func byHours(t data.Tariff, terms tariff.Usage) hourly {
	h := hourly{peak: rates(t, terms)}
	if h.peak == nil {
		return h
	}
	h.windows = hoursOf(t, terms)
	lowest := h.peak
	for _, at := range tariff.Turns(t, terms.At) {
		terms.At = at
		s := rates(t, terms)
		switch {
		case s == nil:
		case s.sum().GreaterThan(h.peak.sum()):
			h.peak, h.windows = s, hoursOf(t, terms)
		case s.sum().LessThan(lowest.sum()):
			lowest = s
		}
	}
	if lowest.sum().LessThan(h.peak.sum()) {
		h.offPeak = lowest
	}
	return h
}

// hoursOf are the hours of the line that bills input.
func hoursOf(t data.Tariff, terms tariff.Usage) *data.WeeklyHours {
	item, ok := tariff.Token(t, terms, data.ClassInput, 1)
	if !ok {
		return nil
	}
	return t.Lines[item.Line].Terms.Hours
}
