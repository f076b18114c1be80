package normalize

import (
	"fmt"
	"slices"
	"time"

	"pricepoint/data"
	"pricepoint/normalize/gate"
	"pricepoint/normalize/read"
)

// about is a finding about a published value.
func about(kind data.FindingKind, n read.Entry, e data.Evidence) data.Finding {
	return data.Finding{Kind: kind, Source: e.Source, Tool: n.Tool.ID, Field: n.Name, Published: &e.Value, URL: e.URL}
}

// reportAlone reports a change that is published on the word of its own page or board alone, and trusts it less: it is
// probably right, since the gate had nothing against it, but a small misreading looks the same. That ends when somebody else
// comes to state the value, or a person does, or the page has stated it for long enough.
func (d *decider) reportAlone(n read.Entry, c gate.Candidate, e *data.Evidence) {
	f := alone(n, *e)
	before, known := d.found.Before[f.ID]
	if !known && !changedAlone(n, c) || known && !d.stillAlone(n, *e, before) {
		return
	}
	f.Subject, f.Quote, f.URL, f.Evidence, f.Published = e.Subject, e.Quote, e.URL, e.ConfirmedAt, f.Found
	f.Why = fmt.Sprintf("nobody but %s states the new %s of %s, %s", e.Source, n.Words, n.Tool.Name, e.Value)
	f.Ends = fmt.Sprintf("somebody else comes to state it, someone verifies it in the catalogue, or %d days have passed", d.Catalog.Gate.AloneForDays)
	d.found.Add(f)
	e.Confidence = lower(e.Confidence)
}

func alone(n read.Entry, e data.Evidence) data.Finding {
	return data.Finding{Kind: data.Alone, Source: e.Source, Tool: n.Tool.ID, Field: n.Name, Found: &e.Value}.Identified()
}

// changedAlone reports whether a value that this run publishes is another one than before, or the first, and nobody else
// states it.
func changedAlone(n read.Entry, c gate.Candidate) bool {
	r := c.Proposed.Ruling
	switch {
	case c.Proposed.Method != data.Collected || c.Witness != "" || r != nil && r.Rule == data.ListPriceBack:
		return false
	case c.Last == nil:
		return c.OwnPage
	}
	return !sameValue(n.Quantity, c.Last.Value, c.Proposed.Value)
}

// stillAlone reports whether nobody has come to state a value since it was published on its page's word.
func (d *decider) stillAlone(n read.Entry, e data.Evidence, found data.Finding) bool {
	if d.Now.Sub(found.Since.Time) > d.Catalog.Gate.AloneFor() || e.VerifiedAt.After(found.Since.Time) {
		return false
	}
	return d.witnessOf(n, e, func(other data.Evidence) bool {
		since, _ := d.since(n.Field(), other)
		return other.Method == data.Curated && other.Seen().After(found.Since.Time) || !since.Before(found.Since.Time)
	}) == ""
}

// restsAlone reports whether a published value is a change that nobody but its own page or board has come to state.
func (d *decider) restsAlone(n read.Entry, e data.Evidence) bool {
	_, rests := d.Before.Findings[alone(n, e).ID]
	return rests
}

// announce writes down the prices that were said to hold later, and reports those whose day has come without anyone
// having read the page again. None of them is published before that.
func (d *decider) announce(n read.Entry, e *data.Evidence) {
	for _, a := range d.Stated.Coming[n.Field()] {
		if e.Seen().Format(time.DateOnly) >= a.From {
			continue // what is published was seen after that day
		}
		e.Announced = append(e.Announced, a)
		if d.Now.Format(time.DateOnly) >= a.From {
			d.reportDue(n, *e, &a.Value, fmt.Sprintf("%s was announced for %s", a.Value, a.From))
		}
	}
	switch ending := d.ended(n, *e); {
	case ending == changeIsDue && len(e.Announced) == 0:
		d.reportDue(n, *e, nil, "it was said to hold until "+e.Conditions.ValidUntil)
	case ending == promiseIsOver:
		d.reportDue(n, *e, nil, "it was promised until "+e.Conditions.Promised)
	case ending == listPriceIsBack:
		d.reportDue(n, *e, nil, e.Ruling.Promotion(func(day string) string { return day })+", so the list price is published")
	}
}

