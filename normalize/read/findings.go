package read

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"pricepoint/data"
	"pricepoint/normalize/names"
)

// Findings are what one build finds, each once.
type Findings struct {
	Before map[string]data.Finding // of the snapshot before, by id
	now    data.Timestamp
	all    map[string]data.Finding // by id
}

// Add keeps a finding. One that was there before keeps its times. Of two with the same id that name different examples,
// the first by the alphabet stays, whichever is found first.
func (f *Findings) Add(x data.Finding) {
	if known, ok := f.all[x.ID]; ok && known.Why <= x.Why {
		return
	}
	x.Since = f.now
	if was, ok := f.Before[x.ID]; ok {
		x.Since, x.Evidence = was.Since, was.Evidence
	}
	f.all[x.ID] = x
}

// maxOfSource is how many rows or names of one source are reported one by one; the others are counted. What a stranger
// prints must not fill the document.
const maxOfSource = 100

// RefusedRows reports the rows of a source that were left out while the rest was read.
func (f *Findings) RefusedRows(source, url string, rows []data.Refusal) {
	for _, row := range rows[:min(len(rows), maxOfSource)] {
		f.Add(data.Finding{
			Kind: data.Refused, Source: source, Subject: row.Subject, Quote: row.Quote, URL: row.URL, Evidence: row.FetchedAt,
			Why:  fmt.Sprintf("%s: the row of %q is left out: %s", source, row.Subject, row.Why),
			Ends: "the source states it clearly",
		}.Identified())
	}
	f.more(data.Finding{Kind: data.Refused, Source: source, URL: url}, len(rows), "%s: %d more rows are left out", "the source states them clearly")
}

// more counts what is not reported one by one.
func (f *Findings) more(x data.Finding, count int, why, ends string) {
	if count > maxOfSource {
		x = x.Identified()
		x.Why, x.Ends = fmt.Sprintf(why, x.Source, count-maxOfSource), ends
		f.Add(x)
	}
}

// unexplained reports a published price that its page still states, beside words that nobody has understood.
func unexplained(n Entry, o data.Observation) data.Finding {
	return data.Finding{
		Kind: data.Refused, Source: o.Source, Tool: n.Tool.ID, Field: n.Name, Subject: o.Subject, Quote: o.Quote, URL: o.URL, Evidence: o.FetchedAt,
		Why: fmt.Sprintf("%s: the %s of %s stands as it stood, but with words that nobody has understood: %q; it stays, and no change of it counts",
			o.Source, n.Words, n.Tool.Name, o.Qualifiers.Remark),
		Ends: "somebody says in the reader or the catalogue what the words mean, or the page no longer has them",
	}.Identified(o.Qualifiers.Remark)
}

// UnknownNames reports the printed names nobody has said the meaning of, each with the sources that print it.
func (f *Findings) UnknownNames(seen *names.Sightings) {
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
		f.Add(x)
	}
	for source, count := range of {
		f.more(data.Finding{Kind: data.UnknownName, Source: source}, count, "%s prints %d more names that nobody has said the meaning of", "the source prints names of models")
	}
}

// Sorted are the findings, most urgent first.
func (f *Findings) Sorted() []data.Finding {
	return slices.SortedFunc(maps.Values(f.all), func(x, y data.Finding) int {
		return cmp.Or(
			cmp.Compare(slices.Index(data.FindingKinds, x.Kind), slices.Index(data.FindingKinds, y.Kind)),
			cmp.Compare(x.Source, y.Source), cmp.Compare(x.Tool, y.Tool), cmp.Compare(x.Field, y.Field),
			cmp.Compare(x.Subject, y.Subject), cmp.Compare(x.ID, y.ID))
	})
}
