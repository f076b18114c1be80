package gate_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
	"pricepoint/data/catalog"
	. "pricepoint/normalize/gate"
)

var fields = map[string]data.Field{
	"input": data.PriceInput, "output": data.PriceOutput, "read": data.PriceCacheRead, "write": data.PriceCacheWrite, "write 1h": data.PriceCacheWrite,
	"window": data.ContextTokens, "board": data.ScoreSWEBench, "other board": data.ScoreLiveCode,
}

// headings name what their table is about besides standard prices.
var headings = map[string]data.Qualifiers{
	"Batch": {Service: "batch"}, "Priority": {Service: "priority"}, "Regional": {Region: "eu"}, "Off-peak": {Window: "offPeak"}, "Long": {ContextOver: "200000"},
}

// printed are the numbers of a page that is written down as tables: "# Batch" is a heading, the line below it the titles of
// the columns, "4 ~5~" a promotion beside its list price.
func printed(t *testing.T, text string) []Cell {
	t.Helper()
	var heading string
	var titles []string
	var all []Cell
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
			for _, price := range strings.Fields(value) {
				o := data.Observation{
					Subject: cells[0], Field: fields[titles[i+1]], Value: strings.Trim(price, "~"), Unit: data.USDPerMillion, Qualifiers: headings[heading],
					Address: data.PageAddress{Section: []string{heading}, Table: data.TableOf(titles), Column: titles[i+1], Row: cells[0]},
				}
				switch {
				case titles[i+1] == "write 1h":
					o.Qualifiers.CacheTTL = "1h"
				case strings.HasPrefix(price, "~"):
					o.Qualifiers.Kind = data.KindList
				case strings.Contains(value, "~"):
					o.Qualifiers.Kind = data.KindPromotional
				}
				n, err := data.ParseNumber(o.Value)
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, NewCell(o, o.Subject, n))
			}
		}
	}
	return all
}

// broken are the rules that the numbers of a page break which are not what they were: "one input neighbour,order". A list
// price is nobody's price.
func broken(t *testing.T, limits catalog.Gate, was, is string) []string {
	t.Helper()
	now := printed(t, is)
	page := Compare(limits, printed(t, was), now)
	var all []string
	for _, cell := range now {
		var last *Cell
		if before, ok := page.Before(cell); ok {
			last = &before
		}
		if cell.Qualifiers.Kind == data.KindList || last != nil && last.Value.Equal(cell.Value) {
			continue
		}
		var rules []string
		for _, b := range page.Breaches(last, cell) {
			rules = append(rules, string(b.Rule))
		}
		if rules != nil {
			all = append(all, fmt.Sprintf("%s %s %s", cell.Subject, named(cell), strings.Join(rules, ",")))
		}
	}
	slices.Sort(all)
	return all
}

// published are the limits that we publish by.
func published(t *testing.T) catalog.Gate {
	t.Helper()
	c, err := catalog.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	return c.Gate
}

func named(c Cell) string {
	if c.Qualifiers.Service != "" {
		return c.Qualifiers.Service + " " + c.Address.Column
	}
	return c.Address.Column
}

// pages that the cases change.
const (
	small = `
# Prices
model | input | output
one   | 5     | 25
two   | 1     | 4
`
	lone = `
# Prices
model | input | output
one   | 5     | 25
`
	reduced = `
# Prices
model | input
one   | 2 ~4~
two   | 1 ~3~
`
	large = `
# Prices
model | input | read | write | write 1h | output
ant   | 5     | 0.5  | 6.25  | 10       | 25
bee   | 3     | 0.3  | 3.75  | 6        | 15
cat   | 1     | 0.1  | 1.25  | 2        | 4
dog   | 0.7   | 0.07 | 0.875 | 1.4      | 2.9
eel   | 8     | 0.8  | 11    | 17       | 41
`
	tariffs = `
# Prices
model | input | output
one   | 5     | 25
two   | 1     | 4
# Batch
model | input | output
one   | 2.5   | 12.5
two   | 0.5   | 2
# Long
model | input | output
one   | 9     | 37
`
	families = `
# New
model | input | read | output
one   | 2     | 0.3  | 6
two   | 2.5   | 0.4  | 7
# Old
model | input | read | output
zed   | 1.25  | 0.2  | 5
`
	hours = `
# Prices
model | input | output
one   | 0.3   | 1.2
# Off-peak
model | input | output
one   | 0.15  | 0.6
`
	results = `
# Boards
model | board | other board
ant   | 75    | 60.1
bee   | 70.5  | 82.154
cat   | 61    | 44
dog   | 52    | 39
eel   | 43    | 35
`
)

