// Package read makes statements of what the sources print: what every page, feed and board says of each tool, beside what the
// snapshot before said. Start at All. What cannot be used is a finding.
//
// It decides nothing: which of several statements is published is for package normalize to say.
package read

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/market"
	"pricepoint/normalize/gate"
	"pricepoint/normalize/names"
)

// statements are what every source states of the tools, each read once.
type statements struct {
	said    map[BySource]data.Evidence
	Foreign map[BySource]data.Unit                 // the other currency in which a price is stated
	Coming  map[data.ToolField][]data.Announcement // prices that are said to hold later, by day

	Compared map[string]*Compared // by source: pricing pages and boards
	printed  map[printedBy][]data.Observation
}

// BySource is a number as a source states it.
type BySource struct {
	Source string
	data.ToolField
}

func (s statements) add(of data.ToolField, e data.Evidence) { s.said[BySource{e.Source, of}] = e }

// Of is what a source says of a number; false when it says nothing, or nothing that can be understood.
func (s statements) Of(source string, of data.ToolField) (data.Evidence, bool) {
	e, ok := s.said[BySource{source, of}]
	return e, ok
}

// Numbers are what every source states, by source.
func (s statements) Numbers() map[string]map[data.ToolField]data.Number {
	all := map[string]map[data.ToolField]data.Number{}
	for by, e := range s.said {
		if all[by.Source] == nil {
			all[by.Source] = map[data.ToolField]data.Number{}
		}
		all[by.Source][by.ToolField] = e.Value
	}
	return all
}

// PricedFields are the fields of prices.
var PricedFields = []data.Field{data.PriceInput, data.PriceOutput, data.PriceCacheRead, data.PriceCacheWrite, data.PriceCacheStorage}

// PricesOf are all prices of a tool that a source prints, by field.
func (s statements) PricesOf(source, tool string) []data.Observation {
	var all []data.Observation
	for _, field := range PricedFields {
		all = append(all, s.printed[printedBy{source, tool, field}]...)
	}
	return all
}

// EffortsOf are the reasoning efforts of a tool by the lists that say so, in the order of their names.
func (k Known) EffortsOf(tool string) (all []market.Efforts) {
	for _, source := range slices.Sorted(maps.Keys(k.Sources.Readings)) {
		values := k.Stated.printed[printedBy{source, tool, data.ReasoningEfforts}]
		if len(values) == 0 {
			continue
		}
		e := market.Efforts{Values: strings.Fields(values[0].Value), Evidence: k.Sources.Observed(data.Quantity{}, data.Number{}, values[0]).Brief()}
		if standard := k.Stated.printed[printedBy{source, tool, data.ReasoningDefault}]; len(standard) > 0 {
			e.Default = standard[0].Value
		}
		all = append(all, e)
	}
	return all
}

// reader makes statements of what the sources print. What cannot be used is a finding.
type reader struct {
	in Known
	statements
	readings []data.Reading
	seen     *names.Sightings
	found    *Findings
}

// All reads what every source states now. before is what was published until then, and accepted are the findings that
// operators have accepted.
func All(c *catalog.Catalog, readings []data.Reading, before Previous, accepted map[string]data.Acceptance, now time.Time) (
	from Known, seen *names.Sightings, found *Findings) {
	from = Known{Catalog: c, Now: now, Before: before, Sources: NewSources(c, readings, before.records, now)}
	resolver := names.New(c)
	maps.DeleteFunc(before.Values, func(of data.ToolField, e data.Evidence) bool { // what was read under a name that means something else now
		read := e.Method == data.Collected || e.Method == data.Fed || e.Method == data.Carried
		return read && resolver.Resolve(e.Source, e.Subject, e.ConfirmedAt.Time).Tool != of.Tool
	})
	seen = names.Sight(resolver)
	found = &Findings{Before: before.Findings, now: data.At(now), all: map[string]data.Finding{}}
	r := reader{in: from, readings: readings, seen: seen, found: found}
	from.Stated = r.read()
	r.in.Stated = from.Stated
	from.Lives = r.livesOfTools(accepted)
	return from, seen, found
}

