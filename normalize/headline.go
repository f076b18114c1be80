package normalize

import (
	"errors"
	"fmt"
	"time"

	"pricepoint/data"
)

// errAmbiguous says that a page states two prices and nothing tells which one a new customer is billed.
var errAmbiguous = errors.New("ambiguous")

// headline picks the one price of a field that a new customer is billed: standard service, the smallest context
// tier, everywhere, in USD, text, the five-minute cache write, peak hours, promotions included. ok is false when
// the page states none.
func headline(stated []data.Observation) (o data.Observation, ok bool, err error) {
	var billed []data.Observation
	for _, o := range stated {
		if billedToday(o) {
			billed = append(billed, o)
		}
	}
	billed = smallestTier(withoutList(billed))
	if len(billed) == 0 {
		return data.Observation{}, false, nil
	}
	for _, other := range billed[1:] {
		if other.Value != billed[0].Value || other.Unit != billed[0].Unit {
			return data.Observation{}, false, fmt.Errorf("%w: %s of %s is %q and %q under the same conditions",
				errAmbiguous, o.Field, billed[0].Subject, billed[0].Quote, other.Quote)
		}
	}
	return billed[0], true, nil
}

// billedToday keeps what applies to everyone on the day the page was read. An announced price waits until the
// page is read again on its date.
func billedToday(o data.Observation) bool {
	q, day := o.Qualifiers, o.FetchedAt.Format(time.DateOnly)
	return oneOf(q.Service, "", "standard") &&
		oneOf(q.Region, "", "global") &&
		oneOf(q.Modality, "", "text") &&
		oneOf(q.CacheTTL, "", "5m") &&
		oneOf(q.Window, "", "peak") &&
		q.ContextOver == "" &&
		(q.ValidFrom != "" || q.Kind != "announced") &&
		(q.ValidFrom == "" || q.ValidFrom <= day) &&
		(q.ValidUntil == "" || q.ValidUntil >= day) &&
		inUSD(o.Unit)
}

// withoutList drops struck prices where the page states what is billed instead.
func withoutList(all []data.Observation) []data.Observation {
	var billed []data.Observation
	for _, o := range all {
		if o.Qualifiers.Kind != "list" {
			billed = append(billed, o)
		}
	}
	if len(billed) == 0 {
		return all
	}
	return billed
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

func oneOf(s string, allowed ...string) bool {
	for _, a := range allowed {
		if s == a {
			return true
		}
	}
	return false
}
