package gate_test

import (
	"encoding/csv"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize/gate"
)

// change is one change of a published price in the public history of a large community price list.
type change struct {
	day, commit, provider, model string
	label                        string // what came later: kept, undone, or error: undone and large
	before, after                prices
}

// prices are a row of them, in their places; nil: not stated.
type prices [len(data.Prices)]*data.Number

// rows are changes as rows of one page, each at its old address. With one change it is a page of one row.
func rows(limits catalog.Gate, changes ...change) []gate.Row {
	var was, is []gate.Cell
	for _, c := range changes {
		was, is = append(was, c.cells(c.before)...), append(is, c.cells(c.after)...)
	}
	page := gate.Compare(limits, was, is)
	var all []gate.Row
	for _, c := range changes {
		var r gate.Row
		for place, q := range data.Prices {
			r[place] = gate.Candidate{ToolID: c.model, ToolName: c.model, Quantity: q, OwnPage: true, Was: c.before[place]}
			if was := c.before[place]; was != nil {
				r[place].Last = &data.Evidence{Field: q.Name, Value: *was, Method: data.Collected, Source: c.provider, ConfirmedAt: data.At(lastWeek)}
			}
			if is := c.after[place]; is != nil {
				r[place].Proposed = &data.Evidence{Field: q.Name, Value: *is, Method: data.Collected, Source: c.provider, ConfirmedAt: data.At(today)}
			}
			if was, is := c.cell(place, c.before), c.cell(place, c.after); was != nil && is != nil {
				r[place].Standing = page.Breaches(was, *is)
			}
		}
		all = append(all, r)
	}
	return all
}

// cells are the prices of a row where they are printed.
func (c change) cells(row prices) []gate.Cell {
	var all []gate.Cell
	for place := range data.Prices {
		if cell := c.cell(place, row); cell != nil {
			all = append(all, *cell)
		}
	}
	return all
}

func (c change) cell(place int, row prices) *gate.Cell {
	if row[place] == nil {
		return nil
	}
	q := data.Prices[place]
	o := data.Observation{Subject: c.model, Field: q.Observed, Value: row[place].String(), Unit: data.USDPerMillion,
		Address: data.PageAddress{Section: []string{c.provider}, Column: q.Words, Row: c.model}}
	cell := gate.NewCell(o, c.model, *row[place])
	return &cell
}

// heldBy are the rules by which prices of a row are held, each once; what is held only with its row is left out.
func heldBy(g gate.Gate, row gate.Row) []data.GateRule {
	var all []data.GateRule
	for _, v := range g.Row(row) {
		for _, rule := range v.Finding.Rules {
			if rule != data.RuleRow && !slices.Contains(all, rule) {
				all = append(all, rule)
			}
		}
	}
	return all
}

// priceChanges reads the history. It stands beside the recorded pages; in a lone clone there is none.
func priceChanges(t *testing.T) []change {
	t.Helper()
	recorded := os.Getenv("PRICEPOINT_RECORDED")
	if recorded == "" {
		recorded = filepath.Join("..", "..", "..", "shared", "recorded")
	}
	if _, err := os.Stat(recorded); err != nil {
		t.Skipf("no recorded pages in %s, so no history of price changes beside them", recorded)
	}
	file, err := os.Open(filepath.Join(recorded, "..", "facts", "price-changes.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := csv.NewReader(file)
	lines.Comma = '\t'
	all, err := lines.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := func(line []string, name string) string { return line[slices.Index(all[0], name)] }
	var changes []change
	for _, line := range all[1:] {
		c := change{
			day: column(line, "date"), commit: column(line, "commit"), provider: column(line, "provider"), model: column(line, "model"), label: column(line, "label"),
		}
		for place, name := range []string{"input", "output", "cacheRead", "cacheCreate"} {
			c.before[place] = optional(t, column(line, name+"_old"))
			c.after[place] = optional(t, column(line, name+"_new"))
		}
		changes = append(changes, c)
	}
	return changes
}

func optional(t *testing.T, text string) *data.Number {
	if text == "" {
		return nil
	}
	n, err := data.ParseNumber(text)
	if err != nil {
		t.Fatal(err)
	}
	return &n
}

// large reports whether input or output moved by the gate's factor or through zero.
func (c change) large(g catalog.Gate) bool {
	return slices.ContainsFunc([]int{data.InputPlace, data.OutputPlace}, func(place int) bool {
		was, now := c.before[place], c.after[place]
		return was != nil && now != nil && gate.Apart(*was, *now, g.Ratio)
	})
}

// heldAtMost is how many of a hundred small changes that were right may be held.
const heldAtMost = 3

// TestGateAgainstHistory runs all rules over a year of public price changes, each as a row of its own at its old address.
// Every change that was undone as an error must be held, and next to none of the small ones that were right.
func TestGateAgainstHistory(t *testing.T) {
	changes := priceChanges(t)
	g := newGate(t)
	var errors, small, smallHeld int
	for _, change := range changes {
		rules := heldBy(g, rows(g.Limits, change)[0])
		switch {
		case change.label == "error":
			errors++
			if rules == nil {
				t.Errorf("%s %s was undone as an error and is not held", change.provider, change.model)
			}
		case !change.large(g.Limits):
			small++
			if rules != nil {
				smallHeld++
				t.Logf("%s %s of %s: %s is held by %v", change.day, change.commit, change.provider, change.model, rules)
			}
		}
	}
	t.Logf("%d errors, all held; %d small changes that were right, %d held", errors, small, smallHeld)
	if errors == 0 || small == 0 {
		t.Errorf("the history holds %d errors and %d small changes, want some of each", errors, small)
	}
	if 100*smallHeld > heldAtMost*small {
		t.Errorf("%d of %d small changes that were right are held, want at most %d %%", smallHeld, small, heldAtMost)
	}
}

// waitAtMost is how many of a hundred small changes of whole pages may wait, besides those of several models by one factor.
const waitAtMost = 5

// TestGateAgainstCommits reads the small changes that were right as the pages they may have stood on: what one provider
// changed in one commit is one table. Where several models moved by one factor, another source has to say so too.
func TestGateAgainstCommits(t *testing.T) {
	g := newGate(t)
	grouped := map[string][]change{}
	for _, c := range priceChanges(t) {
		if key := c.day + " " + c.commit + " " + c.provider; c.label != "error" && !c.large(g.Limits) {
			grouped[key] = append(grouped[key], c)
		}
	}
	changes, together, waiting := 0, 0, 0
	for _, key := range slices.Sorted(maps.Keys(grouped)) {
		by := map[data.GateRule]int{}
		for _, row := range rows(g.Limits, grouped[key]...) {
			rules := heldBy(g, row)
			for _, rule := range rules {
				by[rule]++
			}
			if slices.Contains(rules, data.RuleTogether) {
				together++
			} else if rules != nil {
				waiting++
			}
		}
		changes += len(grouped[key])
		if len(by) > 0 {
			t.Logf("%s: %d changes, held by %v", key, len(grouped[key]), by)
		}
	}
	t.Logf("%d small changes that were right in %d groups: %d wait because models moved together, %d for other reasons", changes, len(grouped), together, waiting)
	if changes == 0 {
		t.Error("the history holds no small changes")
	}
	if 100*waiting > waitAtMost*changes {
		t.Errorf("%d of %d small changes that were right wait, want at most %d %%", waiting, changes, waitAtMost)
	}
}
