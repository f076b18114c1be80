package page

import (
	"strings"

	"pricepoint/data"
	"pricepoint/data/market"
	"pricepoint/server/page/facts"
)

// modelsPage is the page of every model that makers price.
type modelsPage struct {
	frame
	Makers  []makerModels
	Waiting []market.WaitingModel
	Others  []market.OtherRow
	Total   int
}

// makerModels are those of one maker.
type makerModels struct {
	Maker, Anchor string
	Rows          []market.Model
}

// source is where the price of a model was read.
func source(m market.Model) *facts.Link {
	for _, class := range []data.BillingClass{data.ClassInput, data.ClassOutput, data.ClassCacheRead, data.ClassCacheWrite} {
		if l := m.Price(class); l != nil && l.Price != nil {
			return facts.LinkTo(l.Evidence.URL)
		}
	}
	return nil
}

// waitWords say why a row is not listed yet.
func waitWords(w market.WaitingModel) string {
	return map[market.WaitCause]string{
		market.MayBeRenamed: w.Of + " cost the same and is gone: it may be the same model; the next reading decides",
		market.OtherTable:   "no model that is known stands in its table: it may be another product; the next reading decides",
		market.UnclearTerms: "its prices go by what it thinks, or stand under words that nobody has explained",
		market.NotBelieved:  "its prices are held back; the findings say why",
	}[w.Why]
}

func modelsView(f frame, d facts.Documents) any {
	v := modelsPage{frame: f, Waiting: d.Models.Waiting, Others: d.Models.Others, Total: d.Models.TotalModels}
	for _, m := range d.Models.Models {
		if len(v.Makers) == 0 || v.Makers[len(v.Makers)-1].Maker != m.Maker {
			maker, _, _ := strings.Cut(m.Key, "/")
			v.Makers = append(v.Makers, makerModels{Maker: m.Maker, Anchor: maker})
		}
		last := &v.Makers[len(v.Makers)-1]
		last.Rows = append(last.Rows, m)
	}
	return v
}

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
