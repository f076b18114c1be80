package normalize

import (
	"fmt"
	"slices"
	"time"

	"pricepoint/data"
	"pricepoint/normalize/read"
)

// How far a reading can be trusted changes without anyone reading anything. A day passes that its price was said to last
// until, or from which another was announced; nobody finds it again for long; another list comes to say something else.
// Then it is published at a lower confidence, and a reading that is trusted more takes its place.

// trust is the confidence of a reading by now.
func (from inputs) trust(n read.Entry, e data.Evidence) data.Confidence {
	switch from.ended(n, e) {
	case changeIsDue:
		return data.Low
	case promiseIsOver, listPriceIsBack:
		return lower(e.Confidence)
	}
	if len(from.contested(n, e)) > 0 {
		return data.Low
	}
	if !from.unconfirmedSince(n, e).IsZero() {
		return lower(e.Confidence)
	}
	return e.Confidence
}

// unconfirmedSince is when anyone found a value last that has lost confidence by its age; zero for any other.
func (from inputs) unconfirmedSince(n read.Entry, e data.Evidence) data.Timestamp {
	unseen := from.unseen(n, e)
	if !ages(n) || unseen <= from.Catalog.Gate.DoubtAfter() {
		return data.Timestamp{}
	}
	return data.At(from.Now.Add(-unseen))
}

// lower is the next lower confidence.
func lower(c data.Confidence) data.Confidence {
	if c == data.High {
		return data.Medium
	}
	return data.Low
}

// ages reports whether a number may be another by now: a price, but hardly ever a context window.
func ages(n read.Entry) bool { return n.Quantity != data.ContextSize }

// unseen is for how long nobody has found a value: neither its own source nor one that does not share its numbers.
func (from inputs) unseen(n read.Entry, e data.Evidence) time.Duration {
	last := e.Seen()
	confirm := func(other data.Evidence) {
		if other.Seen().After(last) && sameValue(n.Quantity, other.Value, e.Value) {
			last = other.Seen()
		}
	}
	for _, other := range from.others(n, e.Source) {
		if !from.Sources.Feed(e.Source) || !from.Sources.Related(other.Source, e.Source) {
			confirm(other)
		}
	}
	if n.Fact != nil && !n.Fact.Placeholder {
		confirm(*n.Fact)
	}
	return from.Now.Sub(last)
}

// contested are the lists that state something else than a value which rests on one list: nobody who does not share that
// list's numbers states it too. A list that never stands in shows prices of another kind.
func (from inputs) contested(n read.Entry, e data.Evidence) []data.Evidence {
	if !from.Sources.Feed(e.Source) || from.supported(n, e) {
		return nil
	}
	var against []data.Evidence
	for _, other := range from.listed(n) {
		if other.Source != e.Source && !sameValue(n.Quantity, other.Value, e.Value) {
			against = append(against, other)
		}
	}
	return against
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
func (from inputs) ended(n read.Entry, e data.Evidence) ending {
	today, seen, q := from.Now.Format(time.DateOnly), e.Seen().Format(time.DateOnly), e.Conditions
	passed := func(until string) bool { return until != "" && until < today && seen <= until }
	announced := func(a data.Announcement) bool { return seen < a.From && a.From <= today && !a.Value.Equal(e.Value) }
	switch {
	case e.Ruling != nil && e.Ruling.Rule == data.ListPriceBack:
		return listPriceIsBack
	case passed(q.ValidUntil), slices.ContainsFunc(from.Stated.Coming[n.Field()], announced):
		return changeIsDue
	case e.PromiseOver(from.Now):
		return promiseIsOver
	default:
		return stillHolds
	}
}

// reportAge reports a value that nobody has found for so long that a person should look.
func (d *decider) reportAge(n read.Entry, e data.Evidence) {
	unseen := d.in.unseen(n, e)
	if e.Placeholder || !ages(n) || unseen <= d.in.Catalog.Gate.AskAfter() {
		return
	}
	d.found.Add(data.Finding{
		Kind: data.Due, Source: e.Source, Tool: n.Tool.ID, Field: n.Name, Published: &e.Value, URL: e.URL, Evidence: data.At(e.Seen()),
		Why:  fmt.Sprintf("nobody has found the %s of %s since %s", n.Words, n.Tool.Name, d.in.Now.Add(-unseen).Format(time.DateOnly)),
		Ends: "a source states it, or someone verifies it in the catalogue",
	}.Identified("unconfirmed"))
}