// TestBreaches holds a page against what it said before. Each rule has numbers that break it and some beside them that do not.
func TestBreaches(t *testing.T) {
	limits := published(t)
	edit := func(text string, pairs ...string) string { return strings.NewReplacer(pairs...).Replace(text) }
	for _, tt := range []struct {
		name    string
		was, is string
		want    []string
	}{
		{"nothing-moved", small, small, nil},
		{"a-cut-in-place", small, edit(small, "| 25", "| 20"), nil},

		{"address/another-heading", small, edit(small, "# Prices", "# Standard", "| 25", "| 20"), []string{"one output address"}},
		{"address/capitals", small, edit(small, "# Prices", "# PRICES", "| 25", "| 20"), nil},
		{"address/columns-in-another-order", small, "# Prices\nmodel | output | input\none | 20 | 5\ntwo | 4 | 1", nil},
		{"address/another-row", small, edit(small, "two ", "new | 9 | 9\ntwo "), []string{"new input address", "new output address"}},

		{"digits/a-mark", edit(small, "25", "25.00"), edit(small, "25", "25.001"), []string{"one output digits"}},
		{"digits/a-low-mark", edit(small, "25", "0.3", "4", "0.7"), edit(small, "25", "0.32", "4", "0.7"), []string{"one output digits"}},
		{"digits/a-high-mark-beside-one-price", edit(small, "25", "0.3", "4", "0.7"), edit(small, "25", "0.36", "4", "0.7"), nil},
		{"digits/a-low-mark-among-longer-prices", edit(small, "25", "0.3", "4", "0.75"), edit(small, "25", "0.32", "4", "0.75"), nil},
		{"digits/a-new-decimal", small, edit(small, "25", "25.2"), nil},
		{"digits/as-many-as-before", edit(small, "25", "25.00"), edit(small, "25", "25.01"), nil},
		{"digits/the-row-moved-otherwise", edit(small, "25", "2.5", "5 ", "0.2"), edit(small, "25", "2.1", "5 ", "0.22"), nil},
		{"digits/marks-in-the-whole-row", edit(small, "25", "2.5", "5 ", "0.2"), edit(small, "25", "2.52", "5 ", "0.22"), []string{"one input digits", "one output digits"}},
		{"digits/other-marks-in-the-row", edit(small, "25", "2.5", "5 ", "0.2"), edit(small, "25", "2.52", "5 ", "0.23"), []string{"one output digits"}},
		{"digits/other-marks-that-hardly-move-the-row", edit(small, "5     | 25", "2.5 | 7.5", "1     | 4", "0.359 | 4.125"), edit(small, "5     | 25", "2.51 | 7.52", "1     | 4", "0.359 | 4.125"),
			[]string{"one input digits", "one output digits"}},
		{"digits/by-one-factor", edit(small, "5     | 25", "0.5 | 1.0", "1     | 4", "0.359 | 4.125"), edit(small, "5     | 25", "0.502 | 1.004", "1     | 4", "0.359 | 4.125"), nil},
		{"digits/as-many-as-others-have", large, edit(large, "0.5 ", "0.56"), nil},
		{"digits/more-than-others-have", edit(large, "0.07", "0.7"), edit(large, "0.07", "0.7", "0.5 ", "0.56"), []string{"ant read digits"}},

		{"neighbour/the-batch-price", tariffs, strings.Replace(tariffs, "| 5     | 25", "| 2.5 | 25", 1), []string{"one input neighbour"}},
		{"neighbour/that-moved-along", tariffs, edit(tariffs, "| 5     | 25", "| 2.5 | 12.5", "| 2.5   | 12.5", "| 1.25 | 6.25"), nil},
		{"neighbour/the-row-below", small, edit(small, "| 1 ", "| 5 "), []string{"two input neighbour"}},
		{"neighbour/a-row-far-off", large, edit(large, "| 0.7 ", "| 1.1 "), nil},
		{"neighbour/one-number-of-a-row-far-off", large, edit(large, "| 2.9", "| 15"), nil},
		{"neighbour/two-numbers-of-a-row-far-off", large, edit(large, "| 0.7 ", "| 3 ", "| 2.9", "| 15"), []string{"dog input neighbour", "dog output neighbour"}},
		{"neighbour/rows-exchanged", families, edit(families, "one   | 2     | 0.3  | 6", "one | 2.5 | 0.4 | 7", "two   | 2.5   | 0.4  | 7", "two | 2 | 0.3 | 6"),
			[]string{"one input neighbour,together", "one output neighbour,together", "one read neighbour,together", "two input neighbour,together", "two output neighbour,together", "two read neighbour,together"}},
		{"neighbour/the-row-of-an-older-model", families, edit(families, "| 2     | 0.3  | 6", "| 1.25 | 0.2 | 5"),
			[]string{"one input neighbour", "one output neighbour", "one read neighbour"}},
		{"neighbour/two-prices-of-an-older-model-in-a-cut", edit(families, "0.3  | 6", "0.4 | 6", "1.25  | 0.2", "1.4 | 0.28"), edit(families, "2     | 0.3  | 6", "1.4 | 0.28 | 4.2", "1.25  | 0.2", "1.4 | 0.28"), nil},
		{"neighbour/the-rest-of-a-row", edit(families, "2     | 0.3  | 6", "1.25 | 0.3 | 5"), edit(families, "2     | 0.3  | 6", "1.25 | 0.2 | 5"), []string{"one read neighbour"}},
		{"neighbour/one-price-of-an-older-model", families, edit(families, "| 0.3  | 6", "| 0.3 | 5"), nil},
		{"neighbour/off-peak", hours, edit(hours, "| 0.3 ", "| 0.15 "), []string{"one input neighbour"}},
		{"neighbour/two-results-exchanged", results, edit(results, "75", "61", "| 61", "| 75"), []string{"ant board neighbour,together", "cat board neighbour,together"}},
		{"neighbour/results-of-two-boards-exchanged", results, edit(results, "75", "82.154", "82.154", "75"), []string{"ant board neighbour,together", "bee other board neighbour,together"}},
		{"neighbour/what-another-board-says", results, edit(results, "75", "70.4"), nil},

		{"order/a-batch-above", tariffs, edit(tariffs, "| 2.5   | 12.5", "| 6 | 12.5"), []string{"one batch input order"}},
		{"order/a-standard-below-batch", tariffs, strings.Replace(tariffs, "| 5     | 25", "| 2 | 25", 1), []string{"one input order"}},
		{"order/long-prompts-for-less", tariffs, strings.Replace(tariffs, "| 5     | 25", "| 9.5 | 25", 1), []string{"one input order"}},
		{"order/an-hour-for-less", large, edit(large, "| 10 ", "| 6.1 "), []string{"ant write 1h order"}},
		{"order/an-hour-for-more", large, edit(large, "| 10 ", "| 9 "), nil},
		{"order/a-promotion-above-its-list", small, edit(small, "| 25", "| 27 ~26~"), []string{"one output order"}},
		{"order/a-promotion", small, edit(small, "| 25", "| 12 ~25~"), nil},

		{"factor/euros", small, edit(small, "| 5     | 25", "| 4.6 | 23", "| 1     | 4", "| 0.92 | 3.68"),
			[]string{"one input factor,together", "one output factor,together", "two input factor,together", "two output factor,together"}},
		{"factor/euros-of-one-model", lone, edit(lone, "| 5     | 25", "| 4.6 | 23"), []string{"one input factor", "one output factor"}},
		{"factor/no-currency", lone, edit(lone, "| 5     | 25", "| 4 | 20"), nil},
		{"factor/one-of-two-models", small, edit(small, "| 5     | 25", "| 4.6 | 23"), nil},
		{"factor/one-of-five-models", large, edit(large, "| 5     | 0.5  | 6.25  | 10       | 25", "| 4.6 | 0.46 | 5.75 | 9.2 | 23"), nil},
		{"factor/beside-its-list-price", small, edit(small, "| 5     | 25", "| 4.6 ~5~ | 23 ~25~", "| 1     | 4", "| 0.92 ~1~ | 3.68 ~4~"), nil},

		{"together/three-by-one-factor", large, edit(large, "| 25", "| 20", "| 15", "| 12", "| 41", "| 32.8"),
			[]string{"ant output together", "bee output together", "eel output together"}},
		{"together/two-by-one-factor", large, edit(large, "| 25", "| 20", "| 15", "| 12"), []string{"ant output together", "bee output together"}},
		{"together/two-by-one-factor-and-one-by-another", large, edit(large, "| 25", "| 20", "| 15", "| 12", "| 41", "| 40"), nil},
		{"together/with-their-list-prices", reduced, edit(reduced, "2 ~4~", "4 ~8~", "1 ~3~", "2 ~6~"), []string{"one input together", "two input together"}},
		{"together/in-three-tables", "# A\nmodel | input\na | 2\n# B\nmodel | input\nb | 3\nc | 5\nd | 7\n# C\nmodel | input\ne | 11\nf | 13\ng | 17",
			"# A\nmodel | input\na | 1.8\n# B\nmodel | input\nb | 2.7\nc | 5\nd | 7\n# C\nmodel | input\ne | 9.9\nf | 13\ng | 17",
			[]string{"a input together", "b input together", "e input together"}},
		{"together/half-of-the-table-each-by-its-own-factor", large, edit(large, "| 25", "| 20", "| 15", "| 13", "| 41", "| 33"), nil},
		{"together/two-results-by-one-step", results, edit(results, "75", "79", "| 61", "| 65"), []string{"ant board together", "cat board together"}},
		{"together/two-results-by-different-steps", results, edit(results, "75", "79", "| 61", "| 62"), nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, broken(t, limits, tt.was, tt.is)); diff != "" {
				t.Errorf("other numbers break rules (-want +got):\n%s", diff)
			}
		})
	}
}

// TestOtherHours is about prices that landed on what the same costs at other hours.
func TestOtherHours(t *testing.T) {
	limits := published(t)
	for _, tt := range []struct {
		name, is string
		want     bool
	}{
		{"off-peak-as-peak", strings.Replace(hours, "| 0.3 ", "| 0.15 ", 1), true},
		{"another-price", strings.Replace(hours, "| 0.3 ", "| 0.2 ", 1), false},
		{"both-halved", strings.NewReplacer("| 0.3 ", "| 0.15 ", "| 0.15 ", "| 0.075 ").Replace(hours), false},
	} {
		was, is := printed(t, hours), printed(t, tt.is)
		if got := Compare(limits, was, is).OtherHours(was[0], is[0]); got != tt.want {
			t.Errorf("%s: it landed on the price of other hours: %t, want %t", tt.name, got, tt.want)
		}
	}
}
