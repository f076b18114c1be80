package tariff

import (
	"slices"
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/data"
)

// instead are the prices of one that may be billed in the place of a line that is applied: those that were announced for a
// day that has come and are not confirmed, and the list price where a promotion was promised up to a day that has passed.
// Whoever reads nothing new does not know which of them it is.
func (q *question) instead(place int) (all []decimal.Decimal, why Bound) {
	was := q.tariff.Lines[place]
	for _, l := range q.rivals(was) {
		each, ok := priceOf(l)
		if bound := unconfirmed(was, l, q.usage.At); ok && bound != "" {
			all, why = append(all, each), bound
		}
	}
	return all, why
}

// unconfirmed is why a line in force may be billed in the place of another, "" where nothing speaks for it.
func unconfirmed(was, instead data.TariffLine, at time.Time) Bound {
	switch {
	case instead.Terms.Kind == data.KindAnnounced && !instead.Terms.From.IsZero():
		return NowToAnnounced
	case instead.Terms.Kind == data.KindList && was.Terms.PromiseOver(at):
		return PromotionOrList
	}
	return ""
}

// Highest is a line of a tariff with the highest of the prices that may be billed in its place at an instant, which is what Price
// says at most.
func Highest(t data.Tariff, line data.TariffLine, at time.Time) data.TariffLine {
	was := line
	for _, l := range t.Lines {
		if unconfirmed(was, l, at) != "" && inItsPlace(was, l, at) && l.Price != nil && line.Price != nil && l.Price.GreaterThan(line.Price.Decimal) {
			line.Price, line.Evidence = l.Price, l.Evidence
		}
	}
	return line
}

// unsaid reports whether the class of a line is to have another price since a day that has come, and nobody says which.
func (q *question) unsaid(place int) bool {
	return slices.ContainsFunc(q.rivals(q.tariff.Lines[place]), func(l data.TariffLine) bool {
		return l.Terms.Kind == data.KindAnnounced && l.State == data.PriceNotStated
	})
}

// rivals are the announced lines and list prices in the place of a line that are in force.
func (q *question) rivals(of data.TariffLine) (all []data.TariffLine) {
	for _, i := range q.others {
		if l := q.tariff.Lines[i]; inItsPlace(of, l, q.usage.At) {
			all = append(all, l)
		}
	}
	return all
}

// inItsPlace reports whether a line is in force, and for the same as another but for the kind of price and its days.
func inItsPlace(of, l data.TariffLine, at time.Time) bool {
	always := func(t data.Terms) string { return encoded(t.As("", data.Timestamp{})) }
	return l.Class == of.Class && l.Terms.InForce(at) && always(l.Terms) == always(of.Terms)
}
