package normalize

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"pricepoint/data"
)

// ledger is what every source states of our tools: source -> field of a tool -> value.
type ledger map[string]map[data.ToolField]data.Number

func (l ledger) add(source string, of data.ToolField, n data.Number) {
	if l[source] == nil {
		l[source] = map[data.ToolField]data.Number{}
	}
	l[source][of] = n
}

// ledgerBefore is what the sources stated in the snapshot before, or, where that did not count, before that. What a
// source had stopped stating by then is not counted against it again, unless that is why its changes do not count.
func (b *build) ledgerBefore() ledger {
	l := ledger{}
	for tool, values := range b.before.values {
		if b.seen.Provider(tool) == "" {
			continue // it is no longer listed
		}
		for _, e := range values {
			_, withheld := b.withheldBefore(e.Source)
			if e.Method == data.Collected || e.Method == data.Fed || e.Method == data.Carried && (e.Held != "" || withheld) {
				l.add(e.Source, data.ToolField{Tool: tool, Field: e.Field}, e.Value)
			}
			for _, s := range append(slices.Clone(e.Agrees), e.Disagrees...) {
				l.add(s.Source, data.ToolField{Tool: tool, Field: e.Field}, s.Value)
			}
		}
	}
	for _, f := range b.before.findings {
		for _, m := range f.Moves {
			l.add(f.Source, m.ToolField, m.Was)
		}
	}
	return l
}

// withheldBefore tells why the changes of a source did not count in the snapshot before. One that was made before
// findings said what moved and what is missing withheld nothing.
func (b *build) withheldBefore(source string) (data.Finding, bool) {
	for _, f := range b.before.findings {
		if f.Kind == data.Withheld && f.Source == source && len(f.Moves)+len(f.Missing) > 0 {
			return f, true
		}
	}
	return data.Finding{}, false
}

// ledgerNow is what the sources state in this run.
func (b *build) ledgerNow() ledger {
	l := ledger{}
	for _, t := range b.catalog.Tools {
		for _, f := range append(prices[:], contextField) {
			for _, e := range b.others(t, f, "") {
				l.add(e.Source, data.ToolField{Tool: t.ID, Field: f.name}, e.Value)
			}
		}
		for _, column := range b.catalog.Scoring.Columns {
			if e, ok := b.boardRow(t, column); ok {
				l.add(e.Source, data.ToolField{Tool: t.ID, Field: column.ID}, e.Value)
			}
		}
	}
	return l
}

// withhold finds sources too much of which moved or went missing at once: what they changed does not count, until they
// state it as before or an operator accepts it.
func (b *build) withhold() {
	before, now := b.ledgerBefore(), b.ledgerNow()
	for _, source := range slices.Sorted(maps.Keys(b.sources)) {
		f, ok := b.tooMuch(source, before[source], now[source])
		if !ok {
			f, ok = b.stillWithheld(source, now[source])
		}
		if _, accepted := b.accepted[f.ID]; ok && !accepted {
			b.withheld[source] = f.Breaches[0]
			b.findings = append(b.findings, b.dated(f))
		}
	}
}

// tooMuch holds what a source states against what it stated before. What it now states as published is no matter.
func (b *build) tooMuch(source string, before, now map[data.ToolField]data.Number) (data.Finding, bool) {
	if r := b.sources[source]; !r.Read() {
		return data.Finding{}, false
	}
	var moved []data.Move
	var missing []data.ToolField
	for of, was := range before {
		if is, ok := now[of]; !ok {
			missing = append(missing, of)
		} else if !is.Equal(was) && !b.published(of, is) {
			moved = append(moved, data.Move{ToolField: of, Was: was, Is: is})
		}
	}
	g := b.catalog.Gate
	switch {
	case len(moved) >= int(g.MovedAtLeast) && share(len(moved), len(before), g.MovedShare):
		return b.withholding(source, data.RuleMoved, data.Finding{Moves: moved}, fmt.Sprintf("%d of %d values moved at once", len(moved), len(before))), true
	case share(len(missing), len(before), g.GoneShare):
		return b.withholding(source, data.RuleGone, data.Finding{Missing: missing}, fmt.Sprintf("%d of %d values are missing", len(missing), len(before))), true
	default:
		return data.Finding{}, false
	}
}

// published reports whether a value was published in the snapshot before.
func (b *build) published(of data.ToolField, n data.Number) bool {
	e, ok := b.before.values[of.Tool][of.Field]
	return ok && e.Value.Equal(n)
}

// withholding completes a finding that has the moves, or what is missing.
func (b *build) withholding(source string, rule data.GateRule, f data.Finding, why string) data.Finding {
	slices.SortFunc(f.Moves, func(x, y data.Move) int { return strings.Compare(quoteMove(x), quoteMove(y)) })
	slices.SortFunc(f.Missing, func(x, y data.ToolField) int { return strings.Compare(quoteField(x), quoteField(y)) })
	var quotes []string
	for _, m := range f.Moves {
		quotes = append(quotes, quoteMove(m))
	}
	for _, of := range f.Missing {
		quotes = append(quotes, quoteField(of))
	}
	why = fmt.Sprintf("what %s changed does not count: %s", source, why)
	f.Kind, f.Source, f.Rules, f.Breaches = data.Withheld, source, []data.GateRule{rule}, []data.Breach{{Rule: rule, Why: why}}
	f.Quote, f.URL, f.Evidence = strings.Join(quotes, ", "), b.sources[source].URL, b.records[source].LastConfirmed
	f.Why, f.Ends = why+"; the last good values stay", "the source states them again as before, or an operator accepts it"
	f.ID = findingID(f)
	return f
}

func quoteField(of data.ToolField) string { return of.Tool + " " + of.Field }

func quoteMove(m data.Move) string {
	return fmt.Sprintf("%s %s -> %s", quoteField(m.ToolField), m.Was, m.Is)
}

// stillWithheld repeats the finding of the snapshot before while the source still states what did not count then and
// is not published, or still lacks too much of what was missing. A second look makes nothing of it right.
func (b *build) stillWithheld(source string, now map[data.ToolField]data.Number) (data.Finding, bool) {
	f, _ := b.withheldBefore(source)
	if len(f.Missing) > 0 {
		missing := 0
		for _, of := range f.Missing {
			if _, back := now[of]; !back {
				missing++
			}
		}
		return f, share(missing, missing+len(now), b.catalog.Gate.GoneShare)
	}
	return f, slices.ContainsFunc(f.Moves, func(m data.Move) bool {
		is, ok := now[m.ToolField]
		return ok && is.Equal(m.Is) && !b.published(m.ToolField, is)
	})
}
