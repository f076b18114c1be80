package normalize

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/market"
)

// Sellers are who else sells the tools, by the lists that were read.
type Sellers struct {
	Lists  []market.SellerList
	Offers map[string][]market.Offer // by tool
}

// sellers reads the rows of the price lists that are no maker's own. Nothing that is decided depends on them.
func (d *decider) sellers(readings []data.Reading, tools []Tool) Sellers {
	all := Sellers{Offers: map[string][]market.Offer{}}
	for _, reading := range readings {
		if reading.Kind != data.FeedSource {
			continue
		}
		found := false
		for _, row := range d.offers(reading) {
			if row.Input != nil && row.Output != nil {
				all.Offers[row.tool], found = append(all.Offers[row.tool], row.Offer), true
			}
		}
		if found {
			all.Lists = append(all.Lists, market.SellerList{
				ID: reading.Source, Publisher: reading.Publisher, URL: reading.Observations[0].URL, FetchedAt: reading.Observations[0].FetchedAt,
			})
		}
	}
	for _, t := range tools {
		offers := all.Offers[t.ID]
		for i := range offers {
			offers[i].Difference = difference(offers[i], t)
		}
		slices.SortFunc(offers, func(x, y market.Offer) int {
			return cmp.Or(cmp.Compare(x.Seller, y.Seller), cmp.Compare(x.Region, y.Region), cmp.Compare(x.List, y.List), cmp.Compare(x.Name, y.Name))
		})
	}
	return all
}

// offered is an offer on a list, of a tool.
type offered struct {
	market.Offer
	tool string
}

// offers are those on one list, by the name of the row.
func (d *decider) offers(reading data.Reading) map[string]*offered {
	rows, strangers := map[string]*offered{}, map[string]bool{}
	for _, o := range reading.Observations {
		price, unit, err := o.Price()
		if err != nil || unit.Currency != "USD" || strangers[o.Subject] {
			continue
		}
		if rows[o.Subject] == nil {
			offer, ok := d.seen.Offered(o.Source, o.Subject, o.FetchedAt.Time)
			if strangers[o.Subject] = !ok; !ok {
				continue
			}
			rows[o.Subject] = &offered{market.Offer{
				Seller: d.from.Catalog.Naming.SellerName(offer.Seller), Region: cmp.Or(offer.Region, o.Qualifiers.Region),
				List: o.Source, Name: o.Subject,
			}, offer.Tool}
		}
		enter(&rows[o.Subject].Offer, o, price)
	}
	return rows
}

// enter puts a price in its place of an offer.
func enter(offer *market.Offer, o data.Observation, price data.Number) {
	q := o.Qualifiers
	place := map[data.Field]**data.Number{
		data.PriceInput: &offer.Input, data.PriceOutput: &offer.Output, data.PriceCacheRead: &offer.CacheRead, data.PriceCacheWrite: &offer.CacheWrite,
	}[o.Field]
	switch {
	case place == nil || q.Modality != "" && q.Modality != "text" || q.Window == "offPeak" || q.ContextUpTo != "" && q.ContextOver != "":
	case q.CacheTTL == "1h":
		offer.Further = append(offer.Further, market.OfferLine{Class: data.ClassCacheWrite1h, Price: price, Service: q.Service})
	case q.ContextOver == "" && (q.Service == "" || q.Service == "standard"):
		*place = &price
	default:
		over, _ := strconv.ParseInt(q.ContextOver, 10, 64)
		offer.Further = append(offer.Further, market.OfferLine{Class: o.Field.Class(), Price: price, Over: over, Service: q.Service})
	}
}

// difference is the larger one of those of input and output, in percent of the maker's price.
func difference(o market.Offer, t Tool) *data.Number {
	var most *data.Number
	for place, theirs := range []*data.Number{o.Input, o.Output} {
		ours := t.Prices()[place]
		if theirs.IsZero() || ours.Value.IsZero() || ours.Unstated() {
			return nil
		}
		percent := theirs.Sub(ours.Value.Decimal).Mul(decimal.NewFromInt(100)).Div(ours.Value.Decimal).Round(1)
		if most == nil || percent.Abs().GreaterThan(most.Abs()) {
			most = &data.Number{Decimal: percent}
		}
	}
	return most
}
