package gate_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize/gate"
)

var (
	lastWeek = time.Date(2026, 9, 7, 3, 0, 0, 0, time.UTC)
	today    = lastWeek.AddDate(0, 0, 7)
)

// newGate is a gate with the published limits, today.
func newGate(t *testing.T) gate.Gate {
	t.Helper()
	c, err := catalog.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	return gate.Gate{Limits: c.Gate, Now: today.Add(time.Hour), Before: map[string]data.Finding{}, Accepted: map[string]data.Acceptance{}, Withheld: map[string]data.Breach{}}
}

// candidate is a value that was published and that its page states otherwise today; "-" is none.
func candidate(q data.Quantity, was, is string) gate.Candidate {
	c := gate.Candidate{ToolID: "one", ToolName: "Acme One", Quantity: q, OwnPage: true}
	if was != "-" {
		n := data.MustNumber(was)
		c.Was = &n
		c.Last = &data.Evidence{Field: q.Name, Value: n, Method: data.Collected, Source: "pricing_acme", ConfirmedAt: data.At(lastWeek), ChangedAt: data.At(lastWeek)}
	}
	if is != "-" {
		c.Proposed = &data.Evidence{Field: q.Name, Value: data.MustNumber(is), Method: data.Collected, Source: "pricing_acme", ConfirmedAt: data.At(today), ChangedAt: data.At(today)}
	}
	return c
}

// row is the prices of a tool before and after: input, output, cache read and cache write.
func row(was, is string) gate.Row {
	var r gate.Row
	before, after := strings.Fields(was), strings.Fields(is)
	for place, q := range data.Prices {
		r[place] = candidate(q, before[place], after[place])
	}
	return r
}

// rules are those by which values are held: "input ratio".
func rules(all ...gate.Verdict) []string {
	var held []string
	for _, v := range all {
		if !v.Held {
			continue
		}
		var names []string
		for _, r := range v.Finding.Rules {
			names = append(names, string(r))
		}
		held = append(held, fmt.Sprintf("%s %s", strings.TrimPrefix(v.Finding.Field, "pricing."), strings.Join(names, ",")))
	}
	return held
}

// TestRow moves prices of one row. Each rule has a row that it holds and one beside it that it does not.
func TestRow(t *testing.T) {
	g := newGate(t)
	for _, tt := range []struct {
		name, was, is string
		want          []string
	}{
		{"nothing-moved", "5 25 0.5 6.25", "5 25 0.5 6.25", nil},
		{"ratio", "5 25 - -", "15 25 - -", []string{"input ratio"}},
		{"ratio/just-below", "5 25 - -", "14.9 25 - -", nil},
		{"ratio/down", "5 25 - -", "5 8 - -", []string{"output ratio"}},
		{"ratio/of-what-was-never-published", "- - - -", "15 25 - -", nil},
		{"zero", "5 25 - -", "0 25 - -", []string{"input zero"}},
		{"zero/stays", "0 25 - -", "0 24 - -", nil},
		{"cacheRatio", "5 25 2 -", "5 25 0.2 -", []string{"cacheRead cacheRatio"}},
		{"cacheRatio/just-below", "5 25 2 -", "5 25 0.21 -", nil},
		{"cacheRatio/from-nothing", "5 25 0 -", "5 25 0.5 -", nil},
		{"band", "- - - -", "300 1500 - -", []string{"input band", "output band"}},
		{"band/was-outside", "300 900 - -", "290 900 - -", nil},
		{"slip", "5 25 2 -", "2 25 2 -", []string{"input slip"}},
		{"slip/that-moved-along", "5 25 4 -", "4 20 3.2 -", nil},
		{"order/read-above-input", "5 25 2 -", "5 25 6 -", []string{"cacheRead order"}},
		{"order/read-as-input", "6 25 2 -", "6 25 6 -", []string{"cacheRead slip"}},
		{"order/output-below-input", "5 9 - -", "5 4 - -", []string{"output order"}},
		{"order/as-it-was", "5 4 - -", "5 3.5 - -", nil},
		{"order/write-below-input", "5 25 - 6.25", "5 25 - 4.75", []string{"cacheCreate order"}},
		{"row", "5 25 0.5 -", "1 20 0.4 -", []string{"input ratio", "output row", "cacheRead row"}},
		{"row/only-a-cache-price-is-held", "5 25 2 -", "4.5 22 0.2 -", []string{"cacheRead cacheRatio"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			all := g.Row(row(tt.was, tt.is))
			if diff := cmp.Diff(tt.want, rules(all[:]...)); diff != "" {
				t.Errorf("other prices are held (-want +got):\n%s", diff)
			}
		})
	}
}

