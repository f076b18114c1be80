package normalize_test

import (
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
