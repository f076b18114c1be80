package normalize

import (
	"slices"
	"time"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize/gate"
	"pricepoint/normalize/names"
)

// statements are what every source states of the tools, each read once.
type statements struct {
	said    map[string]map[data.ToolField]data.Evidence // by source
	foreign map[string]map[data.ToolField]data.Unit     // by source: the other currency in which it states a price
	coming  map[data.ToolField][]data.Announcement      // prices that are said to hold later, by day

	compared map[string]*compared // by source: pricing pages and boards
	printed  map[printedBy][]data.Observation
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
	in known
	statements
	readings []data.Reading
	seen     *names.Sightings
	found    *findings
}

// readAll reads the snapshot before and what every source states now. accepted are the findings that operators have accepted.
func readAll(c *catalog.Catalog, readings []data.Reading, previous *data.Snapshot, accepted map[string]data.Acceptance, now time.Time) (
	from known, seen *names.Sightings, found *findings, err error) {
	before, err := readPrevious(previous)
	if err != nil {
		return from, nil, nil, err
	}
	from = known{catalog: c, now: now, before: before}
	if from.sources, err = newSources(c, readings, before.records, now); err != nil {
		return from, nil, nil, err
	}
	resolver := names.New(c)
	before.forgetRenamed(resolver)
	seen = names.Sight(resolver)
	found = &findings{before: before.findings, now: data.At(now), all: map[string]data.Finding{}}
	r := reader{in: from, readings: readings, seen: seen, found: found}
	from.stated = r.read()
	r.in.stated = from.stated
	from.lives = r.livesOfTools(accepted)
	return from, seen, found, nil
}

// read finds what every provider's own page states of its own tools, every feed of any tool, and every board of the
// models on it.
func (r reader) read() statements {
	r.statements = statements{
		said: map[string]map[data.ToolField]data.Evidence{}, foreign: map[string]map[data.ToolField]data.Unit{},
		coming: map[data.ToolField][]data.Announcement{}, compared: map[string]*compared{},
	}
	r.compare()
	for _, reading := range r.readings {
		r.found.refusedRows(reading.Source, reading.URL, reading.Refused)
	}
	printed := r.printedPrices(func(reading data.Reading) []data.Observation { return reading.Observations }, r.seen.See)
	r.printed = printed
	before := r.printedPrices(func(reading data.Reading) []data.Observation { return reading.Compared }, r.resolved)
	for _, t := range r.in.catalog.Tools {
		for _, q := range append(data.Prices[:], data.ContextSize) {
			for _, source := range r.in.asked(t) {
				n, by := entry{tool: t, Quantity: q}, printedBy{source, t.ID, q.Observed}
				r.statement(n, source, printed[by])
				r.stood(n, source, before[by])
			}
		}
		var coming [len(data.Prices)][]data.Announcement
		for place, q := range data.Prices {
			coming[place] = announced(printed[printedBy{r.in.page(t), t.ID, q.Observed}], r.in.provider(t.Provider))
		}
		coming = inOrder(coming)
		for place, q := range data.Prices {
			of := data.ToolField{Tool: t.ID, Field: q.Name}
			if at := r.compared[r.in.page(t)]; at != nil && at.text != nil && !at.oldText {
				coming[place] = r.in.before.values[of].Announced // what a new text is beside may be about other prices
			}
			r.coming[of] = withCurated(coming[place], t, r.in.provider(t.Provider), place, r.in.now)
		}
	}
	r.boards()
	return r.statements
}

// region is where a provider's prices are those of everyone.
func (r reader) region(t catalog.Tool) string { return r.in.provider(t.Provider).Region }

// refuse writes down what a source states and cannot be used.
func (r reader) refuse(source string, of data.ToolField, why error) {
	r.found.add(refused(r.in.sources.readings[source].URL, source, of, why))
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
			if m.Kind != names.Tool || ownPage && r.in.provider(r.seen.Provider(m.Tool)).Name != reading.Publisher {
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
func (r reader) statement(n entry, source string, printed []data.Observation) {
	if n.Quantity == data.ContextSize {
		r.context(n, source, printed)
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
		e := r.in.sources.observed(n.Quantity, price, o)
		e.ListPrice = listPrice(printed, o)
		place := placeOf(n.Quantity)
		r.add(n.field(), r.in.afterPromotion(n.tool, place, r.in.promoted(n.tool, place, e)))
		r.stand(n, o, price)
	default:
		r.remarked(n, source, printed)
	}
}

// remarked confirms a published value that its page still states, only beside words that nobody has understood: a page that
// is built anew must not lose its prices. No other value is taken from there.
func (r reader) remarked(n entry, source string, printed []data.Observation) {
	was, published := r.in.before.values[n.field()]
	if !published || was.Source != source {
		return
	}
	for _, o := range printed {
		understood := o
		understood.Qualifiers.Remark = ""
		if _, is, ok := r.forEveryone(n, []data.Observation{understood}); ok && is.Equal(was.Value) {
			r.add(n.field(), r.in.sources.observed(n.Quantity, is, o))
			r.found.add(unexplained(n, o))
			return
		}
	}
}

// forEveryone is what is stated of a number for every customer, and where; false when nothing is, or it contradicts itself.
func (r reader) forEveryone(n entry, printed []data.Observation) (data.Observation, data.Number, bool) {
	region := r.region(n.tool)
	if n.Quantity != data.ContextSize {
		o, price, ok, err := billedPrice(printed, region)
		return o, price, ok && err == nil
	}
	for _, o := range printed {
		if size, err := tokens(o); err == nil && generalTerms(o.Qualifiers, region) {
			return o, size, true
		}
	}
	return data.Observation{}, data.Number{}, false
}

// stand keeps where the number that a page states for everyone stands.
func (r reader) stand(n entry, o data.Observation, value data.Number) {
	if at := r.compared[o.Source]; at != nil {
		at.is[n.field()] = gate.NewCell(o, n.tool.ID, value)
	}
}

// stood finds where that number stood on the page that this one is compared with.
func (r reader) stood(n entry, source string, printed []data.Observation) {
	if at := r.compared[source]; at != nil {
		if o, value, ok := r.forEveryone(n, printed); ok {
			at.was[n.field()] = gate.NewCell(o, n.tool.ID, value)
		}
	}
}

// resolved is the tool an observation of an earlier reading is about; its name was seen then.
func (r reader) resolved(o data.Observation) names.Match {
	return r.seen.Resolve(o.Source, o.Subject, o.FetchedAt.Time)
}

// context finds the first context window a source states for everyone.
func (r reader) context(n entry, source string, printed []data.Observation) {
	for _, o := range printed {
		if !generalTerms(o.Qualifiers, r.region(n.tool)) {
			continue
		}
		size, err := tokens(o)
		if err == nil {
			r.add(n.field(), r.in.sources.observed(n.Quantity, size, o))
			r.stand(n, o, size)
			return
		}
		r.refuse(o.Source, n.field(), err)
	}
	r.remarked(n, source, printed)
}
