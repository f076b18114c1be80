package export

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/tariff"
)

// model is one tool as the formats need it.
type model struct {
	id    string
	maker maker
	names names
	gone  bool              // it was withdrawn, or is a model that is gone from its page
	until data.Timestamp    // it is sold before this; zero: no end is known
	words []data.ExportLoss // whose word the published prices are that their maker has not printed, one for each printer

	hourly                                        // the published prices: standard service, the seller's own region
	elsewhere []elsewhere                         // other services and other regions, at their peak hours
	coming    []data.TariffLine                   // announced
	promised  []data.TariffLine                   // list prices in place of a promotion, with the day up to which that is promised
	further   map[data.BillingClass][]data.Number // prices of standard service of the classes that are not in classes
}

// elsewhere is what the shortest prompts cost at another service or in another region.
type elsewhere struct {
	terms data.Terms
	costs band
}

// book is all tools that have a price, at one instant.
type book struct {
	models    []model
	lacking   []data.ExportLack // tools that no file can have
	modelsDev bool              // its names of models are known

	taken map[string]bool // names that mean a model that was added
}

// keptMonths is how long a tool stays in the files after it was withdrawn: old sessions are priced with it.
const keptMonths = 6

// bookOf says what every tool costs at the instant at which the documents were updated last.
func bookOf(d Documents) *book {
	now := d.Tariffs.LastUpdated.Time
	lexicon := readNames(d.Aliases.Aliases, now)
	b := &book{modelsDev: lexicon.modelsDev, taken: map[string]bool{}}
	for _, t := range d.Tariffs.Tools {
		at, end := now, t.Sale.Until
		if !end.IsZero() && !now.Before(end.Time) {
			at = end.Add(-time.Millisecond) // just before it was no longer sold
		}
		if at.Equal(now) || now.Before(end.AddDate(0, keptMonths, 0)) {
			b.add(model{gone: strings.Contains(t.ID, "/") && !at.Equal(now)}, t, at, lexicon)
		}
	}
	for _, w := range d.Withdrawn {
		since, err := data.ParseVersion(w.Since)
		at := since.Add(-time.Millisecond)
		t, _, known := tariff.At(d.Histories[w.ID], at, at)
		if err == nil && known && now.Before(since.AddDate(0, keptMonths, 0)) {
			b.add(model{gone: true}, t, at, lexicon)
		}
	}
	return b
}

// add enters a tool as it was sold at an instant.
func (b *book) add(m model, t data.Tariff, at time.Time, l lexicon) {
	maker, known := makers[t.Seller]
	m.id, m.maker, m.until = t.ID, maker, t.Sale.Until
	m.further = map[data.BillingClass][]data.Number{}
	now, terms := frozen(t, at), tariff.Usage{Region: t.Region, At: at}
	switch m.hourly = byHours(now, terms); {
	case m.peak == nil:
		b.lacking = append(b.lacking, data.ExportLack{Tool: t.ID, Why: data.LackPrice})
		return
	case !known:
		b.lacking = append(b.lacking, data.ExportLack{Tool: t.ID, Why: data.LackMaker})
		return
	}
	m.names = l.of(t.ID, t.Name, maker)
	if _, id, ofModel := strings.Cut(t.ID, "/"); ofModel && b.taken[id] {
		return // a name that a tool has, or had, means that one
	}
	for _, name := range m.names.api {
		b.taken[name] = true
	}
	m.compare(now, terms)
	m.promised = promised(now)
	for _, line := range t.Lines {
		if line.Terms.Kind == data.KindAnnounced {
			m.coming = append(m.coming, line)
		}
		m.attribute(line)
	}
	b.models = append(b.models, m)
}

// promised are the list prices of standard service that hold once a promotion ends, of which only the day is known up to which it
// was promised.
func promised(now data.Tariff) (all []data.TariffLine) {
	for _, l := range now.Lines {
		if l.Terms.Kind != data.KindPromotional || l.Terms.Promised == "" || l.Terms.Service != "" {
			continue
		}
		twin := l.Terms
		twin.Kind, twin.Promised = data.KindList, ""
		i := slices.IndexFunc(now.Lines, func(o data.TariffLine) bool {
			return o.Class == l.Class && o.Price != nil && reflect.DeepEqual(o.Terms, twin)
		})
		if i >= 0 {
			after := now.Lines[i]
			after.Terms = l.Terms
			all = append(all, after)
		}
	}
	return all
}

