package normalize

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// Audit is where the price lists differ from the providers' own pages.
type Audit struct {
	Lists      []data.AuditedList
	Deviations []data.Deviation
	Settled    []data.SettledDeviation
}

// compared is a number that a list states of a tool, beside what is published of it.
type compared struct {
	source string
	tool   *Tool
	data.Quantity
	theirs, ours data.Evidence
}

func (n compared) id() string { return n.source + "/" + n.tool.ID + "/" + n.Name }

func (n compared) agrees() bool { return sameValue(n.Quantity, n.theirs.Value, n.ours.Value) }

// audit compares every list with every tool, in the order of the catalogue.
func (d *decider) audit(tools []Tool) Audit {
	made := Audit{Lists: []data.AuditedList{}, Deviations: []data.Deviation{}, Settled: []data.SettledDeviation{}}
	found := map[string]compared{} // by id
	for _, source := range d.auditedSources() {
		list, left := d.auditedList(source), map[data.UncomparedReason]int{}
		for _, n := range d.statedOn(source, tools) {
			if list.Numbers++; n.theirs.ConfirmedAt.After(list.FetchedAt.Time) {
				list.FetchedAt = n.theirs.ConfirmedAt
			}
			if why := d.incomparable(n); why != "" {
				left[why]++
				continue
			}
			if found[n.id()] = n; n.agrees() {
				list.Agrees++
				continue
			}
			list.Deviates++
			made.Deviations = append(made.Deviations, d.deviation(n, list.Sells))
		}
		for _, reason := range uncomparedReasons {
			if left[reason] > 0 {
				list.Uncompared = append(list.Uncompared, data.Excluded{Reason: reason, Numbers: left[reason]})
			}
		}
		made.Lists = append(made.Lists, list)
	}
	for _, k := range d.Catalog.Audit.Acknowledged {
		id := k.Source + "/" + k.Tool + "/" + k.Field
		n, is := found[id]
		if reason := settled(k, n, is); reason != "" {
			made.Settled = append(made.Settled, data.SettledDeviation{ID: id, Theirs: k.Theirs, Page: k.Page, Why: k.Why, Reason: reason})
		} else if i := slices.IndexFunc(made.Deviations, func(row data.Deviation) bool { return row.ID == id }); i >= 0 {
			made.Deviations[i].Acknowledged = &data.Acknowledgement{Why: k.Why, On: k.On.Text}
		}
	}
	return made
}

var uncomparedReasons = []data.UncomparedReason{data.NotFirstHand, data.LowConfidence, data.IsHeld, data.OtherTerms, data.NotQuoted, data.ListWithheld}

// auditedSources are the lists, those of the catalogue first and in its order.
func (d *decider) auditedSources() (all []string) {
	for _, l := range d.Catalog.Audit.Lists {
		all = append(all, l.Source)
	}
	for _, source := range d.Sources.Feeds {
		if !slices.Contains(all, source) {
			all = append(all, source)
		}
	}
	return slices.DeleteFunc(all, func(source string) bool { return !d.Sources.Feed(source) })
}

func (d *decider) auditedList(source string) data.AuditedList {
	list, reading, record := d.Catalog.Audit.List(source), d.Sources.Readings[source], d.Sources.Records[source]
	return data.AuditedList{
		ID: source, Name: cmp.Or(list.Name, reading.Publisher), URL: reading.URL, Mend: list.Mend, Sells: list.Sells,
		State: record.State, Cause: record.Cause, Uncompared: []data.Excluded{},
	}
}

// statedOn are the prices and the context windows of tools that a list states.
func (d *decider) statedOn(source string, tools []Tool) (all []compared) {
	for i := range tools {
		t := &tools[i]
		ours := t.Prices()
		for place, q := range append(data.Prices[:], data.ContextSize) {
			theirs, stated := d.Stated.Of(source, data.ToolField{Tool: t.ID, Field: q.Name})
			n := compared{source: source, tool: t, Quantity: q, theirs: theirs, ours: t.Window}
			if q != data.ContextSize {
				n.ours = ours[place]
			}
			if stated {
				all = append(all, n)
			}
		}
	}
	return all
}

