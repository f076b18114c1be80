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

// auditor compares one list with what was decided.
type auditor struct {
	inputs
	source string
	data.AuditedList
	uncompared map[data.UncomparedReason]int
	compared   map[data.ToolField]pair
	rows       []data.Deviation
}

// pair are the two numbers that were compared.
type pair struct{ theirs, page data.Number }

// audit compares every list with every tool, in the order of the catalogue.
func (d *decider) audit(tools []Tool) Audit {
	made := Audit{Lists: []data.AuditedList{}, Deviations: []data.Deviation{}, Settled: []data.SettledDeviation{}}
	lists := map[string]auditor{}
	for _, source := range d.auditedSources() {
		a := d.auditor(source)
		for _, t := range tools {
			a.tool(t)
		}
		for _, reason := range uncomparedReasons {
			if n := a.uncompared[reason]; n > 0 {
				a.Uncompared = append(a.Uncompared, data.Excluded{Reason: reason, Numbers: n})
			}
		}
		made.Lists = append(made.Lists, a.AuditedList)
		made.Deviations = append(made.Deviations, a.rows...)
		lists[source] = a
	}
	for _, k := range d.in.Catalog.Audit.Acknowledged {
		if s, is := settled(k, lists[k.Source].compared); is {
			made.Settled = append(made.Settled, s)
		}
	}
	return made
}

var uncomparedReasons = []data.UncomparedReason{data.NotFirstHand, data.LowConfidence, data.IsHeld, data.OtherTerms, data.NotQuoted, data.ListWithheld}

// auditedSources are the lists, those of the catalogue first and in its order.
func (d *decider) auditedSources() (all []string) {
	for _, l := range d.in.Catalog.Audit.Lists {
		if d.in.Sources.Feed(l.Source) {
			all = append(all, l.Source)
		}
	}
	for _, source := range d.in.Sources.Feeds {
		if d.in.Sources.Feed(source) && !slices.Contains(all, source) {
			all = append(all, source)
		}
	}
	return all
}

func (d *decider) auditor(source string) auditor {
	list, reading, record := d.in.Catalog.Audit.List(source), d.in.Sources.Readings[source], d.in.Sources.Records[source]
	return auditor{
		inputs: d.in, source: source, uncompared: map[data.UncomparedReason]int{}, compared: map[data.ToolField]pair{},
		AuditedList: data.AuditedList{
			ID: source, Name: cmp.Or(list.Name, reading.Publisher), URL: reading.URL, Mend: list.Mend, Sells: list.Sells,
			State: record.State, Cause: record.Cause, Uncompared: []data.Excluded{},
		},
	}
}

// tool compares the four prices and the context window of a tool.
func (a *auditor) tool(t Tool) {
	for place, ours := range t.Prices() {
		a.number(t, data.Prices[place], ours, t.Coming[place])
	}
	a.number(t, data.ContextSize, t.Window, nil)
}

// number compares one number, if the list states it and the page can be held against it.
func (a *auditor) number(t Tool, q data.Quantity, ours data.Evidence, coming []data.Announcement) {
	of := data.ToolField{Tool: t.ID, Field: q.Name}
	theirs, stated := a.Stated.Of(a.source, of)
	if !stated {
		return
	}
	if a.Numbers++; theirs.ConfirmedAt.After(a.FetchedAt.Time) {
		a.FetchedAt = theirs.ConfirmedAt
	}
	if why := a.incomparable(t, q, ours, theirs, coming); why != "" {
		a.uncompared[why]++
		return
	}
	a.compared[of] = pair{theirs.Value, ours.Value}
	if sameValue(q, theirs.Value, ours.Value) {
		a.Agrees++
		return
	}
	a.Deviates++
	a.rows = append(a.rows, a.deviation(t, q, theirs, ours))
}

// incomparable says why a number of the list is not held against the page; "": it is.
func (a *auditor) incomparable(t Tool, q data.Quantity, ours, theirs data.Evidence, coming []data.Announcement) data.UncomparedReason {
	_, withheld := a.withheld[a.source]
	read := ours.Method == data.Collected || ours.Method == data.Curated
	switch {
	case withheld:
		return data.ListWithheld
	case ours.Held != "":
		return data.IsHeld
	case !read || !a.Sources.FirstHand(ours):
		return data.NotFirstHand
	case ours.Confidence == data.Low:
		return data.LowConfidence
	case sameValue(q, theirs.Value, ours.Value):
		return ""
	case otherTerms(t.Tariff, q, theirs.Value, coming):
		return data.OtherTerms
	case !quoted(ours) || !quoted(theirs):
		return data.NotQuoted
	}
	return ""
}

