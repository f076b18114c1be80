package normalize_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
)

// gridFields are the titles of columns in grid.
var gridFields = map[string]data.Field{
	"input": data.PriceInput, "output": data.PriceOutput, "read": data.PriceCacheRead, "write": data.PriceCacheWrite,
	"context": data.ContextTokens,
}

// grid is Acme's pricing page in the n-th week, printed as tables: "# Batch" is a heading, which names a service, the line
// below it the titles of columns; "one over 200000" is the row of longer prompts, "~5~" a list price.
func grid(n int, text string) data.Reading {
	r := data.Reading{Source: "pricing_acme", Kind: "pricing", Publisher: "Acme", URL: "https://acme.example/pricing", Attempted: true, Fetched: data.At(weekly(n))}
	var heading string
	var titles []string
	for line := range strings.Lines(strings.TrimSpace(text)) {
		cells := strings.Split(line, "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if title, ok := strings.CutPrefix(cells[0], "# "); ok {
			heading, titles = title, nil
			continue
		}
		if titles == nil {
			titles = cells
			continue
		}
		for i, value := range cells[1:] {
			if value == "-" {
				continue
			}
			r.Observations = append(r.Observations, gridCell(n, heading, titles, cells[0], titles[i+1], value)...)
		}
	}
	r.Inputs = []data.Input{{Source: r.Source, URL: r.URL, FetchedAt: r.Fetched, SHA256: fmt.Sprint(n, text)}}
	return r
}

// gridCell are the prices of a cell: "3 ~5~" is a promotion.
func gridCell(n int, heading string, titles []string, row, column, text string) []data.Observation {
	subject, over, _ := strings.Cut(row, " over ")
	q := data.Qualifiers{ContextOver: over}
	if service := strings.ToLower(heading); service != "prices" {
		q.Service = service
	}
	var all []data.Observation
	for _, value := range strings.Fields(text) {
		o := printed(subject, gridFields[column], strings.Trim(value, "~"), q)
		o.FetchedAt = data.At(weekly(n))
		o.Address = data.PageAddress{Section: []string{heading}, Table: data.TableOf(titles), Column: column, Row: row}
		switch {
		case o.Field == data.ContextTokens:
			o.Unit = data.Tokens
		case strings.HasPrefix(value, "~"):
			o.Qualifiers.Kind = data.KindList
		case strings.Contains(text, "~"):
			o.Qualifiers.Kind = data.KindPromotional
		}
		all = append(all, o)
	}
	return all
}

// sixTools is a catalogue with six tools of Acme.
func sixTools() []string { return []string{"m0", "m1", "m2", "m3", "m4", "m5"} }

