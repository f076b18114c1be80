package read

import (
	"cmp"
	"pricepoint/data"
	"pricepoint/data/catalog"
	"slices"
	"time"
)

// Known is all there is before a value is decided.
type Known struct {
	Catalog *catalog.Catalog
	Now     time.Time
	Sources sources
	Stated  statements
	Before  Previous
	Lives   map[string]Life // by tool: what a lifecycle page says
}

// Entry is one number of one tool that is to be decided.
type Entry struct {
	Tool catalog.Tool
	data.Quantity
	Fact  *data.Evidence // what the catalogue states; nil: nothing
	Input *data.Evidence // of a cache price: the input price it has to belong to; nil: there is none
}

func (n Entry) Field() data.ToolField { return data.ToolField{Tool: n.Tool.ID, Field: n.Name} }

// Provider is who sells a tool first hand.
func (from Known) Provider(id string) catalog.Provider {
	i := slices.IndexFunc(from.Catalog.Providers, func(p catalog.Provider) bool { return p.ID == id })
	if i < 0 {
		return catalog.Provider{}
	}
	return from.Catalog.Providers[i]
}

// Page is the source that reads the provider's own pricing page, "" when none does.
func (from Known) Page(t catalog.Tool) string {
	return from.Sources.Pages[from.Provider(t.Provider).Name]
}

// Asked are the sources that state prices of a tool: the provider's page, then the feeds.
func (from Known) Asked(t catalog.Tool) []string {
	return append([]string{from.Page(t)}, from.Sources.Feeds...)
}

// PlaceOf is the place of a price in published order, -1 for any other number.
func PlaceOf(q data.Quantity) int {
	return slices.IndexFunc(data.Prices[:], func(price data.Quantity) bool { return price.Name == q.Name })
}

// confidences are all there are, lowest first.
var confidences = []data.Confidence{data.Low, data.Medium, data.High}

// CompareTrust compares two confidences, the lower one first.
func CompareTrust(x, y data.Confidence) int {
	return cmp.Compare(slices.Index(confidences, x), slices.Index(confidences, y))
}

// Least is the lowest of several confidences.
func Least(all ...data.Confidence) data.Confidence {
	return slices.MinFunc(all, CompareTrust)
}
