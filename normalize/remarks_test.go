package normalize_test

import (
	"fmt"
	"slices"
	"testing"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// TestRemarkedPricesAreNotPublished has prices beside words and under headings that nobody has understood. The catalogue
// says 5 and 25.
func TestRemarkedPricesAreNotPublished(t *testing.T) {
	c := smallCatalog()
	c.Naming.Headings = []catalog.Headings{{Titles: []string{"Pricing", "Acme # models"}}}
	under := func(section ...string) data.Observation {
		o := printed("Acme One", data.PriceInput, "4", data.Qualifiers{})
		o.Address.Section = section
		return o
	}
	for _, tt := range []struct {
		name string
		o    data.Observation
		want string
		text string // quoted by a finding; "" for none
	}{
		{"a-remark", printed("Acme One", data.PriceInput, "4", data.Qualifiers{Remark: "academic"}), "5 25 5 5", "academic"},
		{"a-remark-in-batches", printed("Acme One", data.PriceInput, "4", data.Qualifiers{Service: "batch", Remark: "academic"}), "5 25 5 5", ""},
		{"known-headings", under("Pricing", "ACME 3.1 models"), "4 25 4 4", ""},
		{"the-name-of-the-model", under("Pricing", "Acme One"), "4 25 4 4", ""},
		{"another-product", under("Pricing", "Regional endpoints"), "5 25 5 5", "Regional endpoints"},
		{"next-year", under("Pricing from January 1, 2027"), "5 25 5 5", "Pricing from January 1, 2027"},
		{"a-lone-tab", under("Pricing", "Priority"), "5 25 5 5", "Priority"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := built(t, c, acmePage(tt.o))
			if got := pricing(t, r, "one"); got != tt.want {
				t.Errorf("published %s, want %s", got, tt.want)
			}
			found := document[data.FindingsDocument](t, r, data.FindingsPath).Findings
			quotes := slices.ContainsFunc(found, func(f data.Finding) bool { return f.Kind == data.Refused && f.Quote == tt.text && tt.text != "" })
			refused := slices.ContainsFunc(found, func(f data.Finding) bool { return f.Kind == data.Refused })
			if quotes != (tt.text != "") || refused != quotes {
				t.Errorf("findings are %+v, want %q quoted", found, tt.text)
			}
		})
	}
}

// TestScoresOfOneEffort has a model twice at one effort; the lower score counts, as a number and not as a text.
func TestScoresOfOneEffort(t *testing.T) {
	r := built(t, smallCatalog(), board("leaderboard_vals", row("leaderboard_vals", "acme/one", data.ScoreSWEBench, "100", data.Qualifiers{}), row("leaderboard_vals", "acme/one", data.ScoreSWEBench, "79", data.Qualifiers{})))
	e := document[data.ProvenanceDocument](t, r, data.ProvenancePath)
	for _, tool := range e.Tools {
		for _, v := range tool.Values {
			if tool.ID == "one" && v.Field == "sweBench" && v.Value.String() != "79" {
				t.Errorf("the score is %s, want 79", v.Value)
			}
		}
	}
}

// What one source prints without end is counted, not published.
func TestCrowdsOfFindingsAreCounted(t *testing.T) {
	crowd := board("leaderboard_vals", valsRow("acme/one", "70"))
	for i := range 1000 {
		crowd.Observations = append(crowd.Observations, board("leaderboard_vals", valsRow(fmt.Sprintf("acme/stranger-%d", i), "50")).Observations...)
		crowd.Refused = append(crowd.Refused, data.Refusal{Subject: fmt.Sprintf("row %d", i), Quote: "?", Why: "it cannot be read"})
	}
	result, err := Build(Input{Catalog: smallCatalog(), Readings: []data.Reading{crowd}, Now: now, Generator: "pricepoint/test"})
	if err != nil {
		t.Fatal(err)
	}
	for kind, more := range map[data.FindingKind]string{
		data.UnknownName: "leaderboard_vals prints 900 more names that nobody has said the meaning of",
		data.Refused:     "leaderboard_vals: 900 more rows are left out",
	} {
		if all := whys(result, kind); len(all) != 101 || !slices.Contains(all, more) {
			t.Errorf("%s: %d findings, the first %q; want 100 and %q", kind, len(all), all[0], more)
		}
	}
}

// TestCatalogueWithdraws builds over a store that was made while a tool was listed, then over one that never listed it:
// nothing vanishes without a word, and the names are kept in both.
func TestCatalogueWithdraws(t *testing.T) {
	c := smallCatalog()
	before := built(t, c).Snapshot
	c = smallCatalog()
	c.Tools = c.Tools[1:]
	c.Withdrawn = []catalog.Withdrawn{{ID: "one", Name: "Acme One", Released: "2026-05", Since: day("2026-10-15"), Why: "was shut down", Successor: "two", Aliases: []string{"acme-1", "uno"}}}
	for name, previous := range map[string]*data.Snapshot{"listed-before": &before, "never-listed": nil} {
		t.Run(name, func(t *testing.T) {
			at := now.AddDate(0, 0, 7)
			printed := board("leaderboard_vals", valsRow("acme/uno-thinking", "70"))
			result, err := Build(Input{Catalog: c, Readings: []data.Reading{printed}, Previous: previous, Now: at, Generator: "pricepoint/test"})
			if err != nil {
				t.Fatal(err)
			}
			gone := result.Snapshot.Manifest.Withdrawn
			if want := (data.Withdrawn{ID: "one", Name: "Acme One", Since: data.Version(at), Successor: "two"}); len(gone) != 1 || gone[0] != want {
				t.Errorf("withdrawn = %+v, want %+v", gone, want)
			}
			told := slices.ContainsFunc(document[data.ChangesDocument](t, result, data.ChangesPath).Changes, func(c data.Change) bool {
				return c.Kind == data.Unlisted && c.Tool == "one" && c.Successor == "two"
			})
			if told != (previous != nil) {
				t.Errorf("the changes tell of it: %v, want %v", told, previous != nil)
			}
			all := document[data.AliasesDocument](t, result, data.AliasesPath).Aliases
			for _, name := range []string{"one", "Acme One", "acme-1", "uno"} {
				if !slices.ContainsFunc(all, func(a data.Alias) bool { return a.Name == name && a.Tool == "one" && a.Withdrawn == data.Version(at) }) {
					t.Errorf("the name %q is lost", name)
				}
			}
			if unknown := whys(result, data.UnknownName); len(unknown) != 0 {
				t.Errorf("names of a withdrawn tool are unknown: %q", unknown)
			}
		})
	}
}
