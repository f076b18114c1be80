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
		bound := PromotionOrList
		if l.Terms.Kind == data.KindAnnounced {
			bound = NowToAnnounced
		}
		each, ok := priceOf(l)
		if !ok || bound == NowToAnnounced && l.Terms.From.IsZero() || bound == PromotionOrList && !promiseOver(was.Terms, q.usage.At) {
			continue
		}
		all, why = append(all, each), bound
	}
	return all, why
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
		if l := q.tariff.Lines[i]; l.Class == of.Class && inForce(l.Terms, q.usage.At) && inItsPlace(l.Terms) == inItsPlace(of.Terms) {
			all = append(all, l)
		}
	}
	return all
}

// promiseOver reports whether the day has passed up to which a promotion was promised.
func promiseOver(t data.Terms, at time.Time) bool {
	return t.Kind == data.KindPromotional && t.Promised != "" && t.Promised < at.UTC().Format(time.DateOnly)
}

// inItsPlace are terms as text, but for the kind of price and its days.
func inItsPlace(t data.Terms) string {
	t.Kind, t.From, t.Until, t.Promised = "", data.Timestamp{}, data.Timestamp{}, ""
	return encoded(t)
}
