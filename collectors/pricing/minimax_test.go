package pricing

import (
	"testing"
	"time"

	"pricepoint/collectors"
	"pricepoint/collectors/sourcetest"
	"pricepoint/data"
)

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
