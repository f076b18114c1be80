package normalize

import (
	"cmp"
	"slices"

	"pricepoint/data"
)

// witnesses are the sources, as those who confirm or contradict a value.
type corroboration struct {
	inputs
	withheld map[string]data.Breach // sources whose changes do not count
}

// others are what every source but the value's own states about a number: the provider's page, then the feeds.
func (w corroboration) others(n entry, own string) []data.Evidence {
	var all []data.Evidence
	for _, source := range w.asked(n.tool) {
		if e, ok := w.stated.of(source, n.field()); ok && source != own {
			all = append(all, e)
		}
	}
	return all
}

// corroborate writes down who else states the published value, and who states another: first who copies fewest. It
// returns what contradicts the value.
func (w corroboration) corroborate(n entry, e *data.Evidence) []data.Evidence {
	others := w.others(n, e.Source)
	slices.SortStableFunc(others, func(x, y data.Evidence) int {
		return cmp.Compare(len(w.sources.readings[x.Source].Lineage), len(w.sources.readings[y.Source].Lineage))
	})
	var against []data.Evidence
	for _, other := range others {
		s := data.Statement{Source: other.Source, Value: other.Value, Quote: other.Quote, FetchedAt: other.ConfirmedAt}
		if !sameValue(n.Quantity, other.Value, e.Value) {
			e.Disagrees = append(e.Disagrees, s)
			against = append(against, other)
			continue
		}
		s.CopyOf = w.copied(s.Source, *e)
		e.Agrees = append(e.Agrees, s)
	}
	return against
}

// sameValue reports whether two sources say the same. A context window may be stated in fewer digits.
func sameValue(q data.Quantity, x, y data.Number) bool {
	return x.Equal(y) || q == data.ContextSize && (isRounded(x.Decimal, y.Decimal) || isRounded(y.Decimal, x.Decimal))
}

// copied names the source, among those that agree already and count, whose numbers another one repeats.
func (w corroboration) copied(source string, e data.Evidence) string {
	if w.sources.related(source, e.Source) && w.sources.feed(e.Source) {
		return e.Source
	}
	for _, s := range e.Agrees {
		if s.CopyOf == "" && w.sources.related(source, s.Source) {
			return s.Source
		}
	}
	return ""
}

// witness names who else states a proposed value, so that two who do not copy one another state it: "" when nobody
// does. What was last seen before since, when the value it would replace came up, tells nothing of a later change. A
// source whose own changes do not count confirms none.
func (w corroboration) witness(n entry, proposed data.Evidence, since data.Timestamp) string {
	counts := func(e data.Evidence) bool {
		_, withheld := w.withheld[e.Source]
		return !withheld && !e.Placeholder && !e.Seen().Before(since.Time) && sameValue(n.Quantity, e.Value, proposed.Value)
	}
	if n.fact != nil && counts(*n.fact) {
		return "the catalogue"
	}
	stating := []data.Evidence{proposed}
	for _, other := range w.others(n, proposed.Source) {
		if !counts(other) {
			continue
		}
		for _, e := range stating {
			if !w.sources.related(other.Source, e.Source) {
				return other.Publisher
			}
		}
		stating = append(stating, other)
	}
	return ""
}
