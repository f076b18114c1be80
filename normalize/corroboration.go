package normalize

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"pricepoint/data"
)

// withStatements is a published value with who else states it, and who states another: first who copies fewest. against is what
// contradicts it.
func (n number) withStatements(e data.Evidence) (_ data.Evidence, against []data.Evidence) {
	others := n.others(e.Source)
	slices.SortStableFunc(others, func(x, y statement) int {
		return cmp.Compare(len(n.from.Sources.Readings[x.Source].Lineage), len(n.from.Sources.Readings[y.Source].Lineage))
	})
	origin := n.origin(e)
	for _, other := range others {
		s := data.Statement{Source: other.Source, Value: other.Value, Quote: other.Quote, FetchedAt: other.ConfirmedAt, Since: other.since}
		if !n.same(other.Evidence, e) {
			e.Disagrees = append(e.Disagrees, s)
			against = append(against, other.Evidence)
		} else if s.Source != origin { // nobody agrees with himself
			s.CopyOf = n.copied(s.Source, origin, e.Agrees)
			e.Agrees = append(e.Agrees, s)
		}
	}
	return e, against
}

// origin is the source that states a value: of one that a person read in a list, that list.
func (n number) origin(e data.Evidence) string {
	list, _, _ := strings.Cut(e.URL, "#") // without the place in it
	for source, r := range n.from.Sources.Readings {
		if e.Method == data.Curated && r.URL == list && n.from.Sources.Feed(source) {
			return source
		}
	}
	return e.Source
}

// copied names the source whose numbers another one repeats: the origin of a value, or one of those that agree already and count.
func (n number) copied(source, origin string, agree []data.Statement) string {
	if n.from.Sources.Related(source, origin) && n.from.Sources.Feed(origin) {
		return origin
	}
	for _, s := range agree {
		if s.CopyOf == "" && n.from.Sources.Related(source, s.Source) {
			return s.Source
		}
	}
	return ""
}

// witness names who else states a value, of those whose statement counts, so that two who do not copy one another state it: ""
// when nobody does. A source whose own changes do not count confirms none.
func (n number) witness(of data.Evidence, counts func(statement) bool) string {
	states := func(s statement) bool { return !s.withheld && !s.Placeholder && n.same(s.Evidence, of) && counts(s) }
	if n.Fact != nil && states(statement{Evidence: *n.Fact}) {
		return "the catalogue"
	}
	stating := []string{of.Source}
	for _, other := range n.others(of.Source) {
		if !states(other) {
			continue
		}
		if slices.ContainsFunc(stating, func(source string) bool { return !n.from.Sources.Related(other.Source, source) }) {
			return other.Publisher
		}
		stating = append(stating, other.Source)
	}
	return ""
}

// seenSince counts what was seen at some instant or later. What was last seen before a value came up tells nothing of a later
// change of that.
func seenSince(at data.Timestamp) func(statement) bool {
	return func(s statement) bool { return !s.Seen().Before(at.Time) }
}

// witnessOfChange names who states a value that would replace the last one, and says something new with it. Of a change
// on a page that was read before, that is what is dated after the last good reading of the page or changed after it: a
// list that has said so all along is out of date, unless nobody but the page has stated what is published now.
func (n number) witnessOfChange(proposed data.Evidence) string {
	last := n.last
	if last == nil || n.restsAlone() {
		return n.witness(proposed, seenSince(data.Timestamp{}))
	}
	if !n.from.Sources.OwnPage(proposed.Source) || last.Source != proposed.Source {
		return n.witness(proposed, seenSince(last.ChangedAt))
	}
	return n.witness(proposed, func(s statement) bool {
		day, valid := last.Seen().Format(time.DateOnly), s.Conditions.ValidFrom
		switch {
		case s.Method == data.Curated:
			return s.Seen().After(last.Seen())
		case valid != "" && valid != day:
			return valid > day
		}
		return s.since.After(last.Seen())
	})
}

// restsAlone reports whether the last good value is a change that nobody but its own page or board has come to state.
func (n number) restsAlone() bool {
	_, rests := n.from.Before.Findings[n.alone(*n.last).ID]
	return rests
}