// TestReleases holds an input price, and asks a week later, when its page still says so, what lets it through.
func TestReleases(t *testing.T) {
	standing := func(rule data.GateRule) func(*gate.Candidate) {
		return func(c *gate.Candidate) {
			c.Standing = append(c.Standing, data.Breach{Rule: rule, Why: "of where it stands"})
		}
	}
	for _, tt := range []struct {
		name, was, is string
		first         func(*gate.Candidate) // what speaks against the value, in both weeks
		then          func(*gate.Candidate) // in the second one
		want          data.Rule             // "": it is held still
	}{
		{"a-factor-of-three", "5", "15", nil, nil, data.ReadAgain},
		{"a-factor-of-ten", "5", "50", nil, nil, ""},
		{"beside-what-moved-along", "5", "4", standing(data.RuleTogether), nil, ""},
		{"where-it-did-not-stand", "5", "4", standing(data.RuleAddress), nil, ""},
		{"on-what-a-neighbour-said", "5", "4", standing(data.RuleNeighbour), nil, ""},
		{"by-a-factor-of-the-page", "5", "4", standing(data.RuleFactor), nil, ""},
		{"with-a-mark", "5", "5.1", standing(data.RuleDigits), nil, ""},
		{"on-an-old-page", "5", "4", standing(data.RuleOutdated), nil, ""},
		{"far-and-in-a-list", "5", "15", func(c *gate.Candidate) { c.Proposed.Method = data.Fed }, nil, ""},
		{"on-a-page-built-anew", "5", "15", nil, func(c *gate.Candidate) { c.Elsewhere = true }, ""},
		{"on-the-same-reading", "5", "15", nil, func(c *gate.Candidate) { c.Proposed.ConfirmedAt = data.At(today) }, ""},
		{"with-a-witness", "5", "4", standing(data.RuleNeighbour), func(c *gate.Candidate) { c.Witness = "a list" }, data.Corroborated},
		{"with-a-witness-of-a-fellow", "5", "4", standing(data.RuleTogether), func(c *gate.Candidate) { c.Fellow = "a list" }, data.Corroborated},
		{"a-fellow-is-none-for-a-neighbour", "5", "4", standing(data.RuleNeighbour), func(c *gate.Candidate) { c.Fellow = "a list" }, ""},
		{"and-nobody-mends-a-clock", "5", "4", func(c *gate.Candidate) { c.Proposed.ConfirmedAt = data.At(today.AddDate(0, 0, 30)) }, func(c *gate.Candidate) { c.Witness = "a list" }, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := newGate(t)
			ask := func(later time.Duration, changes ...func(*gate.Candidate)) gate.Verdict {
				r := row(tt.was+" 25 - -", tt.is+" 25 - -")
				c := &r[data.InputPlace]
				c.Proposed.ConfirmedAt = data.At(today.Add(later))
				for _, change := range changes {
					if change != nil {
						change(c)
					}
				}
				return g.Row(r)[data.InputPlace]
			}
			first := ask(0, tt.first)
			if !first.Held {
				t.Fatal("it is not held at first")
			}
			first.Finding.Evidence = data.At(today)
			g.Before[first.Finding.ID], g.Now = first.Finding, g.Now.AddDate(0, 0, 7)
			second := ask(7*24*time.Hour, tt.first, tt.then)
			if second.Held != (tt.want == "") || second.Ruling.Rule != tt.want {
				t.Errorf("held %t, let through by %q, want %q: %s", second.Held, second.Ruling.Rule, tt.want, second.Finding.Why)
			}
			g.Accepted[first.Finding.ID] = data.Acceptance{ID: first.Finding.ID, By: "ada", At: data.At(today)}
			if v := ask(0, tt.first); v.Held || v.Ruling.Rule != data.AcceptedByHand {
				t.Errorf("accepted by hand, it is held still: %s", v.Finding.Why)
			}
		})
	}
}

// TestAcceptedRow holds both prices of a row, of which an operator accepts one.
func TestAcceptedRow(t *testing.T) {
	for _, tt := range []struct{ name, is, then, want string }{
		{"as-it-was-accepted", "20 100 - -", "20 100 - -", "accepted accepted"},
		{"with-another-output-since", "20 100 - -", "20 110 - -", "held held"},
	} {
		g := newGate(t)
		for _, v := range g.Row(row("5 25 - -", tt.is)) {
			if v.Held {
				v.Finding.Evidence = data.At(today)
				g.Before[v.Finding.ID] = v.Finding
			}
		}
		for id, f := range g.Before {
			if f.Field == data.FieldInput {
				g.Accepted[id] = data.Acceptance{ID: id, By: "ada", At: data.At(today)}
			}
		}
		verdicts := g.Row(row("5 25 - -", tt.then))
		var got []string
		for _, place := range []int{data.InputPlace, data.OutputPlace} {
			switch v := verdicts[place]; {
			case v.Held:
				got = append(got, "held")
			case v.Ruling.Rule == data.AcceptedByHand:
				got = append(got, "accepted")
			default:
				got = append(got, "published")
			}
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: input and output are %s, want %s", tt.name, got, tt.want)
		}
	}
}
