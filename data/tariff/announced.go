package tariff

import (
	"github.com/shopspring/decimal"

	"pricepoint/data"
)

// announced are the prices of one that were announced for a day that has come and are not confirmed, in the place of a line
// that is applied: whoever reads nothing new does not know which of them is billed.
func (q *question) announced(place int) (all []decimal.Decimal) {
	was := q.tariff.Lines[place]
	for _, i := range q.coming {
		if l := q.tariff.Lines[i]; l.Class == was.Class && !l.Terms.From.IsZero() && inForce(l.Terms, q.usage.At) && inItsPlace(l.Terms) == inItsPlace(was.Terms) {
			if each, ok := priceOf(l); ok {
				all = append(all, each)
			}
		}
	}
	return all
}

// inItsPlace are terms as text, but for the kind of price and its days.
func inItsPlace(t data.Terms) string {
	t.Kind, t.From, t.Until, t.Promised = "", data.Timestamp{}, data.Timestamp{}, ""
	return encoded(t)
}
