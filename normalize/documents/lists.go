package documents

import (
	"fmt"
	"slices"

	"pricepoint/data"
	"pricepoint/data/market"
	"pricepoint/normalize"
)

// tools is api/tools.json.
func tools(d normalize.Decision) data.ToolsDocument {
	doc := data.ToolsDocument{Tools: make([]data.Tool, 0, len(d.Tools)), LastUpdated: d.Manifest.GeneratedAt, TotalTools: len(d.Tools)}
	for _, t := range d.Tools {
		doc.Tools = append(doc.Tools, data.Tool{
			ID: t.ID, Name: t.Name, Provider: t.ProviderName, Category: t.Categories,
			Pricing: data.Pricing{
				Input: t.Input.Value, Output: t.Output.Value, CacheRead: t.CacheRead.Value, CacheWrite: t.CacheWrite.Value,
			},
			Description: t.Description, ContextWindow: contextWindow(t), Features: t.Features,
			BestFor: t.BestFor, ReleaseDate: t.Released, URL: t.URL,
		})
	}
	return doc
}

// contextWindow is the size of the context window as documents write it: 1048K tokens.
func contextWindow(t normalize.Tool) string { return fmt.Sprintf("%dK tokens", t.ContextTokens()/1000) }

// categories is api/categories.json.
func categories(d normalize.Decision) data.CategoriesDocument {
	doc := data.CategoriesDocument{Categories: make([]data.Category, 0, len(d.Catalog.Categories)), LastUpdated: d.Manifest.GeneratedAt}
	for _, c := range d.Catalog.Categories {
		c.ID, c.Tools = c.Slug, []string{}
		for _, t := range d.Tools {
			if slices.Contains(t.Categories, c.Slug) {
				c.Tools = append(c.Tools, t.ID)
			}
		}
		doc.Categories = append(doc.Categories, c)
	}
	return doc
}

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

// freshness is api/freshness.json.
func freshness(d normalize.Decision) data.FreshnessDocument {
	m := d.Manifest
	doc := data.FreshnessDocument{
		Version: m.Version, LastUpdated: m.GeneratedAt, NextRefreshDue: data.At(m.GeneratedAt.Add(data.RefreshEvery)),
		Counts: data.Counts{
			Tools: len(d.Tools), Scored: len(published(d)), Providers: len(d.Catalog.Providers), Categories: len(d.Catalog.Categories),
			Platforms: len(d.Catalog.Platforms), UseCases: len(d.Catalog.UseCases),
		},
		Sources: []data.SourceStatus{},
	}
	for _, s := range m.Sources {
		doc.Sources = append(doc.Sources, s.SourceStatus)
	}
	return doc
}

// tariffs is api/tariffs.json: every price of every tool, and what became of the prices that the pages print.
func tariffs(d normalize.Decision) data.TariffsDocument {
	doc := data.TariffsDocument{Version: d.Manifest.Version, LastUpdated: d.Manifest.GeneratedAt, Tools: []data.Tariff{}, Sources: d.PriceCells}
	for _, t := range d.Tools {
		doc.Tools = append(doc.Tools, t.Tariff)
	}
	return doc
}

// sellers is api/sellers.json.
func sellers(d normalize.Decision) market.SellersDocument {
	doc := market.SellersDocument{
		Version: d.Manifest.Version, LastUpdated: d.Manifest.GeneratedAt, Lists: append([]market.SellerList{}, d.Sellers.Lists...), Tools: []market.ToolOffers{},
	}
	for _, t := range d.Tools {
		if offers := d.Sellers.Offers[t.ID]; len(offers) > 0 {
			doc.Tools = append(doc.Tools, market.ToolOffers{ID: t.ID, Name: t.Name, Maker: t.ProviderName, Offers: offers})
		}
	}
	return doc
}
