package pricing

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/collectors/page"
	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

func TestGoogleCell(t *testing.T) {
	tests := map[string]struct {
		text string
		want []string
	}{
		"nothing":                      {"Not available", nil},
		"shut down":                    {"Not available (shut down)", nil},
		"another tier":                 {"Same as Standard", nil},
		"free":                         {"Free of charge", []string{"0 USD/1M tokens"}},
		"one price":                    {"$2.50", []string{"2.50 USD/1M tokens"}},
		"glued":                        {"$0.15 (text / image / video)$1.00 (audio)$1.00 / 1,000,000 tokens per hour (storage price)", []string{"0.15 USD/1M tokens text image video", "1.00 USD/1M tokens audio", "1.00 USD/1M tokens/hour"}},
		"until and from":               {"$0.50 (text) through January 31, 2026. $1.00 (text) starting February 1, 2026.", []string{"0.50 USD/1M tokens text until 2026-01-31", "1.00 USD/1M tokens text from 2026-02-01"}},
		"length of prompt":             {"$1, prompts up to 128K tokens $2, prompts over 128K tokens", []string{"1 USD/1M tokens <=128000", "2 USD/1M tokens >128000"}},
		"note before, note marks":      {"Same as Standard, Batch pricing not yet implemented$0.05 (images)^**^", []string{"0.05 USD/1M tokens image"}},
		"equal price per image":        {"$2.00 (text/image), equivalent to $0.0011 per image*", []string{"2.00 USD/1M tokens text image"}},
		"per image without its unit":   {"$2.00 (text), $0.0011 (image)*", []string{"2.00 USD/1M tokens text"}},
		"an image dearer than text":    {"$2.00 (text), $3.00 (image)*", []string{"2.00 USD/1M tokens text", "3.00 USD/1M tokens image"}},
		"per image only":               {"$0.039 per image*", nil},
		"a condition nobody foresaw":   {"$2.00 (weekends)", []string{"2.00 USD/1M tokens remark weekends"}},
		"another quantity of tokens":   {"$0.002 / 1K tokens", []string{"0.002 USD/1K tokens"}},
		"per search, after a free lot": {"1,500 RPD (free), then $35 / 1,000 grounded prompts", []string{"error"}},
		"mode before":                  {"Non-thinking: $0.60Thinking: $3.50", []string{"0.60 USD/1M tokens mode non-thinking", "3.50 USD/1M tokens mode thinking"}},
		"prose before":                 {"Reasoning: $3.50", []string{"error"}},
		"prose behind":                 {"$3.50 for enterprise customers", []string{"error"}},
		"unknown unit":                 {"$3.50 / credit", []string{"error"}},
		"prose alone":                  {"Ask somebody", []string{"error"}},
		"storage for no time":          {"$3.50 (storage price)", []string{"3.50 USD/1M tokens"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			prices, err := googleCell(page.Cell{Text: tt.text}, googlePrice{web.Payload{FetchedAt: sourcetest.Date}.Observe("", data.PriceInput, "", data.USDPerMillion, ""), nil})
			var got []string
			for _, p := range prices {
				got = append(got, describe(p))
			}
			if err != nil {
				got = []string{"error"}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("googleCell(%q) differs (-want +got), %v:\n%s", tt.text, err, diff)
			}
		})
	}
}

func describe(p googlePrice) string {
	q, text := p.Qualifiers, fmt.Sprint(p.Value, " ", p.Unit, " ", strings.Join(p.modalities, " "))
	for mark, value := range map[string]string{"remark ": q.Remark, "mode ": q.Effort, "until ": q.ValidUntil, "from ": q.ValidFrom, "<=": q.ContextUpTo, ">": q.ContextOver} {
		if value != "" {
			text += " " + mark + value
		}
	}
	return page.OneLine(text)
}

func FuzzGoogle(f *testing.F) { fuzzPrices(f, "pricing_google") }
func FuzzXAI(f *testing.F)    { fuzzPrices(f, "pricing_xai") }
