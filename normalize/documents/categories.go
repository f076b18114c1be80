package documents

import (
	"slices"

	"pricepoint/data"
	"pricepoint/normalize"
)

// categories is api/categories.json.
func categories(d normalize.Decision) data.CategoriesDocument {
	doc := data.CategoriesDocument{Categories: make([]data.Category, 0, len(d.Catalog.Categories)), LastUpdated: d.Manifest.GeneratedAt}
	for _, c := range d.Catalog.Categories {
		category := data.Category{ID: c.Slug, Name: c.Name, Description: c.Description, Slug: c.Slug, Tools: []string{}}
		for _, t := range d.Tools {
			if slices.Contains(t.Categories, c.Slug) {
				category.Tools = append(category.Tools, t.ID)
			}
		}
		doc.Categories = append(doc.Categories, category)
	}
	return doc
}