// isSupported reports whether somebody who does not share a reading's numbers states the same. A doubt supports nothing, nor does
// what a person read in the same list.
func (n number) isSupported(e data.Evidence) bool {
	origin := n.origin(e)
	if e.Method != data.Curated {
		if n.Fact != nil && (n.Fact.Confidence == data.Low || n.origin(*n.Fact) == e.Source) {
			n.Fact = nil
		}
		return n.witness(e, seenSince(data.Timestamp{})) != ""
	}
	return slices.ContainsFunc(n.others(e.Source), func(s statement) bool {
		return !s.withheld && s.Source != origin && n.same(s.Evidence, e)
	})
}

// How far a reading can be trusted changes without anyone reading anything. A day passes that its price was said to last
// until, or from which another was announced; nobody finds it again for long; another list comes to say something else.
// Then it is published at a lower confidence, and a reading that is trusted more takes its place.

// trust is the confidence of a reading by now.
func (n number) trust(e data.Evidence) data.Confidence {
	end := n.ending(e)
	switch {
	case end == changeIsDue:
		return data.Low
	case end != stillHolds:
		return lower(e.Confidence)
	case len(n.contested(e)) > 0:
		return data.Low
	case !n.unconfirmedSince(e).IsZero():
		return lower(e.Confidence)
	}
	return e.Confidence
}

// lower is the next lower confidence.
func lower(c data.Confidence) data.Confidence {
	if c == data.High {
		return data.Medium
	}
	return data.Low
}

// unconfirmedSince is when anyone found a value last that has lost confidence by its age; zero for any other.
func (n number) unconfirmedSince(e data.Evidence) data.Timestamp {
	found := n.lastFound(e)
	if n.Quantity == data.ContextSize || n.from.Now.Sub(found) <= n.from.Catalog.Gate.DoubtAfter() { // a window hardly ever changes
		return data.Timestamp{}
	}
	return data.At(found)
}

// lastFound is when somebody found a value last: its own source, or one that does not share its numbers.
func (n number) lastFound(e data.Evidence) time.Time {
	last := e.Seen()
	confirm := func(other data.Evidence) {
		if other.Seen().After(last) && n.same(other, e) {
			last = other.Seen()
		}
	}
	for _, other := range n.others(e.Source) {
		if !(n.from.Sources.Feed(e.Source) && n.from.Sources.Related(other.Source, e.Source)) {
			confirm(other.Evidence)
		}
	}
	if n.Fact != nil && !n.Fact.Placeholder {
		confirm(*n.Fact)
	}
	return last
}

// contested are the lists that state something else than a value which rests on one list: nobody who does not share that
// list's numbers states it too. A list that never stands in shows prices of another kind.
func (n number) contested(e data.Evidence) []data.Evidence {
	if !n.from.Sources.Feed(e.Source) || n.isSupported(e) {
		return nil
	}
	return slices.DeleteFunc(n.listed(), func(other data.Evidence) bool { return other.Source == e.Source || n.same(other, e) })
}

// ending is how a price comes to its end.
type ending int

const (
	stillHolds      ending = iota
	promiseIsOver          // it was to hold at least until a day that has passed
	changeIsDue            // it was to hold until a day that has passed, or another price from a day that has come
	listPriceIsBack        // the same, and the list price has taken its place
)

// ending tells whether the day has passed that a price was said to hold until, and nobody has read it again since.
func (n number) ending(e data.Evidence) ending {
	today, seen, until := n.from.Now.Format(time.DateOnly), e.Seen().Format(time.DateOnly), e.Conditions.ValidUntil
	announced := func(a data.Announcement) bool { return seen < a.From && a.From <= today && !a.Value.Equal(e.Value) }
	switch {
	case e.Ruling != nil && e.Ruling.Rule == data.ListPriceBack:
		return listPriceIsBack
	case until != "" && until < today && seen <= until, slices.ContainsFunc(n.from.Stated.Coming[n.Field()], announced):
		return changeIsDue
	case e.PromiseOver(n.from.Now):
		return promiseIsOver
	default:
		return stillHolds
	}
}
