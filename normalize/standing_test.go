package normalize_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
)

// sixRows is a page with six of tenTools, of whose prices some are others.
func sixRows(others ...string) string { return with(tenRows(6, 0), others...) }

// TestMovingTogether moves several of six models at once; what moved is freed by one witness, and never by looking again.
func TestMovingTogether(t *testing.T) {
	three := []string{"m0.input 6", "m1.input 6", "m2.input 6"}
	for _, tt := range []struct {
		name  string
		weeks []week
		want  string // input of m0 and m2
	}{
		{"read-again", []week{{page(1, sixRows())}, {page(2, sixRows(three...))}, {page(3, sixRows(three...))}, {page(4, sixRows(three...))}}, "5 5"},
		{"one-witness-frees-all", []week{{page(1, sixRows()), feed("feed_other", 1, "m1.input 5")}, {page(2, sixRows(three...)), feed("feed_other", 2, "m1.input 6")}}, "6 6"},
		{"a-list-that-said-so-before-is-none", []week{{page(1, sixRows()), feed("feed_other", 1, "m1.input 6")}, {page(2, sixRows(three...)), feed("feed_other", 2, "m1.input 6")}}, "5 5"},
		{"three-of-six-by-different-factors", []week{{page(1, sixRows())}, {page(2, sixRows("m0.input 6", "m1.input 7", "m2.input 8"))}}, "5 5"},
		{"with-the-old-price-as-list-price", []week{{page(1, sixRows())}, {page(2, sixRows("m0.input 4 ~5~", "m1.input 4 ~5~", "m2.input 4 ~5~"))}}, "4 4"},
	} {
		comesTo(t, tt.name, tenTools(), tt.weeks, inputOf("m0", "m2"), tt.want)
	}
}

// TestWitnesses holds a change that lands on a batch price, and asks who can free it.
func TestWitnesses(t *testing.T) {
	moved := with(services, "one.input 2.5", "one.output 12.5")
	other := func(n int, input string) data.Reading {
		output := map[string]string{"5": "25", "2.5": "12.5"}[input]
		return feed("feed_other", n, "one.input "+input+", one.output "+output+", two.input 1, two.output 4")
	}
	for _, tt := range []struct {
		name  string
		weeks []week
		want  string // input of "one"
	}{
		{"a-list-that-changed-with-it", []week{{page(1, services), other(1, "5")}, {page(2, moved), other(2, "2.5")}}, "2.5"},
		{"one-that-changed-later", []week{{page(1, services), other(1, "5")}, {page(2, moved), other(2, "5")}, {page(3, moved), other(3, "2.5")}}, "2.5"},
		{"and-says-so-still", []week{{page(1, services), other(1, "5")}, {page(2, moved), failed(other(2, "2.5"))}, {page(3, moved), other(3, "2.5")}, {page(4, moved), other(4, "2.5")}}, "2.5"},
		{"one-that-has-said-so-all-along", []week{{page(1, services), other(1, "2.5")}, {page(2, moved), other(2, "2.5")}, {page(3, moved), other(3, "2.5")}}, "5"},
		{"one-that-is-read-for-the-first-time", []week{{page(1, services)}, {page(2, moved), other(2, "2.5")}}, "5"},
		{"one-that-dates-it-before-the-page-was-read", []week{{page(1, services), other(1, "5")}, {page(2, moved), each(other(2, "2.5"), func(o *data.Observation) { o.Qualifiers.ValidFrom = "2026-08-01" })}}, "5"},
		{"the-old-value-again", []week{{page(1, services)}, {page(2, moved)}, {page(3, services)}, {page(4, with(services, "one.input 4.5"))}}, "4.5"},
	} {
		comesTo(t, tt.name, smallCatalog(), tt.weeks, inputOf("one"), tt.want)
	}
}

// TestAPageBuiltAnew has remarks that nobody has understood beside its prices.
func TestAPageBuiltAnew(t *testing.T) {
	remarked := func(n int, text string) data.Reading {
		return each(page(n, text), func(o *data.Observation) { o.Qualifiers.Remark = "early access" })
	}
	all := history(t, smallCatalog(), week{page(1, asVerified)}, week{remarked(2, asVerified)}, week{remarked(3, with(asVerified, "one.output 20"))})
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
		return asVerified + ", one.context " + window + ", two.context 128000"
	}
	for _, tt := range []struct{ is, want, again string }{
		{"500000", "500000", "500000"},
		{"40000", "400000", "400000"},
		{"100000", "400000", "400000"}, // windows grow: looking again does not help
		{"1300000", "400000", "1300000"},
		{"128000", "400000", "400000"}, // that of the next row
	} {
		all := history(t, smallCatalog(), week{page(1, rows("400000"))}, week{page(2, rows(tt.is))}, week{page(3, rows(tt.is))})
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
	two := sixRows("m0.input 4", "m0.output 20", "m1.input 4.1", "m1.output 20.5")
	three := with(two, "m2.input 3.8", "m2.output 19")
	again := sixRows("m0.input 4.2", "m0.output 21", "m1.input 3.9", "m1.output 19.5", "m2.input 4.4", "m2.output 22")
	later := with(three, "m3.input 6", "m3.output 30")
	for _, tt := range []struct {
		name  string
		weeks []week
		want  string // input of m1, and of m3, in the last week
	}{
		{"of-two", []week{{page(2, two)}}, "4.1 5"},
		{"of-three-twice", []week{{page(2, three)}, {page(3, three)}, {page(4, three)}, {page(5, three)}}, "5 5"},
		{"of-three-each-time-otherwise", []week{{page(2, three)}, {page(3, again)}}, "5 5"},
		{"a-list-states-one", []week{{page(2, three), list(2, "4")}}, "4.1 5"},
		{"a-list-comes-to-state-one", []week{{page(2, three), list(2, "5")}, {page(3, three), list(3, "4")}}, "4.1 5"},
		{"another-one-later", []week{{page(2, three)}, {page(3, later)}}, "5 6"},
	} {
		comesTo(t, tt.name, tenTools(), append([]week{{page(1, sixRows()), list(1, "5")}}, tt.weeks...), inputOf("m1", "m3"), tt.want)
	}
}

// TestAHoldKeepsItsWords reads a page of which every row moved three times. Some of its models are not listed, so that nothing holds
// their rows, and they are the standard by the next reading: what the others are held for stays what it was.
func TestAHoldKeepsItsWords(t *testing.T) {
	const table = asVerified + ", six.input 6, six.output 30, ten.input 10, ten.output 40"
	const halved = "one.input 2.5, one.output 12.5, two.input 0.5, two.output 2, six.input 3, six.output 15, ten.input 5, ten.output 20"
	all := history(t, smallCatalog(), week{page(1, table)}, week{page(2, halved)}, week{page(3, halved)}, week{page(4, halved)})
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
