package pricing

import (
	"strings"
	"testing"

	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/web"
)

const mistralMay = "pages/mistral.ai/pricing@2026-05-08.html"

func TestMistralWithoutItsPricesFails(t *testing.T) {
	whole := sourcetest.Capture(t, mistralMay, "")
	changed := func(old, new string) web.Payload {
		return web.Payload{Body: []byte(strings.ReplaceAll(string(whole.Body), old, new))}
	}
	tests := map[string]web.Payload{
		"no price data":    changed(`\"apis\":`, `\"plans\":`),
		"labels renamed":   changed(`/M tokens`, `/request`),
		"page cut short":   {Body: whole.Body[:len(whole.Body)*6/10]},
		"cards without":    {Body: []byte(`<div class="model-item" data-name="a"><mistral-atom-text-price></mistral-atom-text-price></div>`)},
		"amount not known": {Body: []byte(`<div class="model-item" data-name="a"><p>Input (/M tokens)</p><mistral-atom-text-price data-prices="{"></mistral-atom-text-price></div>`)},
	}
	for name, doc := range tests {
		t.Run(name, func(t *testing.T) {
			if found, err := parseMistral([]web.Payload{doc}); err == nil {
				t.Errorf("parseMistral = %d observations, want an error", len(found))
			}
		})
	}
}

func FuzzMistral(f *testing.F) { fuzzPrices(f, "pricing_mistral") }
