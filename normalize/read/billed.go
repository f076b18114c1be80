package read

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"pricepoint/data"
)

// errAmbiguous says that a page states two prices and nothing tells which one a new customer is billed.
var errAmbiguous = errors.New("ambiguous")

// billedPrice picks the one price of a field that a new customer is billed: standard service, the smallest context
// tier, everywhere or in the given region, in USD, text, the five-minute cache write, peak hours, promotions
// included. ok is false when the page states none.
func billedPrice(stated []data.Observation, region string) (o data.Observation, price data.Number, ok bool, err error) {
	billed := slices.DeleteFunc(slices.Clone(stated), func(o data.Observation) bool { return !billedToday(o, region) })
	billed = smallestTier(bestKind(billed))
	for i, candidate := range billed {
		n, err := perMillion(candidate)
		if err != nil {
			return o, price, false, err
		}
		if i > 0 && !n.Equal(price) {
			return o, price, false, fmt.Errorf("%w: %s of %s is %q and %q under the same conditions",
				errAmbiguous, o.Field, o.Subject, o.Quote, candidate.Quote)
		}
		if i == 0 {
			o, price = candidate, n
		}
	}
	return o, price, len(billed) > 0, nil
}

// billedToday keeps what applied to everyone on the day the page was read. An announced price waits until the page is
// read again on its date.
func billedToday(o data.Observation, region string) bool {
	q, day := o.Qualifiers, o.FetchedAt.Format(time.DateOnly)
	return generalTerms(q, region) && inUSD(o.Unit) &&
		(q.CacheTTL == "" || q.CacheTTL == "5m") &&
		(q.Window == "" || q.Window == "peak") &&
		(q.ValidFrom != "" || q.Kind != data.KindAnnounced) &&
		q.ValidFrom <= day &&
		(q.ValidUntil == "" || q.ValidUntil >= day)
}

// generalTerms are those that hold for every customer without asking: standard service, everywhere or in the
// provider's main region, text, prompts of any size; nothing stands with the price that nobody has understood.
func generalTerms(q data.Qualifiers, region string) bool {
	return q.Remark == "" && (q.Service == "" || q.Service == "standard") &&
		(q.Region == "" || q.Region == cmp.Or(region, "global")) &&
		(q.Modality == "" || q.Modality == "text") &&
		q.ContextOver == ""
}

// bestKind keeps promotions where there are any, else what is not a list price, else the list price.
func bestKind(all []data.Observation) []data.Observation {
	rank := func(o data.Observation) int {
		return slices.Index([]string{data.KindList, "", data.KindAnnounced, data.KindPromotional}, o.Qualifiers.Kind)
	}
	var kept []data.Observation
	for _, o := range all {
		if len(kept) > 0 && rank(o) > rank(kept[0]) {
			kept = nil
		}
		if len(kept) == 0 || rank(o) == rank(kept[0]) {
			kept = append(kept, o)
		}
	}
	return kept
}

// smallestTier keeps the observations of the lowest contextUpTo.
func smallestTier(all []data.Observation) []data.Observation {
	var kept []data.Observation
	for _, o := range all {
		switch {
		case len(kept) == 0 || tier(o) < tier(kept[0]):
			kept = []data.Observation{o}
		case tier(o) == tier(kept[0]):
			kept = append(kept, o)
		}
	}
	return kept
}

// listPrice is what the page states beside a promotion, under otherwise the same conditions.
func listPrice(printed []data.Observation, promotion data.Observation) *data.Number {
	if promotion.Qualifiers.Kind != data.KindPromotional {
		return nil
	}
	conditions := func(q data.Qualifiers) data.Qualifiers {
		q.Kind, q.ValidFrom, q.ValidUntil = "", "", ""
		return q
	}
	for _, o := range printed {
		if o.Qualifiers.Kind == data.KindList && conditions(o.Qualifiers) == conditions(promotion.Qualifiers) {
			if n, err := perMillion(o); err == nil {
				return &n
			}
		}
	}
	return nil
}
