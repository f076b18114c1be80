package normalize

import (
	"fmt"
	"pricepoint/data"
	"pricepoint/normalize/read"
	"slices"
	"time"
)

// reportGone reports a published value that its source, though it was read, does not confirm: it no longer states it, or
// what was read is older than the value.
func (d *decider) reportGone(n read.Entry, e data.Evidence) {
	r := d.in.Sources.Readings[e.Source]
	if !r.Read() || len(r.Observations) == 0 {
		return // its failure is told already
	}
	day := e.ConfirmedAt.Format(time.DateOnly)
	f := data.Finding{
		Kind: data.Gone, Source: e.Source, Tool: n.Tool.ID, Field: n.Name, Subject: e.Subject, Published: &e.Value, URL: e.URL, Quote: e.Quote,
		Why:      fmt.Sprintf("%s no longer states the %s of %s; what it said on %s stays", e.Source, n.Words, n.Tool.Name, day),
		Ends:     "the source states it again, or someone verifies it in the catalogue",
		Evidence: e.FetchedAt,
	}
	if unit := d.in.Stated.Foreign[e.Source][n.Field()]; unit != "" {
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

// mayKnow reports whether a feed has read something else later than the published value was last found: perhaps it knows
// of a change. A feed that never stands in shows prices of another kind.
func (d *decider) mayKnow(published, other data.Evidence) bool {
	return other.Seen().After(published.Seen()) && slices.Contains(d.in.Catalog.Gate.StandIns, other.Source)
}

// disagreement reports a source that states something else than what is published.
func (d *decider) disagreement(n read.Entry, published, other data.Evidence) {
	d.found.Add(data.Finding{
		Kind: data.Disagreement, Source: other.Source, Tool: n.Tool.ID, Field: n.Name, Subject: other.Subject,
		Published: &published.Value, Found: &other.Value, Quote: other.Quote, URL: other.URL, Evidence: other.ConfirmedAt,
		Why: fmt.Sprintf("%s states %s for the %s of %s; published is %s, last seen on %s",
			other.Publisher, other.Value, n.Words, n.Tool.Name, published.Value, published.Seen().Format(time.DateOnly)),
		Ends: "the provider's page is read again, or someone verifies the value in the catalogue",
	}.Identified())
}
