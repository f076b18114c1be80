package read

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// billedPrice picks the one price of a field that a new customer is billed: standard service, the smallest context
// tier, everywhere or in the given region, in USD, text, the five-minute cache write, peak hours, promotions
// included. ok is false when the page states none.
func billedPrice(stated []data.Observation, region string) (o data.Observation, price data.Number, ok bool, err error) {
	billed := slices.DeleteFunc(slices.Clone(stated), func(o data.Observation) bool { return !billedToday(o, region) })
	billed = highest(highest(billed, bestKind), smallestTier)
	for i, candidate := range billed {
		n, err := perMillion(candidate)
		switch {
		case err != nil:
			return o, price, false, err
		case i == 0:
			o, price = candidate, n
		case !n.Equal(price):
			return o, price, false, fmt.Errorf("ambiguous: %s of %s is %q and %q under the same conditions",
				o.Field, o.Subject, o.Quote, candidate.Quote)
		}
	}
	return o, price, len(billed) > 0, nil
}

// billedToday keeps what applied to everyone on the day the page was read. An announced price waits until the page is
// read again on its date.
func billedToday(o data.Observation, region string) bool {
	q, day := o.Qualifiers, o.FetchedAt.Format(time.DateOnly)
	return publishedTerms(o, region) && (q.ValidFrom != "" || q.Kind != data.KindAnnounced) &&
		q.ValidFrom <= day && (q.ValidUntil == "" || q.ValidUntil >= day)
}

// publishedTerms reports whether an observation would be the published price if it were in force.
func publishedTerms(o data.Observation, region string) bool {
	q := o.Qualifiers
	return generalTerms(q, region) && inUSD(o.Unit) && (q.CacheTTL == "" || q.CacheTTL == "5m") && (q.Window == "" || q.Window == "peak")
}

// generalTerms are those that hold for every customer without asking: standard service, everywhere or in the
// provider's main region, text, prompts of any size; nothing stands with the price that nobody has understood.
func generalTerms(q data.Qualifiers, region string) bool {
	return q.Remark == "" && (q.Service == "" || q.Service == "standard") &&
		(q.Region == "" || q.Region == cmp.Or(region, "global")) &&
		(q.Modality == "" || q.Modality == "text") &&
		q.ContextOver == ""
}

// bestKind tells promotions from what is not a list price, and that from the list price.
func bestKind(o data.Observation) int64 {
	return int64(slices.Index([]string{data.KindList, "", data.KindAnnounced, data.KindPromotional}, o.Qualifiers.Kind))
}

// smallestTier tells lower limits of prompts from higher ones, and those from none.
func smallestTier(o data.Observation) int64 {
	n, err := strconv.ParseInt(o.Qualifiers.ContextUpTo, 10, 64)
	if err != nil {
		return -math.MaxInt64
	}
	return -n
}

// highest keeps the observations of the highest rank.
func highest(all []data.Observation, rank func(data.Observation) int64) []data.Observation {
	most := int64(math.MinInt64)
	for _, o := range all {
		most = max(most, rank(o))
	}
	return slices.DeleteFunc(all, func(o data.Observation) bool { return rank(o) < most })
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
		n, err := perMillion(o)
		if err == nil && o.Qualifiers.Kind == data.KindList && conditions(o.Qualifiers) == conditions(promotion.Qualifiers) {
			return &n
		}
	}
	return nil
}

// inUSD reports whether a unit is a USD price per tokens. Other currencies are not converted: a provider's USD
// price is what it prints in USD.
func inUSD(u data.Unit) bool {
	of, ok := u.OfPrice()
	return ok && of.Currency == "USD" && of.Per.Of == "tokens"
}

// perMillion converts an observed price to USD per million tokens, exactly.
func perMillion(o data.Observation) (data.Number, error) {
	if !inUSD(o.Unit) {
		return data.Number{}, fmt.Errorf("%s of %s is in %q, which is no USD price per tokens", o.Field, o.Subject, o.Unit)
	}
	price, _, err := o.Price()
	return price, err
}

