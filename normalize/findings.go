package normalize

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// findingID names what was found, so that the same finding has the same id in every run and an acceptance of it
// holds for nothing else. more is what else tells it apart.
func findingID(f data.Finding, more ...string) string {
	value := ""
	if f.Found != nil {
		value = f.Found.String()
	}
	sum := sha256.Sum256([]byte(strings.Join(append([]string{
		string(f.Kind), f.Source, f.Tool, f.Field, f.Subject, value, f.Quote}, more...), "\x00")))
	return hex.EncodeToString(sum[:5])
}

// dated keeps the times of a finding that was there before.
func (b *build) dated(f data.Finding) data.Finding {
	f.Since = data.At(b.now)
	if was, ok := b.before.findings[f.ID]; ok {
		f.Since, f.Evidence = was.Since, was.Evidence
	}
	return f
}

// refuse writes down what a source states and cannot be used.
func (b *build) refuse(source, tool string, f field, why error) {
	finding := data.Finding{
		Kind: data.Refused, Source: source, Tool: tool, Field: f.name, Quote: why.Error(), URL: b.sources[source].URL,
		Why: fmt.Sprintf("%s: %v", source, why), Ends: "the source states it clearly",
	}
	finding.ID = findingID(finding)
	b.found(finding)
}

// found adds a finding that several readers of the same observation may make.
func (b *build) found(f data.Finding) {
	if !slices.ContainsFunc(b.findings, func(other data.Finding) bool { return other.ID == f.ID }) {
		b.findings = append(b.findings, b.dated(f))
	}
}

// gone tells of a published value that its source, though it was read, does not confirm: it no longer states it, or
// what was read is older than the value.
func (b *build) gone(t catalog.Tool, f field, e data.Evidence) {
	r := b.sources[e.Source]
	if !r.Read() || len(r.Observations) == 0 {
		return // its failure is told already
	}
	finding := data.Finding{
		Kind: data.Gone, Source: e.Source, Tool: t.ID, Field: f.name, Subject: e.Subject, Published: &e.Value, URL: e.URL, Quote: e.Quote,
		Why:      fmt.Sprintf("%s no longer states the %s of %s; what it said on %s stays", e.Source, f.words, t.Name, e.ConfirmedAt.Format(dayLayout)),
		Ends:     "the source states it again, or someone verifies it in the catalogue",
		Evidence: e.FetchedAt,
	}
	if unit := b.foreignUnit(e.Source, t.ID, f); unit != "" {
		finding.Why = fmt.Sprintf("%s now states the %s of %s in %s; what it said in USD on %s stays",
			e.Source, f.words, t.Name, unit, e.ConfirmedAt.Format(dayLayout))
	}
	if read := oldestFetch(r.Observations); read.Before(e.ConfirmedAt.Time) {
		finding.Rules = []data.GateRule{data.RuleClock}
		finding.Why = fmt.Sprintf("what %s brought is of %s, older than the %s of %s that was last found on %s; the later one stays",
			e.Source, read.Format(dayLayout), f.words, t.Name, e.ConfirmedAt.Format(dayLayout))
		finding.Ends = "the source is read as it is now"
	}
	finding.ID = findingID(finding)
	b.found(finding)
}

// foreignUnit is the other currency in which a source states a price, "" when it states none.
func (b *build) foreignUnit(source, tool string, f field) data.Unit {
	for _, o := range b.claims[source][tool][f.observed] {
		if f != contextField && !inUSD(o.Unit) {
			return o.Unit
		}
	}
	return ""
}

// disagreement tells of a feed that has read something else later than the published value was last found: perhaps
// it knows of a change. A feed that never stands in shows prices of another kind.
func (b *build) disagreement(t catalog.Tool, f field, published, other data.Evidence) {
	if !seen(other).After(seen(published)) || !slices.Contains(b.catalog.Gate.StandIns, other.Source) {
		return
	}
	finding := data.Finding{
		Kind: data.Disagreement, Source: other.Source, Tool: t.ID, Field: f.name, Subject: other.Subject,
		Published: &published.Value, Found: &other.Value, Quote: other.Quote, URL: other.URL, Evidence: other.ConfirmedAt,
		Why: fmt.Sprintf("%s states %s for the %s of %s; published is %s, last seen on %s",
			other.Publisher, other.Value, f.words, t.Name, published.Value, seen(published).Format(dayLayout)),
		Ends: "the provider's page is read again, or someone verifies the value in the catalogue",
	}
	finding.ID = findingID(finding)
	b.found(finding)
}

// unknownNames are the printed names nobody has said the meaning of, each with the sources that print it.
func (b *build) unknownNames() []data.Finding {
	var all []data.Finding
	for subject, sources := range b.seen.Unknown() {
		f := data.Finding{
			Kind: data.UnknownName, Source: strings.Join(sources, ", "), Subject: subject,
			Nearest: b.seen.Nearest(subject),
			Why:     fmt.Sprintf("nobody has said which model %q is", subject),
			Ends:    "an alias or another model's name in the catalogue",
		}
		f.ID = findingID(data.Finding{Kind: f.Kind, Subject: subject})
		all = append(all, b.dated(f))
	}
	return all
}

// sortedFindings are the findings of this build, most urgent first.
func (b *build) sortedFindings() []data.Finding {
	all := slices.Concat(b.findings, b.unknownNames())
	slices.SortFunc(all, func(x, y data.Finding) int {
		return cmp.Or(
			cmp.Compare(slices.Index(data.FindingKinds, x.Kind), slices.Index(data.FindingKinds, y.Kind)),
			cmp.Compare(x.Source, y.Source), cmp.Compare(x.Tool, y.Tool), cmp.Compare(x.Field, y.Field),
			cmp.Compare(x.Subject, y.Subject), cmp.Compare(x.ID, y.ID))
	})
	return all
}
