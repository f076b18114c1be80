package pricing

import (
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"pricepoint/collectors/page"
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
			if found, err := parseAlibaba([]web.Payload{{Body: []byte(body)}}); err == nil {
				t.Errorf("parseAlibaba = %d observations, want an error", len(found))
			}
		})
	}
}

func TestWithRequestSize(t *testing.T) {
	tests := map[string]data.Qualifiers{
		"0<Token≤32K":         {ContextUpTo: "32000"},
		"32K<Token≤128K":      {ContextOver: "32000", ContextUpTo: "128000"},
		"0 < Tokens ≤ 1M":     {ContextUpTo: "1000000"},
		"128K < Tokens ≤252K": {ContextOver: "128000", ContextUpTo: "252000"},
		"32K<Token<=128K":     {ContextOver: "32000", ContextUpTo: "128000"},
		"Token≤128K":          {ContextUpTo: "128000"},
		"Token>256K":          {ContextOver: "256000"},
		"0-32K":               {ContextUpTo: "32000"},
		"256K - 1M tokens":    {ContextOver: "256000", ContextUpTo: "1000000"},
		"≤ 128K":              {ContextUpTo: "128000"},
		"No tiered pricing":   {},
	}
	for text, want := range tests {
		t.Run(text, func(t *testing.T) {
			if got, err := withRequestSize(text, data.Qualifiers{}); err != nil || got != want {
				t.Errorf("withRequestSize(%q) = %+v, %v, want %+v", text, got, err, want)
			}
		})
	}
}

func TestThinkingMode(t *testing.T) {
	tests := map[string]string{
		"Thinking mode only": "thinking", "Non-thinking mode": "non-thinking", "Non-Thinking and Thinking modes": "",
		"Thinking and non-thinking modes": "", "Both": "",
	}
	for text, want := range tests {
		if got := page.ThinkingMode(text); got != want {
			t.Errorf("page.ThinkingMode(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestLessPercent(t *testing.T) {
	tests := map[[2]string]string{
		{"2.5", "50"}: "1.25", {"0.4", "20"}: "0.32", {"0.1", "12.5"}: "0.0875", {"7.50", "0"}: "7.5", {"12", "99"}: "0.12",
	}
	for in, want := range tests {
		if got, err := lessPercent(in[0], in[1]); err != nil || got != want {
			t.Errorf("lessPercent(%q, %q) = %q, %v, want %q", in[0], in[1], got, err, want)
		}
	}
}

func FuzzAlibaba(f *testing.F) { fuzzPrices(f, "pricing_alibaba") }

// fuzzPrices parses anything: no panic, and whatever comes out is a price of a named subject in a known unit.
func fuzzPrices(f *testing.F, name string) {
	s := sourcetest.Named(f, Sources(), name)
	sourcetest.AddSeeds(f, name)
	f.Fuzz(func(t *testing.T, body []byte) {
		found, err := s.Parse([]web.Payload{{Body: body, FetchedAt: sourcetest.Date}})
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