func (d *decider) reportDue(n read.Entry, e data.Evidence, announced *data.Number, why string) {
	f := about(data.Due, n, e)
	f.Found, f.Evidence = announced, data.At(e.Seen())
	f.Why = fmt.Sprintf("the %s of %s was last seen on %s: %s", n.Words, n.Tool.Name, e.Seen().Format(time.DateOnly), why)
	f.Ends = "the provider's page is read again, or someone verifies the value in the catalogue"
	d.found.Add(f.Identified())
}

// reportAge reports a value that nobody has found for so long that a person should look.
func (d *decider) reportAge(n read.Entry, e data.Evidence) {
	unseen := d.unseen(n, e)
	if e.Placeholder || n.Quantity == data.ContextSize || unseen <= d.Catalog.Gate.AskAfter() {
		return
	}
	f := about(data.Due, n, e)
	f.Evidence = data.At(e.Seen())
	f.Why = fmt.Sprintf("nobody has found the %s of %s since %s", n.Words, n.Tool.Name, d.Now.Add(-unseen).Format(time.DateOnly))
	f.Ends = "a source states it, or someone verifies it in the catalogue"
	d.found.Add(f.Identified("unconfirmed"))
}

// reportGone reports a published value that its source, though it was read, does not confirm: it no longer states it, or
// what was read is older than the value.
func (d *decider) reportGone(n read.Entry, e data.Evidence) {
	r := d.Sources.Readings[e.Source]
	if !r.Read() || len(r.Observations) == 0 {
		return // its failure is told already
	}
	day := e.ConfirmedAt.Format(time.DateOnly)
	f := about(data.Gone, n, e)
	f.Subject, f.Quote, f.Evidence = e.Subject, e.Quote, e.FetchedAt
	f.Why = fmt.Sprintf("%s no longer states the %s of %s; what it said on %s stays", e.Source, n.Words, n.Tool.Name, day)
	f.Ends = "the source states it again, or someone verifies it in the catalogue"
	if unit := d.Stated.Foreign[e.Source][n.Field()]; unit != "" {
		f.Why = fmt.Sprintf("%s now states the %s of %s in %s; what it said in USD on %s stays", e.Source, n.Words, n.Tool.Name, unit, day)
	}
	if read := read.OldestFetch(r.Observations); read.Before(e.ConfirmedAt.Time) {
		f.Rules = []data.GateRule{data.RuleClock}
		f.Why = fmt.Sprintf("what %s brought is of %s, older than the %s of %s that was last found on %s; the later one stays",
			e.Source, read.Format(time.DateOnly), n.Words, n.Tool.Name, day)
		f.Ends = "the source is read as it is now"
	}
	d.found.Add(f.Identified())
}

// reportOthers reports the sources that state something else than what is published, if nobody supports that, or if a list has
// read it later than the published value was last found: perhaps it knows of a change. A list that never stands in shows prices
// of another kind.
func (d *decider) reportOthers(n read.Entry, e data.Evidence, against []data.Evidence) {
	contested := d.contested(n, e)
	for _, other := range against {
		mayKnow := other.Seen().After(e.Seen()) && slices.Contains(d.Catalog.Gate.StandIns, other.Source)
		if !mayKnow && !slices.ContainsFunc(contested, func(c data.Evidence) bool { return c.Source == other.Source }) {
			continue
		}
		f := about(data.Disagreement, n, other)
		f.Published, f.Found, f.Subject, f.Quote, f.Evidence = &e.Value, &other.Value, other.Subject, other.Quote, other.ConfirmedAt
		f.Why = fmt.Sprintf("%s states %s for the %s of %s; published is %s, last seen on %s",
			other.Publisher, other.Value, n.Words, n.Tool.Name, e.Value, e.Seen().Format(time.DateOnly))
		f.Ends = "the provider's page is read again, or someone verifies the value in the catalogue"
		d.found.Add(f.Identified())
	}
}
