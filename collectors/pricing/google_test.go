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

const (
	googleOct = "pages/ai.google.dev/gemini-api__docs__pricing@2025-10-15.jina.md" // headings and ids lost
	googleNov = "pages/ai.google.dev/gemini-api__docs__pricing@2025-11-25.md.txt"
	googleMay = "pages/ai.google.dev/gemini-api__docs__pricing@2026-05-08.jina.md" // tiers as tabs
)

// TestGoogleRecordedPrices compares with prices read off the captures by a person.
func TestGoogleRecordedPrices(t *testing.T) {
	type q = data.Qualifiers
	const in, out, read, storage = data.PriceInput, data.PriceOutput, data.PriceCacheRead, data.PriceCacheStorage
	tests := map[string]struct {
		page    string
		subject string
		field   data.Field
		q       data.Qualifiers
		want    string // "" when the page prints none
	}{
		"short prompts":            {googleNov, "gemini-3-pro-preview", in, q{Service: "standard", ContextUpTo: "200000"}, "2.00"},
		"long prompts":             {googleNov, "gemini-3-pro-preview", out, q{Service: "standard", ContextOver: "200000"}, "18.00"},
		"third price of a cell":    {googleNov, "gemini-2.5-pro", storage, q{Service: "standard"}, "4.50"},
		"cache read, long":         {googleNov, "gemini-2.5-pro", read, q{Service: "standard", ContextOver: "200000"}, "0.25"},
		"batch":                    {googleNov, "gemini-2.5-pro", in, q{Service: "batch", ContextUpTo: "200000"}, "0.625"},
		"text of several kinds":    {googleNov, "gemini-2.5-flash", in, q{Service: "standard", Modality: "text"}, "0.30"},
		"video of several kinds":   {googleNov, "gemini-2.5-flash", read, q{Service: "batch", Modality: "video"}, "0.03"},
		"audio":                    {googleNov, "gemini-2.5-flash-lite", in, q{Service: "batch", Modality: "audio"}, "0.15"},
		"any kind":                 {googleNov, "gemini-2.5-flash-lite", out, q{Service: "standard"}, "0.40"},
		"unit in the cell":         {googleNov, "gemini-2.0-flash", read, q{Service: "standard", Modality: "audio"}, "0.175"},
		"storage in its own row":   {googleNov, "gemini-2.0-flash", storage, q{Service: "batch"}, "1.00"},
		"not available":            {googleNov, "gemini-2.0-flash-lite", read, q{Service: "standard"}, ""},
		"no tier named":            {googleNov, "gemini-2.5-computer-use-preview-10-2025", out, q{ContextOver: "200000"}, "15.00"},
		"per image in a remark":    {googleNov, "gemini-3-pro-image-preview", in, q{Service: "standard", Modality: "image"}, ""},
		"per image":                {googleNov, "gemini-2.5-flash-image", out, q{Service: "standard"}, ""},
		"per second":               {googleNov, "veo-3.1-generate-preview", out, q{}, ""},
		"free tier only":           {googleNov, "Gemma 3", in, q{}, ""},
		"spoken output":            {googleNov, "gemini-2.5-pro-preview-tts", out, q{Service: "standard", Modality: "audio"}, "20.00"},
		"input alone":              {googleNov, "gemini-embedding-001", in, q{Service: "batch"}, "0.075"},
		"first tab":                {googleMay, "gemini-3.1-pro-preview", in, q{Service: "standard", ContextUpTo: "200000"}, "2.00"},
		"second id of a section":   {googleMay, "gemini-3.1-pro-preview-customtools", out, q{Service: "batch", ContextOver: "200000"}, "9.00"},
		"third tab":                {googleMay, "gemini-3.1-pro-preview", read, q{Service: "flex", ContextUpTo: "200000"}, "0.20"},
		"last tab":                 {googleMay, "gemini-3.1-pro-preview", storage, q{Service: "priority"}, "8.10"},
		"batch as standard":        {googleMay, "gemini-3-flash-preview", read, q{Service: "batch", Modality: "text"}, "0.05"},
		"priority audio":           {googleMay, "gemini-3-flash-preview", in, q{Service: "priority", Modality: "audio"}, "1.80"},
		"said again per minute":    {googleMay, "gemini-3.1-flash-live-preview", in, q{Modality: "audio"}, "3.00"},
		"per minute, two kinds":    {googleMay, "gemini-3.1-flash-live-preview", in, q{Modality: "video"}, "1.00"},
		"images by the token":      {googleMay, "gemini-3.1-flash-image-preview", out, q{Service: "standard", Modality: "image"}, "60.00"},
		"said again per image":     {googleMay, "gemini-3-pro-image-preview", in, q{Service: "standard", Modality: "image"}, "2.00"},
		"class names its modality": {googleMay, "gemini-embedding-2", in, q{Service: "standard", Modality: "audio"}, "6.50"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got := sourcetest.Value(parseGoogleCapture(t, tt.page), tt.subject, tt.field, tt.q); got != tt.want {
				t.Errorf("%s of %s (%+v) = %q, want %q", tt.field, tt.subject, tt.q, got, tt.want)
			}
		})
	}
}

