package normalize

import (
	"fmt"
	"slices"
	"time"

	"pricepoint/data"
	"pricepoint/normalize/gate"
	"pricepoint/normalize/read"
)

// finding is one about a published value that was read somewhere.
func (n number) finding(kind data.FindingKind, e data.Evidence, ends, why string, args ...any) data.Finding {
	return data.Finding{
		Kind: kind, Source: e.Source, Tool: n.Tool.ID, Field: n.Name, Published: &e.Value, URL: e.URL, Why: fmt.Sprintf(why, args...), Ends: ends,
	}
}

func (n number) alone(e data.Evidence) data.Finding {
	return data.Finding{Kind: data.Alone, Source: e.Source, Tool: n.Tool.ID, Field: n.Name, Found: &e.Value}.Identified()
}

// published reports a change that is published on the word of its own page or board alone, and is trusted less: it is
// probably right, since the gate had nothing against it, but a small misreading looks the same. That ends when somebody else
// comes to state the value, or a person does, or the page has stated it for long enough.
func (n number) published(e data.Evidence, c gate.Candidate) []data.Finding {
	f, limits := n.alone(e), n.from.Catalog.Gate
	before, known := n.from.Before.Findings[f.ID]
	nobodySince := func() bool { // has come to state it
		return n.witness(e, func(s statement) bool {
			return s.Method == data.Curated && s.Seen().After(before.Since.Time) || !s.since.Before(before.Since.Time)
		}) == ""
	}
	switch {
	case !known && !changedAlone(c):
		return nil
	case known && (n.from.Now.Sub(before.Since.Time) > limits.AloneFor() || e.VerifiedAt.After(before.Since.Time) || !nobodySince()):
		return nil
	}
	f.Subject, f.Quote, f.URL, f.Evidence, f.Published = e.Subject, e.Quote, e.URL, e.ConfirmedAt, f.Found
	f.Why = fmt.Sprintf("nobody but %s states the new %s of %s, %s", e.Source, n.Words, n.Tool.Name, e.Value)
	f.Ends = fmt.Sprintf("somebody else comes to state it, someone verifies it in the catalogue, or %d days have passed", limits.AloneForDays)
	return []data.Finding{f}
}

// changedAlone reports whether a value that this run publishes is another one than before, or the first, and nobody else
// states it.
func changedAlone(c gate.Candidate) bool {
	r := c.Proposed.Ruling
	switch {
	case c.Proposed.Method != data.Collected || c.Witness != "" || r != nil && r.Rule == data.ListPriceBack:
		return false
	case c.Last == nil:
		return c.OwnPage
	}
	return !sameValue(c.Quantity, c.Last.Value, c.Proposed.Value)
}

// announced are the prices that were said to hold later. None of them is published before that; what is published was not seen
// on that day or after it.
func (n number) announced(e data.Evidence) (all []data.Announcement) {
	for _, a := range n.from.Stated.Coming[n.Field()] {
		if e.Seen().Format(time.DateOnly) < a.From {
			all = append(all, a)
		}
	}
	return all
}

// due reports prices whose day has come without anyone having read the page again.
func (n number) due(e data.Evidence) (all []data.Finding) {
	report := func(announced *data.Number, why string) {
		f := n.finding(data.Due, e, "the provider's page is read again, or someone verifies the value in the catalogue",
			"the %s of %s was last seen on %s: %s", n.Words, n.Tool.Name, e.Seen().Format(time.DateOnly), why)
		f.Found, f.Evidence = announced, data.At(e.Seen())
		all = append(all, f.Identified())
	}
	for _, a := range e.Announced {
		if n.from.Now.Format(time.DateOnly) >= a.From {
			report(&a.Value, fmt.Sprintf("%s was announced for %s", a.Value, a.From))
		}
	}
	switch ending := n.ending(e); {
	case ending == changeIsDue && len(e.Announced) == 0:
		report(nil, "it was said to hold until "+e.Conditions.ValidUntil)
	case ending == promiseIsOver:
		report(nil, "it was promised until "+e.Conditions.Promised)
	case ending == listPriceIsBack:
		report(nil, e.Ruling.Promotion(func(day string) string { return day })+", so the list price is published")
	}
	return all
}

// old reports a value that nobody has found for so long that a person should look.
func (n number) old(e data.Evidence) []data.Finding {
	found := n.lastFound(e)
	if e.Placeholder || n.Quantity == data.ContextSize || n.from.Now.Sub(found) <= n.from.Catalog.Gate.AskAfter() {
		return nil
	}
	f := n.finding(data.Due, e, "a source states it, or someone verifies it in the catalogue",
		"nobody has found the %s of %s since %s", n.Words, n.Tool.Name, found.Format(time.DateOnly))
	f.Evidence = data.At(e.Seen())
	return []data.Finding{f.Identified("unconfirmed")}
}

// gone reports a published value that its source, though it was read, does not confirm: it no longer states it, or
// what was read is older than the value. Where the source could not be read, its failure is told already.
func (n number) gone(e data.Evidence) []data.Finding {
	r := n.from.Sources.Readings[e.Source]
	if e.Method != data.Carried || !r.Read() || len(r.Observations) == 0 {
		return nil
	}
	day := e.ConfirmedAt.Format(time.DateOnly)
	f := n.finding(data.Gone, e, "the source states it again, or someone verifies it in the catalogue",
		"%s no longer states the %s of %s; what it said on %s stays", e.Source, n.Words, n.Tool.Name, day)
	f.Subject, f.Quote, f.Evidence = e.Subject, e.Quote, e.FetchedAt
	if unit := n.from.Stated.Foreign[read.BySource{Source: e.Source, ToolField: n.Field()}]; unit != "" {
		f.Why = fmt.Sprintf("%s now states the %s of %s in %s; what it said in USD on %s stays", e.Source, n.Words, n.Tool.Name, unit, day)
	}
	if read := read.OldestFetch(r.Observations); read.Before(e.ConfirmedAt.Time) {
		f.Rules, f.Ends = []data.GateRule{data.RuleClock}, "the source is read as it is now"
		f.Why = fmt.Sprintf("what %s brought is of %s, older than the %s of %s that was last found on %s; the later one stays",
			e.Source, read.Format(time.DateOnly), n.Words, n.Tool.Name, day)
	}
	return []data.Finding{f.Identified()}
}

// contradicted reports the sources that state something else than what is published, if nobody supports that, or if a list has
// read it later than the published value was last found: perhaps it knows of a change. A list that never stands in shows prices
// of another kind.
func (n number) contradicted(e data.Evidence, against []data.Evidence) (all []data.Finding) {
	contested := n.contested(e)
	for _, other := range against {
		mayKnow := other.Seen().After(e.Seen()) && slices.Contains(n.from.Catalog.Gate.StandIns, other.Source)
		if !mayKnow && !slices.ContainsFunc(contested, func(c data.Evidence) bool { return c.Source == other.Source }) {
			continue
		}
		f := n.finding(data.Disagreement, other, "the provider's page is read again, or someone verifies the value in the catalogue",
			"%s states %s for the %s of %s; published is %s, last seen on %s",
			other.Publisher, other.Value, n.Words, n.Tool.Name, e.Value, e.Seen().Format(time.DateOnly))
		f.Published, f.Found, f.Subject, f.Quote, f.Evidence = &e.Value, &other.Value, other.Subject, other.Quote, other.ConfirmedAt
		all = append(all, f.Identified())
	}
	return all
}
