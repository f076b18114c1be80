package cost

import (
	"testing"
	"time"

	"pricepoint/data"
	"pricepoint/data/tariff"
)

// TestNoteText: notes tell the prices and the days.
func TestNoteText(t *testing.T) {
	price, now, october7 := data.Int(4), data.At(time.Date(2026, 10, 14, 12, 0, 0, 0, time.UTC)), data.At(time.Date(2026, 10, 7, 2, 0, 0, 0, time.UTC))
	line := func(terms data.Terms) []data.TariffLine {
		return []data.TariffLine{{Class: data.ClassInput, Terms: terms, Price: &price, Per: data.Measure{Amount: 1_000_000, Of: "tokens"}}}
	}
	for _, tt := range []struct {
		note Note
		want string
	}{
		{Note{tariff.PriceAnnounced, line(data.Terms{From: october7})}, "another price is announced: input at 4 per 1M tokens from 2026-10-07"},
		{Note{tariff.PromotionEnds, line(data.Terms{Until: october7})}, "a promotion that ends: input at 4 per 1M tokens until 2026-10-07"},
		{Note{tariff.PromotionPromised, line(data.Terms{Kind: data.KindPromotional, Promised: "2026-10-13"})},
			"a promotion, and what comes after it was not said: input at 4 per 1M tokens was promised up to 2026-10-13, which is past"},
		{Note{tariff.PromotionPromised, line(data.Terms{Kind: data.KindPromotional, Promised: "2026-10-14"})},
			"a promotion, and what comes after it was not said: input at 4 per 1M tokens was promised up to 2026-10-14"},
	} {
		if got := tt.note.text(now); got != tt.want {
			t.Errorf("%s\nwant %s", got, tt.want)
		}
	}
}
