//go:build proof

package poison

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"pricepoint/data"
	"pricepoint/normalize"
)

// number is a published number besides the headlines: a line of a tariff, an announced price, a figure of a solved task.
// What is computed from numbers and headlines follows from them, and is not held against anything a second time.
type number struct {
	value  string
	tool   string
	line   string // of a line of a tariff, its name without the size of prompts and its days
	sha256 string // of the page that it was read from
	known  bool   // what it was computed with is known: the cost of a solved task fits to its tokens at prices of the tool
	doubt  bool   // the document says beside it what speaks against it
}

// valuesOf are the headlines of a tool: prices, context window, results.
func valuesOf(d normalize.Decision, t normalize.Tool) []data.Evidence {
	prices := t.Prices()
	values := append(prices[:], t.Window)
	for _, column := range d.Catalog.Scoring.Columns {
		if e, ok := t.Results[column.ID]; ok {
			values = append(values, e)
		}
	}
	return values
}

// numbersOf are all other numbers that are published from pages, each under a name of its own.
func numbersOf(d normalize.Decision) map[string]number {
	all := map[string]number{}
	for _, t := range d.Tools {
		for _, l := range t.Tariff.Lines {
			if l.Price != nil {
				plain := data.Terms{Service: l.Terms.Service, Region: l.Terms.Region, Hours: l.Terms.Hours, Effort: l.Terms.Effort}
				all[named("tariff", t.ID, l.Class, l.Terms)] = number{
					value: l.Price.String(), tool: t.ID, line: named(t.ID, l.Class, plain), sha256: l.Evidence.SHA256,
				}
			}
		}
		for _, f := range t.Tariff.Factors {
			all[named("factor", t.ID, f.Service, f.Region, f.Classes)] = number{value: f.Factor.String(), tool: t.ID, sha256: f.Evidence.SHA256}
		}
		for place, announced := range t.Coming {
			for _, a := range announced {
				all[named("coming", t.ID, data.Prices[place].Name, a.From)] = number{value: a.Value.String(), tool: t.ID, sha256: a.SHA256}
			}
		}
		if t.Stage != "" {
			all[named("stage", t.ID)] = number{value: string(t.Stage), tool: t.ID, sha256: t.Input.SHA256}
		}
	}
	for _, r := range d.Solved.Rows {
		add := func(what string, value any) {
			all[named("solved", r.Board, r.ModelID, r.Entry, r.Effort, r.Harness, r.HarnessVersion, what)] = number{
				value: named(value), tool: r.ModelID, sha256: r.Evidence.SHA256,
				known: r.Basis.Kind == data.BasisTariff || r.Basis.Kind == data.BasisTier || r.Basis.Deviation != nil,
				doubt: len(r.Restated) > 0,
			}
		}
		add("cost", r.CostPerAttempt)
		add("share", r.Share)
		add("attempts", []int64{r.Attempts, r.Solved})
		if counted := float64(r.Solved) / float64(max(1, r.Attempts)); r.Attempts > 0 {
			all[named("counts", r.Board, r.ModelID, r.Entry, r.Effort, r.Harness, r.HarnessVersion)] = number{
				value: strconv.FormatBool(math.Abs(counted-r.Share.InexactFloat64()) < 0.01),
			}
		}
		for what, value := range map[string]any{"tokens": r.Tokens, "seconds": r.Seconds, "calls": r.Calls} {
			if named(value) != "null" {
				add(what, value)
			}
		}
	}
	return all
}

// named is a name made of parts.
func named(parts ...any) string {
	var all []string
	for _, p := range parts {
		text, _ := json.Marshal(p)
		all = append(all, strings.Trim(string(text), `"`))
	}
	return strings.Join(all, " ")
}