// quoted reports whether the printed text was kept, and the payload that holds it.
func quoted(e data.Evidence) bool { return e.Quote != "" && e.SHA256 != "" }

// otherTerms reports whether a price is what the page states for other hours, or for a day to come.
func otherTerms(t data.Tariff, q data.Quantity, theirs data.Number, coming []data.Announcement) bool {
	if slices.ContainsFunc(coming, func(c data.Announcement) bool { return c.Value.Equal(theirs) }) {
		return true
	}
	class := classOf[q.Name]
	return slices.ContainsFunc(t.Lines, func(l data.TariffLine) bool {
		return l.Class == class && l.Terms.Service == "" && l.Terms.Hours != nil && l.Price != nil && l.Price.Equal(theirs)
	})
}

// classOf is what the published prices are called in tariffs.
var classOf = map[string]data.BillingClass{
	data.FieldInput: data.ClassInput, data.FieldOutput: data.ClassOutput,
	data.FieldCacheRead: data.ClassCacheRead, data.FieldCacheWrite: data.ClassCacheWrite,
}

func (a *auditor) deviation(t Tool, q data.Quantity, theirs, ours data.Evidence) data.Deviation {
	row := data.Deviation{
		ID: a.source + "/" + t.ID + "/" + q.Name, List: a.source, Subject: theirs.Subject, Tool: t.ID, Name: t.Name, Provider: t.ProviderName,
		Field: q.Name, Unit: q.Unit, Theirs: theirs.Value, Page: ours.Value, Percent: excess(theirs.Value, ours.Value), Kind: data.Differs,
		OnList: auditEvidence(theirs), OnPage: auditEvidence(ours), Later: later(theirs, ours),
	}
	if ours.ListPrice != nil && ours.ListPrice.Equal(theirs.Value) {
		row.Kind = data.ListPriceStated
	}
	if row.Since = ours.ChangedAt; row.Since.IsZero() {
		row.Since = theirs.ConfirmedAt
	}
	if since, _ := a.since(data.ToolField{Tool: t.ID, Field: q.Name}, theirs); since.After(row.Since.Time) {
		row.Since = since
	}
	for _, k := range a.Catalog.Audit.Acknowledged {
		if k.Source == a.source && k.Tool == t.ID && k.Field == q.Name && k.Theirs.Equal(theirs.Value) && k.Page.Equal(ours.Value) {
			row.Acknowledged = &data.Acknowledgement{Why: k.Why, On: k.On.Text}
		}
	}
	if a.Sells == data.MakersPrice {
		row.Report = report(row, q)
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
	switch cmp.Compare(theirs.Seen().Format(time.DateOnly), ours.Seen().Format(time.DateOnly)) {
	case 1:
		return data.ListReadLater
	case -1:
		return data.PageReadLater
	}
	return data.ReadTogether
}

// report is the row in one line, for somebody who mends the list.
func report(row data.Deviation, q data.Quantity) string {
	text := fmt.Sprintf("%s: the %s is %s %s here and %s on the provider's page", row.Subject, q.Words, row.Theirs, row.Unit, row.Page)
	if row.OnPage.Quote != "" {
		text += fmt.Sprintf(", which prints %q", row.OnPage.Quote)
	}
	return text + fmt.Sprintf(": %s (read %s)", row.OnPage.URL, row.OnPage.ReadAt.Format(time.DateOnly))
}

// settled says why an acknowledgement no longer applies; false: it does.
func settled(k catalog.AcknowledgedPrice, compared map[data.ToolField]pair) (data.SettledDeviation, bool) {
	s := data.SettledDeviation{ID: k.Source + "/" + k.Tool + "/" + k.Field, Theirs: k.Theirs, Page: k.Page, Why: k.Why}
	now, is := compared[data.ToolField{Tool: k.Tool, Field: k.Field}]
	switch {
	case !is:
		s.Reason = data.NotComparable
	case now.theirs.Equal(k.Theirs) && now.page.Equal(k.Page):
		return s, false
	case now.theirs.Equal(now.page):
		s.Reason = data.NowAgrees
	default:
		s.Reason = data.OtherValue
	}
	return s, true
}
