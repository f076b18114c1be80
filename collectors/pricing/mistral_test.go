package pricing

import (
	"strings"
	"testing"

	"pricepoint/collectors/sourcetest"
)

const mistralMay = "pages/mistral.ai/pricing@2026-05-08.html"

func TestMistralWithoutItsPricesFails(t *testing.T) {
	whole := string(sourcetest.Capture(t, mistralMay, "").Body)
	tests := map[string]string{
		"no price data":    strings.ReplaceAll(whole, `\"apis\":`, `\"plans\":`),
		"labels renamed":   strings.ReplaceAll(whole, `/M tokens`, `/request`),
		"page cut short":   whole[:len(whole)*6/10],
		"cards without":    `<div class="model-item" data-name="a"><mistral-atom-text-price></mistral-atom-text-price></div>`,
		"amount not known": `<div class="model-item" data-name="a"><p>Input (/M tokens)</p><mistral-atom-text-price data-prices="{"></mistral-atom-text-price></div>`,
	}
	for name, body := range tests {
		t.Run(name, func(t *testing.T) {
			if found, err := parse(t, "pricing_mistral", body); err == nil {
				t.Errorf("%d observations, want an error", len(found))
			}
		})
	}
}
