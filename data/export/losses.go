package export

import (
	"cmp"
	"maps"
	"slices"

	"github.com/shopspring/decimal"

	"pricepoint/data"
)

// ability is what a format can say besides one price for each class.
type ability struct {
	tiers      bool     // other prices for whole requests with longer prompts
	hourLong   bool     // cache writes for an hour
	twiceInput bool     // such writes are billed at twice the input, whatever the file says
	allWrites  bool     // one price for cache writes however long they last: the highest
	hours      bool     // other prices at some hours of some weekdays
	services   []string // other prices of these services
	guesses    bool     // nothing: an absent price would be taken for zero, so that the file has that of input where nobody states one
	everyDay   bool     // hours of every day only, whatever the day of the week
}

// losses are what a tool costs and a file cannot say: of each kind the one with the largest factor.
func (m model) losses(says ability) []data.ExportLoss {
	base := m.peak.base()
	if !says.tiers {
		base = m.peak.highest()
	}
	all, found := []data.ExportLoss{}, map[data.LossKind][]data.ExportLoss{}
	for _, l := range slices.Concat(m.otherTerms(says, base), m.lostWrites(says, base), m.lostFrom(says, base)) {
		found[l.Kind] = append(found[l.Kind], l)
	}
	for _, kind := range []data.LossKind{data.LostTier, data.LostCache1h, data.LostHours, data.LostService, data.LostRegion, data.LostFrom} {
		if len(found[kind]) > 0 {
			all = append(all, slices.MaxFunc(found[kind], byFactor))
		}
	}
	if says.everyDay {
		all = append(all, m.lostWeekdays(base)...)
	}
	for _, class := range []data.BillingClass{data.ClassCacheRead, data.ClassCacheWrite} { // prices that nobody states
		if r, ok := base.rates[class]; says.guesses && ok && r.bound != "" {
			all = append(all, m.loss(data.LostCache, data.Terms{}, class, &r.Number, nil))
		}
	}
	if !m.until.IsZero() {
		all = append(all, data.ExportLoss{Tool: m.id, Kind: data.LostEnd, Terms: data.Terms{From: m.until}})
	}
	return slices.Concat(all, m.words, m.otherClasses(says, base))
}

// otherTerms are the prices of prompts of other sizes than the one whose price the file has, of the cheaper hours, since files
// have those of the peak, of batch and the like, and of requests that are answered elsewhere.
func (m model) otherTerms(says ability, base band) (all []data.ExportLoss) {
	for i, b := range m.peak {
		size := data.ContextBand{Over: b.above}
		if !says.tiers {
			size = longerThan(b.above)
			if i+1 < len(m.peak) {
				next := longerThan(m.peak[i+1].above)
				size.UpTo, size.Below = next.Over, next.From
			}
		}
		if !says.tiers {
			all = append(all, m.lost(data.LostTier, data.Terms{Context: &size}, base, b)...)
		}
	}
	var hours *data.WeeklyHours // all but the peak, nil where those are not stated
	if m.windows != nil {
		others := *m.windows
		others.Outside, hours = !others.Outside, &others
	}
	if m.offPeak != nil && !(says.hours && hours != nil && hours.Zone == "UTC") {
		all = append(all, m.lost(data.LostHours, data.Terms{Hours: hours}, base, m.offPeak.base())...)
	}
	for _, o := range m.elsewhere {
		if o.terms.Region != "" {
			all = append(all, m.lost(data.LostRegion, o.terms, base, o.costs)...)
		} else if !slices.Contains(says.services, o.terms.Service) {
			all = append(all, m.lost(data.LostService, o.terms, base, o.costs)...)
		}
	}
	return all
}

// lost compares what a file says with what is billed under other terms, class by class. None is lost where they agree.
func (m model) lost(kind data.LossKind, terms data.Terms, says, is band) (all []data.ExportLoss) {
	for _, class := range classes {
		in, real := says.known(class), is.known(class)
		if in != nil && real != nil && !in.Equal(*real) {
			all = append(all, m.loss(kind, terms, class, in, real))
		}
	}
	return all
}

func (m model) loss(kind data.LossKind, terms data.Terms, class data.BillingClass, says, is *data.Number) data.ExportLoss {
	l := data.ExportLoss{Tool: m.id, Kind: kind, Class: class, Terms: terms, Says: says, Is: is}
	if says != nil && is != nil && !says.IsZero() && !is.IsZero() {
		factor := says.DivRound(is.Decimal, 12)
		whole := int32(factor.NumDigits()) + factor.Exponent()
		l.Factor = &data.Number{Decimal: factor.Round(4 - whole)} // four significant digits
	}
	return l
}

