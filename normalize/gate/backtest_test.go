package gate

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// change is one change of a published price in the public history of a large community price list.
type change struct {
	provider, model, label string // label: what came later, kept, undone, or error: undone and large
	before, after          prices
}

// prices are a row of them, in their places; nil: not stated.
type prices [len(data.Prices)]*data.Number

// rowOf is the row of candidates that a change of the prices makes.
func rowOf(before, after prices) Row {
	var r Row
	for place := range r {
		r[place].Was = before[place]
		if after[place] != nil {
			r[place].Proposed = &data.Evidence{Value: *after[place]}
		}
	}
	return r
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
		c := change{provider: column(line, "provider"), model: column(line, "model"), label: column(line, "label")}
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
	for _, place := range []int{data.InputPlace, data.OutputPlace} {
		was, now := c.before[place], c.after[place]
		if was != nil && now != nil && Apart(*was, *now, g.Ratio) {
			return true
		}
	}
	return false
}

// TestGateAgainstHistory runs the row rules with the catalogue's limits over a year of public price changes. Every
// change that was undone as an error must be held, and next to none of the small ones that were right.
func TestGateAgainstHistory(t *testing.T) {
	changes := priceChanges(t)
	c, err := catalog.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	var errors, small, smallHeld, kept, keptHeld, rereadable, confirmed int
	for _, change := range changes {
		rules := rulesOf(rowOf(change.before, change.after).breaches(c.Gate))
		switch large := change.large(c.Gate); {
		case change.label == "error":
			errors++
			if rules == nil {
				t.Errorf("%s %s was undone as an error and is not held", change.provider, change.model)
			}
		case !large:
			small++
			if rules != nil {
				smallHeld++
			}
		case change.label == "kept":
			kept++
			if rules != nil {
				keptHeld++
			}
			if slices.Equal(rules, []data.GateRule{data.RuleRatio}) && !change.beyond(c.Gate.RereadBelow) {
				rereadable++
			}
			if change.statedElsewhere(changes) {
				confirmed++
			}
		}
	}
	t.Logf("%d errors, all held", errors)
	t.Logf("%d small changes that were right, %d held (%.1f %%)", small, smallHeld, 100*float64(smallHeld)/float64(small))
	t.Logf("%d large changes that were never undone, %d held; a later reading of a provider's own page would release %d, "+
		"another provider of the list states the same price for %d", kept, keptHeld, rereadable, confirmed)
	if errors == 0 || small == 0 {
		t.Errorf("the history holds %d errors and %d small changes, want some of each", errors, small)
	}
	if 50*smallHeld > small {
		t.Errorf("%d of %d small changes that were right are held, want at most 2 %%", smallHeld, small)
	}
}

// rulesOf lists the rules that a row breaks, each once.
func rulesOf(row [len(data.Prices)][]data.Breach) []data.GateRule {
	var rules []data.GateRule
	for _, breaches := range row {
		for _, b := range breaches {
			if !slices.Contains(rules, b.Rule) {
				rules = append(rules, b.Rule)
			}
		}
	}
	return rules
}

func (c change) beyond(factor data.Number) bool {
	for _, place := range []int{data.InputPlace, data.OutputPlace} {
		if c.before[place] != nil && c.after[place] != nil && Apart(*c.before[place], *c.after[place], factor) {
			return true
		}
	}
	return false
}

// statedElsewhere reports whether the list shows the new prices for the same model at another provider, before or
// after a change of its own.
func (c change) statedElsewhere(all []change) bool {
	name := func(model string) string { return catalog.NormalForm(filepath.Base(model)) }
	same := func(r prices) bool {
		return r[data.InputPlace] != nil && r[data.OutputPlace] != nil && c.after[data.InputPlace] != nil && c.after[data.OutputPlace] != nil &&
			r[data.InputPlace].Equal(*c.after[data.InputPlace]) && r[data.OutputPlace].Equal(*c.after[data.OutputPlace])
	}
	return slices.ContainsFunc(all, func(o change) bool {
		return o.provider != c.provider && name(o.model) == name(c.model) && (same(o.before) || same(o.after))
	})
}
