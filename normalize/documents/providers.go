package documents

import (
	"pricepoint/data"
	"pricepoint/normalize"
)

// providers is api/providers.json.
func providers(d normalize.Decision) data.ProvidersDocument {
	doc := data.ProvidersDocument{Providers: make([]data.Provider, 0, len(d.Catalog.Providers)), LastUpdated: d.Manifest.GeneratedAt}
	for _, p := range d.Catalog.Providers {
		provider := data.Provider{Name: p.Name, Tools: []data.ToolRef{}}
		for _, t := range d.Tools {
			if t.Provider == p.ID {
				provider.Tools = append(provider.Tools, data.ToolRef{ID: t.ID, Name: t.Name})
			}
		}
		provider.ToolCount = len(provider.Tools)
		doc.Providers = append(doc.Providers, provider)
	}
	return doc
}
