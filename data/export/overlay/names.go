package overlay

import (
	"slices"
	"strings"
	"time"

	"pricepoint/data"
)

// named are the tools of a seller that a feed means by a name, on the day of the documents.
func (b *book) named(name, feed, seller string) []string {
	var tools []string
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
	day := at.UTC().Format(time.DateOnly)
	elsewhere := slices.ContainsFunc(a.Except, func(e data.AliasException) bool { return e.Source == source })
	switch {
	case elsewhere, a.Only != "" && a.Only != source, a.Effort != "", a.Harness != "":
		return false
	case a.From != "" && strings.Compare(day, a.From) < 0, a.Until != "" && day[:min(len(day), len(a.Until))] > a.Until:
		return false
	}
	return true
}
