package documents

import (
	"pricepoint/data"
	"pricepoint/normalize"
)

// sellers is api/sellers.json.
func sellers(d normalize.Decision) data.SellersDocument {
	doc := data.SellersDocument{
		Version: d.Manifest.Version, LastUpdated: d.Manifest.GeneratedAt, Lists: append([]data.SellerList{}, d.Sellers.Lists...), Tools: []data.ToolOffers{},
	}
	for _, t := range d.Tools {
		if offers := d.Sellers.Offers[t.ID]; len(offers) > 0 {
			doc.Tools = append(doc.Tools, data.ToolOffers{ID: t.ID, Name: t.Name, Maker: t.ProviderName, Offers: offers})
		}
	}
	return doc
}
