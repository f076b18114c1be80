package normalize

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/market"
	"pricepoint/normalize/read"
)

// Audit is where the price lists differ from the providers' own pages.
type Audit struct {
	Lists      []market.AuditedList
	Deviations []market.Deviation
}

// compared is a number that a list states of a tool, beside what is published of it.
type compared struct {
	id, source string
	tool       Tool
	data.Quantity
	theirs, ours data.Evidence
	agrees       bool
}

var uncomparedReasons = []market.UncomparedReason{market.NotFirstHand, market.LowConfidence, market.IsHeld, market.OtherTerms, market.NotQuoted, market.ListWithheld}

// audit compares every list with every tool, in the order of the catalogue: those that it names first.
func audit(from read.Known, tools []Tool) Audit {
	made := Audit{Lists: []market.AuditedList{}, Deviations: []market.Deviation{}}
	var sources []string
	for _, l := range from.Catalog.Audit.Lists {
		sources = append(sources, l.Source)
	}
	for _, source := range append(sources, from.Sources.Feeds...) {
		if !from.Sources.Feed(source) || slices.ContainsFunc(made.Lists, func(l market.AuditedList) bool { return l.ID == source }) {
			continue
		}
		known, reading, record := from.Catalog.Audit.List(source), from.Sources.Readings[source], from.Sources.Records[source]
		list, left := market.AuditedList{
			ID: source, Name: cmp.Or(known.Name, reading.Publisher), URL: reading.URL, Mend: known.Mend, Sells: known.Sells,
			State: record.State, Cause: record.Cause, Uncompared: []market.Excluded{},
		}, map[market.UncomparedReason]int{}
		for _, n := range statedOn(from, source, tools) {
			if list.Numbers++; n.theirs.ConfirmedAt.After(list.FetchedAt.Time) {
				list.FetchedAt = n.theirs.ConfirmedAt
			}
			if why := incomparable(from, n); why != "" {
				left[why]++
				continue
			}
			if n.agrees {
				list.Agrees++
				continue
			}
			list.Deviates++
			made.Deviations = append(made.Deviations, deviation(from, n, list.Sells))
		}
		for _, reason := range uncomparedReasons {
			if left[reason] > 0 {
				list.Uncompared = append(list.Uncompared, market.Excluded{Reason: reason, Numbers: left[reason]})
			}
		}
		made.Lists = append(made.Lists, list)
	}
	return made
}

// statedOn are the prices and the context windows of tools that a list states.
func statedOn(from read.Known, source string, tools []Tool) (all []compared) {
	for _, t := range tools {
		prices := t.Prices()
		for place, ours := range append(prices[:], t.Window) {
			q := append(data.Prices[:], data.ContextSize)[place]
			if theirs, ok := from.Stated.Of(source, data.ToolField{Tool: t.ID, Field: q.Name}); ok {
				id := source + "/" + t.ID + "/" + q.Name
				all = append(all, compared{id, source, t, q, theirs, ours, sameValue(q, theirs.Value, ours.Value)})
			}
		}
	}
	return all
}

// incomparable says why a number of the list is not held against the page; "": it is. A price that the page states for other hours,
// or for a day to come, is one of other terms.
func incomparable(from read.Known, n compared) market.UncomparedReason {
	quoted := func(e data.Evidence) bool { return e.Quote != "" && e.SHA256 != "" } // with the payload that holds it
	announced := func(c data.Announcement) bool { return c.Value.Equal(n.theirs.Value) }
	atOtherHours := func(l data.TariffLine) bool {
		return l.Class == n.Observed.Class() && l.Terms.Service == "" && l.Terms.Hours != nil && l.Price != nil && l.Price.Equal(n.theirs.Value)
	}
	switch {
	case from.Withholds(n.source):
		return market.ListWithheld
	case n.ours.Held != "":
		return market.IsHeld
	case n.ours.Method != data.Collected && n.ours.Method != data.Curated || !from.Sources.FirstHand(n.ours):
		return market.NotFirstHand
	case n.ours.Confidence == data.Low:
		return market.LowConfidence
	case n.agrees:
		return ""
	case slices.ContainsFunc(n.ours.Announced, announced), slices.ContainsFunc(n.tool.Tariff.Lines, atOtherHours):
		return market.OtherTerms
	case !quoted(n.ours) || !quoted(n.theirs):
		return market.NotQuoted
	}
	return ""
}

func deviation(from read.Known, n compared, sells market.ListSells) market.Deviation {
	theirs, ours, t := n.theirs, n.ours, n.tool
	days := cmp.Compare(theirs.Seen().Format(time.DateOnly), ours.Seen().Format(time.DateOnly))
	row := market.Deviation{
		ID: n.id, List: n.source, Subject: theirs.Subject, Tool: t.ID, Name: t.Name, Provider: t.ProviderName,
		Field: n.Name, Unit: n.Unit, Theirs: theirs.Value, Page: ours.Value, Kind: market.Differs,
		OnList: auditEvidence(theirs), OnPage: auditEvidence(ours),
		Later: map[int]market.ReadLater{1: market.ListReadLater, -1: market.PageReadLater, 0: market.ReadTogether}[days],
	}
	if !ours.Value.IsZero() { // by how much theirs is higher
		row.Percent = &data.Number{Decimal: theirs.Value.Sub(ours.Value.Decimal).Mul(decimal.NewFromInt(100)).DivRound(ours.Value.Decimal, 1)}
	}
	if ours.ListPrice != nil && ours.ListPrice.Equal(theirs.Value) {
		row.Kind = market.ListPriceStated
	}
	if row.Since = ours.ChangedAt; row.Since.IsZero() {
		row.Since = theirs.ConfirmedAt
	}
	if since, _ := from.Since(data.ToolField{Tool: t.ID, Field: n.Name}, theirs); since.After(row.Since.Time) {
		row.Since = since
	}
	if sells == market.MakersPrice { // the row in one line, for somebody who mends the list
		row.Report = fmt.Sprintf("%s: the %s is %s %s here and %s on the provider's page", row.Subject, n.Words, row.Theirs, row.Unit, row.Page)
		if row.OnPage.Quote != "" {
			row.Report += fmt.Sprintf(", which prints %q", row.OnPage.Quote)
		}
		row.Report += fmt.Sprintf(": %s (read %s)", row.OnPage.URL, row.OnPage.ReadAt.Format(time.DateOnly))
	}
	return row
}

func auditEvidence(e data.Evidence) market.AuditEvidence {
	return market.AuditEvidence{
		URL: e.URL, Quote: e.Quote, SHA256: e.SHA256, Archive: e.Archive, ReadAt: data.At(e.Seen()), Method: e.Method, Confidence: e.Confidence,
	}
}
