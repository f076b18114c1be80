package tariff

import (
	"testing"
	"time"

	"pricepoint/data"
)

// TestMerged: where the size of prompts decides the price, many requests together have a range.
func TestMerged(t *testing.T) {
	price := func(usd string, band *data.ContextBand) data.TariffLine {
		n := data.MustNumber(usd)
		return data.TariffLine{Class: data.ClassInput, State: data.Priced, Price: &n, Per: data.Measure{Amount: 1_000_000, Of: tokens}, Terms: data.Terms{Context: band}}
	}
	tiers := data.Tariff{ID: "tiers", Lines: []data.TariffLine{price("2", &data.ContextBand{UpTo: 200_000}), price("4", &data.ContextBand{Over: 200_000})}}
	limited := tiers
	limited.Limits.Context = 1_000_000
	for _, tt := range []struct {
		name      string
		tariff    data.Tariff
		tokens    int64
		low, high string
	}{
		{"one price", data.Tariff{ID: "flat", Lines: []data.TariffLine{price("2", nil)}}, 5_000_000, "10", "10"},
		{"below the tiers", limited, 200_000, "0.4", "0.4"},
		{"could be one request", limited, 300_000, "0.6", "1.2"},
		{"must be several", limited, 5_000_000, "10", "20"},
		{"no limit is stated", tiers, 5_000_000, "10", "20"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, err := Merged(tt.tariff, Usage{Quantities: map[data.BillingClass]int64{data.ClassInput: tt.tokens}, At: time.Unix(1, 0)})
			if err != nil || c.Low.String() != tt.low || c.High.String() != tt.high {
				t.Errorf("%s to %s, %v; want %s to %s", c.Low, c.High, err, tt.low, tt.high)
			}
		})
	}
}
