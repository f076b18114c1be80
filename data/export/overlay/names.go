package overlay

import (
	"slices"
	"strings"
	"time"

	"pricepoint/data"
)

// named are the tools of a seller that a feed means by a name, on the day of the documents: where nobody has printed it there, the
// tool for which the seller takes requests under the name.
func (b *book) named(name, feed, seller string) []string {
	var tools []string
	if _, id, divided := strings.Cut(name, "/"); divided && len(b.aliases[name]) == 0 {
		for tool, ids := range b.ids {
			if b.tools[tool].tariff.Seller == seller && slices.Contains(ids, id) {
				tools = append(tools, tool)
			}
		}
	}
	for _, a := range b.aliases[name] {
		if t := b.tools[a.Tool]; t == nil || t.tariff.Seller != seller || slices.Contains(tools, a.Tool) {
			continue
		}
		if means(a, feed, b.at) {
			tools = append(tools, a.Tool)
		}
	}
	return tools
}

// means reports whether a name is that of its tool in a source at a time. One that also states a setting is not that of
// everything the tool sells.
func means(a data.Alias, source string, at time.Time) bool {
	elsewhere := slices.ContainsFunc(a.Except, func(e data.AliasException) bool { return e.Source == source })
	return a.HoldsOn(at) && !elsewhere && (a.Only == "" || a.Only == source) && a.Effort == "" && a.Harness == ""
}
