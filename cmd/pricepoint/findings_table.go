package main

import (
	"fmt"

	"github.com/jedib0t/go-pretty/v6/table"

	"pricepoint/data"
)

func findingTable(all []data.Finding, accepted []data.Acceptance) rows {
	t := rows{header: table.Row{"id", "kind", "tool", "field", "published", "found", "since", "why"}}
	for _, f := range all {
		why := f.Why
		if a := pending(f, accepted); a != nil {
			why += "; " + acceptedBy(*a)
		}
		t.lines = append(t.lines, table.Row{f.ID, f.Kind, f.Tool, f.Field, number(f.Published), number(f.Found), dayOf(f.Since), why})
	}
	return t
}

func number(n *data.Number) string {
	if n == nil {
		return ""
	}
	return n.String()
}

// pending is the acceptance of a finding that the newest snapshot still holds; nil when nobody has accepted it.
func pending(f data.Finding, accepted []data.Acceptance) *data.Acceptance {
	for _, a := range accepted {
		if a.ID == f.ID {
			return &a
		}
	}
	return nil
}

func acceptedBy(a data.Acceptance) string {
	return fmt.Sprintf("accepted by %s on %s, takes effect with the next refresh", a.By, dayOf(a.At))
}

// summary is the last line: what is only counted.
func summary(listed int, counted map[data.FindingKind]int) string {
	var rest []string
	for _, c := range []struct {
		kind      data.FindingKind
		one, many string
	}{{data.Disagreement, "disagreement", "disagreements"}, {data.UnknownName, "unknown name", "unknown names"}} {
		switch n := counted[c.kind]; n {
		case 0:
		case 1:
			rest = append(rest, "1 "+c.one)
		default:
			rest = append(rest, grouped(data.Int(int64(n)))+" "+c.many)
		}
	}
	switch {
	case len(rest) > 0 && listed > 0:
		return fmt.Sprintf("\nand %s; --all lists them\n", conjunction(rest, "and"))
	case len(rest) > 0:
		return fmt.Sprintf("nothing waits for anybody; there are %s, which --all lists\n", conjunction(rest, "and"))
	case listed == 0:
		return "nothing was found\n"
	default:
		return ""
	}
}
