package normalize

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"pricepoint/data"
)

// ledger is what every source states of our tools: source -> "tool field" -> value.
type ledger map[string]map[string]data.Number

func (l ledger) add(source, tool, field string, n data.Number) {
	if l[source] == nil {
		l[source] = map[string]data.Number{}
	}
	l[source][tool+" "+field] = n
}

// ledgerBefore is what the sources stated in the snapshot before. What a source had stopped stating by then is not
// counted against it again, unless that is why its changes do not count.
func (b *build) ledgerBefore() ledger {
	l := ledger{}
	for tool, values := range b.before.values {
		if b.resolver.provider[tool] == "" {
			continue // it is no longer listed
		}
		for _, e := range values {
			if e.Method == data.Collected || e.Method == data.Fed || e.Method == data.Carried && (e.Held != "" || b.withheldBefore(e.Source)) {
				l.add(e.Source, tool, e.Field, e.Value)
			}
			for _, s := range append(slices.Clone(e.Agrees), e.Disagrees...) {
				l.add(s.Source, tool, e.Field, s.Value)
			}
		}
	}
	return l
}

func (b *build) withheldBefore(source string) bool {
	for _, f := range b.before.findings {
		if f.Kind == data.Withheld && f.Source == source {
			return true
		}
	}
	return false
}

// ledgerNow is what the sources state in this run.
func (b *build) ledgerNow() ledger {
	l := ledger{}
	for _, t := range b.catalog.Tools {
		for _, f := range append(prices[:], contextField) {
			for _, e := range b.others(t, f, "") {
				l.add(e.Source, t.ID, f.name, e.Value)
			}
		}
		for _, column := range b.catalog.Scoring.Columns {
			if e, ok := b.boardRow(t, column); ok {
				l.add(e.Source, t.ID, column.ID, e.Value)
			}
		}
	}
	return l
}

// withhold finds sources too much of which moved or went missing at once: what they changed does not count.
func (b *build) withhold() {
	before, now := b.ledgerBefore(), b.ledgerNow()
	for _, source := range slices.Sorted(maps.Keys(before)) {
		if r := b.sources[source]; !r.Attempted || r.Failure != "" {
			continue
		}
		var moved, gone []string
		for row, was := range before[source] {
			if is, ok := now[source][row]; !ok {
				gone = append(gone, row)
			} else if !is.Equal(was) {
				moved = append(moved, row+" "+is.String())
			}
		}
		g := b.catalog.Gate
		if rows := len(before[source]); len(moved) >= int(g.MovedAtLeast) && share(len(moved), rows, g.MovedShare) {
			b.withholdSource(source, ruleMoved, moved, fmt.Sprintf("%d of %d values moved at once", len(moved), rows))
		} else if share(len(gone), rows, g.GoneShare) {
			b.withholdSource(source, ruleGone, gone, fmt.Sprintf("%d of %d values are missing", len(gone), rows))
		}
	}
}

func (b *build) withholdSource(source, rule string, rows []string, why string) {
	slices.Sort(rows)
	r := b.sources[source]
	f := data.Finding{
		Kind: data.Withheld, Source: source, Rules: []string{rule}, Quote: strings.Join(rows, ", "), URL: r.URL,
		Why:      fmt.Sprintf("what %s changed does not count: %s; the last good values stay", source, why),
		Ends:     "the source states them again as before, or an operator accepts it",
		Evidence: b.records[source].LastConfirmed,
	}
	f.ID = findingID(f)
	if _, ok := b.accepted[f.ID]; ok {
		return
	}
	b.withheld[source] = breach{rule, why + " in " + source}
	b.findings = append(b.findings, b.dated(f))
}
