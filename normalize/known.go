package normalize

import (
	"slices"
	"time"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// known is all there is before a value is decided.
type known struct {
	catalog *catalog.Catalog
	now     time.Time
	sources sources
	stated  statements
	before  previous
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
func (k known) provider(id string) catalog.Provider {
	i := slices.IndexFunc(k.catalog.Providers, func(p catalog.Provider) bool { return p.ID == id })
	if i < 0 {
		return catalog.Provider{}
	}
	return k.catalog.Providers[i]
}

// page is the source that reads the provider's own pricing page, "" when none does.
func (k known) page(t catalog.Tool) string { return k.sources.pages[k.provider(t.Provider).Name] }

// asked are the sources that state prices of a tool: the provider's page, then the feeds.
func (k known) asked(t catalog.Tool) []string {
	return append([]string{k.page(t)}, k.sources.feeds...)
}

// readBefore is what a collector had read for the snapshot before. What the catalogue said then does not count: it
// speaks for itself.
func (k known) readBefore(n entry) (data.Evidence, bool) {
	was, ok := k.before.values[n.field()]
	switch was.Method {
	case data.Collected, data.Fed, data.Carried:
		return k.sources.carried(was), ok
	default:
		return data.Evidence{}, false
	}
}

// lastGood is what a new value of a number is compared with: what was published before, or what a person has read on
// the page since, or before anything was published. A placeholder and a value made by rule are neither.
func (k known) lastGood(n entry) *data.Evidence {
	var all []data.Evidence
	if e, ok := k.before.values[n.field()]; ok && !e.Placeholder && e.Method != data.Ruled {
		all = append(all, e)
	}
	if n.fact != nil && k.sources.firstHand(*n.fact) {
		all = append(all, *n.fact)
	}
	if e, ok := newest(all); ok {
		return &e
	}
	return nil
}