// attribute keeps whose word a published price is that its maker has not printed.
func (m *model) attribute(l data.TariffLine) {
	e := l.Evidence
	if l.Price == nil || l.Terms.Service != "" || e.Basis == "" || e.Basis.FirstHand() || !slices.Contains(classes, l.Class) {
		return
	}
	told := func(w data.ExportLoss) bool { return w.Basis == e.Basis && w.Publisher == e.Printer() }
	if !slices.ContainsFunc(m.words, told) {
		m.words = append(m.words, data.ExportLoss{Tool: m.id, Kind: data.LostBasis, Class: l.Class, Basis: e.Basis, Publisher: e.Printer()})
	}
}

// compare finds what other services and regions cost, and what else is billed.
func (m *model) compare(now data.Tariff, standard tariff.Usage) {
	for _, l := range now.Lines {
		if !slices.Contains(classes, l.Class) && l.State == data.Priced {
			prices := m.further[l.Class]
			if l.Price != nil && l.Terms.Service == "" && l.Terms.Region == "" {
				prices = append(prices, *l.Price)
			}
			m.further[l.Class] = prices
		}
	}
	for _, service := range tariff.Services(now) {
		if terms := standard; service != "standard" {
			terms.Service = service
			m.sold(now, terms, data.Terms{Service: service})
		}
	}
	for _, region := range tariff.Regions(now) {
		if terms := standard; region != standard.Region {
			terms.Region = region
			m.sold(now, terms, data.Terms{Region: region})
		}
	}
}

// sold keeps what is sold under other terms, if it is.
func (m *model) sold(now data.Tariff, terms tariff.Usage, as data.Terms) {
	if s := byHours(now, terms).peak; s != nil {
		m.elsewhere = append(m.elsewhere, elsewhere{as, s.base()})
	}
}

// rate is what tokens of one class cost, in USD per million.
type rate struct {
	data.Number
	bound tariff.Bound // where nobody states it; it is that of input, which is the nearest that is known
}

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
	if b.rates[class].bound != "" {
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

// rates are what a tool costs under some terms, at their instant: nil when it cannot be bought under them.
func rates(t data.Tariff, terms tariff.Usage) sheet {
	var s sheet
	bounds := []int64{0} // the sizes of prompts above which lines begin
	for _, l := range t.Lines {
		if b := l.Terms.Context; b != nil {
			bounds = append(bounds, b.Over, b.UpTo, max(b.From-1, 0), max(b.Below-1, 0))
		}
	}
	slices.Sort(bounds)
	for _, above := range slices.Compact(bounds) {
		b := band{above: above, rates: map[data.BillingClass]rate{}}
		for _, class := range classes {
			item, ok := tariff.Token(t, terms, class, above+1)
			if ok && !(class == data.ClassCacheWrite1h && (item.As != "" || item.Bound != "")) {
				b.rates[class] = rate{tariff.Each(t, item), item.Bound}
			}
		}
		_, in := b.rates[data.ClassInput]
		_, out := b.rates[data.ClassOutput]
		if !in || !out {
			break // no request of that size, or a larger one, can be billed
		}
		same := func(x, y rate) bool { return x.bound == y.bound && x.Equal(y.Number) }
		if len(s) == 0 || !maps.EqualFunc(s[len(s)-1].rates, b.rates, same) {
			s = append(s, b)
		}
	}
	return s
}

// hourly is what a tool costs at its most and its least expensive hours.
type hourly struct {
	peak    sheet
	offPeak sheet             // nil: all hours are alike
	windows *data.WeeklyHours // the most expensive hours; nil: they are not stated as such
}

// byHours tries every instant of a week at which hours begin or end.
func byHours(t data.Tariff, terms tariff.Usage) hourly {
	var h hourly
	for _, at := range append([]time.Time{terms.At}, tariff.Turns(t, terms.At)...) {
		terms.At = at
		s := rates(t, terms)
		switch {
		case s == nil && h.peak == nil:
			return h
		case s == nil:
			continue
		case h.peak == nil || s.sum().GreaterThan(h.peak.sum()):
			h.peak, h.windows = s, tariff.HoursAt(t, terms)
		}
		if h.offPeak == nil || s.sum().LessThan(h.offPeak.sum()) {
			h.offPeak = s
		}
	}
	if !h.offPeak.sum().LessThan(h.peak.sum()) {
		h.offPeak = nil
	}
	return h
}
