package normalize

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"pricepoint/data"
	"pricepoint/normalize/names"
)

// findings are what one build finds, each once.
type findings struct {
	before map[string]data.Finding // of the snapshot before, by id
	now    data.Timestamp
	all    map[string]data.Finding // by id
}

// add keeps a finding. One that was there before keeps its times. Of two with the same id that name different examples,
// the first by the alphabet stays, whichever is found first.
func (f *findings) add(x data.Finding) {
	if known, ok := f.all[x.ID]; ok && known.Why <= x.Why {
		return
	}
	x.Since = f.now
	if was, ok := f.before[x.ID]; ok {
		x.Since, x.Evidence = was.Since, was.Evidence
	}
	f.all[x.ID] = x
}

// refused reports what a source states and cannot be used.
func refused(url, source string, of data.ToolField, why error) data.Finding {
	return data.Finding{
		Kind: data.Refused, Source: source, Tool: of.Tool, Field: of.Field, Quote: why.Error(), URL: url,
		Why: fmt.Sprintf("%s: %v", source, why), Ends: "the source states it clearly",
	}.Identified()
}

// refusedRow reports a row of a page that was left out while the rest was read.
func refusedRow(source string, row data.Refusal) data.Finding {
	return data.Finding{
		Kind: data.Refused, Source: source, Subject: row.Subject, Quote: row.Quote, URL: row.URL, Evidence: row.FetchedAt,
		Why:  fmt.Sprintf("%s: the row of %q is left out: %s", source, row.Subject, row.Why),
		Ends: "the source states it clearly",
	}.Identified()
}

// maxOfSource is how many rows or names of one source are reported one by one; the others are counted. What a stranger
// prints must not fill the document.
const maxOfSource = 100

// refusedRows reports the rows of a source that were left out while the rest was read.
func (f *findings) refusedRows(source, url string, rows []data.Refusal) {
	for _, row := range rows[:min(len(rows), maxOfSource)] {
		f.add(refusedRow(source, row))
	}
	if more := len(rows) - maxOfSource; more > 0 {
		x := data.Finding{Kind: data.Refused, Source: source, URL: url}.Identified()
		x.Why, x.Ends = fmt.Sprintf("%s: %d more rows are left out", source, more), "the source states them clearly"
		f.add(x)
	}
}

// unexplained reports a published price that its page still states, beside words that nobody has understood.
func unexplained(n entry, o data.Observation) data.Finding {
	return data.Finding{
		Kind: data.Refused, Source: o.Source, Tool: n.tool.ID, Field: n.Name, Subject: o.Subject, Quote: o.Quote, URL: o.URL, Evidence: o.FetchedAt,
		Why: fmt.Sprintf("%s: the %s of %s stands as it stood, but with words that nobody has understood: %q; it stays, and no change of it counts",
			o.Source, n.Words, n.tool.Name, o.Qualifiers.Remark),
		Ends: "somebody says in the reader or the catalogue what the words mean, or the page no longer has them",
	}.Identified(o.Qualifiers.Remark)
}

// unknownNames reports the printed names nobody has said the meaning of, each with the sources that print it.
func (f *findings) unknownNames(seen *names.Sightings) {
	unknown, of := seen.Unknown(), map[string]int{} // by source: how many so far
	for _, subject := range slices.Sorted(maps.Keys(unknown)) {
		sources := unknown[subject]
		for _, source := range sources {
			of[source]++
		}
		if !slices.ContainsFunc(sources, func(source string) bool { return of[source] <= maxOfSource }) {
			continue
		}
		x := data.Finding{Kind: data.UnknownName, Subject: subject}.Identified()
		x.Source, x.Nearest = strings.Join(sources, ", "), seen.Nearest(subject)
		x.Why, x.Ends = fmt.Sprintf("nobody has said which model %q is", subject), "an alias or another model's name in the catalogue"
		f.add(x)
	}
	for source, count := range of {
		if more := count - maxOfSource; more > 0 {
			x := data.Finding{Kind: data.UnknownName, Source: source}.Identified()
			x.Why, x.Ends = fmt.Sprintf("%s prints %d more names that nobody has said the meaning of", source, more), "the source prints names of models"
			f.add(x)
		}
	}
}

// sorted are the findings, most urgent first.
func (f *findings) sorted() []data.Finding {
	return slices.SortedFunc(maps.Values(f.all), func(x, y data.Finding) int {
		return cmp.Or(
			cmp.Compare(slices.Index(data.FindingKinds, x.Kind), slices.Index(data.FindingKinds, y.Kind)),
			cmp.Compare(x.Source, y.Source), cmp.Compare(x.Tool, y.Tool), cmp.Compare(x.Field, y.Field),
			cmp.Compare(x.Subject, y.Subject), cmp.Compare(x.ID, y.ID))
	})
}

// gone reports a published value that its source, though it was read, does not confirm: it no longer states it, or
// what was read is older than the value.
func (d *decider) gone(n entry, e data.Evidence) {
	r := d.in.sources.readings[e.Source]
	if !r.Read() || len(r.Observations) == 0 {
		return // its failure is told already
	}
	day := e.ConfirmedAt.Format(dayLayout)
	f := data.Finding{
		Kind: data.Gone, Source: e.Source, Tool: n.tool.ID, Field: n.Name, Subject: e.Subject, Published: &e.Value, URL: e.URL, Quote: e.Quote,
		Why:      fmt.Sprintf("%s no longer states the %s of %s; what it said on %s stays", e.Source, n.Words, n.tool.Name, day),
		Ends:     "the source states it again, or someone verifies it in the catalogue",
		Evidence: e.FetchedAt,
	}
	if unit := d.in.stated.foreign[e.Source][n.field()]; unit != "" {
		f.Why = fmt.Sprintf("%s now states the %s of %s in %s; what it said in USD on %s stays", e.Source, n.Words, n.tool.Name, unit, day)
	}
	if read := oldestFetch(r.Observations); read.Before(e.ConfirmedAt.Time) {
		f.Rules = []data.GateRule{data.RuleClock}
		f.Why = fmt.Sprintf("what %s brought is of %s, older than the %s of %s that was last found on %s; the later one stays",
			e.Source, read.Format(dayLayout), n.Words, n.tool.Name, day)
		f.Ends = "the source is read as it is now"
	}
	d.found.add(f.Identified())
}

// mayKnow reports whether a feed has read something else later than the published value was last found: perhaps it knows
// of a change. A feed that never stands in shows prices of another kind.
func (d *decider) mayKnow(published, other data.Evidence) bool {
	return other.Seen().After(published.Seen()) && slices.Contains(d.in.catalog.Gate.StandIns, other.Source)
}

// disagreement reports a source that states something else than what is published.
func (d *decider) disagreement(n entry, published, other data.Evidence) {
	d.found.add(data.Finding{
		Kind: data.Disagreement, Source: other.Source, Tool: n.tool.ID, Field: n.Name, Subject: other.Subject,
		Published: &published.Value, Found: &other.Value, Quote: other.Quote, URL: other.URL, Evidence: other.ConfirmedAt,
		Why: fmt.Sprintf("%s states %s for the %s of %s; published is %s, last seen on %s",
			other.Publisher, other.Value, n.Words, n.tool.Name, published.Value, published.Seen().Format(dayLayout)),
		Ends: "the provider's page is read again, or someone verifies the value in the catalogue",
	}.Identified())
}