func TestGoogleRecordedPagesAreWhole(t *testing.T) {
	for p, want := range map[string]struct{ models, prices int }{googleNov: {14, 164}, googleMay: {20, 399}} {
		found := parseGoogleCapture(t, p)
		if got := len(page.PricedSubjects(found)); got != want.models || len(found) != want.prices {
			t.Errorf("%s: %d models and %d prices, want %d and %d", p, got, len(found), want.models, want.prices)
		}
		for _, o := range found {
			if hourly := o.Field == data.PriceCacheStorage; hourly != (o.Unit == data.USDPerMillionPerHour) || !hourly && o.Unit != data.USDPerMillion {
				t.Errorf("%s: %s of %s is in %s", p, o.Field, o.Subject, o.Unit)
			}
		}
	}
}

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
			prices, err := googleCell(page.Cell{Text: tt.text}, googlePrice{field: data.PriceInput, unit: data.USDPerMillion}, sourcetest.Date)
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
	text := fmt.Sprint(p.value, " ", p.unit, " ", strings.Join(p.modalities, " "), " ", p.terms.Status)
	for mark, value := range map[string]string{"remark ": p.terms.Remark, "mode ": p.terms.Effort, "until ": p.terms.ValidUntil, "from ": p.terms.ValidFrom, "<=": p.terms.ContextUpTo, ">": p.terms.ContextOver} {
		if value != "" {
			text += " " + mark + value
		}
	}
	return page.OneLine(text)
}

// TestGoogleRefusesOtherPages changes a good page into ones that must not be read.
func TestGoogleRefusesOtherPages(t *testing.T) {
	good, tabs := sourcetest.Text(t, "pricing_google", "tiers"), sourcetest.Text(t, "pricing_google", "tabs")
	tests := map[string]string{
		"empty":                  "",
		"no tables":              strings.ReplaceAll(good, "|", ""),
		"no paid column":         strings.ReplaceAll(good, "Paid Tier", "Tier Two"),
		"no unit":                strings.ReplaceAll(good, ", per 1M tokens in USD", ""),
		"no tier headings":       strings.NewReplacer("### Standard", "", "### Batch", "", "### Flex", "", "### Priority", "").Replace(good),
		"titles one to the left": strings.ReplaceAll(good, "|   | Free Tier | Paid Tier, per 1M tokens in USD |", "| Free Tier | Paid Tier, per 1M tokens in USD |   |"),
		"fewer tables than tabs": strings.Replace(tabs, "Flex](/p#flex)", "Flex](/p#flex)[Batch](/p#batch)", 1),
		"unknown tier":           strings.Replace(good, "### Flex", "### Turbo API (50% off)", 1),
		"unknown tier, first":    strings.Replace(good, "### Standard", "### Turbo", 1),
		"unknown tier, no id":    good + "\n## Orbit Nameless\n\n### Turbo\n\n|   | Free Tier | Paid Tier, per 1M tokens in USD |\n|---|---|---|\n| Input price | - | $7.00 |\n",
		"unknown condition":      strings.Replace(good, "$1.875 |", "$1.875 on Sundays |", 1),
	}
	for name, body := range tests {
		t.Run(name, func(t *testing.T) {
			if found, err := parseGoogle([]web.Payload{{Body: []byte(body), FetchedAt: sourcetest.Date}}); err == nil {
				t.Errorf("parseGoogle = %d observations, want an error", len(found))
			}
		})
	}
}

func TestGoogleTierHeadings(t *testing.T) {
	good := sourcetest.Text(t, "pricing_google", "tiers")
	const id = "orbit-4-pro-preview"
	for heading, service := range map[string]string{"Batch API (50% off)": "batch", "Fast": "fast", "Priority (beta) inference": "priority"} {
		body := strings.Replace(good, "### Batch", "### "+heading, 1)
		found, err := parseGoogle([]web.Payload{{Body: []byte(body), FetchedAt: sourcetest.Date}})
		q := data.Qualifiers{Service: service, ContextUpTo: "200000"}
		if got := sourcetest.Value(found, id, data.PriceInput, q); got == "" {
			t.Errorf("%s: no price of %s for %s, %v", heading, id, service, err)
		}
	}
}

func TestGoogleRefusesRecordedPages(t *testing.T) {
	for _, page := range []string{googleOct, challengePage, anthropicAug, openAIAug, xaiMay} {
		if found, err := parseGoogle([]web.Payload{sourcetest.Capture(t, page, "")}); err == nil {
			t.Errorf("%s: %d observations, want an error", page, len(found))
		}
	}
}

func parseGoogleCapture(t *testing.T, page string) []data.Observation {
	t.Helper()
	if found, known := knownPages[page]; known {
		return found
	}
	found, err := parseGoogle([]web.Payload{sourcetest.Capture(t, page, "")})
	if err != nil {
		t.Fatalf("%s: %v", page, err)
	}
	knownPages[page] = found
	return found
}

func FuzzGoogle(f *testing.F) { fuzzPrices(f, "pricing_google") }
func FuzzXAI(f *testing.F)    { fuzzPrices(f, "pricing_xai") }