// read finds what every provider's own page states of its own tools, every feed of any tool, and every board of the
// models on it.
func (r reader) read() statements {
	r.statements = statements{
		said: map[BySource]data.Evidence{}, Foreign: map[BySource]data.Unit{},
		Coming: map[data.ToolField][]data.Announcement{}, Compared: map[string]*Compared{},
	}
	r.compare()
	for _, reading := range r.readings {
		r.found.RefusedRows(reading.Source, reading.URL, reading.Refused)
	}
	r.printed = r.printedPrices(func(reading data.Reading) []data.Observation { return reading.Observations }, r.seen.See)
	before := r.printedPrices(func(reading data.Reading) []data.Observation { return reading.Compared }, r.resolved)
	for _, t := range r.in.Catalog.Tools {
		for _, q := range append(data.Prices[:], data.ContextSize) {
			for _, source := range r.in.Asked(t) {
				n, by := Entry{Tool: t, Quantity: q}, printedBy{source, t.ID, q.Observed}
				r.statement(n, source, r.printed[by])
				if at := r.Compared[source]; at != nil { // where that number stood on the page that this one is compared with
					if o, value, ok, _ := r.forEveryone(n, before[by]); ok {
						at.Was[n.Field()] = gate.NewCell(o, t.ID, value)
					}
				}
			}
		}
		var coming [len(data.Prices)][]data.Announcement
		for place, q := range data.Prices {
			coming[place] = announced(r.printed[printedBy{r.in.Page(t), t.ID, q.Observed}], r.in.Provider(t.Provider))
		}
		coming = inOrder(coming)
		for place, q := range data.Prices {
			of := data.ToolField{Tool: t.ID, Field: q.Name}
			if at := r.Compared[r.in.Page(t)]; at != nil && at.Text != nil && !at.oldText {
				coming[place] = r.in.Before.Values[of].Announced // what a new text is beside may be about other prices
			}
			r.Coming[of] = withCurated(coming[place], t, r.in.Provider(t.Provider), place, r.in.Now)
		}
	}
	r.boards()
	return r.statements
}

// refuse writes down what a source states and cannot be used.
func (r reader) refuse(source string, of data.ToolField, why error) {
	r.found.Add(data.Finding{
		Kind: data.Refused, Source: source, Tool: of.Tool, Field: of.Field, Quote: why.Error(), URL: r.in.Sources.Readings[source].URL,
		Why: fmt.Sprintf("%s: %v", source, why), Ends: "the source states it clearly",
	}.Identified())
}

// printedBy are observations of one kind by one source of one tool.
type printedBy struct {
	source, tool string
	field        data.Field
}

// printedPrices sorts what pricing pages and feeds print. A page that mentions another provider's model says nothing
// first hand about it.
func (r reader) printedPrices(of func(data.Reading) []data.Observation, mean func(data.Observation) names.Match) map[printedBy][]data.Observation {
	all := map[printedBy][]data.Observation{}
	for _, reading := range r.readings {
		ownPage := reading.Kind == data.PricingSource
		if !ownPage && reading.Kind != data.FeedSource {
			continue
		}
		for _, o := range of(reading) {
			m := mean(o)
			if m.Kind != names.Tool || ownPage && r.in.Provider(r.seen.Provider(m.Tool)).Name != reading.Publisher {
				continue
			}
			if ownPage {
				o = r.understood(o, m.Tool)
			}
			of := printedBy{o.Source, m.Tool, o.Field}
			all[of] = append(all[of], o)
		}
	}
	return all
}

// statement finds what a source says a tool's price is billed at, or how much context it takes.
func (r reader) statement(n Entry, source string, printed []data.Observation) {
	isContext := n.Quantity == data.ContextSize
	if o := data.Find(printed, func(o data.Observation) bool { return !inUSD(o.Unit) }); o != nil && !isContext {
		r.Foreign[BySource{source, n.Field()}] = o.Unit
	}
	o, value, ok, wrong := r.forEveryone(n, printed)
	for _, err := range wrong {
		r.refuse(source, n.Field(), err)
	}
	switch {
	case ok:
		e := r.in.Sources.Observed(n.Quantity, value, o)
		if place := PlaceOf(n.Quantity); !isContext {
			e.ListPrice = listPrice(printed, o)
			e = r.in.AfterPromotion(n.Tool, place, r.in.Promoted(n.Tool, place, e))
		}
		r.add(n.Field(), e)
		r.keepPlace(n, o, value)
	case isContext || wrong == nil:
		r.remarked(n, source, printed)
	}
}

