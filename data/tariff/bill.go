package tariff

import (
	"slices"
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/data"
)

// bill prices one class: by its own lines, or as far from those of another class as a bound says. A class is billed as input where
// its line says so, reasoning without a line as output, and what nobody states within the bound that is known of it.
func (q *question) bill(class data.BillingClass) (item Item, gaps []Gap, problem *Problem) {
	as, bound := class, Bound("")
	for {
		found, problem := q.find(as)
		if problem == nil {
			others, why, unsaid := rivals(q.tariff, *found.line, q.usage.At)
			switch state := found.line.State; {
			case !unsaid && (state == data.Priced || state == data.FreeOfCharge):
				item, problem = q.item(class, as, found, others)
				if item.Bound = bound; bound == "" && !item.Low.Equal(item.High) {
					item.Bound = why
				}
				if times := bound.Times(); !times.IsZero() {
					item.High = data.Number{Decimal: item.High.Mul(times.Decimal)}
				} else if bound == UpToInput {
					item.Low = data.Number{}
				}
				return item, gaps, problem
			case state == data.BilledAsInput && inputOf(as) != as && isPrompt(as):
				as = inputOf(as)
				continue
			case state == data.NotOffered:
				problem = q.problem(CannotBuy, as, found.place)
			case state == data.Priced, state == data.FreeOfCharge, state == data.PriceNotStated:
				problem = q.problem(NotStated, as, found.place)
			default:
				problem = q.problem(Broken, as, found.place)
			}
		}
		if problem.Code == NoLine && kindOf(as) == data.ClassReasoning {
			as = sibling(as, data.ClassOutput)
			continue
		}
		if bound = bounds[kindOf(as)]; bound == "" || !slices.Contains([]Code{NotStated, NoLine, NoBand}, problem.Code) {
			return Item{}, gaps, problem
		}
		gaps, as = append(gaps, Gap{class, problem.Code}), inputOf(as)
	}
}

// bounds are how far from the price of input that of a kind can be which nobody states.
var bounds = map[data.BillingClass]Bound{data.ClassCacheRead: UpToInput, data.ClassCacheWrite: InputToTwice,
	data.ClassCacheWrite1h: InputToTwice, data.ClassCacheWrite12h: InputTo250}

// item is what a class costs at a line of some class that has a price, or at one of others, as far as they have one.
func (q *question) item(class, as data.BillingClass, found applied, others []data.TariffLine) (Item, *Problem) {
	each, ok := priceOf(*found.line)
	switch {
	case !ok:
		return Item{}, q.problem(Broken, as, found.place)
	case as != class && found.line.Per.Of != tokens: // tokens cannot be billed as images
		return Item{}, q.problem(NoLine, class)
	}
	least, most := each, each
	for _, l := range others {
		if other, ok := priceOf(l); ok {
			least, most = decimal.Min(least, other), decimal.Max(most, other)
		}
	}
	quantity := q.usage.Quantities[class]
	all := decimal.NewFromInt(quantity).Mul(q.factor)
	for _, place := range found.factors {
		all = all.Mul(q.tariff.Factors[place].Factor.Decimal)
	}
	item := Item{Class: class, Quantity: quantity, Line: found.place, Factors: found.factors,
		Low: data.Number{Decimal: least.Mul(all)}, High: data.Number{Decimal: most.Mul(all)}}
	if as != class {
		item.As = as
	}
	return item, nil
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
