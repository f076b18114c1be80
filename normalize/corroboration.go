package normalize

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"pricepoint/data"
	"pricepoint/normalize/read"
)

// others are what every source but the value's own states about a number: the provider's page, then the feeds.
func (d *decider) others(n read.Entry, own string) []data.Evidence {
	var all []data.Evidence
	for _, source := range d.Asked(n.Tool) {
		if e, ok := d.Stated.Of(source, n.Field()); ok && source != own {
			all = append(all, e)
		}
	}
	return all
}

// corroborate writes down who else states the published value, and who states another: first who copies fewest. It
// returns what contradicts the value.
func (d *decider) corroborate(n read.Entry, e *data.Evidence) []data.Evidence {
	others := d.others(n, e.Source)
	slices.SortStableFunc(others, func(x, y data.Evidence) int {
		return cmp.Compare(len(d.Sources.Readings[x.Source].Lineage), len(d.Sources.Readings[y.Source].Lineage))
	})
	var against []data.Evidence
	origin := d.origin(*e)
	for _, other := range others {
		s := data.Statement{Source: other.Source, Value: other.Value, Quote: other.Quote, FetchedAt: other.ConfirmedAt}
		s.Since, _ = d.since(n.Field(), other)
		if !sameValue(n.Quantity, other.Value, e.Value) {
			e.Disagrees = append(e.Disagrees, s)
			against = append(against, other)
		} else if s.Source != origin { // nobody agrees with himself
			s.CopyOf = d.copied(s.Source, origin, e.Agrees)
			e.Agrees = append(e.Agrees, s)
		}
	}
	return against
}

// origin is the source that states a value: of one that a person read in a list, that list.
func (d *decider) origin(e data.Evidence) string {
	list, _, _ := strings.Cut(e.URL, "#") // without the place in it
	for source, r := range d.Sources.Readings {
		if e.Method == data.Curated && r.URL == list && d.Sources.Feed(source) {
			return source
		}
	}
	return e.Source
}

// sameValue reports whether two sources say the same. A context window may be stated in fewer digits.
func sameValue(q data.Quantity, x, y data.Number) bool {
	return x.Equal(y) || q == data.ContextSize && (read.IsRounded(x.Decimal, y.Decimal) || read.IsRounded(y.Decimal, x.Decimal))
}

// copied names the source whose numbers another one repeats: the origin of a value, or one of those that agree already and count.
func (d *decider) copied(source, origin string, agree []data.Statement) string {
	if d.Sources.Related(source, origin) && d.Sources.Feed(origin) {
		return origin
	}
	for _, s := range agree {
		if s.CopyOf == "" && d.Sources.Related(source, s.Source) {
			return s.Source
		}
	}
	return ""
}

// witness names who else states a proposed value, so that two who do not copy one another state it: "" when nobody
// does. What was last seen before since, when the value it would replace came up, tells nothing of a later change.
func (d *decider) witness(n read.Entry, proposed data.Evidence, since data.Timestamp) string {
	return d.witnessOf(n, proposed, func(e data.Evidence) bool { return !e.Seen().Before(since.Time) })
}

// witnessOfChange names who states a value that would replace the last one, and says something new with it. Of a change
// on a page that was read before, that is what is dated after the last good reading of the page or changed after it: a
// list that has said so all along is out of date, unless nobody but the page has stated what is published now.
func (d *decider) witnessOfChange(n read.Entry, proposed data.Evidence, last *data.Evidence) string {
	if last == nil || d.restsAlone(n, *last) {
		return d.witness(n, proposed, data.Timestamp{})
	}
	if !d.Sources.OwnPage(proposed.Source) || last.Source != proposed.Source {
		return d.witness(n, proposed, last.ChangedAt)
	}
	return d.witnessOf(n, proposed, func(e data.Evidence) bool {
		if e.Method == data.Curated {
			return e.Seen().After(last.Seen())
		}
		since, _ := d.since(n.Field(), e)
		if valid := e.Conditions.ValidFrom; valid != "" {
			day := last.Seen().Format(time.DateOnly)
			return valid > day || valid == day && since.After(last.Seen())
		}
		return since.After(last.Seen())
	})
}

// witnessOf names who else states a proposed value, of those whose statement counts. A source whose own changes do not
// count confirms none.
func (d *decider) witnessOf(n read.Entry, proposed data.Evidence, counts func(data.Evidence) bool) string {
	states := func(e data.Evidence) bool {
		return !d.isWithheld(e.Source) && !e.Placeholder && sameValue(n.Quantity, e.Value, proposed.Value) && counts(e)
	}
	if n.Fact != nil && states(*n.Fact) {
		return "the catalogue"
	}
	stating := []data.Evidence{proposed}
	for _, other := range d.others(n, proposed.Source) {
		if !states(other) {
			continue
		}
		if slices.ContainsFunc(stating, func(e data.Evidence) bool { return !d.Sources.Related(other.Source, e.Source) }) {
			return other.Publisher
		}
		stating = append(stating, other)
	}
	return ""
}