// remarked confirms a published value that its page still states, only beside words that nobody has understood: a page that
// is built anew must not lose its prices. No other value is taken from there.
func (r reader) remarked(n Entry, source string, printed []data.Observation) {
	was, published := r.in.Before.Values[n.Field()]
	if !published || was.Source != source {
		return
	}
	for _, o := range printed {
		understood := o
		understood.Qualifiers.Remark = ""
		if _, is, ok, _ := r.forEveryone(n, []data.Observation{understood}); ok && is.Equal(was.Value) {
			r.add(n.Field(), r.in.Sources.Observed(n.Quantity, is, o))
			r.found.Add(data.Finding{
				Kind: data.Refused, Source: o.Source, Tool: n.Tool.ID, Field: n.Name, Subject: o.Subject, Quote: o.Quote, URL: o.URL, Evidence: o.FetchedAt,
				Why: fmt.Sprintf("%s: the %s of %s stands as it stood, but with words that nobody has understood: %q; it stays, and no change of it counts",
					o.Source, n.Words, n.Tool.Name, o.Qualifiers.Remark),
				Ends: "somebody says in the reader or the catalogue what the words mean, or the page no longer has them",
			}.Identified(o.Qualifiers.Remark))
			return
		}
	}
}

// forEveryone is what is stated of a number for every customer, and where; false when nothing is, or it contradicts itself.
// wrong is what cannot be used.
func (r reader) forEveryone(n Entry, printed []data.Observation) (o data.Observation, value data.Number, ok bool, wrong []error) {
	region := r.in.Provider(n.Tool.Provider).Region
	if n.Quantity != data.ContextSize {
		o, price, ok, err := billedPrice(printed, region)
		if err != nil {
			wrong = []error{err}
		}
		return o, price, ok, wrong
	}
	for _, o := range printed {
		size, err := tokens(o)
		switch {
		case !generalTerms(o.Qualifiers, region):
		case err != nil:
			wrong = append(wrong, err)
		default:
			return o, size, true, wrong
		}
	}
	return o, value, false, wrong
}

// keepPlace keeps where the number that a page states for everyone stands.
func (r reader) keepPlace(n Entry, o data.Observation, value data.Number) {
	if at := r.Compared[o.Source]; at != nil {
		at.Is[n.Field()] = gate.NewCell(o, n.Tool.ID, value)
	}
}

// resolved is the tool an observation of an earlier reading is about; its name was seen then.
func (r reader) resolved(o data.Observation) names.Match {
	return r.seen.Resolve(o.Source, o.Subject, o.FetchedAt.Time)
}

// Findings are what one build finds, each once.
type Findings struct {
	Before map[string]data.Finding // of the snapshot before, by id
	now    data.Timestamp
	all    map[string]data.Finding // by id
}

// Add keeps findings. One that was there before keeps its times. Of two with the same id that name different examples,
// the first by the alphabet stays, whichever is found first.
func (f *Findings) Add(all ...data.Finding) {
	for _, x := range all {
		if known, ok := f.all[x.ID]; ok && known.Why <= x.Why {
			continue
		}
		x.Since = f.now
		if was, ok := f.Before[x.ID]; ok {
			x.Since, x.Evidence = was.Since, was.Evidence
		}
		f.all[x.ID] = x
	}
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
	f.more(data.Finding{Kind: data.Refused, Source: source, URL: url}, len(rows),
		"%s: %d more rows are left out", "the source states them clearly")
}

// more counts what is not reported one by one.
func (f *Findings) more(x data.Finding, count int, why, ends string) {
	if count > maxOfSource {
		x = x.Identified()
		x.Why, x.Ends = fmt.Sprintf(why, x.Source, count-maxOfSource), ends
		f.Add(x)
	}
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
		f.more(data.Finding{Kind: data.UnknownName, Source: source}, count,
			"%s prints %d more names that nobody has said the meaning of", "the source prints names of models")
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
