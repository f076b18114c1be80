package documents

import (
	"cmp"
	"slices"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize"
)

// plans is api/plans.json.
func plans(d normalize.Decision) data.PlansDocument {
	doc := data.PlansDocument{
		Version: d.Manifest.Version, LastUpdated: d.Manifest.GeneratedAt,
		Offers: make([]data.PlanOffer, 0, len(d.Catalog.Offers)), Unknown: []string{},
	}
	for _, o := range d.Catalog.Offers {
		offer := data.PlanOffer{ID: o.ID, Name: o.Name, Seller: o.Seller, URL: o.URL, Platforms: append([]string{}, o.Platforms...), Beyond: o.Beyond, Plans: []data.Plan{}}
		for _, p := range o.Plans {
			offer.Plans = append(offer.Plans, plan(d, p))
		}
		doc.Offers = append(doc.Offers, offer)
	}
	for _, p := range d.Catalog.Providers {
		if !slices.ContainsFunc(d.Catalog.Offers, func(o catalog.Offer) bool { return o.Seller == p.Name }) {
			doc.Unknown = append(doc.Unknown, p.Name)
		}
	}
	return doc
}

func plan(d normalize.Decision, p catalog.Plan) data.Plan {
	published := data.Plan{
		ID: p.ID, Name: p.Name, Fee: p.Fee, IncludedWith: p.IncludedWith, Allowance: p.Allowance, Note: p.Note,
		Confidence: d.PlanConfidence(p), KnownSince: data.At(p.KnownSince().First), VerifiedAt: data.At(p.VerifiedAt().First),
		Placeholder: p.VerifiedAt().First.After(d.Manifest.GeneratedAt.Time), Evidence: []data.PlanEvidence{},
	}
	for _, f := range p.Fees {
		published.Fees = append(published.Fees, data.PlanFee(f))
	}
	for _, l := range p.Limits {
		published.Limits = append(published.Limits, data.PlanLimit(l))
	}
	for _, e := range newestFirst(p.Evidence) {
		published.Evidence = append(published.Evidence, data.PlanEvidence{
			URL: e.Source, Basis: e.Word(), Quote: e.Quote, Note: e.Note, Verified: e.Verified.Text,
		})
	}
	return published
}

func newestFirst(all []catalog.PlanEvidence) []catalog.PlanEvidence {
	return slices.SortedStableFunc(slices.Values(all), func(x, y catalog.PlanEvidence) int {
		return cmp.Or(y.Verified.First.Compare(x.Verified.First), cmp.Compare(x.Source, y.Source))
	})
}
