package normalize

import (
	"slices"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize/names"
)

// statements are what every source states of the tools, each read once.
type statements struct {
	said    map[string]map[data.ToolField]data.Evidence // by source
	foreign map[string]map[data.ToolField]data.Unit     // by source: the other currency in which it states a price
	coming  map[data.ToolField][]data.Announcement      // prices that are said to hold later, by day
}

func (s statements) add(of data.ToolField, e data.Evidence) {
	if s.said[e.Source] == nil {
		s.said[e.Source] = map[data.ToolField]data.Evidence{}
	}
	s.said[e.Source][of] = e
}

// of is what a source says of a number; false when it says nothing, or nothing that can be understood.
func (s statements) of(source string, of data.ToolField) (data.Evidence, bool) {
	e, ok := s.said[source][of]
	return e, ok
}

// numbers are what every source states, by source.
func (s statements) numbers() map[string]map[data.ToolField]data.Number {
	all := map[string]map[data.ToolField]data.Number{}
	for source, said := range s.said {
		all[source] = map[data.ToolField]data.Number{}
		for of, e := range said {
			all[source][of] = e.Value
		}
	}
	return all
}

// reader makes statements of what the sources print. What cannot be used is a finding.
type reader struct {
	inputs
	statements
	readings []data.Reading
	seen     *names.Sightings
	found    *findings
}

// read finds what every provider's own page states of its own tools, every feed of any tool, and every board of the
// models on it.
func (r reader) read() statements {
	r.statements = statements{map[string]map[data.ToolField]data.Evidence{}, map[string]map[data.ToolField]data.Unit{}, map[data.ToolField][]data.Announcement{}}
	for _, reading := range r.readings {
		for _, row := range reading.Refused {
			r.found.add(refusedRow(reading.Source, row))
		}
	}
	printed := r.printedPrices()
	for _, t := range r.catalog.Tools {
		for _, q := range append(data.Prices[:], data.ContextSize) {
			for _, source := range r.asked(t) {
				r.statement(entry{tool: t, Quantity: q}, source, printed[printedBy{source, t.ID, q.Observed}])
			}
		}
		for place, q := range data.Prices {
			all := announced(printed[printedBy{r.page(t), t.ID, q.Observed}], r.region(t))
			r.coming[data.ToolField{Tool: t.ID, Field: q.Name}] = withCurated(all, t, place, r.now)
		}
	}
	for _, column := range r.catalog.Scoring.Columns {
		r.board(column)
	}
	return r.statements
}

// region is where a provider's prices are those of everyone.
func (r reader) region(t catalog.Tool) string { return r.provider(t.Provider).Region }

// refuse writes down what a source states and cannot be used.
func (r reader) refuse(source string, of data.ToolField, why error) {
	r.found.add(refused(r.sources.readings[source].URL, source, of, why))
}

// printedBy are observations of one kind by one source of one tool.
type printedBy struct {
	source, tool string
	field        data.Field
}

// printedPrices sorts what pricing pages and feeds print. A page that mentions another provider's model says nothing
// first hand about it.
func (r reader) printedPrices() map[printedBy][]data.Observation {
	all := map[printedBy][]data.Observation{}
	for _, reading := range r.readings {
		ownPage := reading.Kind == data.PricingSource
		if !ownPage && reading.Kind != data.FeedSource {
			continue
		}
		for _, o := range reading.Observations {
			m := r.seen.See(o)
			if m.Kind != names.Tool || ownPage && r.provider(r.seen.Provider(m.Tool)).Name != reading.Publisher {
				continue
			}
			of := printedBy{o.Source, m.Tool, o.Field}
			all[of] = append(all[of], o)
		}
	}
	return all
}

// statement finds what a source says a tool's price is billed at, or how much context it takes.
func (r reader) statement(n entry, source string, printed []data.Observation) {
	if n.Quantity == data.ContextSize {
		r.context(n, printed)
		return
	}
	if i := slices.IndexFunc(printed, func(o data.Observation) bool { return !inUSD(o.Unit) }); i >= 0 {
		if r.foreign[source] == nil {
			r.foreign[source] = map[data.ToolField]data.Unit{}
		}
		r.foreign[source][n.field()] = printed[i].Unit
	}
	o, price, ok, err := billedPrice(printed, r.region(n.tool))
	switch {
	case err != nil:
		r.refuse(source, n.field(), err)
	case ok:
		e := r.sources.observed(n.Quantity, price, o)
		e.ListPrice = listPrice(printed, o)
		r.add(n.field(), e)
	}
}

// context finds the first context window a source states for everyone.
func (r reader) context(n entry, printed []data.Observation) {
	for _, o := range printed {
		if !generalTerms(o.Qualifiers, r.region(n.tool)) {
			continue
		}
		size, err := tokens(o)
		if err == nil {
			r.add(n.field(), r.sources.observed(n.Quantity, size, o))
			return
		}
		r.refuse(o.Source, n.field(), err)
	}
}
