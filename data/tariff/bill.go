package tariff

import (
	"slices"
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/data"
)

// bill is what one class comes to.
type bill struct {
	*question
	class data.BillingClass
	items []Item
	gaps  []Gap
}

// stretch is some of the tokens of the class: their places in all prompts laid together, or in the class where they are
// in no prompt.
type stretch struct{ begin, end decimal.Decimal }

// tariffOf says by which lines tokens are billed: those of a class, or as far from them as a bound says.
type tariffOf struct {
	class data.BillingClass
	bound Bound
}

// bill prices one class.
func (q *question) bill(class data.BillingClass) (*bill, *Problem) {
	begin := q.begins[class]
	all := stretch{begin, begin.Add(decimal.NewFromInt(q.usage.Quantities[class]))}
	b := &bill{question: q, class: class}
	return b, b.charge(all, tariffOf{class: class}, q.prompt)
}

// charge prices a stretch in requests whose prompts have so many tokens together.
func (b *bill) charge(s stretch, by tariffOf, prompt decimal.Decimal) *Problem {
	found, problem := b.find(by.class, prompt)
	if problem != nil {
		return b.replace(s, by, prompt, problem)
	}
	if band := found.line.Terms.Context; hasExcess(band) {
		if !isPrompt(b.class) {
			return b.problem(Broken, by.class, found.place)
		}
		begin, reached := b.excess(*band)
		if s.begin.LessThan(decimal.Min(s.end, begin)) {
			if problem := b.charge(stretch{s.begin, decimal.Min(s.end, begin)}, by, reached); problem != nil {
				return problem
			}
		}
		if s.begin = decimal.Max(s.begin, begin); !s.begin.LessThan(s.end) {
			return nil
		}
	}
	return b.chargeLine(s, by, found, prompt)
}

// hasExcess reports whether a band bills only what is above its lower bound.
func hasExcess(b *data.ContextBand) bool {
	return b != nil && b.Bills == data.BillExcess && b.Lower() > 0
}

// excess is where the tokens begin that a band bills, and how long the prompts of the band below are at most.
func (q *question) excess(b data.ContextBand) (begin, reached decimal.Decimal) {
	lower := b.Lower()
	begin = q.times(lower)
	if b.Counts == data.CountUncached {
		begin = begin.Add(q.cached)
	}
	if b.Over == lower {
		return begin, begin
	}
	return begin, begin.Sub(half) // a prompt of exactly that many tokens is in this band already
}

var half = decimal.New(5, -1)

// chargeLine prices a stretch by one line.
func (b *bill) chargeLine(s stretch, by tariffOf, found applied, prompt decimal.Decimal) *Problem {
	input := inputOf(by.class)
	others, why, unsaid := rivals(b.tariff, *found.line, b.usage.At)
	code := NotStated
	switch state := found.line.State; {
	case state == data.Priced && !unsaid, state == data.FreeOfCharge && !unsaid:
		return b.add(s, by, found, others, why)
	case state == data.BilledAsInput && input != by.class && isPrompt(by.class):
		return b.charge(s, tariffOf{input, by.bound}, prompt)
	case state == data.NotOffered:
		code = CannotBuy
	case state != data.Priced && state != data.FreeOfCharge && state != data.PriceNotStated:
		return b.problem(Broken, by.class, found.place)
	}
	return b.replace(s, by, prompt, b.problem(code, by.class, found.place))
}

// replace prices a stretch for which there is no price: by what is known of it all the same.
func (b *bill) replace(s stretch, by tariffOf, prompt decimal.Decimal, why *Problem) *Problem {
	if why.Code == NoLine && kindOf(by.class) == data.ClassReasoning {
		return b.charge(s, tariffOf{sibling(by.class, data.ClassOutput), by.bound}, prompt)
	}
	bound := bounds[kindOf(by.class)]
	if bound == "" || !slices.Contains([]Code{NotStated, NoLine, NoBand}, why.Code) {
		return why
	}
	if gap := (Gap{b.class, why.Code}); !slices.Contains(b.gaps, gap) {
		b.gaps = append(b.gaps, gap)
	}
	return b.charge(s, tariffOf{inputOf(by.class), bound}, prompt)
}

// bounds are how far from the price of input that of a kind can be which nobody states.
var bounds = map[data.BillingClass]Bound{data.ClassCacheRead: UpToInput, data.ClassCacheWrite: InputToTwice,
	data.ClassCacheWrite1h: InputToTwice, data.ClassCacheWrite12h: InputTo250}

