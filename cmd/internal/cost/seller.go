package cost

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"pricepoint/cmd/internal/published"
	"pricepoint/cmd/internal/terminal"
	"pricepoint/data"
	"pricepoint/data/market"
	"pricepoint/data/tariff"
)

// SellerAnswer is what some usage of one tool costs where somebody else sells it, by the word of price lists.
type SellerAnswer struct {
	Tool    string      `json:"tool"`    // id
	Version string      `json:"version"` // of the snapshot that was asked
	Maker   Sum         `json:"maker"`   // what it costs at its maker's; null: that is not known
	Offers  []OfferCost `json:"offers"`  // the cheapest first
}

// OfferCost is what one offer comes to. A price that its list does not state gives a range, as everywhere.
type OfferCost struct {
	market.Offer
	Sum
	Problem string `json:"problem,omitempty"` // why it cannot be priced
}

// AskSellers prices a usage of a tool at those sellers whose name has a text in it, in any letters.
func (h Histories) AskSellers(tool, seller string, u tariff.Usage) (SellerAnswer, error) {
	doc, err := published.Document[market.SellersDocument](h.snapshot, data.SellersPath)
	if err != nil {
		return SellerAnswer{}, err
	}
	sold := data.Find(doc.Tools, func(t market.ToolOffers) bool { return t.ID == tool })
	if sold == nil {
		return SellerAnswer{}, fmt.Errorf("no price list names anybody who sells %s besides its maker", tool)
	}
	a := SellerAnswer{Tool: tool, Version: h.Version}
	if own, err := h.Ask(tool, u); err == nil {
		a.Maker = own.Sum
	}
	var names []string
	for _, o := range sold.Offers {
		if !slices.Contains(names, o.Seller) {
			names = append(names, o.Seller)
		}
		if !strings.Contains(strings.ToLower(o.Seller), strings.ToLower(seller)) {
			continue
		}
		c, problem := OfferCost{Offer: o}, tariff.Problems(nil)
		cost, err := tariff.Price(o.Tariff(sold.ID, sold.Name), u)
		switch {
		case errors.As(err, &problem):
			c.Problem = problem.Error()
		case err != nil:
			return a, err
		default:
			c.Sum = sum(cost.Low, cost.High)
		}
		a.Offers = append(a.Offers, c)
	}
	if len(a.Offers) == 0 {
		return a, fmt.Errorf("no seller of %s is called %q; the price lists name %s", tool, seller, strings.Join(names, ", "))
	}
	slices.SortStableFunc(a.Offers, func(x, y OfferCost) int {
		if x.USD == nil || y.USD == nil {
			return len(x.Problem) - len(y.Problem)
		}
		return x.USD.Cmp(y.USD.Decimal)
	})
	return a, nil
}

// Table is an answer for people, a line an offer.
func (a SellerAnswer) Table() terminal.Table {
	t := terminal.Table{Header: terminal.Row{"seller", "region", "USD", "than its maker", "by", "as"}}
	for _, o := range a.Offers {
		more := ""
		if o.Difference != nil {
			more = o.Difference.String() + " %"
		}
		t.Add(o.Seller, o.Region, cmp.Or(o.Problem, o.amount()), more, o.List, o.Name)
	}
	t.Add("its maker", "", a.Maker.amount(), "", "", a.Tool)
	return t
}

// Remarks say what the table cannot.
func (a SellerAnswer) Remarks() []string {
	return []string{"by the word of price lists, in snapshot " + a.Version + ": no seller was seen to print these prices",
		"more or less of the price of input or output, whichever differs more; a subscription stands there as 0"}
}
