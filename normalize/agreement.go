package normalize

import (
	"cmp"
	"slices"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// others is what every source but the value's own states about a field: the provider's page, then the feeds.
func (b *build) others(t catalog.Tool, f field, own string) []data.Evidence {
	var all []data.Evidence
	for _, source := range append([]string{b.page(t)}, b.feeds...) {
		if source == own {
			continue
		}
		if e, ok := b.stated(source, t, f); ok {
			all = append(all, e)
		}
	}
	return all
}

// corroborate writes down who else states the published value, and who states another: first who copies fewest.
func (b *build) corroborate(t catalog.Tool, f field, e *data.Evidence) {
	others := b.others(t, f, e.Source)
	slices.SortStableFunc(others, func(x, y data.Evidence) int {
		return cmp.Compare(len(b.sources[x.Source].Lineage), len(b.sources[y.Source].Lineage))
	})
	for _, other := range others {
		s := data.Statement{Source: other.Source, Value: other.Value, Quote: other.Quote, FetchedAt: other.ConfirmedAt}
		if !sameValue(f, other.Value, e.Value) {
			e.Disagrees = append(e.Disagrees, s)
			b.disagreement(t, f, *e, other)
			continue
		}
		s.CopyOf = b.copied(s.Source, *e)
		e.Agrees = append(e.Agrees, s)
	}
}

// sameValue reports whether two sources say the same. A context window may be stated in fewer digits.
func sameValue(f field, x, y data.Number) bool {
	return x.Equal(y) || f == contextField && (isRounded(x.Decimal, y.Decimal) || isRounded(y.Decimal, x.Decimal))
}

// copied names the source, among those that agree already and count, whose numbers another one repeats.
func (b *build) copied(source string, e data.Evidence) string {
	if b.related(source, e.Source) && b.sources[e.Source].Kind == data.FeedSource {
		return e.Source
	}
	for _, s := range e.Agrees {
		if s.CopyOf == "" && b.related(source, s.Source) {
			return s.Source
		}
	}
	return ""
}

// related reports whether two sources do not speak independently: one copies the other, or both copy a third.
func (b *build) related(x, y string) bool {
	names := func(source string) []string {
		r := b.sources[source]
		return append([]string{r.Publisher}, r.Lineage...)
	}
	return x == y || slices.ContainsFunc(names(x), func(name string) bool { return slices.Contains(names(y), name) })
}

// corroborated names who else states a proposed value, so that two who do not copy one another state it: "" when nobody
// does. What was last seen before since, when the value it would replace came up, tells nothing of a later change. A
// source whose own changes do not count confirms none.
func (b *build) corroborated(t catalog.Tool, f field, proposed data.Evidence, fact *data.Evidence, since data.Timestamp) string {
	counts := func(e data.Evidence) bool {
		_, withheld := b.withheld[e.Source]
		return !withheld && !e.Placeholder && !seen(e).Before(since.Time) && sameValue(f, e.Value, proposed.Value)
	}
	if fact != nil && counts(*fact) {
		return "the catalogue"
	}
	stating := []data.Evidence{proposed}
	for _, other := range b.others(t, f, proposed.Source) {
		if !counts(other) {
			continue
		}
		for _, e := range stating {
			if !b.related(other.Source, e.Source) {
				return other.Publisher
			}
		}
		stating = append(stating, other)
	}
	return ""
}
