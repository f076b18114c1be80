package normalize

import (
	"slices"

	"pricepoint/data"
	"pricepoint/normalize/names"
)

// statements are what every source states of the tools, each read once.
type statements struct {
	said    map[string]map[data.ToolField]data.Evidence // by source
	foreign map[string]map[data.ToolField]data.Unit     // by source: the other currency in which it states a price
	coming  map[data.ToolField][]data.Announcement      // prices that are said to hold later, by day
}

// readStatements finds what every provider's own page states of its own tools, every feed of any tool, and every board
// of the models on it. What cannot be used is a finding.
func readStatements(from inputs, seen *names.Sightings, in Input, found *findings) statements {
	s := statements{map[string]map[data.ToolField]data.Evidence{}, map[string]map[data.ToolField]data.Unit{}, map[data.ToolField][]data.Announcement{}}
	printed := printedPrices(from, seen, in.Readings)
	for _, t := range from.catalog.Tools {
		region := from.provider(t.Provider).Region
		for _, q := range append(data.Prices[:], data.ContextSize) {
			n := entry{tool: t, Quantity: q}
			for _, source := range from.asked(t) {
				s.read(from, n, source, printed[printedBy{source, t.ID, q.Observed}], found)
			}
		}
		for place, q := range data.Prices {
			all := announced(printed[printedBy{from.page(t), t.ID, q.Observed}], region)
			s.coming[data.ToolField{Tool: t.ID, Field: q.Name}] = withCurated(all, t, place, from.now)
		}
	}
	for _, column := range from.catalog.Scoring.Columns {
		readBoard(from, column, seen, in.Readings, s, found)
	}
	return s
}

// printedBy are observations of one kind by one source of one tool.
type printedBy struct {
	source, tool string
	field        data.Field
}

// printedPrices sorts what pricing pages and feeds print. A page that mentions another provider's model says nothing
// first hand about it.
func printedPrices(from inputs, seen *names.Sightings, readings []data.Reading) map[printedBy][]data.Observation {
	all := map[printedBy][]data.Observation{}
	for _, r := range readings {
		if r.Kind != data.PricingSource && r.Kind != data.FeedSource {
			continue
		}
		for _, o := range r.Observations {
			m := seen.See(o)
			if m.Kind != names.Tool || r.Kind == data.PricingSource && from.provider(seen.Provider(m.Tool)).Name != r.Publisher {
				continue
			}
			of := printedBy{o.Source, m.Tool, o.Field}
			all[of] = append(all[of], o)
		}
	}
	return all
}

// read finds what a source says a tool's price is billed at, or how much context it takes.
func (s statements) read(from inputs, n entry, source string, printed []data.Observation, found *findings) {
	if n.Quantity == data.ContextSize {
		if e, ok := statedContext(from, n, printed, found); ok {
			s.add(n.field(), e)
		}
		return
	}
	if i := slices.IndexFunc(printed, func(o data.Observation) bool { return !inUSD(o.Unit) }); i >= 0 {
		if s.foreign[source] == nil {
			s.foreign[source] = map[data.ToolField]data.Unit{}
		}
		s.foreign[source][n.field()] = printed[i].Unit
	}
	o, price, ok, err := billedPrice(printed, from.provider(n.tool.Provider).Region)
	switch {
	case err != nil:
		found.refuse(from.sources.readings[source].URL, source, n.field(), err)
	case ok:
		e := from.sources.observed(n.Quantity, price, o)
		e.ListPrice = listPrice(printed, o)
		s.add(n.field(), e)
	}
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

// statedContext is the first context window a source states for everyone.
func statedContext(from inputs, n entry, printed []data.Observation, found *findings) (data.Evidence, bool) {
	for _, o := range printed {
		if !generalTerms(o.Qualifiers, from.provider(n.tool.Provider).Region) {
			continue
		}
		size, err := tokens(o)
		if err != nil {
			found.refuse(from.sources.readings[o.Source].URL, o.Source, n.field(), err)
			continue
		}
		return from.sources.observed(n.Quantity, size, o), true
	}
	return data.Evidence{}, false
}
