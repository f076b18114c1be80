package page

import (
	"strings"

	"pricepoint/data"
	"pricepoint/data/market"

	"pricepoint/server/page/facts"
)

// sellerRow is what one seller is said to charge for a tool; lists that say the same share a row.
type sellerRow struct {
	Seller, Region, Input, Output, More string
	Lists                               []string
}

// sellersOf are who else sells a tool, and the day of the newest list that says so.
func sellersOf(d facts.Documents, tool string) (rows []sellerRow, on string) {
	sold := data.Find(d.Sellers.Tools, func(t market.ToolOffers) bool { return t.ID == tool })
	if sold == nil {
		return nil, ""
	}
	publisher := map[string]string{}
	for _, l := range d.Sellers.Lists {
		publisher[l.ID], on = l.Publisher, max(on, data.Day(l.FetchedAt))
	}
	for _, o := range sold.Offers {
		r := sellerRow{Seller: o.Seller, Region: o.Region, Input: facts.Price(*o.Input), Output: facts.Price(*o.Output), Lists: []string{publisher[o.List]}}
		if o.Difference != nil {
			r.More = facts.Signed(*o.Difference)
		}
		same := data.Find(rows, func(known sellerRow) bool {
			return known.Seller == r.Seller && known.Region == r.Region && known.Input == r.Input && known.Output == r.Output
		})
		switch {
		case same == nil:
			rows = append(rows, r)
		case !strings.Contains(strings.Join(same.Lists, "\n"), r.Lists[0]):
			same.Lists = append(same.Lists, r.Lists[0])
		}
	}
	return rows, on
}
