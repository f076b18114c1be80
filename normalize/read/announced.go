package read

import (
	"slices"
	"strings"
	"time"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// announced are the later prices that a provider's page states.
func announced(printed []data.Observation, seller catalog.Provider) []data.Announcement {
	var all []data.Announcement
	for _, o := range printed {
		q := o.Qualifiers
		if n, err := perMillion(o); err == nil && q.ValidFrom > o.FetchedAt.Format(time.DateOnly) && publishedTerms(o, seller.Region) {
			all = append(all, data.Announcement{
				Value: n, From: q.ValidFrom, Quote: o.Quote, Source: o.Source, Basis: data.OwnPage, Publisher: seller.Name, URL: o.URL, SHA256: o.SHA256, FetchedAt: o.FetchedAt,
			})
		}
	}
	return all
}

// inOrder leaves out what is announced for a day on which a cache read would cost more than input, or input more than
// output, or one of the two nothing: another column was read.
func inOrder(coming [len(data.Prices)][]data.Announcement) [len(data.Prices)][]data.Announcement {
	misread := map[string]bool{}
	for _, pair := range [][2]int{{data.CacheReadPlace, data.InputPlace}, {data.InputPlace, data.OutputPlace}} {
		for _, low := range coming[pair[0]] {
			for _, high := range coming[pair[1]] {
				if low.From == high.From && (low.Value.GreaterThan(high.Value.Decimal) || low.Value.IsZero() != high.Value.IsZero()) {
					misread[low.From] = true
				}
			}
		}
	}
	for place := range coming {
		coming[place] = slices.DeleteFunc(coming[place], func(a data.Announcement) bool { return misread[a.From] })
	}
	return coming
}

// withCurated adds what the catalogue knows of days that the page does not announce, and sorts all by day.
func withCurated(all []data.Announcement, t catalog.Tool, seller catalog.Provider, place int, now time.Time) []data.Announcement {
	for _, a := range t.Prices.Announced {
		n := a.Amount(place)
		known := !t.Prices.Verified.First.After(now)
		if n != nil && known && !slices.ContainsFunc(all, func(x data.Announcement) bool { return x.From == a.From.Text }) {
			read := a.Read(t)
			all = append(all, data.Announcement{
				Value: *n, From: a.From.Text, Quote: a.Source, Page: a.Source,
				Source: "catalogue", Basis: read.Word(), Publisher: read.Printer(seller.Name), URL: a.Source, VerifiedAt: data.At(t.Prices.Verified.First),
			})
		}
	}
	slices.SortStableFunc(all, func(x, y data.Announcement) int { return strings.Compare(x.From, y.From) })
	return all
}

// publishedTerms reports whether an observation would be the published price if it were in force.
func publishedTerms(o data.Observation, region string) bool {
	q := o.Qualifiers
	return generalTerms(q, region) && inUSD(o.Unit) && (q.CacheTTL == "" || q.CacheTTL == "5m") && (q.Window == "" || q.Window == "peak")
}
