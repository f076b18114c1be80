//go:build proof

package poison

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"pricepoint/data"
	"pricepoint/normalize"
	"pricepoint/normalize/names"
)

// contradiction is what speaks against a number that was published from an edited page. It is found without the program's
// own rules: from the edit, from what else its reader brings from the same page, and from what others state.
type contradiction string

// The contradictions. A number that none of them is about, nobody could have told from a true one.
const (
	nothing     contradiction = ""
	ownWords    contradiction = "own words"    // words, signs or marks beside the number, or a second row of the same name
	twoValues   contradiction = "two values"   // the page states another value of the same under the same terms
	wrongOrder  contradiction = "wrong order"  // beside another price of the page: a cache read above input, batch above standard
	lessThan0   contradiction = "through zero" // below zero, or free what had a price
	moreDigits  contradiction = "more digits"  // than any other price of the page
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
func (s *scene) moves(p, control published, e edit) []move {
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
func (p published) priced(line number) bool {
	for _, n := range p.numbers {
		if n.line != "" && n.line == line.line && n.value == line.value {
			return true
		}
	}
	return false
}

// against is what speaks against a number that was published from an edited page, and whether what is published says so.
func (s *scene) against(m move, p, control published, e edit, week int) (c contradiction, said bool) {
	if e.are(spoken) || e.are(freed) && week == 1 && m.field != "" {
		return ownWords, false
	}
	if c := s.onPage(m, p.reading.Observations); c != nothing {
		return c, false
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
func ofAttempts(m move, is number, p, control published) (contradiction, bool) {
	row := strings.Replace(m.name[:max(0, strings.LastIndex(m.name, " "))], "solved ", "counts ", 1)
	switch {
	case control.numbers[row].value == "true" && p.numbers[row].value == "false":
		return otherCounts, false
	case control.numbers[m.name].known && !is.known:
		return otherTokens, is.doubt
	}
	return nothing, false
}

// onPage is what else the edited page states that speaks against a number.
func (s *scene) onPage(m move, stated []data.Observation) contradiction {
	value, family := decimalOf(m.is), m.family()
	if value.IsNegative() || family == "price." && value.IsZero() && m.was != "" && !decimalOf(m.was).IsZero() {
		return lessThan0
	}
	var own []data.Observation
	for _, o := range stated {
		r := s.resolver.Resolve(s.source.Name, o.Subject, s.at)
		if r.Kind == names.Tool && r.Tool == m.tool && strings.HasPrefix(string(o.Field), family) {
			own = append(own, o)
		}
	}
	for _, x := range own {
		isMoved := decimalOf(x.Value).Equal(value) && (m.field == "" || x.Field == fieldOf(m.field))
		for _, y := range own {
			switch {
			case !isMoved || x.Unit != y.Unit:
			case x.Field == y.Field && x.Qualifiers == y.Qualifiers && x.Subject == y.Subject && !decimalOf(x.Value).Equal(decimalOf(y.Value)):
				return twoValues
			case (dearer(x, y) || dearer(y, x)) && !s.wasDearer(x, y):
				return wrongOrder
			}
		}
		if isMoved && gluedTo(m.was, x.Value) && s.moreDigits(x, stated) {
			return moreDigits
		}
	}
	return nothing
}

// family are the fields that a number stands beside: those of prices, of the same score, of the attempts.
func (m move) family() string {
	switch kind, _, _ := strings.Cut(m.name, " "); {
	case kind == "solved":
		return "solved."
	case kind != "" || fieldOf(m.field) != "" && m.field != data.FieldContext:
		return "price."
	case m.field == data.FieldContext:
		return string(data.ContextTokens)
	default:
		return "score."
	}
}

// gluedTo reports whether a number is another one with digits behind it.
func gluedTo(was, printed string) bool {
	trimmed := strings.TrimRight(printed, "0123456789")
	for n := len(trimmed) + 1; n < len(printed); n++ {
		if strings.Contains(printed[:n], ".") && printed[:n] != "" && decimalOf(printed[:n]).Equal(decimalOf(was)) {
			return true
		}
	}
	return false
}

// serviceRanks are by what they cost.
var serviceRanks = map[string]int{"batch": 0, "flex": 0, "": 1, "standard": 1, "priority": 2, "fast": 2}

// dearer reports whether two prices of a tool have an order that no provider has: x may not be above y, and is.
func dearer(x, y data.Observation) bool {
	if x.Subject != y.Subject || x.Unit != y.Unit || !decimalOf(x.Value).GreaterThan(decimalOf(y.Value)) {
		return false
	}
	a, b := x.Qualifiers, y.Qualifiers
	if a.CacheTTL == "1h" || b.CacheTTL == "1h" {
		return false
	}
	a.CacheTTL, b.CacheTTL = "", ""
	if a == b {
		return x.Field == data.PriceCacheRead && y.Field == data.PriceInput || x.Field == data.PriceInput && y.Field == data.PriceOutput
	}
	lower, upper := serviceRanks[a.Service], serviceRanks[b.Service]
	long := a.ContextOver == "" && b.ContextOver != ""
	a.Service, b.Service = "", ""
	if x.Field == y.Field && a == b {
		return lower < upper
	}
	a.ContextOver, a.ContextUpTo, a.OverOp, a.UpToOp = "", "", "", ""
	b.ContextOver, b.ContextUpTo, b.OverOp, b.UpToOp = "", "", "", ""
	return x.Field == y.Field && a == b && lower == upper && long
}

// wasDearer reports whether the true page has two prices in the same wrong order.
func (s *scene) wasDearer(x, y data.Observation) bool {
	return slices.ContainsFunc(s.truth.Observations, func(a data.Observation) bool {
		return a.Field == x.Field && a.Qualifiers == x.Qualifiers && a.Subject == x.Subject &&
			slices.ContainsFunc(s.truth.Observations, func(b data.Observation) bool {
				return b.Field == y.Field && b.Qualifiers == y.Qualifiers && b.Subject == y.Subject && dearer(a, b)
			})
	})
}

// moreDigits reports whether a price has more digits behind the point than any other on the page.
func (s *scene) moreDigits(x data.Observation, stated []data.Observation) bool {
	digits := func(o data.Observation) int {
		_, after, _ := strings.Cut(o.Value, ".")
		return len(after)
	}
	before := slices.ContainsFunc(s.truth.Observations, func(o data.Observation) bool {
		return o.Subject == x.Subject && o.Field == x.Field && digits(o) >= digits(x)
	})
	return !before && !slices.ContainsFunc(stated, func(o data.Observation) bool {
		return strings.HasPrefix(string(o.Field), "price.") && (o.Subject != x.Subject || o.Field != x.Field) && digits(o) >= digits(x)
	})
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
