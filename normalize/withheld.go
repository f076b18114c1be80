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

func (l ledger) add(source, row string, n data.Number) {
	if l[source] == nil {
		l[source] = map[string]data.Number{}
	}
	l[source][row] = n
}

func rowOf(tool, field string) string { return tool + " " + field }

// ledgerBefore is what the sources stated in the snapshot before, or, where that did not count, before that. What a
// source had stopped stating by then is not counted against it again, unless that is why its changes do not count.
func (b *build) ledgerBefore() ledger {
	l := ledger{}
	for tool, values := range b.before.values {
		if b.resolver.provider[tool] == "" {
			continue // it is no longer listed
		}
		for _, e := range values {
			_, withheld := b.withheldBefore(e.Source)
			if e.Method == data.Collected || e.Method == data.Fed || e.Method == data.Carried && (e.Held != "" || withheld) {
				l.add(e.Source, rowOf(tool, e.Field), e.Value)
			}
			for _, s := range append(slices.Clone(e.Agrees), e.Disagrees...) {
				l.add(s.Source, rowOf(tool, e.Field), s.Value)
			}
		}
	}
	for _, f := range b.before.findings {
		for _, m := range movesOf(f) {
			l.add(f.Source, m.row, m.was)
		}
	}
	return l
}

// withheldBefore tells why the changes of a source did not count in the snapshot before.
func (b *build) withheldBefore(source string) (data.Finding, bool) {
	for _, f := range b.before.findings {
		if f.Kind == data.Withheld && f.Source == source {
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
				l.add(e.Source, rowOf(t.ID, f.name), e.Value)
			}
		}
		for _, column := range b.catalog.Scoring.Columns {
			if e, ok := b.boardRow(t, column); ok {
				l.add(e.Source, rowOf(t.ID, column.ID), e.Value)
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
			b.withheld[source] = breach{f.Rules[0], strings.TrimSuffix(f.Why, lastGoodStay)}
			b.findings = append(b.findings, b.dated(f))
		}
	}
}

// tooMuch holds what a source states against what it stated before. What it now states as published is no matter.
func (b *build) tooMuch(source string, before, now map[string]data.Number) (data.Finding, bool) {
	if r := b.sources[source]; !r.Attempted || r.Failure != "" {
		return data.Finding{}, false
	}
	var moved, gone []string
	for row, was := range before {
		if is, ok := now[row]; !ok {
			gone = append(gone, row)
		} else if !is.Equal(was) && !b.published(row, is) {
			moved = append(moved, fmt.Sprintf("%s %s -> %s", row, was, is))
		}
	}
	g := b.catalog.Gate
	switch {
	case len(moved) >= int(g.MovedAtLeast) && share(len(moved), len(before), g.MovedShare):
		return b.withholding(source, ruleMoved, moved, fmt.Sprintf("%d of %d values moved at once", len(moved), len(before))), true
	case share(len(gone), len(before), g.GoneShare):
		return b.withholding(source, ruleGone, gone, fmt.Sprintf("%d of %d values are missing", len(gone), len(before))), true
	default:
		return data.Finding{}, false
	}
}

// published reports whether a value was published in the snapshot before.
func (b *build) published(row string, n data.Number) bool {
	tool, field, _ := strings.Cut(row, " ")
	e, ok := b.before.values[tool][field]
	return ok && e.Value.Equal(n)
}

// move is a value of a source that went elsewhere, as a finding quotes it: "tool field was -> is".
type move struct {
	row     string
	was, is data.Number
}

func movesOf(f data.Finding) []move {
	var all []move
	for _, quoted := range strings.Split(f.Quote, rowSeparator) {
		cells := strings.Fields(quoted)
		if f.Kind != data.Withheld || len(cells) != 5 {
			continue // it is missing, not moved
		}
		was, err := data.ParseNumber(cells[2])
		is, isErr := data.ParseNumber(cells[4])
		if err == nil && isErr == nil {
			all = append(all, move{rowOf(cells[0], cells[1]), was, is})
		}
	}
	return all
}

func (b *build) withholding(source, rule string, rows []string, why string) data.Finding {
	slices.Sort(rows)
	f := data.Finding{
		Kind: data.Withheld, Source: source, Rules: []string{rule}, Quote: strings.Join(rows, rowSeparator), URL: b.sources[source].URL,
		Why:      fmt.Sprintf("what %s changed does not count: %s", source, why) + lastGoodStay,
		Ends:     "the source states them again as before, or an operator accepts it",
		Evidence: b.records[source].LastConfirmed,
	}
	f.ID = findingID(f)
	return f
}

const (
	rowSeparator = ", " // between the rows that a finding quotes
	lastGoodStay = "; the last good values stay"
)

// stillWithheld repeats the finding of the snapshot before while the source still states what did not count then and
// is not published, or still lacks too much of what was missing. A second look makes nothing of it right.
func (b *build) stillWithheld(source string, now map[string]data.Number) (data.Finding, bool) {
	f, _ := b.withheldBefore(source)
	if slices.Contains(f.Rules, ruleGone) {
		rows := strings.Split(f.Quote, rowSeparator)
		rows = slices.DeleteFunc(rows, func(row string) bool { _, back := now[row]; return back })
		return f, share(len(rows), len(rows)+len(now), b.catalog.Gate.GoneShare)
	}
	return f, slices.ContainsFunc(movesOf(f), func(m move) bool {
		is, ok := now[m.row]
		return ok && is.Equal(m.is) && !b.published(m.row, is)
	})
}
