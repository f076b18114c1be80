package documents

import (
	"encoding/json"
	"slices"
	"testing"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize"
)

// TestWithdrawnToolsStayInExports withdraws a tool and goes on for eight months: for half a year old sessions can still be
// priced with what it cost last.
func TestWithdrawnToolsStayInExports(t *testing.T) {
	c := smallCatalog()
	c.Providers[0].Name = "Anthropic" // a seller that other programs know
	before := built(t, c, acmePage()).Snapshot
	if price := exportedPrice(t, before, "one"); price != "5" {
		t.Fatalf("the tool costs %q while it is listed", price)
	}
	without := *c
	without.Tools = c.Tools[1:]
	without.Withdrawn = []catalog.Withdrawn{{ID: "one", Name: "Acme One", Successor: "two", Aliases: []string{"acme-one-20260901"}}}
	for month := range 8 {
		result, err := Build(normalize.Input{Catalog: &without, Readings: []data.Reading{acmePage()}, Previous: &before,
			Now: now.AddDate(0, month, 7), Generator: "pricepoint/test"})
		if err != nil {
			t.Fatal(err)
		}
		before = result.Snapshot
		want := ""
		if month < 6 {
			want = "5"
		}
		if price := exportedPrice(t, before, "acme-one-20260901"); price != want {
			t.Errorf("%d months after it was withdrawn, the tool costs %q, want %q", month, price, want)
		}
	}
}

// exportedPrice is what the file for tokscale says a name costs, "" when it does not.
func exportedPrice(t *testing.T, s data.Snapshot, name string) string {
	t.Helper()
	i := slices.IndexFunc(s.Exports, func(e data.ExportFile) bool { return e.Path == "api/compat/tokscale.json" })
	if i < 0 {
		t.Fatal("there is no file for tokscale")
	}
	var file struct {
		Models map[string]map[string]json.Number
	}
	if err := json.Unmarshal(s.Exports[i].Body, &file); err != nil {
		t.Fatal(err)
	}
	return file.Models[name]["input_cost_per_million_tokens"].String()
}
