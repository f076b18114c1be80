package normalize

import (
	"cmp"
	"pricepoint/data"
	"pricepoint/data/catalog"
	"slices"
	"time"
)

// known is all there is before a value is decided.
type known struct {
	catalog *catalog.Catalog
	now     time.Time
	sources sources
	stated  statements
	before  previous
	lives   map[string]Life // by tool: what a lifecycle page says
}

// entry is one number of one tool that is to be decided.
type entry struct {
	tool catalog.Tool
	data.Quantity
	fact  *data.Evidence // what the catalogue states; nil: nothing
	input *data.Evidence // of a cache price: the input price it has to belong to; nil: there is none
}

func (n entry) field() data.ToolField { return data.ToolField{Tool: n.tool.ID, Field: n.Name} }

// provider is who sells a tool first hand.
func (from known) provider(id string) catalog.Provider {
	i := slices.IndexFunc(from.catalog.Providers, func(p catalog.Provider) bool { return p.ID == id })
	if i < 0 {
		return catalog.Provider{}
	}
	return from.catalog.Providers[i]
}

// page is the source that reads the provider's own pricing page, "" when none does.
func (from known) page(t catalog.Tool) string {
	return from.sources.pages[from.provider(t.Provider).Name]
}

// asked are the sources that state prices of a tool: the provider's page, then the feeds.
func (from known) asked(t catalog.Tool) []string {
	return append([]string{from.page(t)}, from.sources.feeds...)
}

// placeOf is the place of a price in published order, -1 for any other number.
func placeOf(q data.Quantity) int {
	return slices.IndexFunc(data.Prices[:], func(price data.Quantity) bool { return price.Name == q.Name })
}

// confidences are all there are, lowest first.
var confidences = []data.Confidence{data.Low, data.Medium, data.High}

// compareTrust compares two confidences, the lower one first.
func compareTrust(x, y data.Confidence) int {
	return cmp.Compare(slices.Index(confidences, x), slices.Index(confidences, y))
}

// least is the lowest of several confidences.
func least(all ...data.Confidence) data.Confidence {
	return slices.MinFunc(all, compareTrust)
}
