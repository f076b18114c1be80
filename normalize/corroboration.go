package normalize

import (
	"cmp"
	"slices"
	"strings"

	"pricepoint/data"
)

// corroboration is what the sources state, as what confirms or contradicts a value.
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
	origin := w.origin(*e)
	for _, other := range others {
		s := data.Statement{Source: other.Source, Value: other.Value, Quote: other.Quote, FetchedAt: other.ConfirmedAt}
		s.Since, _ = w.since(n.field(), other)
		if !sameValue(n.Quantity, other.Value, e.Value) {
			e.Disagrees = append(e.Disagrees, s)
			against = append(against, other)
		} else if s.Source != origin { // nobody agrees with himself
			s.CopyOf = w.copied(s.Source, origin, e.Agrees)
			e.Agrees = append(e.Agrees, s)
		}
	}
	return against
}

// origin is the source that states a value: of one that a person read in a list, that list.
func (w corroboration) origin(e data.Evidence) string {
	list, _, _ := strings.Cut(e.URL, "#") // without the place in it
	for source, r := range w.sources.readings {
		if e.Method == data.Curated && r.URL == list && w.sources.feed(source) {
			return source
		}
	}
	return e.Source
}

// sameValue reports whether two sources say the same. A context window may be stated in fewer digits.
func sameValue(q data.Quantity, x, y data.Number) bool {
	return x.Equal(y) || q == data.ContextSize && (isRounded(x.Decimal, y.Decimal) || isRounded(y.Decimal, x.Decimal))
}

// copied names the source whose numbers another one repeats: the origin of a value, or one of those that agree already and count.
func (w corroboration) copied(source, origin string, agree []data.Statement) string {
	if w.sources.related(source, origin) && w.sources.feed(origin) {
		return origin
	}
	for _, s := range agree {
		if s.CopyOf == "" && w.sources.related(source, s.Source) {
			return s.Source
		}
	}
	return ""
}

// witness names who else states a proposed value, so that two who do not copy one another state it: "" when nobody
// does. What was last seen before since, when the value it would replace came up, tells nothing of a later change.
func (w corroboration) witness(n entry, proposed data.Evidence, since data.Timestamp) string {
	return w.witnessOf(n, proposed, func(e data.Evidence) bool { return !e.Seen().Before(since.Time) })
}

// witnessOfChange names who states a value that would replace the last one, and says something new with it. Of a change
// on a page that was read before, that is what is dated after the last good reading of the page or changed after it: a
// list that has said so all along is out of date, unless nobody but the page has stated what is published now.
func (w corroboration) witnessOfChange(n entry, proposed data.Evidence, last *data.Evidence) string {
	if last == nil || w.restsAlone(n, *last) {
		return w.witness(n, proposed, data.Timestamp{})
	}
	if !w.sources.ownPage(proposed.Source) || last.Source != proposed.Source {
		return w.witness(n, proposed, last.ChangedAt)
	}
	return w.witnessOf(n, proposed, func(e data.Evidence) bool {
		if e.Method == data.Curated {
			return e.Seen().After(last.Seen())
		}
		since, _ := w.since(n.field(), e)
		if from := e.Conditions.ValidFrom; from != "" {
			day := last.Seen().Format(dayLayout)
			return from > day || from == day && since.After(last.Seen())
		}
		return since.After(last.Seen())
	})
}

// witnessOf names who else states a proposed value, of those whose statement counts. A source whose own changes do not
// count confirms none.
func (w corroboration) witnessOf(n entry, proposed data.Evidence, counts func(data.Evidence) bool) string {
	states := func(e data.Evidence) bool {
		_, withheld := w.withheld[e.Source]
		return !withheld && !e.Placeholder && sameValue(n.Quantity, e.Value, proposed.Value) && counts(e)
	}
	if n.fact != nil && states(*n.fact) {
		return "the catalogue"
	}
	stating := []data.Evidence{proposed}
	for _, other := range w.others(n, proposed.Source) {
		if !states(other) {
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

// supported reports whether somebody who does not share a reading's numbers states the same.
func (w corroboration) supported(n entry, e data.Evidence) bool {
	if e.Method != data.Curated {
		if n.fact != nil && (n.fact.Confidence == data.Low || w.origin(*n.fact) == e.Source) {
			n.fact = nil // a doubt supports nothing, nor does what a person read in the same list
		}
		return w.witness(n, e, data.Timestamp{}) != ""
	}
	origin := w.origin(e)
	return slices.ContainsFunc(w.others(n, e.Source), func(other data.Evidence) bool {
		_, withheld := w.withheld[other.Source]
		return !withheld && other.Source != origin && sameValue(n.Quantity, other.Value, e.Value)
	})
}

// since is when a source was first seen to state what it states now, instead of something else or nothing. It is the zero
// time when it stated that already when it was first read; before says whether it stated that in the snapshot before.
func (w corroboration) since(of data.ToolField, now data.Evidence) (since data.Timestamp, before bool) {
	was, stated := w.before.said[now.Source][of]
	published, heard := w.before.values[of]
	switch {
	case stated && was.Value.Equal(now.Value):
		return was.Since, true
	case stated, heard && published.Method != data.Ruled && w.before.reads(now.Source):
		return now.ConfirmedAt, false
	default:
		return data.Timestamp{}, false
	}
}
