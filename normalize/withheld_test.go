package normalize_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// tenTools is a catalogue with ten tools of Acme, at 5 and 25 each.
func tenTools() *catalog.Catalog {
	c := smallCatalog()
	c.Tools = nil
	for i := range 10 {
		c.Tools = append(c.Tools, smallTool(fmt.Sprintf("m%d", i), fmt.Sprintf("Acme M%d", i), "acme", "5", "25"))
	}
	c.Tools = append(c.Tools, smallTool("three", "Bolt Three", "bolt", "0.5", "2"))
	return c
}

// tenRows is a page of input and output prices for the first n tools, of which the first few have moved.
func tenRows(n, moved int) string {
	var cells []string
	for i := range n {
		price := "5"
		if i < moved {
			price = "6"
		}
		cells = append(cells, fmt.Sprintf("m%d.input %s, m%d.output 25", i, price, i))
	}
	return strings.Join(cells, ", ")
}

func TestWholeSourceAtOnce(t *testing.T) {
	for _, tt := range []struct {
		name     string
		weeks    []week
		want     string // input of m0 and m9
		withheld []string
	}{
		{"some-are-gone", []week{{page(1, tenRows(10, 0))}, {page(2, tenRows(8, 1))}}, "6 5", nil},
		{"half-are-gone", []week{{page(1, tenRows(10, 0))}, {page(2, tenRows(5, 1))}}, "5 5",
			[]string{"what pricing_acme changed does not count: 10 of 20 values are missing; the last good values stay"}},
		{"they-stay-missing", []week{{page(1, tenRows(10, 0))}, {page(2, tenRows(5, 1))}, {page(3, tenRows(5, 1))}}, "5 5",
			[]string{"what pricing_acme changed does not count: 10 of 20 values are missing; the last good values stay"}},
		{"most-come-back", []week{{page(1, tenRows(10, 0))}, {page(2, tenRows(5, 1))}, {page(3, tenRows(9, 1))}}, "6 5", nil},
		{"they-come-back", []week{{page(1, tenRows(10, 0))}, {page(2, tenRows(5, 1))}, {page(3, tenRows(10, 1))}}, "6 5", nil},
	} {
		comesTo(t, tt.name, tenTools(), tt.weeks, andWhys(inputOf("m0", "m9"), data.Withheld), append([]string{tt.want}, tt.withheld...)...)
	}
}

// TestFeedThatIsWithheld has a feed stand in for m0, which no other source states, while it only confirms the rest.
func TestFeedThatIsWithheld(t *testing.T) {
	c := tenTools()
	c.Tools[0].Prices.Verified = day("2026-11-01")
	c.Tools = append(c.Tools[1:], c.Tools[0]) // the weeks are counted from the first tool's verification
	fed := func(n, tools, moved int) data.Reading { return feed("feed_careful", n, tenRows(tools, moved)) }
	rounded := func(n int) data.Reading {
		return each(fed(n, 10, 0), func(o *data.Observation) {
			if o.Value == "5" {
				o.Value = "5.1"
			}
		})
	}
	for _, tt := range []struct {
		name     string
		weeks    []week
		want     string // input of m0 in the last week
		withheld int
	}{
		{"a-second-look", []week{{fed(1, 10, 0)}, {fed(2, 10, 7)}, {fed(3, 10, 7)}}, "5", 1},
		{"all-as-before-but-one", []week{{fed(1, 10, 0)}, {fed(2, 10, 7)}, {fed(3, 10, 1)}}, "5", 1},
		{"all-as-before", []week{{fed(1, 10, 0)}, {fed(2, 10, 7)}, {fed(3, 10, 0)}}, "5", 0},
		{"as-before-and-not-as-published", []week{{rounded(1)}, {fed(2, 10, 8)}, {rounded(3)}}, "5.1", 0},
		{"to-what-is-published", []week{{fed(1, 10, 10)}, {fed(2, 10, 1)}}, "6", 0},
		{"not-asked", []week{{fed(1, 10, 0)}, {fed(2, 10, 7)}, {unasked(fed(2, 10, 7))}}, "5", 1},
		{"half-is-still-missing", []week{{fed(1, 10, 0)}, {fed(2, 5, 0)}, {fed(3, 5, 1)}}, "5", 1},
		{"half-was-missing", []week{{fed(1, 10, 0)}, {fed(2, 5, 0)}, {fed(3, 10, 1)}}, "6", 0},
	} {
		comesTo(t, tt.name, c, tt.weeks, func(t *testing.T, r Result) string {
			return fmt.Sprint(inputOf("m0")(t, r), " ", len(whys(r, data.Withheld)))
		}, fmt.Sprint(tt.want, " ", tt.withheld))
	}
}

