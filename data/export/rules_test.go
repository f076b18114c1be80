package export_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
)

// The rules by which programs check what they read. The programs themselves bill with the files in cmd/acceptance/commands.

// TestOnlyIdsOfTheMakerAreKeys looks for the names that must not be: of boards, of settings, of other days, of two tools,
// and ours.
func TestOnlyIdsOfTheMakerAreKeys(t *testing.T) {
	for name, f := range bare(t, world()) {
		for _, key := range []string{`"gpt-5-5"`, `GPT-5.5-2026`, `high-effort`, `v4-old`, `deepseek-v5`, `deepseek-ai`, `"both"`} {
			if strings.Contains(string(f.Body), key) {
				t.Errorf("%s has %s", name, key)
			}
		}
	}
}

// TestLossesSayWhereBillsAreTooLow is about a promotion that nobody has promised for longer, and cache writes for twelve hours.
func TestLossesSayWhereBillsAreTooLow(t *testing.T) {
	promotion := data.Terms{Kind: data.KindPromotional, Promised: "2026-11-30"}
	d := world()
	d.Tariffs.Tools[1].Lines = []data.TariffLine{
		line("input", "4", promotion), line("input", "5", data.Terms{Kind: data.KindList}), line("output", "20", data.Terms{}),
		line("cacheWrite", "5", data.Terms{}), line("cacheWrite12h", "10", data.Terms{CacheTTL: "12h"}),
	}
	var got []string
	for _, l := range bare(t, d)["tokscale.json"].Losses {
		if l.Tool == "gpt-5-5" && l.Says != nil && l.Is != nil {
			got = append(got, string(l.Kind)+" "+string(l.Class)+" "+l.Says.String()+" "+l.Is.String()+" "+l.Terms.Promised)
		}
	}
	want := []string{"from input 4 5 2026-11-30", "otherClass cacheWrite12h 5 10 "}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("losses (-want +got):\n%s", diff)
	}
}

// TestUnconfirmedPricesAreTheHigher is about a promotion whose promise is over, and an announced price whose day has come.
func TestUnconfirmedPricesAreTheHigher(t *testing.T) {
	d := world()
	d.Tariffs.Tools[1].Lines = []data.TariffLine{
		line("input", "4", data.Terms{Kind: data.KindPromotional, Promised: "2026-11-21"}), line("input", "5", data.Terms{Kind: data.KindList}),
		line("output", "20", data.Terms{}), line("output", "24", data.Terms{Kind: data.KindAnnounced, From: data.At(now.AddDate(0, 0, -1))}),
	}
	f := bare(t, d)["tokscale.json"]
	_, row, _ := strings.Cut(string(f.Body), `"gpt-5.5"`)
	row, _, _ = strings.Cut(row, "}")
	for _, want := range []string{`"input_cost_per_million_tokens": 5,`, `"output_cost_per_million_tokens": 24,`} {
		if !strings.Contains(row, want) {
			t.Errorf("no %s in %s", want, row)
		}
	}
	long := data.Terms{Kind: data.KindPromotional, Promised: "2026-11-21", Context: &data.ContextBand{Over: 272_000}}
	d.Tariffs.Tools[1].Lines = append(d.Tariffs.Tools[1].Lines, line("input", "8", long), line("input", "10", data.Terms{Kind: data.KindList, Context: long.Context}))
	for _, l := range append(f.Losses, bare(t, d)["pi.json"].Losses...) {
		if l.Tool == "gpt-5-5" && l.Kind == data.LostFrom {
			t.Errorf("the file has the higher price, and yet this is lost: %+v", l)
		}
	}
}
