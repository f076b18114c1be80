package tariff

import (
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/data"
)

// instead are the prices of one that may be billed in the place of a line that is applied: those that were announced for a
// day that has come and are not confirmed, and the list price where a promotion was promised up to a day that has passed.
// Whoever reads nothing new does not know which of them it is.
func (q *question) instead(place int) (all []decimal.Decimal, why Bound) {
	was := q.tariff.Lines[place]
	for _, i := range q.others {
		l := q.tariff.Lines[i]
		if l.Class != was.Class || !inForce(l.Terms, q.usage.At) || inItsPlace(l.Terms) != inItsPlace(was.Terms) {
			continue
		}
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

// promiseOver reports whether the day has passed up to which a promotion was promised.
func promiseOver(t data.Terms, at time.Time) bool {
	return t.Kind == data.KindPromotional && t.Promised != "" && t.Promised < at.UTC().Format(time.DateOnly)
}

// inItsPlace are terms as text, but for the kind of price and its days.
func inItsPlace(t data.Terms) string {
	t.Kind, t.From, t.Until, t.Promised = "", data.Timestamp{}, data.Timestamp{}, ""
	return encoded(t)
}