// byFactor compares how far two losses are from no loss, whichever way. One that makes something free, or of nothing a
// price, is the largest; of equals the same one every time.
func byFactor(a, b data.ExportLoss) int {
	return cmp.Or(distance(a).Cmp(distance(b)), cmp.Compare(b.Terms.String(), a.Terms.String()), cmp.Compare(slices.Index(classes, b.Class), slices.Index(classes, a.Class)))
}

func distance(l data.ExportLoss) decimal.Decimal {
	if l.Factor == nil {
		return decimal.New(1, 18)
	}
	return decimal.Max(l.Factor.Decimal, decimal.NewFromInt(1).DivRound(l.Factor.Decimal, 12))
}

// longerThan are prompts of more tokens than a size: of 199,999 it is "from 200,000", as makers print it.
func longerThan(above int64) data.ContextBand {
	if above%1000 == 999 {
		return data.ContextBand{From: above + 1}
	}
	return data.ContextBand{Over: above}
}

// lostWrites are cache writes for an hour.
func (m model) lostWrites(says ability, base band) []data.ExportLoss {
	is := base.known(data.ClassCacheWrite1h)
	if says.hourLong || is == nil {
		return nil
	}
	told := base.known(data.ClassCacheWrite)
	if input := base.known(data.ClassInput); says.twiceInput {
		told = &data.Number{Decimal: input.Add(input.Decimal)}
	}
	switch {
	case told != nil && told.Equal(*is):
		return nil
	case says.allWrites && told != nil && told.LessThan(is.Decimal):
		return []data.ExportLoss{m.loss(data.LostCache1h, data.Terms{}, data.ClassCacheWrite, is, told)}
	}
	return []data.ExportLoss{m.loss(data.LostCache1h, data.Terms{}, data.ClassCacheWrite1h, told, is)}
}

// lostWeekdays are the days on which the peak hours are as cheap as the others.
func (m model) lostWeekdays(base band) []data.ExportLoss {
	if m.offPeak == nil || m.windows == nil {
		return nil
	}
	hours := data.WeeklyHours{Zone: m.windows.Zone}
	for _, w := range m.windows.Windows {
		w.Days = slices.DeleteFunc(slices.Clone(data.Weekdays), func(day string) bool { return slices.Contains(w.Days, day) })
		if len(w.Days) > 0 {
			hours.Windows = append(hours.Windows, w)
		}
	}
	if len(hours.Windows) == 0 {
		return nil
	}
	found := m.lost(data.LostWeekdays, data.Terms{Hours: &hours}, base, m.offPeak.base())
	return found[:min(len(found), 1)]
}

// lostFrom are prices that are announced, and those that a promotion is to end in: they come after the day up to which it was promised.
func (m model) lostFrom(says ability, base band) (all []data.ExportLoss) {
	for _, l := range slices.Concat(m.coming, m.promised) {
		told := base.known(l.Class)
		if told == nil || l.Price == nil {
			continue
		}
		promised := l.Terms.Kind == data.KindPromotional && told.LessThan(l.Price.Decimal) && (!says.tiers || l.Terms.Context.Lower() == 0)
		announced := l.Terms.Kind == data.KindAnnounced && !told.Equal(*l.Price) && l.Terms.Service == "" && l.Terms.Context == nil
		if promised || announced {
			all = append(all, m.loss(data.LostFrom, l.Terms, l.Class, told, l.Price))
		}
	}
	return all
}

// otherClasses are those that are not of text tokens, and cache writes for twelve hours, which programs bill as any other write.
func (m model) otherClasses(says ability, base band) (all []data.ExportLoss) {
	for _, class := range slices.Sorted(maps.Keys(m.further)) {
		lost := data.ExportLoss{Tool: m.id, Kind: data.LostOtherClass, Class: class}
		if prices := m.further[class]; class == data.ClassCacheWrite12h && len(prices) > 0 {
			slices.SortFunc(prices, func(a, b data.Number) int { return a.Cmp(b.Decimal) })
			is := prices[0]
			if !says.tiers {
				is = prices[len(prices)-1]
			}
			lost = m.loss(data.LostOtherClass, data.Terms{CacheTTL: "12h"}, class, base.known(data.ClassCacheWrite), &is)
		}
		all = append(all, lost)
	}
	return all
}

// overlays are the formats of the lists of others, and what they can say.
var overlays = map[string]ability{
	"models.dev":   {tiers: true, services: []string{"priority", "fast"}},
	"genai-prices": {tiers: true, hourLong: true, hours: true, everyDay: true},
}

// Losses returns what says of an overlay what we know of the tools that it states and it cannot say.
func Losses(d Documents) func(File) []data.ExportLoss {
	b := bookOf(d)
	return func(f File) (all []data.ExportLoss) {
		for _, m := range b.models {
			if slices.Contains(f.Stated, m.id) {
				says := overlays[f.Format]
				says.hourLong = says.hourLong && !slices.Contains(f.NoHour, m.id)
				all = append(all, m.losses(says)...)
			}
		}
		return all
	}
}
