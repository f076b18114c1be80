package page

import (
	"slices"

	"pricepoint/data"
)

// front is what the page at / shows.
type front struct {
	frame
	Table      table
	Works      []work
	Providers  []string
	Categories []data.Category
	Sources    []data.SourceStatus // by state
	States     []stateCount
	Report     data.WrongNumber
}

// frontPage is the explorer.
func frontPage(site Site, d documents) ([]Page, error) {
	return pageOf("front.html", "/", front{
		frame: frame{Site: site, Path: "/", Title: "pricepoint: what AI coding models cost, and how well they code",
			What: "What AI coding models cost and how well they code: prices, benchmark scores, measured cost, and where every number was read. A public JSON API."},
		Table: tableOf(d), Works: d.works(), Providers: d.providers(), Categories: d.categories.Categories,
		Sources: byState(site.Freshness.Sources), States: countStates(site.Freshness.Sources), Report: data.HowToReport,
	})
}

// providers are those of the tools, by name.
func (d documents) providers() []string {
	var all []string
	for _, t := range d.tools.Tools {
		all = append(all, t.Provider)
	}
	slices.Sort(all)
	return slices.Compact(all)
}