// add writes down what a stretch costs at a line that has a price, or at one of others, as far as they have one.
func (b *bill) add(s stretch, by tariffOf, found applied, others []data.TariffLine, why Bound) *Problem {
	each, ok := priceOf(*found.line)
	if !ok {
		return b.problem(Broken, by.class, found.place)
	}
	if by.class != b.class && found.line.Per.Of != tokens { // tokens cannot be billed as images
		return b.problem(NoLine, b.class)
	}
	quantity := s.end.Sub(s.begin)
	least, most := each, each
	for _, l := range others {
		if other, ok := priceOf(l); ok {
			least, most = decimal.Min(least, other), decimal.Max(most, other)
		}
	}
	if by.bound == "" && !least.Equal(most) {
		by.bound = why
	}
	all := quantity.Mul(b.factor)
	for _, place := range found.factors {
		all = all.Mul(b.tariff.Factors[place].Factor.Decimal)
	}
	item := Item{Class: b.class, Quantity: quantity.IntPart(), Line: found.place, Factors: found.factors, Bound: by.bound,
		Low: data.Number{Decimal: least.Mul(all)}, High: data.Number{Decimal: most.Mul(all)}}
	if by.class != b.class {
		item.As = by.class
	}
	if by.bound == UpToInput {
		item.Low = data.Number{}
	} else if times := by.bound.Times(); !times.IsZero() {
		item.High = data.Number{Decimal: item.High.Mul(times.Decimal)}
	}
	b.items = append(b.items, item)
	return nil
}

// rivals are the lines that may be billed in the place of one that is applied: those that were announced for a day that has
// come and are not confirmed, and the list price where a promotion was promised up to a day that has passed. Whoever reads
// nothing new does not know which of them it is. unsaid: since a day that has come it is another price, and nobody says which.
func rivals(t data.Tariff, of data.TariffLine, at time.Time) (all []data.TariffLine, why Bound, unsaid bool) {
	always := func(t data.Terms) string { return encoded(t.As("", data.Timestamp{})) } // but for the kind of price and its days
	for _, l := range t.Lines {
		announced, list := l.Terms.Kind == data.KindAnnounced, l.Terms.Kind == data.KindList && of.Terms.PromiseOver(at)
		if !announced && !list || l.Class != of.Class || !l.Terms.InForce(at) || always(l.Terms) != always(of.Terms) {
			continue
		}
		unsaid = unsaid || announced && l.State == data.PriceNotStated
		switch {
		case list:
			all, why = append(all, l), PromotionOrList
		case !l.Terms.From.IsZero():
			all, why = append(all, l), NowToAnnounced
		}
	}
	return all, why, unsaid
}

// Highest is a line of a tariff with the highest of the prices that may be billed in its place at an instant, which is what Price
// says at most.
func Highest(t data.Tariff, line data.TariffLine, at time.Time) data.TariffLine {
	others, _, _ := rivals(t, line, at)
	for _, l := range others {
		if l.Price != nil && line.Price != nil && l.Price.GreaterThan(line.Price.Decimal) {
			line.Price, line.Evidence = l.Price, l.Evidence
		}
	}
	return line
}

// priceOf is the price of one of what a line counts, if the line has one that can be.
func priceOf(l data.TariffLine) (decimal.Decimal, bool) {
	zeros, ok := powerOfTen(l.Per.Amount)
	switch {
	case !ok:
		return decimal.Zero, false
	case l.State == data.FreeOfCharge:
		return decimal.Zero, l.Price == nil || l.Price.IsZero()
	case l.Price == nil || !plain(*l.Price) || !l.Price.IsPositive():
		return decimal.Zero, false
	}
	return l.Price.Shift(-zeros), true
}

// powerOfTen says how many zeros a number has after its one. Dividing by any other number can be inexact.
func powerOfTen(n int64) (zeros int32, ok bool) {
	for ; n > 1 && n%10 == 0; n /= 10 {
		zeros++
	}
	return zeros, n == 1
}

// The digits that a program can rely on when it reads JSON numbers as most do, and the largest factor that makes sense.
const (
	maxDigits = 15
	maxFactor = 1000
)

// plain reports whether a number is one that people write: so small that computing with it is cheap and exact everywhere.
func plain(n data.Number) bool {
	return n.Exponent() >= -maxDigits && n.Exponent() <= maxDigits && n.NumDigits() <= maxDigits
}

// IsFactor reports whether a reader's own factor is one: above 0, at most 1000, with at most 15 digits.
func IsFactor(n data.Number) bool {
	return plain(n) && n.IsPositive() && !n.GreaterThan(decimal.NewFromInt(maxFactor))
}

// Token bills one more token of a class in one request whose prompt is of some size; false when that cannot be said.
func Token(t data.Tariff, terms Usage, class data.BillingClass, prompt int64) (Item, bool) {
	terms.Requests, terms.Quantities = 1, map[data.BillingClass]int64{class: 1}
	terms.Quantities[data.ClassInput] = prompt
	cost, err := Price(t, terms)
	for _, item := range slices.Backward(cost.Items) {
		if err == nil && item.Class == class {
			return item, true
		}
	}
	return Item{}, false
}

// Each is the price of what an item applied, with its factors, for as much as the line is for; zero where it is free.
func Each(t data.Tariff, i Item) (each data.Number) {
	if price := t.Lines[i.Line].Price; price != nil {
		each = *price
	}
	for _, place := range i.Factors {
		each = data.Number{Decimal: each.Mul(t.Factors[place].Factor.Decimal)}
	}
	return each
}

// HoursAt are the hours of the line that bills input under some terms; nil where all are alike.
func HoursAt(t data.Tariff, terms Usage) *data.WeeklyHours {
	item, ok := Token(t, terms, data.ClassInput, 1)
	if !ok {
		return nil
	}
	return t.Lines[item.Line].Terms.Hours
}
