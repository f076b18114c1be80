package page

import (
	"slices"

	"pricepoint/data"
)

// front is what the page at / shows.
type front struct {
	Site
	Table      table
	Plot       plot
	Works      []work
	Providers  []string
	Categories []data.Category
	Sources    []data.SourceStatus // by state
	States     []stateCount
	Report     data.WrongNumber
}

// Front renders the explorer, the page at /.
func Front(site Site) ([]byte, error) {
	d := read(site)
	t := tableOf(d)
	return render("front.html", front{
		Site: site, Table: t, Plot: plotOf(t), Works: d.works(), Providers: d.providers(), Categories: d.categories.Categories,
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