// sixRows is a table with the tools of tenTools: "m0 | 5 | 25" and so on, with some lines replaced by others.
func sixRows(replaced ...string) string {
	lines := []string{"# Prices", "model | input | output"}
	for _, id := range sixTools() {
		line := id + " | 5 | 25"
		if i := slices.IndexFunc(replaced, func(l string) bool { return strings.HasPrefix(l, id+" ") }); i >= 0 {
			line = replaced[i]
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

const (
	twoRows = `
# Prices
model | input | output
one   | 5     | 25
two   | 1     | 4
`
	services = `
# Prices
model | input | output
one   | 5     | 25
two   | 1     | 4
zed   | 0.7   | 3
# Batch
model | input | output
one   | 2.5   | 12.5
two   | 0.5   | 2
`
)

// TestMovingTogether moves several of six models at once; what moved is freed by one witness, and never by looking again.
func TestMovingTogether(t *testing.T) {
	three := []string{"m0 | 6 | 25", "m1 | 6 | 25", "m2 | 6 | 25"}
	for _, tt := range []struct {
		name  string
		weeks []week
		want  string // input of m0 and m2
	}{
		{"read-again", []week{{grid(1, sixRows())}, {grid(2, sixRows(three...))}, {grid(3, sixRows(three...))}, {grid(4, sixRows(three...))}}, "5 5"},
		{"one-witness-frees-all", []week{{grid(1, sixRows()), feed("feed_other", 1, "m1.input 5")}, {grid(2, sixRows(three...)), feed("feed_other", 2, "m1.input 6")}}, "6 6"},
		{"a-list-that-said-so-before-is-none", []week{{grid(1, sixRows()), feed("feed_other", 1, "m1.input 6")}, {grid(2, sixRows(three...)), feed("feed_other", 2, "m1.input 6")}}, "5 5"},
		{"three-of-six-by-different-factors", []week{{grid(1, sixRows())}, {grid(2, sixRows("m0 | 6 | 25", "m1 | 7 | 25", "m2 | 8 | 25"))}}, "5 5"},
		{"with-the-old-price-as-list-price", []week{{grid(1, sixRows())}, {grid(2, sixRows("m0 | 4 ~5~ | 25", "m1 | 4 ~5~ | 25", "m2 | 4 ~5~ | 25"))}}, "4 4"},
	} {
		comesTo(t, tt.name, tenTools(), tt.weeks, inputOf("m0", "m2"), tt.want)
	}
}

// TestWitnesses holds a change that lands on a batch price, and asks who can free it.
func TestWitnesses(t *testing.T) {
	moved := strings.Replace(services, "| 5     | 25", "| 2.5 | 12.5", 1)
	other := func(n int, input string) data.Reading {
		output := map[string]string{"5": "25", "2.5": "12.5"}[input]
		return feed("feed_other", n, "one.input "+input+", one.output "+output+", two.input 1, two.output 4")
	}
	for _, tt := range []struct {
		name  string
		weeks []week
		want  string // input of "one"
	}{
		{"a-list-that-changed-with-it", []week{{grid(1, services), other(1, "5")}, {grid(2, moved), other(2, "2.5")}}, "2.5"},
		{"one-that-changed-later", []week{{grid(1, services), other(1, "5")}, {grid(2, moved), other(2, "5")}, {grid(3, moved), other(3, "2.5")}}, "2.5"},
		{"and-says-so-still", []week{{grid(1, services), other(1, "5")}, {grid(2, moved), failed(other(2, "2.5"))}, {grid(3, moved), other(3, "2.5")}, {grid(4, moved), other(4, "2.5")}}, "2.5"},
		{"one-that-has-said-so-all-along", []week{{grid(1, services), other(1, "2.5")}, {grid(2, moved), other(2, "2.5")}, {grid(3, moved), other(3, "2.5")}}, "5"},
		{"one-that-is-read-for-the-first-time", []week{{grid(1, services)}, {grid(2, moved), other(2, "2.5")}}, "5"},
		{"one-that-dates-it-before-the-page-was-read", []week{{grid(1, services), other(1, "5")}, {grid(2, moved), each(other(2, "2.5"), func(o *data.Observation) { o.Qualifiers.ValidFrom = "2026-08-01" })}}, "5"},
		{"the-old-value-again", []week{{grid(1, services)}, {grid(2, moved)}, {grid(3, services)}, {grid(4, strings.Replace(services, "| 5     | 25", "| 4.5 | 25", 1))}}, "4.5"},
	} {
		comesTo(t, tt.name, smallCatalog(), tt.weeks, inputOf("one"), tt.want)
	}
}

// TestAPageBuiltAnew has remarks that nobody has understood beside its prices.
func TestAPageBuiltAnew(t *testing.T) {
	remarked := func(n int, text string) data.Reading {
		return each(grid(n, text), func(o *data.Observation) { o.Qualifiers.Remark = "early access" })
	}
	all := history(t, smallCatalog(), week{grid(1, twoRows)}, week{remarked(2, twoRows)}, week{remarked(3, strings.Replace(twoRows, "| 25", "| 20", 1))})
	e := evidenceOf(t, all[1], "one", data.FieldOutput)
	if e.Value.String() != "25" || e.Method != data.Collected || e.ConfirmedAt != data.At(weekly(2)) {
		t.Errorf("the output price of one is %s, %s and confirmed on %s, want 25, collected, and confirmed by the page with remarks", e.Value, e.Method, e.ConfirmedAt)
	}
	const want = `pricing_acme: the output price of Acme One stands as it stood, but with words that nobody has understood: "early access"; it stays, and no change of it counts`
	if got := whys(all[1], data.Refused); !slices.Contains(got, want) {
		t.Errorf("findings are %q, want among them %q", got, want)
	}
	if e := evidenceOf(t, all[2], "one", data.FieldOutput); e.Value.String() != "25" || e.ConfirmedAt != data.At(weekly(2)) {
		t.Errorf("the output price of one is %s, confirmed on %s, want 25 as it was: a change beside a remark is no change", e.Value, e.ConfirmedAt)
	}
}

// TestWindowsPassTheGate changes the context window of a tool.
func TestWindowsPassTheGate(t *testing.T) {
	rows := func(window string) string {
		return "# Prices\nmodel | input | output | context\none | 5 | 25 | " + window + "\ntwo | 1 | 4 | 128000"
	}
	for _, tt := range []struct{ is, want, again string }{
		{"500000", "500000", "500000"},
		{"40000", "400000", "400000"},
		{"100000", "400000", "400000"}, // windows grow: looking again does not help
		{"1300000", "400000", "1300000"},
		{"128000", "400000", "400000"}, // that of the next row
	} {
		all := history(t, smallCatalog(), week{grid(1, rows("400000"))}, week{grid(2, rows(tt.is))}, week{grid(3, rows(tt.is))})
		got, again := evidenceOf(t, all[1], "one", data.FieldContext).Value.String(), evidenceOf(t, all[2], "one", data.FieldContext).Value.String()
		if got != tt.want || again != tt.again {
			t.Errorf("a window of 400000 that is read as %s is published as %s and then %s, want %s and %s", tt.is, got, again, tt.want, tt.again)
		}
	}
}

// TestBoardsThatMoveTogether moves several results of a board by less than the gate's ten points.
func TestBoardsThatMoveTogether(t *testing.T) {
	results := func(n int, results string) data.Reading {
		r := data.Reading{Source: "leaderboard_vals", Kind: "leaderboard", Publisher: "vals.ai", URL: "https://board.example", Attempted: true, Fetched: data.At(weekly(n))}
		for _, line := range strings.Split(results, ", ") {
			cells := strings.Fields(line) // the model, its result, and perhaps what an attempt cost
			for i, value := range cells[1:] {
				field := []data.Field{data.ScoreSWEBench, data.CostMean}[i]
				o := row("leaderboard_vals", cells[0], field, value, data.Qualifiers{})
				o.FetchedAt, o.Address = data.At(weekly(n)), data.PageAddress{Row: cells[0], Column: string(field)}
				if field == data.CostMean {
					o.Unit = data.USDPerAttempt
				}
				r.Observations = append(r.Observations, o)
			}
		}
		r.Inputs = []data.Input{{Source: r.Source, URL: r.URL, FetchedAt: r.Fetched, SHA256: fmt.Sprint(n, results)}}
		return r
	}
	const before = "acme/one 70 1.2, acme/two 60.5, bolt/three 50, bolt/four 40, other/a 66, other/b 55"
	for _, tt := range []struct{ name, is, want string }{
		{"one-measured-again", "acme/one 74 1.3, acme/two 60.5, bolt/three 50, bolt/four 40, other/a 66, other/b 55", "74"},
		{"one-at-the-same-cost", "acme/one 74 1.2, acme/two 60.5, bolt/three 50, bolt/four 40, other/a 66, other/b 55", "70"},
		{"all-by-five", "acme/one 75, acme/two 65.5, bolt/three 55, bolt/four 45, other/a 71, other/b 60", "70"},
		{"two-exchanged", "acme/one 66, acme/two 60.5, bolt/three 50, bolt/four 40, other/a 70, other/b 55", "70"},
	} {
		comesTo(t, tt.name, smallCatalog(), []week{{results(1, before)}, {results(2, tt.is)}}, func(t *testing.T, r Result) string {
			return evidenceOf(t, r, "one", "sweBench").Value.String()
		}, tt.want)
	}
}

// TestSetAnew moves prices of several models, each by a factor of its own.
func TestSetAnew(t *testing.T) {
	list := func(n int, input string) data.Reading { return feed("feed_other", n, "m0.input "+input) }
	two := sixRows("m0 | 4 | 20", "m1 | 4.1 | 20.5")
	three := sixRows("m0 | 4 | 20", "m1 | 4.1 | 20.5", "m2 | 3.8 | 19")
	again := sixRows("m0 | 4.2 | 21", "m1 | 3.9 | 19.5", "m2 | 4.4 | 22")
	later := sixRows("m0 | 4 | 20", "m1 | 4.1 | 20.5", "m2 | 3.8 | 19", "m3 | 6 | 30")
	for _, tt := range []struct {
		name  string
		weeks []week
		want  string // input of m1, and of m3, in the last week
	}{
		{"of-two", []week{{grid(2, two)}}, "4.1 5"},
		{"of-three-twice", []week{{grid(2, three)}, {grid(3, three)}, {grid(4, three)}, {grid(5, three)}}, "5 5"},
		{"of-three-each-time-otherwise", []week{{grid(2, three)}, {grid(3, again)}}, "5 5"},
		{"a-list-states-one", []week{{grid(2, three), list(2, "4")}}, "4.1 5"},
		{"a-list-comes-to-state-one", []week{{grid(2, three), list(2, "5")}, {grid(3, three), list(3, "4")}}, "4.1 5"},
		{"another-one-later", []week{{grid(2, three)}, {grid(3, later)}}, "5 6"},
	} {
		comesTo(t, tt.name, tenTools(), append([]week{{grid(1, sixRows()), list(1, "5")}}, tt.weeks...), inputOf("m1", "m3"), tt.want)
	}
}

// TestAHoldKeepsItsWords reads a page of which every row moved three times. Some of its models are not listed, so that nothing holds
// their rows, and they are the standard by the next reading: what the others are held for stays what it was.
func TestAHoldKeepsItsWords(t *testing.T) {
	const table = "# Prices\nmodel | input | output\none | 5 | 25\ntwo | 1 | 4\nsix | 6 | 30\nten | 10 | 40\n"
	halved := strings.NewReplacer("5 | 25", "2.5 | 12.5", "1 | 4\n", "0.5 | 2\n", "6 | 30", "3 | 15", "10 | 40", "5 | 20").Replace(table)
	all := history(t, smallCatalog(), week{grid(1, table)}, week{grid(2, halved)}, week{grid(3, halved)}, week{grid(4, halved)})
	first := whys(all[1], data.Held)
	if len(first) == 0 {
		t.Fatal("nothing is held")
	}
	for _, later := range all[2:] {
		if diff := cmp.Diff(first, whys(later, data.Held)); diff != "" {
			t.Errorf("the words changed (-first +later):\n%s", diff)
		}
	}
}
