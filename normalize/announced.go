package normalize

import (
	"fmt"
	"slices"
	"strings"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// announce writes down the prices that were said to hold later, and tells of those whose day has come without anyone
// having read the page again. None of them is published before that.
func (b *build) announce(t catalog.Tool, place int, e *data.Evidence) {
	f := prices[place]
	for _, a := range b.announcements(t, place) {
		if seen(*e).Format(dayLayout) >= a.From {
			continue // what is published was seen after that day
		}
		e.Announced = append(e.Announced, a)
		if b.now.Format(dayLayout) >= a.From {
			b.due(t, f, *e, &a.Value, fmt.Sprintf("%s was announced for %s", a.Value, a.From))
		}
	}
	if until := e.Conditions.ValidUntil; len(e.Announced) == 0 && until != "" && until < b.now.Format(dayLayout) {
		b.due(t, f, *e, nil, "it was said to hold until "+until)
	}
}

// announcements are the later prices that the provider's page and the catalogue state, by day.
func (b *build) announcements(t catalog.Tool, place int) []data.Announcement {
	var all []data.Announcement
	for _, o := range b.claims[b.page(t)][t.ID][prices[place].observed] {
		q := o.Qualifiers
		if n, err := perMillion(o); err == nil && q.ValidFrom > o.FetchedAt.Format(dayLayout) && b.headlineTerms(o, t) {
			all = append(all, data.Announcement{Value: n, From: q.ValidFrom, Quote: o.Quote})
		}
	}
	for _, a := range t.Prices.Announced {
		n := []*data.Number{a.Input, a.Output, a.CacheRead, a.CacheWrite}[place]
		known := !t.Prices.Verified.First.After(b.now)
		if n != nil && known && !slices.ContainsFunc(all, func(x data.Announcement) bool { return x.From == a.From.Text }) {
			all = append(all, data.Announcement{Value: *n, From: a.From.Text, Quote: a.Source, Page: a.Source})
		}
	}
	slices.SortStableFunc(all, func(x, y data.Announcement) int { return strings.Compare(x.From, y.From) })
	return all
}

// headlineTerms reports whether an observation would be the published price if it were in force.
func (b *build) headlineTerms(o data.Observation, t catalog.Tool) bool {
	q := o.Qualifiers
	return generalTerms(q, b.providers[t.Provider].Region) && inUSD(o.Unit) &&
		(q.CacheTTL == "" || q.CacheTTL == "5m") && (q.Window == "" || q.Window == "peak")
}

func (b *build) due(t catalog.Tool, f field, e data.Evidence, announced *data.Number, why string) {
	finding := data.Finding{
		Kind: data.Due, Source: e.Source, Tool: t.ID, Field: f.name, Published: &e.Value, Found: announced, URL: e.URL, Evidence: data.At(seen(e)),
		Why:  fmt.Sprintf("the %s of %s was last seen on %s: %s", f.words, t.Name, seen(e).Format(dayLayout), why),
		Ends: "the provider's page is read again, or someone verifies the value in the catalogue",
	}
	finding.ID = findingID(finding)
	b.found(finding)
}