// supported reports whether somebody who does not share a reading's numbers states the same.
func (d *decider) supported(n read.Entry, e data.Evidence) bool {
	if e.Method != data.Curated {
		if n.Fact != nil && (n.Fact.Confidence == data.Low || d.origin(*n.Fact) == e.Source) {
			n.Fact = nil // a doubt supports nothing, nor does what a person read in the same list
		}
		return d.witness(n, e, data.Timestamp{}) != ""
	}
	origin := d.origin(e)
	return slices.ContainsFunc(d.others(n, e.Source), func(other data.Evidence) bool {
		return !d.isWithheld(other.Source) && other.Source != origin && sameValue(n.Quantity, other.Value, e.Value)
	})
}

// since is when a source was first seen to state what it states now, instead of something else or nothing. It is the zero
// time when it stated that already when it was first read; before says whether it stated that in the snapshot before.
func (d *decider) since(of data.ToolField, now data.Evidence) (since data.Timestamp, before bool) {
	was, stated := d.Before.Said[now.Source][of]
	published, heard := d.Before.Values[of]
	switch {
	case stated && was.Value.Equal(now.Value):
		return was.Since, true
	case stated, heard && published.Method != data.Ruled && d.Before.Reads(now.Source):
		return now.ConfirmedAt, false
	default:
		return data.Timestamp{}, false
	}
}

// How far a reading can be trusted changes without anyone reading anything. A day passes that its price was said to last
// until, or from which another was announced; nobody finds it again for long; another list comes to say something else.
// Then it is published at a lower confidence, and a reading that is trusted more takes its place.

// trust is the confidence of a reading by now.
func (d *decider) trust(n read.Entry, e data.Evidence) data.Confidence {
	switch d.ended(n, e) {
	case changeIsDue:
		return data.Low
	case promiseIsOver, listPriceIsBack:
		return lower(e.Confidence)
	}
	if len(d.contested(n, e)) > 0 {
		return data.Low
	}
	if !d.unconfirmedSince(n, e).IsZero() {
		return lower(e.Confidence)
	}
	return e.Confidence
}

// unconfirmedSince is when anyone found a value last that has lost confidence by its age; zero for any other.
func (d *decider) unconfirmedSince(n read.Entry, e data.Evidence) data.Timestamp {
	unseen := d.unseen(n, e)
	if n.Quantity == data.ContextSize || unseen <= d.Catalog.Gate.DoubtAfter() { // a window hardly ever changes
		return data.Timestamp{}
	}
	return data.At(d.Now.Add(-unseen))
}

// lower is the next lower confidence.
func lower(c data.Confidence) data.Confidence {
	if c == data.High {
		return data.Medium
	}
	return data.Low
}

// unseen is for how long nobody has found a value: neither its own source nor one that does not share its numbers.
func (d *decider) unseen(n read.Entry, e data.Evidence) time.Duration {
	confirming := slices.DeleteFunc(d.others(n, e.Source), func(other data.Evidence) bool {
		return d.Sources.Feed(e.Source) && d.Sources.Related(other.Source, e.Source)
	})
	if n.Fact != nil && !n.Fact.Placeholder {
		confirming = append(confirming, *n.Fact)
	}
	last := e.Seen()
	for _, other := range confirming {
		if other.Seen().After(last) && sameValue(n.Quantity, other.Value, e.Value) {
			last = other.Seen()
		}
	}
	return d.Now.Sub(last)
}

// contested are the lists that state something else than a value which rests on one list: nobody who does not share that
// list's numbers states it too. A list that never stands in shows prices of another kind.
func (d *decider) contested(n read.Entry, e data.Evidence) []data.Evidence {
	if !d.Sources.Feed(e.Source) || d.supported(n, e) {
		return nil
	}
	return slices.DeleteFunc(d.listed(n), func(other data.Evidence) bool {
		return other.Source == e.Source || sameValue(n.Quantity, other.Value, e.Value)
	})
}

// ending is how a price comes to its end.
type ending int

const (
	stillHolds      ending = iota
	promiseIsOver          // it was to hold at least until a day that has passed
	changeIsDue            // it was to hold until a day that has passed, or another price from a day that has come
	listPriceIsBack        // the same, and the list price has taken its place
)

// ended tells whether the day has passed that a price was said to hold until, and nobody has read it again since.
func (d *decider) ended(n read.Entry, e data.Evidence) ending {
	today, seen, q := d.Now.Format(time.DateOnly), e.Seen().Format(time.DateOnly), e.Conditions
	passed := func(until string) bool { return until != "" && until < today && seen <= until }
	announced := func(a data.Announcement) bool { return seen < a.From && a.From <= today && !a.Value.Equal(e.Value) }
	switch {
	case e.Ruling != nil && e.Ruling.Rule == data.ListPriceBack:
		return listPriceIsBack
	case passed(q.ValidUntil), slices.ContainsFunc(d.Stated.Coming[n.Field()], announced):
		return changeIsDue
	case e.PromiseOver(d.Now):
		return promiseIsOver
	default:
		return stillHolds
	}
}
