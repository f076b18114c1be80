package normalize

import (
	"fmt"

	"pricepoint/data"
	"pricepoint/normalize/gate"
	"pricepoint/normalize/read"
)

// reportAlone reports a change that is published on the word of its own page or board alone, and trusts it less: it is
// probably right, since the gate had nothing against it, but a small misreading looks the same. That ends when somebody else
// comes to state the value, or a person does, or the page has stated it for long enough.
func (d *decider) reportAlone(n read.Entry, c gate.Candidate, e *data.Evidence) {
	f := d.alone(n, *e)
	before, known := d.found.Before[f.ID]
	if !known && !d.changedAlone(n, c) || known && !d.stillAlone(n, *e, before) {
		return
	}
	d.found.Add(f)
	e.Confidence = lower(e.Confidence)
}

// changedAlone reports whether a value that this run publishes is another one than before, or the first, and nobody else
// states it.
func (d *decider) changedAlone(n read.Entry, c gate.Candidate) bool {
	r := c.Proposed.Ruling
	if c.Proposed.Method != data.Collected || c.Witness != "" || r != nil && r.Rule == data.ListPriceBack {
		return false
	}
	if c.Last == nil {
		return c.OwnPage
	}
	return !sameValue(n.Quantity, c.Last.Value, c.Proposed.Value)
}

// stillAlone reports whether nobody has come to state a value since it was published on its page's word.
func (d *decider) stillAlone(n read.Entry, e data.Evidence, found data.Finding) bool {
	if d.in.Now.Sub(found.Since.Time) > d.in.Catalog.Gate.AloneFor() || e.VerifiedAt.After(found.Since.Time) {
		return false
	}
	return d.in.witnessOf(n, e, func(other data.Evidence) bool {
		since, _ := d.in.since(n.Field(), other)
		return other.Method == data.Curated && other.Seen().After(found.Since.Time) || !since.Before(found.Since.Time)
	}) == ""
}

// restsAlone reports whether a published value is a change that nobody but its own page or board has come to state.
func (from inputs) restsAlone(n read.Entry, e data.Evidence) bool {
	_, alone := from.Before.Findings[aloneFinding(n, e).ID]
	return alone
}

func aloneFinding(n read.Entry, e data.Evidence) data.Finding {
	return data.Finding{Kind: data.Alone, Source: e.Source, Tool: n.Tool.ID, Field: n.Name, Found: &e.Value}.Identified()
}

func (d *decider) alone(n read.Entry, e data.Evidence) data.Finding {
	f := aloneFinding(n, e)
	f.Subject, f.Quote, f.URL, f.Evidence, f.Published = e.Subject, e.Quote, e.URL, e.ConfirmedAt, &e.Value
	f.Why = fmt.Sprintf("nobody but %s states the new %s of %s, %s", e.Source, n.Words, n.Tool.Name, e.Value)
	f.Ends = fmt.Sprintf("somebody else comes to state it, someone verifies it in the catalogue, or %d days have passed", d.in.Catalog.Gate.AloneForDays)
	return f
}
