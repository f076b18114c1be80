package normalize_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
	"pricepoint/data/market"
	"pricepoint/normalize/fixture"
)

// rowsOf is a reading of Acme's page in a week of a history: each row is a table, a name, and what input and output cost, "-" for
// nothing, and a remark if there is one. The row "unread" says that the page could not be read, and these are its rows of before.
func rowsOf(n int, rows ...string) data.Reading {
	var all []data.Observation
	for _, line := range rows {
		if line == unread {
			continue
		}
		cells := strings.Split(line+"|", "|")
		for i, field := range []data.Field{data.PriceInput, data.PriceOutput} {
			if price := cells[2+i]; price != "-" {
				o := printed(cells[1], field, price, data.Qualifiers{Remark: cells[4]})
				o.FetchedAt = data.At(time.Date(2026, 9, 7+7*n, 0, 0, 0, 0, time.UTC))
				o.Address = data.PageAddress{Section: cells[:1], Table: "model | input | output", Column: string(field), Row: cells[1]}
				all = append(all, o)
			}
		}
	}
	page := acmePage(all...)
	if slices.Contains(rows, unread) {
		page.Failure = &data.Failure{Class: data.OtherFailure, Cause: "no answer"}
	}
	return page
}

const unread = "unread"

// strangers are rows of so many models that nobody has seen.
func strangers(n int) (rows []string) {
	for i := range n {
		rows = append(rows, fmt.Sprintf("Prices|Acme Stranger %d|1|4", i))
	}
	return rows
}

// TestModels reads what a page prices besides the tools, week after week.
func TestModels(t *testing.T) {
	const one, mini = "Prices|Acme One|5|25", "Prices|Acme Mini|1|4"
	for _, tt := range []struct {
		name  string
		weeks [][]string
		want  string // of the last week: models that are no tools, those that wait, and what is no model
	}{
		{"every-model-of-the-first-week", [][]string{{one, mini}}, "Acme Mini onSale 1 4"},
		{"a-new-one-comes-at-once", [][]string{{one}, {one, mini}}, "Acme Mini new 1 4"},
		{"and-is-on-sale-a-week-later", [][]string{{one}, {one, mini}, {one, mini}}, "Acme Mini onSale 1 4"},
		{"one-that-goes-is-gone", [][]string{{one, mini}, {one}}, "Acme Mini gone 1 4"},
		{"and-stays-so", [][]string{{one, mini}, {one}, {one}}, "Acme Mini gone 1 4"},
		{"and-may-come-back", [][]string{{one, mini}, {one}, {one, mini}}, "Acme Mini onSale 1 4"},
		{"a-new-price", [][]string{{one, mini}, {one, "Prices|Acme Mini|0.8|3.2"}}, "Acme Mini onSale 0.8 3.2"},
		{"ten-times-is-held", [][]string{{one, mini}, {one, "Prices|Acme Mini|10|40"}}, "Acme Mini onSale 1 4"},
		{"a-row-that-was-renamed-waits", [][]string{{one, mini}, {one, "Prices|Acme Tiny|1|4"}}, "Acme Mini gone 1 4; Acme Tiny waits: renamed Acme Mini"},
		{"until-the-next-week", [][]string{{one, mini}, {one, "Prices|Acme Tiny|1|4"}, {one, "Prices|Acme Tiny|1|4"}}, "Acme Mini gone 1 4; Acme Tiny new 1 4"},
		{"a-table-of-another-product-waits", [][]string{{one}, {one, "Standard|Acme Voice|1|4"}}, "Acme Voice waits: anotherTable"},
		{"until-the-next-week-too", [][]string{{one}, {one, "Standard|Acme Voice|1|4"}, {one, "Standard|Acme Voice|1|4"}}, "Acme Voice new 1 4"},
		{"what-nobody-can-read-waits", [][]string{{one}, {one, "Prices|Acme Deep|1|4|for some"}}, "Acme Deep waits: unclear"},
		{"in-another-table-too", [][]string{{one}, {one, "Standard|Acme Deep|1|4|for some"}, {one, "Standard|Acme Deep|1|4|for some"}, {one, "Standard|Acme Deep|1|4|for some"}},
			"Acme Deep waits: unclear"},
		{"until-it-can-be-read", [][]string{{one}, {one, "Standard|Acme Deep|1|4|for some"}, {one, "Standard|Acme Deep|1|4|for some"}, {one, "Standard|Acme Deep|1|4"}}, "Acme Deep new 1 4"},
		{"a-page-that-is-not-read-decides-nothing", [][]string{{one}, {one, "Standard|Acme Voice|1|4"}, {one, "Standard|Acme Voice|1|4", unread}}, "Acme Voice waits: anotherTable"},
		{"without-output-it-is-no-model", [][]string{{one, "Prices|Acme Embed|1|-"}}, "Acme Embed is another: USD/1M tokens"},
		{"and-never-waits", [][]string{{one, "Prices|Acme Embed|1|-"}, {one, "Prices|Acme Embed|1|-"}}, "Acme Embed is another: USD/1M tokens"},
		{"a-page-of-many-strangers-brings-none", [][]string{{one, mini}, append(strangers(101), one, mini)}, "Acme Mini onSale 1 4"},
		{"a-page-of-some-does", [][]string{{one}, append(strangers(2), one)}, "Acme Stranger 0 new 1 4; Acme Stranger 1 new 1 4"},
		{"tools-keep-their-prices", [][]string{{one}, {one, "Prices|Acme Mini|5|25"}}, "Acme Mini new 5 25"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var weeks []week
			for n, rows := range tt.weeks {
				weeks = append(weeks, week{rowsOf(n, rows...)})
			}
			all := history(t, smallCatalog(), weeks...)
			last := all[len(all)-1]
			if diff := cmp.Diff(tt.want, modelsOf(t, last)); diff != "" {
				t.Errorf("(-want +got):\n%s\nheld: %q", diff, whys(last, data.Held))
			}
			if got := pricing(t, last, "one"); !strings.HasPrefix(got, "5 25") {
				t.Errorf("the tool costs %s", got)
			}
		})
	}
}

