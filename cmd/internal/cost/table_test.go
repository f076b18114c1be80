package cost

import (
	"testing"

	"pricepoint/data"
	"pricepoint/data/tariff"
)

// TestNoteText: notes tell the prices and the days.
func TestNoteText(t *testing.T) {
	price := data.Int(4)
	line := func(terms data.Terms) []data.TariffLine {
		return []data.TariffLine{{Class: data.ClassInput, Terms: terms, Price: &price, Per: data.Measure{Amount: 1_000_000, Of: "tokens"}}}
	}
	for _, tt := range []struct {
		note Note
		want string
	}{
		{Note{tariff.PriceAnnounced, line(data.Terms{From: data.At(october7)})}, "announced and not applied: input at 4 per 1M tokens from 2026-10-07"},
		{Note{tariff.PromotionEnds, line(data.Terms{Until: data.At(october7)})}, "a promotion: input at 4 per 1M tokens until 2026-10-07"},
		{Note{tariff.PromotionPromised, line(data.Terms{Promised: "2026-10-13"})},
			"a promotion, and what comes after it was not said: input at 4 per 1M tokens was promised up to 2026-10-13, which is past"},
		{Note{tariff.PromotionPromised, line(data.Terms{Promised: "2026-10-14"})},
			"a promotion, and what comes after it was not said: input at 4 per 1M tokens was promised up to 2026-10-14"},
	} {
		if got := tt.note.text(data.At(noon)); got != tt.want {
			t.Errorf("%s\nwant %s", got, tt.want)
		}
	}
}
