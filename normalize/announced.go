package normalize

import (
	"fmt"
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
		if n, err := perMillion(o); err == nil && q.ValidFrom > o.FetchedAt.Format(dayLayout) && publishedTerms(o, seller.Region) {
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

// announce writes down the prices that were said to hold later, and reports those whose day has come without anyone
// having read the page again. None of them is published before that.
func (d *decider) announce(n entry, e *data.Evidence) {
	for _, a := range d.in.stated.coming[n.field()] {
		if e.Seen().Format(dayLayout) >= a.From {
			continue // what is published was seen after that day
		}
		e.Announced = append(e.Announced, a)
		if d.in.now.Format(dayLayout) >= a.From {
			d.found.add(due(n, *e, &a.Value, fmt.Sprintf("%s was announced for %s", a.Value, a.From)))
		}
	}
	switch d.in.ended(n, *e) {
	case changeIsDue:
		if len(e.Announced) == 0 {
			d.found.add(due(n, *e, nil, "it was said to hold until "+e.Conditions.ValidUntil))
		}
	case promiseIsOver:
		d.found.add(due(n, *e, nil, "it was promised until "+e.Conditions.Promised))
	case listPriceIsBack:
		d.found.add(due(n, *e, nil, e.Ruling.Promotion(func(day string) string { return day })+", so the list price is published"))
	}
}

func due(n entry, e data.Evidence, announced *data.Number, why string) data.Finding {
	return data.Finding{
		Kind: data.Due, Source: e.Source, Tool: n.tool.ID, Field: n.Name, Published: &e.Value, Found: announced, URL: e.URL, Evidence: data.At(e.Seen()),
		Why:  fmt.Sprintf("the %s of %s was last seen on %s: %s", n.Words, n.tool.Name, e.Seen().Format(dayLayout), why),
		Ends: "the provider's page is read again, or someone verifies the value in the catalogue",
	}.Identified()
}
