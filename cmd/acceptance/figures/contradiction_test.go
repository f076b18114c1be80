//go:build proof

package figures

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"pricepoint/data"
	"pricepoint/data/rating"
	"pricepoint/normalize"
)

// contradiction is what speaks against a number that was published from an edited page. It is found without the program's
// own rules: from the edit, from the number itself, and from what others state.
type contradiction string

// The contradictions. A number that none of them is about, nobody could have told from a true one.
const (
	nothing     contradiction = ""
	ownWords    contradiction = "own words"    // words, signs or marks beside the number, or a second row of the same name
	lessThan0   contradiction = "through zero" // below zero, or free what had a price
	otherCounts contradiction = "other counts" // the share is none of the attempts that the row counts, or above all of them
	otherTokens contradiction = "other tokens" // the cost is that of the tokens at no price that is known, and was before
	otherSource contradiction = "other source" // somebody who copies nobody states what was published before
)

// move is a published number that an edit changed.
type move struct {
	tool, field string // of a headline; field is "" of any other number
	name        string // of any other number
	was, is     string
}

func (m move) String() string {
	return describe("%s %s %s -> %s", cmp.Or(m.name, m.tool), m.field, m.was, m.is)
}

// moves are the numbers that were published from an edited page otherwise than from the true one.
func (s *scene) moves(p, control outcome, e edit) []move {
	var all []move
	for of, want := range control.values {
		if got := p.values[of]; got.SHA256 == e.digest && !got.Value.Equal(want.Value) {
			all = append(all, move{tool: of.Tool, field: of.Field, was: want.Value.String(), is: got.Value.String()})
		}
	}
	for of, got := range p.values {
		if _, known := control.values[of]; !known && got.SHA256 == e.digest && e.are(plain) {
			all = append(all, move{tool: of.Tool, field: of.Field, is: got.Value.String()})
		}
	}
	for name, got := range p.numbers {
		want, known := control.numbers[name]
		if got.sha256 == e.digest && got.value != want.value && (known || e.are(plain) && !control.priced(got)) {
			all = append(all, move{tool: got.tool, name: name, was: want.value, is: got.value})
		}
	}
	slices.SortFunc(all, func(x, y move) int { return strings.Compare(x.String(), y.String()) })
	return all
}

// priced reports whether something costs as much as a line that is new, under terms that differ in nothing but sizes of
// prompts and days: that others are no longer printed makes no wrong price.
func (p outcome) priced(line number) bool {
	for _, n := range p.numbers {
		if n.line != "" && n.line == line.line && n.value == line.value {
			return true
		}
	}
	return false
}

// against is what speaks against a number that was published from an edited page, and whether what is published says so.
func (s *scene) against(m move, p, control outcome, e edit, week int) (c contradiction, said bool) {
	if e.are(spoken) || e.are(freed) && week == 1 && m.field != "" {
		return ownWords, false
	}
	value := decimalOf(m.is)
	if value.IsNegative() || m.isPrice() && value.IsZero() && m.was != "" && !decimalOf(m.was).IsZero() {
		return lessThan0, false
	}
	if n := p.numbers[m.name]; m.name != "" {
		return ofAttempts(m, n, p, control)
	}
	was, is := control.values[data.ToolField{Tool: m.tool, Field: m.field}], p.values[data.ToolField{Tool: m.tool, Field: m.field}]
	if slices.ContainsFunc(was.Agrees, func(a data.Statement) bool { return a.CopyOf == "" }) {
		told := slices.ContainsFunc(p.findings, func(f data.Finding) bool { return f.Tool == m.tool && f.Field == m.field })
		return otherSource, told || len(is.Disagrees) > 0
	}
	return nothing, false
}

// ofAttempts is what speaks against a figure of the attempts of a row.
func ofAttempts(m move, is number, p, control outcome) (contradiction, bool) {
	row := strings.Replace(m.name[:max(0, strings.LastIndex(m.name, " "))], "solved ", "counts ", 1)
	switch {
	case control.numbers[row].value == "true" && p.numbers[row].value == "false":
		return otherCounts, false
	case control.numbers[m.name].known && !is.known:
		return otherTokens, is.doubt
	}
	return nothing, false
}

// isPrice reports whether a number is none of a window, of a result, or of the attempts behind one.
func (m move) isPrice() bool {
	if m.name != "" {
		return !strings.HasPrefix(m.name, "solved ")
	}
	return fieldOf(m.field) != "" && m.field != data.FieldContext
}

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
		for _, e := range t.Prices() {
			for _, a := range e.Announced {
				all[named("coming", t.ID, e.Field, a.From)] = number{value: a.Value.String(), tool: t.ID, sha256: a.SHA256}
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
				known: r.Basis.Kind == rating.BasisTariff || r.Basis.Kind == rating.BasisTier || r.Basis.Deviation != nil,
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