func TestWithheldFeedConfirmsNothing(t *testing.T) {
	moved := feed("feed_other", 2, tenRows(10, 7))
	moved.Observations[0].Value = "15" // input of m0
	all := history(t, tenTools(), week{feed("feed_other", 1, tenRows(10, 0))}, week{moved, page(2, "m0.input 15, m0.output 25")})
	if got, want := pricing(t, all[1], "m0"), "5 25 5 5"; got != want {
		t.Errorf("pricing of m0 = %s, want %s", got, want)
	}
}

func unasked(r data.Reading) data.Reading {
	r.Attempted = false
	return r
}

func failed(r data.Reading) data.Reading {
	r.Failure = data.Failed(data.SiteError, "the server answered 503")
	return r
}

func TestPageInAnotherCurrency(t *testing.T) {
	all := history(t, smallCatalog(), week{page(1, asVerified)}, week{each(page(2, asVerified), func(o *data.Observation) { o.Unit = data.EURPerMillion })})
	if got, want := pricing(t, all[1], "one"), "5 25 5 5"; got != want {
		t.Errorf("pricing of one = %s, want %s: a price in EUR is none in USD", got, want)
	}
	if diff := cmp.Diff([]string{"what pricing_acme changed does not count: 4 of 4 values are missing; the last good values stay"}, whys(all[1], data.Withheld)); diff != "" {
		t.Errorf("withheld findings differ (-want +got):\n%s", diff)
	}
	if got, want := whys(all[1], data.Gone)[0], "pricing_acme now states the input price of Acme One in EUR/1M tokens; what it said in USD on 2026-09-07 stays"; got != want {
		t.Errorf("the first finding says %q, want %q", got, want)
	}
}

func TestWhatIsGoneStays(t *testing.T) {
	all := history(t, tenTools(), week{page(1, tenRows(10, 1))}, week{page(2, tenRows(9, 0))})
	if got, want := pricing(t, all[1], "m9"), "5 25 5 5"; got != want {
		t.Errorf("pricing of m9 = %s, want %s", got, want)
	}
	e := evidenceOf(t, all[1], "m9", data.FieldInput)
	if e.Method != data.Carried || e.ConfirmedAt != data.At(weekly(1)) || e.FetchedAt != data.At(weekly(2)) {
		t.Errorf("the evidence is %s, confirmed %s, fetched %s; a page without the value moves no clock but the last", e.Method, e.ConfirmedAt, e.FetchedAt)
	}
	want := []string{
		"pricing_acme no longer states the input price of Acme M9; what it said on 2026-09-07 stays",
		"pricing_acme no longer states the output price of Acme M9; what it said on 2026-09-07 stays",
	}
	if diff := cmp.Diff(want, whys(all[1], data.Gone)); diff != "" {
		t.Errorf("findings differ (-want +got):\n%s", diff)
	}
}

func TestAcceptedSourceCountsAgain(t *testing.T) {
	last := history(t, tenTools(), week{page(1, tenRows(10, 0))}, week{page(2, tenRows(5, 1))})[1]
	in := Input{Catalog: tenTools(), Readings: week{page(3, tenRows(5, 1))}, Previous: &last.Snapshot, Now: weekly(4)}
	for _, f := range last.Findings {
		if f.Kind == data.Withheld {
			in.Accepted = append(in.Accepted, data.Acceptance{ID: f.ID, By: "ada"})
		}
	}
	result, err := Build(in)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := pricing(t, result, "m0")+" and "+pricing(t, result, "m9"), "6 25 6 6 and 5 25 5 5"; got != want {
		t.Errorf("pricing of m0 and m9 = %s, want %s", got, want)
	}
}
