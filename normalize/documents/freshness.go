package documents

import (
	"pricepoint/data"
	"pricepoint/normalize"
)

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