// incomparable says why a number of the list is not held against the page; "": it is.
func (d *decider) incomparable(n compared) data.UncomparedReason {
	withheld := d.isWithheld(n.source)
	read := n.ours.Method == data.Collected || n.ours.Method == data.Curated
	quoted := func(e data.Evidence) bool { return e.Quote != "" && e.SHA256 != "" } // with the payload that holds it
	switch {
	case withheld:
		return data.ListWithheld
	case n.ours.Held != "":
		return data.IsHeld
	case !read || !d.Sources.FirstHand(n.ours):
		return data.NotFirstHand
	case n.ours.Confidence == data.Low:
		return data.LowConfidence
	case n.agrees():
		return ""
	case n.otherTerms():
		return data.OtherTerms
	case !quoted(n.ours) || !quoted(n.theirs):
		return data.NotQuoted
	}
	return ""
}

// otherTerms reports whether a price is what the page states for other hours, or for a day to come.
func (n compared) otherTerms() bool {
	return slices.ContainsFunc(n.ours.Announced, func(c data.Announcement) bool { return c.Value.Equal(n.theirs.Value) }) ||
		slices.ContainsFunc(n.tool.Tariff.Lines, func(l data.TariffLine) bool {
			return l.Class == n.Observed.Class() && l.Terms.Service == "" && l.Terms.Hours != nil && l.Price != nil && l.Price.Equal(n.theirs.Value)
		})
}

func (d *decider) deviation(n compared, sells data.ListSells) data.Deviation {
	theirs, ours, t := n.theirs, n.ours, n.tool
	row := data.Deviation{
		ID: n.id(), List: n.source, Subject: theirs.Subject, Tool: t.ID, Name: t.Name, Provider: t.ProviderName,
		Field: n.Name, Unit: n.Unit, Theirs: theirs.Value, Page: ours.Value, Percent: excess(theirs.Value, ours.Value), Kind: data.Differs,
		OnList: auditEvidence(theirs), OnPage: auditEvidence(ours), Later: later(theirs, ours),
	}
	if ours.ListPrice != nil && ours.ListPrice.Equal(theirs.Value) {
		row.Kind = data.ListPriceStated
	}
	if row.Since = ours.ChangedAt; row.Since.IsZero() {
		row.Since = theirs.ConfirmedAt
	}
	if since, _ := d.since(data.ToolField{Tool: t.ID, Field: n.Name}, theirs); since.After(row.Since.Time) {
		row.Since = since
	}
	if sells == data.MakersPrice {
		row.Report = report(row, n.Quantity)
	}
	return row
}

// excess is by how many percent theirs is higher than the page's, to one decimal; nil where the page says 0.
func excess(theirs, page data.Number) *data.Number {
	if page.IsZero() {
		return nil
	}
	more := theirs.Sub(page.Decimal).Mul(decimal.NewFromInt(100)).DivRound(page.Decimal, 1)
	return &data.Number{Decimal: more}
}

func auditEvidence(e data.Evidence) data.AuditEvidence {
	return data.AuditEvidence{
		URL: e.URL, Quote: e.Quote, SHA256: e.SHA256, Archive: e.Archive, ReadAt: data.At(e.Seen()), Method: e.Method, Confidence: e.Confidence,
	}
}

// later tells which side was read on the later day.
func later(theirs, ours data.Evidence) data.ReadLater {
	days := cmp.Compare(theirs.Seen().Format(time.DateOnly), ours.Seen().Format(time.DateOnly))
	return map[int]data.ReadLater{1: data.ListReadLater, -1: data.PageReadLater, 0: data.ReadTogether}[days]
}

// report is the row in one line, for somebody who mends the list.
func report(row data.Deviation, q data.Quantity) string {
	text := fmt.Sprintf("%s: the %s is %s %s here and %s on the provider's page", row.Subject, q.Words, row.Theirs, row.Unit, row.Page)
	if row.OnPage.Quote != "" {
		text += fmt.Sprintf(", which prints %q", row.OnPage.Quote)
	}
	return text + fmt.Sprintf(": %s (read %s)", row.OnPage.URL, row.OnPage.ReadAt.Format(time.DateOnly))
}

// settled says why an acknowledgement no longer applies to a number that was compared, if it was; "": it does.
func settled(k catalog.AcknowledgedPrice, now compared, is bool) data.SettledReason {
	switch {
	case !is:
		return data.NotComparable
	case now.theirs.Value.Equal(k.Theirs) && now.ours.Value.Equal(k.Page):
		return ""
	case now.theirs.Value.Equal(now.ours.Value):
		return data.NowAgrees
	default:
		return data.OtherValue
	}
}
