package pricing

import (
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

const alibabaSep = "pages/www.alibabacloud.com/help__en__model-studio__model-pricing@2026-09-05.excerpt.html"

// TestAlibabaWithoutItsPricesFails changes the capture in ways that leave nothing, or nothing certain, to read.
func TestAlibabaWithoutItsPricesFails(t *testing.T) {
	whole := string(sourcetest.Capture(t, alibabaSep, "").Body)
	tests := map[string]string{
		"no tables":          strings.NewReplacer("<table", "<div", "<td", "<p").Replace(whole),
		"columns renamed":    strings.ReplaceAll(whole, "Output price", "Tarif"),
		"unit of the titles": strings.ReplaceAll(whole, "(per 1 million tokens)", "(per 3 sentences)"),
		"unknown currency":   strings.ReplaceAll(whole, "$", "£"),
		"no currency":        strings.ReplaceAll(whole, "$", ""),
		"unknown tier":       strings.ReplaceAll(whole, "0&lt;Token≤32K", "first 32K or thereabouts"),
		"unknown discount":   strings.ReplaceAll(whole, "Limited-time 50% off", "Limited-time 50% off the second million"),
		"name missing":       strings.NewReplacer("qwen-turbo", "", ">50% <", "><", "batch inference", "", " discount</blockquote>", "</blockquote>").Replace(whole),
		"contradiction":      strings.ReplaceAll(whole, "128K&lt;Token≤256K", "0&lt;Token≤32K"),
	}
	for name, body := range tests {
		t.Run(name, func(t *testing.T) {
			if found, err := parse(t, "pricing_alibaba", body); err == nil {
				t.Errorf("%d observations, want an error", len(found))
			}
		})
	}
}

func FuzzAlibaba(f *testing.F) { fuzzPrices(f, "pricing_alibaba") }

// parse reads a page as one of a source.
func parse(t testing.TB, source, body string) ([]data.Observation, error) {
	return sourcetest.Named(t, Sources(), source).Parse([]web.Payload{{Body: []byte(body), FetchedAt: sourcetest.Date}})
}

// fuzzPrices parses anything: no panic, and whatever comes out is a price of a named subject in a known unit.
func fuzzPrices(f *testing.F, name string) {
	sourcetest.AddSeeds(f, name)
	f.Fuzz(func(t *testing.T, body []byte) {
		found, err := parse(t, name, string(body))
		if err == nil && len(found) == 0 {
			t.Error("no prices and no error")
		}
		for _, o := range found {
			price, err := decimal.NewFromString(o.Value)
			if err != nil || price.IsNegative() || o.Subject == "" || o.Quote == "" || !strings.Contains(string(o.Unit), "token") {
				t.Errorf("%+v is no price of tokens", o)
			}
		}
	})
}
