package normalize

import (
	"testing"
	"time"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// TestWorkCost reckons work by the lines of a tariff: long prompts, dear hours, caches whose price nobody states.
func TestWorkCost(t *testing.T) {
	line := func(class data.BillingClass, price string, terms data.Terms) data.TariffLine {
		n := data.MustNumber(price)
		return data.TariffLine{Class: class, Terms: terms, State: data.Priced, Price: &n, Per: data.Measure{Amount: 1_000_000, Of: "tokens"}}
	}
	short, long := data.Terms{Context: &data.ContextBand{UpTo: 200_000}}, data.Terms{Context: &data.ContextBand{Over: 200_000}}
	mornings := data.WeeklyHours{Zone: "UTC", Windows: []data.WeeklyWindow{{Days: []string{"mon"}, From: "01:00", To: "04:00"}}}
	others := mornings
	others.Outside = true
	plain := []data.TariffLine{line("input", "5", data.Terms{}), line("output", "25", data.Terms{})}
	cached := append(plain[:2:2], line("cacheRead", "0.5", data.Terms{}), line("cacheWrite", "6.25", data.Terms{}))
	work := catalog.Scenario{InputTokens: 600_000, OutputTokens: 10_000, CacheReadTokens: 500_000, CacheWriteTokens: 60_000, Requests: 20}
	for _, tt := range []struct {
		name  string
		lines []data.TariffLine
		work  catalog.Scenario
		usd   string
		less  string // it may be less by so much
		more  bool
		none  string
	}{
		{"cached tokens are part of the input", cached, work, "1.075", "0", false, ""},
		{"no cache", plain, catalog.Scenario{InputTokens: 1000, OutputTokens: 500}, "0.0175", "0", false, ""},
		{"reading from a cache is unknown", append(plain[:2:2], cached[3]), work, "3.325", "2.5", false, ""},
		{"writing to a cache is unknown", cached[:3], work, "1", "0", true, ""},
		{"both are unknown", plain, work, "3.25", "2.5", true, ""},
		{"long requests", []data.TariffLine{line("input", "2", short), line("input", "4", long), line("output", "10", data.Terms{})},
			catalog.Scenario{InputTokens: 400_000, Requests: 1}, "1.6", "0", false, ""},
		{"short requests", []data.TariffLine{line("input", "2", short), line("input", "4", long), line("output", "10", data.Terms{})},
			catalog.Scenario{InputTokens: 400_000, Requests: 2}, "0.8", "0", false, ""},
		{"the dearest hour", []data.TariffLine{line("input", "2", data.Terms{Hours: &mornings}), line("input", "1", data.Terms{Hours: &others})},
			catalog.Scenario{InputTokens: 1_000_000}, "2", "0", false, ""},
		{"nobody states what answers cost", plain[:1], work, "0", "0", false, "tool, output: no price is known under these terms at that time"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tool := Tool{Tariff: data.Tariff{ID: "tool", Lines: tt.lines}}
			got := costOf(tool, tt.work, time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC))
			if got.usd.String() != tt.usd || got.doubt.Less.String() != tt.less || got.doubt.More != tt.more || got.none != tt.none {
				t.Errorf("%s USD, less %s, more %v, none %q", got.usd, got.doubt.Less, got.doubt.More, got.none)
			}
		})
	}
}
