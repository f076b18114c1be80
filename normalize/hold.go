package normalize

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// settle lets a proposed value through, or holds it and keeps the last good one. ok is false when there is none.
func (b *build) settle(t catalog.Tool, f field, proposed data.Evidence, last, fact *data.Evidence, breaches []data.Breach) (e data.Evidence, ok bool) {
	against := b.objections(proposed, last, breaches)
	if len(against) == 0 {
		return b.confirm(t, f, proposed, fact), true
	}
	finding := b.hold(t, f, proposed, last, against)
	if why, released := b.release(finding, t, f, proposed, last, fact); released {
		proposed.Rest(why)
		if _, known := b.before.findings[finding.ID]; known {
			proposed.ChangedAt = data.At(b.now) // it was read before, and is published only now
		}
		return b.confirm(t, f, proposed, fact), true
	}
	b.findings = append(b.findings, finding)
	return b.keep(t, f, last, fact, finding.ID)
}

// longestRun is how much later than the run itself a page may have been received: a run is as old as its beginning.
const longestRun = 24 * time.Hour

// objections are what speaks against publishing a value: nothing when it is the published one, or when a person
// verified it. The clock of a page from the future is not even taken for the published one, since every real page
// would look older from then on.
func (b *build) objections(proposed data.Evidence, last *data.Evidence, breaches []data.Breach) []data.Breach {
	observed := proposed.Method == data.Collected || proposed.Method == data.Fed
	if observed && proposed.ConfirmedAt.After(b.now.Add(longestRun)) {
		return append(breaches, data.Breach{Rule: data.RuleClock, Why: fmt.Sprintf("its page is of %s, which has not come yet", proposed.ConfirmedAt)})
	}
	if !observed || last != nil && last.Value.Equal(proposed.Value) {
		return nil
	}
	if w, ok := b.withheld[proposed.Source]; ok {
		breaches = append(breaches, w)
	}
	return breaches
}

// stops reports whether settle would hold a value.
func (b *build) stops(t catalog.Tool, f field, proposed data.Evidence, last, fact *data.Evidence, breaches []data.Breach) bool {
	against := b.objections(proposed, last, breaches)
	if len(against) == 0 {
		return false
	}
	_, released := b.release(b.hold(t, f, proposed, last, against), t, f, proposed, last, fact)
	return !released
}

// confirm completes the clocks of a value that is published.
func (b *build) confirm(t catalog.Tool, f field, e data.Evidence, fact *data.Evidence) data.Evidence {
	if fact != nil && !fact.Placeholder && fact.Value.Equal(e.Value) && fact.Basis == string(catalog.Page) {
		e.VerifiedAt = fact.VerifiedAt
	}
	if e.Method == data.Carried {
		b.gone(t, f, e)
	}
	return b.keepClock(t.ID, e)
}

// keepClock keeps the time of the last change, and why it was let through, while a value stays the same. What
// replaces a placeholder begins anew. A value that was known when another one was published has changed only now.
func (b *build) keepClock(tool string, e data.Evidence) data.Evidence {
	was, ok := b.before.values[tool][e.Field]
	switch {
	case !ok || was.Placeholder:
	case was.Value.Equal(e.Value):
		e.ChangedAt = was.ChangedAt
		if e.Ruling == nil && was.Method != data.Ruled {
			e.Rule, e.Ruling = was.Rule, was.Ruling
		}
	case !e.ChangedAt.After(b.before.made.Time):
		e.ChangedAt = data.At(b.now)
	}
	return e
}

// keep is what stays published while a newer value is held.
func (b *build) keep(t catalog.Tool, f field, last, fact *data.Evidence, held string) (e data.Evidence, ok bool) {
	if last == nil {
		last = fact
	}
	if last == nil {
		return data.Evidence{Field: f.name, Held: held}, false
	}
	e = b.carried(*last)
	e.Held = held
	return b.keepClock(t.ID, e), true
}

// hold writes down why a value is kept back.
func (b *build) hold(t catalog.Tool, f field, proposed data.Evidence, last *data.Evidence, breaches []data.Breach) data.Finding {
	finding := data.Finding{
		Kind: data.Held, Source: proposed.Source, Tool: t.ID, Field: f.name, Subject: proposed.Subject, Found: &proposed.Value,
		Quote: proposed.Quote, URL: proposed.URL, Evidence: proposed.ConfirmedAt,
	}
	finding.ID = findingID(finding)
	if last != nil {
		finding.Published = &last.Value
		finding.ID = findingID(finding, last.Value.String(), last.ChangedAt.String()) // once let through, it has to be let through again
	}
	var whys []string
	for _, breach := range breaches {
		if !slices.Contains(finding.Rules, breach.Rule) {
			finding.Rules = append(finding.Rules, breach.Rule)
		}
		whys = append(whys, breach.Why)
	}
	finding.Breaches = slices.Clone(breaches)
	finding.Why = fmt.Sprintf("the %s of %s is held: %s", f.words, t.Name, strings.Join(whys, "; "))
	finding.Ends = "an independent source states the same, or an operator accepts it"
	if b.rereadEnds(finding, last) {
		finding.Ends = "a later reading of the page or an independent source states the same, or an operator accepts it"
	}
	return b.dated(finding)
}

// rereadEnds reports whether reading the provider's page again ends a hold: only one by ratio alone, below a limit.
func (b *build) rereadEnds(f data.Finding, last *data.Evidence) bool {
	return last != nil && slices.Equal(f.Rules, []data.GateRule{data.RuleRatio}) && b.sources[f.Source].Kind == data.PricingSource &&
		!apart(last.Value, *f.Found, b.catalog.Gate.RereadBelow)
}

// release reports whether a held value may be published after all, and why.
func (b *build) release(f data.Finding, t catalog.Tool, of field, proposed data.Evidence, last, fact *data.Evidence) (why data.Ruling, ok bool) {
	if a, ok := b.accepted[f.ID]; ok {
		return data.Ruling{Rule: data.AcceptedByHand, By: a.By, At: a.At}, true
	}
	if slices.Contains(f.Rules, data.RuleRow) || slices.Contains(f.Rules, data.RuleClock) {
		return why, false // it goes with its row; and nobody who agrees mends a clock
	}
	var since data.Timestamp
	if last != nil {
		since = last.ChangedAt
	}
	if who := b.corroborated(t, of, proposed, fact, since); who != "" {
		return data.Ruling{Rule: data.Corroborated, By: who}, true
	}
	before, known := b.before.findings[f.ID]
	if known && b.rereadEnds(f, last) && proposed.ConfirmedAt.After(before.Evidence.Time) {
		return data.Ruling{Rule: data.ReadAgain, FirstRead: before.Evidence, At: proposed.ConfirmedAt}, true
	}
	return why, false
}
