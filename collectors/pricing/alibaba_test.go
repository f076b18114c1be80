package pricing

import (
	"strings"
	"testing"

	"pricepoint/collectors/sourcetest"
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