func modelsOf(t *testing.T, r Result) string {
	t.Helper()
	doc := fixture.Document[market.ModelsDocument](t, r.Snapshot, data.ModelsPath)
	var all []string
	for _, m := range doc.Models {
		if m.Tool == "" {
			all = append(all, fmt.Sprintf("%s %s %s %s", m.Name, m.State, m.Price(data.ClassInput).Price, m.Price(data.ClassOutput).Price))
		}
	}
	for _, w := range doc.Waiting {
		all = append(all, strings.TrimSpace(fmt.Sprintf("%s waits: %s %s", w.Name, w.Why, w.Of)))
	}
	for _, o := range doc.Others {
		all = append(all, o.Name+" is another: "+strings.Join(o.Units, ", "))
	}
	return strings.Join(all, "; ")
}

// TestModelChanges tells of a model that comes, costs less and goes.
func TestModelChanges(t *testing.T) {
	var weeks []week
	for n, rows := range [][]string{{}, {"Prices|Acme Mini|1|4"}, {"Prices|Acme Mini|0.8|4"}, {}} {
		weeks = append(weeks, week{rowsOf(n, append(rows, "Prices|Acme One|5|25")...)})
	}
	all := history(t, smallCatalog(), weeks...)
	last := all[len(all)-1]
	doc := fixture.Document[data.ChangesDocument](t, last.Snapshot, data.ChangesPath)
	var got []string
	for _, c := range doc.Models {
		if c.Evidence == nil || c.Evidence.Method != data.Ruled {
			got = append(got, strings.TrimSpace(fmt.Sprintf("%s %s %s %s", c.Version[:10], c.Kind, c.Name, c.Field)))
		}
	}
	want := []string{
		"2026-09-29 withdrawn Acme Mini", "2026-09-22 changed Acme Mini pricing.input",
		"2026-09-15 listed Acme Mini", "2026-09-15 listed Acme Mini pricing.input", "2026-09-15 listed Acme Mini pricing.output",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, d := range last.Snapshot.Documents {
		if d.Path == data.ChangesFeedPath && strings.Count(string(d.Body), "<title>Acme Mini") != 3 {
			t.Errorf("the feed does not tell three things of it:\n%s", d.Body)
		}
	}
}
