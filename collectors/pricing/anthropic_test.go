package pricing

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pricepoint/collectors/page"
	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

const (
	anthropicCards2026 = "pages/claude.com/pricing@2026-05-08.html"
	anthropicCards2024 = "pages/www.anthropic.com/pricing@2024-11-18.fragment.html"
)

// TestRecordedCards compares with prices read off the captures by a person: all nine and all five models.
func TestRecordedCards(t *testing.T) {
	type prices struct{ in, out, write, read string }
	for _, tt := range []struct {
		page, ttl string
		want      map[string]prices
	}{
		{anthropicCards2026, "5m", map[string]prices{
			"Opus 4.7":   {"5", "25", "6.25", "0.50"},
			"Sonnet 4.6": {"3", "15", "3.75", "0.30"},
			"Haiku 4.5":  {"1", "5", "1.25", "0.10"},
			"Opus 4.6":   {"5", "25", "6.25", "0.50"},
			"Sonnet 4.5": {"3", "15", "3.75", "0.30"},
			"Opus 4.5":   {"5", "25", "6.25", "0.50"},
			"Opus 4.1":   {"15", "75", "18.75", "1.50"},
			"Sonnet 4":   {"3", "15", "3.75", "0.30"},
			"Opus 4":     {"15", "75", "18.75", "1.50"},
		}},
		{anthropicCards2024, "", map[string]prices{
			"Claude 3.5 Sonnet": {"3", "15", "3.75", "0.30"},
			"Claude 3.5 Haiku":  {"1", "5", "1.25", "0.10"},
			"Claude 3 Opus":     {"15", "75", "18.75", "1.50"},
			"Claude 3 Haiku":    {"0.25", "1.25", "0.30", "0.03"},
			"Claude 3 Sonnet":   {"3", "15", "", ""}, // no caching
		}},
	} {
		t.Run(tt.page, func(t *testing.T) {
			doc := sourcetest.Capture(t, tt.page, "https://claude.com/pricing")
			if !page.IsHTML(doc.Body) { // a part of a page
				doc.Body = append([]byte("<!doctype html>"), doc.Body...)
			}
			found, err := parseAnthropic([]web.Payload{doc})
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]prices{}
			for _, o := range found {
				p := got[o.Subject]
				switch o.Field {
				case data.PriceInput:
					p.in = o.Value
				case data.PriceOutput:
					p.out = o.Value
				case data.PriceCacheRead:
					p.read = o.Value
				case data.PriceCacheWrite:
					p.write = o.Value
					if o.Qualifiers.CacheTTL != tt.ttl {
						t.Errorf("writes of %s live %q, want %q", o.Subject, o.Qualifiers.CacheTTL, tt.ttl)
					}
				}
				got[o.Subject] = p
			}
			if !maps.Equal(got, tt.want) {
				t.Errorf("Parse = %v, want %v", got, tt.want)
			}
		})
	}
}

// A card that cannot be read must not be left out: nobody would miss its model.
func TestBrokenCardsFail(t *testing.T) {
	for _, tt := range []struct{ name, old, new string }{
		{"label renamed beyond words", `>Input<`, `>Sent<`},
		{"no heading", `h3`, `b`},
		{"unit renamed", `MTok`, `unit`},
		{"two prices for one thing", `>Read<`, `>Write<`},
		{"fewer than five models", `Tale 8`, `Poem 8`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			body, err := os.ReadFile(filepath.Join("testdata", "anthropic", "cards", "1.html"))
			if err != nil {
				t.Fatal(err)
			}
			broken := strings.ReplaceAll(string(body), tt.old, tt.new)
			if found, err := parseAnthropic([]web.Payload{{Body: []byte(broken)}}); err == nil {
				t.Errorf("Parse = %d observations, want an error", len(found))
			}
		})
	}
}

// The page that sells says less than the documentation, so that it stands in only where that cannot be had.
func TestDocumentationStandsAboveCards(t *testing.T) {
	for _, r := range sourcetest.Named(t, Sources(), "pricing_anthropic").Requests[0] {
		if sells := !strings.Contains(r.URL, "about-claude"); sells != (r.Standing > 0) {
			t.Errorf("%s has standing %d", r.URL, r.Standing)
		}
	}
}

// A table of batch prices may say so in its titles alone.
func TestAnthropicServiceFromTitles(t *testing.T) {
	body, err := os.ReadFile(filepath.Join("testdata", "anthropic", "dates", "1.md"))
	if err != nil {
		t.Fatal(err)
	}
	body = append(body, "\n## Discounts\n\n| Model | Batch input | Batch output |\n|---|---|---|\n| Claude Saga 1 | $0.7 / MTok | $0.9 / MTok |\n"...)
	found, err := parseAnthropic([]web.Payload{{Body: body, FetchedAt: sourcetest.Date}})
	if err != nil {
		t.Fatal(err)
	}
	services := map[string]int{}
	for _, o := range found {
		if o.Subject == "Claude Saga 1" {
			services[o.Qualifiers.Service]++
		}
	}
	if want := map[string]int{"batch": 2}; !maps.Equal(services, want) {
		t.Errorf("prices of each service = %v, want %v", services, want)
	}
}

// A table of batch prices may have all the columns of the model table.
func TestAnthropicWholeBatchTable(t *testing.T) {
	body := sourcetest.Text(t, "pricing_anthropic", "dates") + "\n## Batch prices\n\n| Model | Input | Cache writes | Cache reads | Output |\n|---|---|---|---|---|\n" +
		"| Claude Saga 1 | $0.7 / MTok | $0.8 / MTok | $0.1 / MTok | $0.9 / MTok |\n"
	found, err := parseAnthropic([]web.Payload{{Body: []byte(body), FetchedAt: sourcetest.Date}})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range found {
		if o.Subject == "Claude Saga 1" && o.Qualifiers.Service != "batch" {
			t.Errorf("%s %s is for the service %q, want batch", o.Field, o.Value, o.Qualifiers.Service)
		}
	}
}

func FuzzAnthropic(f *testing.F) { fuzzPrices(f, "pricing_anthropic") }