// The context windows a model can have, in tokens; anything else was misread: a thousandth of a long one, or a
// thousandfold short one, lies outside.
var smallestContext, largestContext = decimal.NewFromInt(8_000), decimal.NewFromInt(20_000_000)

// tokens reads a context window.
func tokens(o data.Observation) (data.Number, error) {
	n, err := data.ParseNumber(o.Value)
	if err == nil && (o.Unit != data.Tokens || !n.IsInteger() || n.LessThan(smallestContext) || n.GreaterThan(largestContext)) {
		err = fmt.Errorf("a context window of %s %s is not plausible", o.Value, o.Unit)
	}
	return n, err
}

// IsRounded reports whether a page's figure is the exact one in fewer digits: "1M" for 1,048,576 or 1,050,000 does
// not contradict it.
func IsRounded(printed, exact decimal.Decimal) bool {
	if !printed.IsPositive() {
		return false // of which no power of ten leaves a rest
	}
	places := int32(0)
	for ten := decimal.NewFromInt(10); printed.Mod(ten).IsZero(); ten = ten.Shift(1) {
		places--
	}
	close := exact.Sub(printed).Abs().Mul(decimal.NewFromInt(20)).LessThanOrEqual(printed)
	return close && exact.Round(places).Equal(printed)
}

// announced are the later prices that a provider's page states.
func announced(printed []data.Observation, seller catalog.Provider) []data.Announcement {
	var all []data.Announcement
	for _, o := range printed {
		q := o.Qualifiers
		if n, err := perMillion(o); err == nil && q.ValidFrom > o.FetchedAt.Format(time.DateOnly) && publishedTerms(o, seller.Region) {
			all = append(all, data.Announcement{
				Value: n, From: q.ValidFrom, Quote: o.Quote, Source: o.Source, Basis: data.OwnPage, Publisher: seller.Name, URL: o.URL, SHA256: o.SHA256, FetchedAt: o.FetchedAt,
			})
		}
	}
	return all
}

// inOrder leaves out what is announced for a day on which a cache read would cost more than input, or input more than
// output, or one of the two nothing: another column was read.
func inOrder(coming [len(data.Prices)][]data.Announcement) [len(data.Prices)][]data.Announcement {
	misread := map[string]bool{}
	for _, pair := range [][2]int{{data.CacheReadPlace, data.InputPlace}, {data.InputPlace, data.OutputPlace}} {
		for _, low := range coming[pair[0]] {
			for _, high := range coming[pair[1]] {
				if low.From == high.From && (low.Value.GreaterThan(high.Value.Decimal) || low.Value.IsZero() != high.Value.IsZero()) {
					misread[low.From] = true
				}
			}
		}
	}
	for place := range coming {
		coming[place] = slices.DeleteFunc(coming[place], func(a data.Announcement) bool { return misread[a.From] })
	}
	return coming
}

// withCurated adds what the catalogue knows of days that the page does not announce, and sorts all by day.
func withCurated(all []data.Announcement, t catalog.Tool, seller catalog.Provider, place int, now time.Time) []data.Announcement {
	for _, a := range t.Prices.Announced {
		n := a.Amount(place)
		known := !t.Prices.Verified.First.After(now)
		if n != nil && known && !slices.ContainsFunc(all, func(x data.Announcement) bool { return x.From == a.From.Text }) {
			read := a.Read(t)
			all = append(all, data.Announcement{
				Value: *n, From: a.From.Text, Quote: a.Source, Page: a.Source,
				Source: "catalogue", Basis: read.Word(), Publisher: read.Printer(seller.Name), URL: a.Source, VerifiedAt: data.At(t.Prices.Verified.First),
			})
		}
	}
	slices.SortStableFunc(all, func(x, y data.Announcement) int { return strings.Compare(x.From, y.From) })
	return all
}
