package documents

import (
	"pricepoint/data"
	"pricepoint/normalize"
)

// platforms is api/platforms.json.
func platforms(d normalize.Decision) data.PlatformsDocument {
	doc := data.PlatformsDocument{Platforms: make([]data.Platform, 0, len(d.Catalog.Platforms)), LastUpdated: d.Manifest.GeneratedAt}
	for _, p := range d.Catalog.Platforms {
		doc.Platforms = append(doc.Platforms, data.Platform{ID: p.ID, Name: p.Name, Description: p.Description, Pricing: p.Pricing, URL: p.URL})
	}
	return doc
}
