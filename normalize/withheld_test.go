package normalize

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
		{"a-few-move", []week{{page(1, tenRows(10, 0))}, {page(2, tenRows(10, 6))}}, "6 5", nil},
		{"many-move", []week{{page(1, tenRows(10, 0))}, {page(2, tenRows(10, 7))}}, "5 5",
			[]string{"what pricing_acme changed does not count: 7 of 20 values moved at once; the last good values stay"}},
		{"a-second-look-changes-nothing", []week{{page(1, tenRows(10, 0))}, {page(2, tenRows(10, 7))}, {page(3, tenRows(10, 7))}}, "5 5",
			[]string{"what pricing_acme changed does not count: 7 of 20 values moved at once; the last good values stay"}},
		{"another-source-agrees-with-some", []week{{page(1, tenRows(10, 0))}, {page(2, tenRows(10, 7)), feed("feed_other", 2, "m0.input 6")}}, "6 5",
			[]string{"what pricing_acme changed does not count: 7 of 20 values moved at once; the last good values stay"}},
		{"few-of-few-move", []week{{page(1, tenRows(2, 0))}, {page(2, tenRows(2, 2))}}, "6 5", nil},
		{"some-are-gone", []week{{page(1, tenRows(10, 0))}, {page(2, tenRows(8, 1))}}, "6 5", nil},
		{"half-are-gone", []week{{page(1, tenRows(10, 0))}, {page(2, tenRows(5, 1))}}, "5 5",
			[]string{"what pricing_acme changed does not count: 10 of 20 values are missing; the last good values stay"}},
		{"they-stay-missing", []week{{page(1, tenRows(10, 0))}, {page(2, tenRows(5, 1))}, {page(3, tenRows(5, 1))}}, "5 5",
			[]string{"what pricing_acme changed does not count: 10 of 20 values are missing; the last good values stay"}},
		{"they-come-back", []week{{page(1, tenRows(10, 0))}, {page(2, tenRows(5, 1))}, {page(3, tenRows(10, 1))}}, "6 5", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			all := history(t, tenTools(), tt.weeks...)
			last := all[len(all)-1]
			got := evidenceOf(t, last, "m0", data.FieldInput).Value.String() + " " + evidenceOf(t, last, "m9", data.FieldInput).Value.String()
			if got != tt.want {
				t.Errorf("input of m0 and m9 = %s, want %s", got, tt.want)
			}
			if diff := cmp.Diff(tt.withheld, whys(last, data.Withheld)); diff != "" {
				t.Errorf("withheld findings differ (-want +got):\n%s", diff)
			}
		})
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
	weeks := history(t, tenTools(), week{page(1, tenRows(10, 0))}, week{page(2, tenRows(5, 1))})
	last := weeks[1]
	result, err := Build(Input{Catalog: tenTools(), Readings: week{page(2, tenRows(5, 1))}, Previous: &last.Snapshot, Now: weekly(4),
		Accepted: []data.Acceptance{{ID: last.Findings[0].ID, By: "ada"}}})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := pricing(t, result, "m0"), "6 25 6 6"; got != want {
		t.Errorf("pricing of m0 = %s, want %s", got, want)
	}
}
