package pricing

import (
	"testing"
	"time"

	"pricepoint/collectors"
	"pricepoint/collectors/sourcetest"
	"pricepoint/data"
)

func TestMiniMaxName(t *testing.T) {
	tests := map[string]struct {
		text string
		name string
		q    data.Qualifiers
	}{
		"a name":                 {"MiniMax-M3", "MiniMax-M3", data.Qualifiers{}},
		"a name of two words":    {"MiniMax M3", "MiniMax M3", data.Qualifiers{}},
		"a variant":              {"MiniMax-M2.7-highspeed", "MiniMax-M2.7-highspeed", data.Qualifiers{}},
		"a remark":               {"MiniMax-M2-Stable High Concurrency, Commercial Use", "MiniMax-M2-Stable", data.Qualifiers{Remark: "High Concurrency, Commercial Use"}},
		"up to":                  {"MiniMax-M3 ≤ 512k input tokens Permanent 50% off", "MiniMax-M3", data.Qualifiers{ContextUpTo: "512000"}},
		"over, starred":          {"MiniMax-M3 > 512k input tokens* Permanent 50% off", "MiniMax-M3", data.Qualifiers{ContextOver: "512000"}},
		"in another language":    {"MiniMax-M3 ≤512k输入 永久五折", "MiniMax-M3", data.Qualifiers{ContextUpTo: "512000", Remark: "永久五折"}},
		"a status":               {"MiniMax-M1 (Discontinued)", "MiniMax-M1", data.Qualifiers{Status: "Discontinued"}},
		"an offer with an end":   {"MiniMax-M3 50% off until September 9, 2026", "MiniMax-M3", data.Qualifiers{Kind: "promotional", ValidUntil: "2026-09-09"}},
		"a name without version": {"Example Model", "Example Model", data.Qualifiers{}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, q := miniMaxName(tt.text, data.Qualifiers{}, sourcetest.Date)
			if got != tt.name || q != tt.q {
				t.Errorf("miniMaxName(%q) = %q, %+v, want %q, %+v", tt.text, got, q, tt.name, tt.q)
			}
		})
	}
}

// TestMiniMaxYuanNeverReplaceDollars replays archives that lack one of the two pages.
func TestMiniMaxYuanNeverReplaceDollars(t *testing.T) {
	s := sourcetest.Named(t, collectors.Registered(), "pricing_minimax")
	dollars := string(sourcetest.Documents(t, s, "tabs")[0].Body)
	yuan := string(sourcetest.Documents(t, s, "tabs")[1].Body)
	usd, cny := s.Requests[0][1].URL, s.Optional[0][1].URL
	for name, tt := range map[string]struct {
		web   sourcetest.Pages
		units []data.Unit
	}{
		"both":                  {sourcetest.Pages{usd: dollars, cny: yuan}, []data.Unit{data.CNYPerMillion, data.USDPerMillion}},
		"dollars":               {sourcetest.Pages{usd: dollars}, []data.Unit{data.USDPerMillion}},
		"yuan":                  {sourcetest.Pages{cny: yuan}, nil},
		"a broken page in yuan": {sourcetest.Pages{usd: dollars, cny: "# 404"}, []data.Unit{data.USDPerMillion}},
	} {
		t.Run(name, func(t *testing.T) {
			newest := func(string) (time.Time, bool) { return time.Time{}, false }
			reading := collectors.Run(t.Context(), tt.web, []collectors.Source{s}, collectors.RunOptions{Newest: newest})[0]
			units := map[data.Unit]bool{}
			for _, o := range reading.Observations {
				if o.Field != data.PriceOther {
					units[o.Unit] = true
				}
			}
			if len(units) != len(tt.units) || (reading.Failure == nil) != (tt.units != nil) {
				t.Errorf("read %v, %v, want %v", units, reading.Failure, tt.units)
			}
			for _, unit := range tt.units {
				if !units[unit] {
					t.Errorf("read %v, want %s too", units, unit)
				}
			}
		})
	}
}
