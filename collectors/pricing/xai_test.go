package pricing

import (
	"strings"
	"testing"

	"pricepoint/collectors/page"
	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

const (
	xaiDec = "pages/docs.x.ai/docs__models@2025-12-31.html2md.md"
	xaiMay = "pages/docs.x.ai/docs__models@2026-05-08.jina.md"
	xaiOct = "pages/docs.x.ai/developers__pricing@2026-10-15.excerpt.md"
)

// TestXAIRecordedPrices compares with prices read off the captures by a person.
func TestXAIRecordedPrices(t *testing.T) {
	type q = data.Qualifiers
	const in, out, read, context = data.PriceInput, data.PriceOutput, data.PriceCacheRead, data.ContextTokens
	tests := map[string]struct {
		page    string
		subject string
		field   data.Field
		q       data.Qualifiers
		want    string // "" when the page prints none
	}{
		"short prompts":       {xaiOct, "grok-4.7", in, q{ContextUpTo: "200000", UpToOp: data.Below}, "2.00"},
		"long prompts":        {xaiOct, "grok-4.7", out, q{ContextOver: "200000", OverOp: data.AtLeast}, "12.00"},
		"cached":              {xaiOct, "grok-4.5", read, q{ContextUpTo: "200000", UpToOp: data.Below}, "0.30"},
		"cached, long":        {xaiOct, "grok-build-0.1", read, q{ContextOver: "200000", OverOp: data.AtLeast}, "0.40"},
		"context in K":        {xaiOct, "grok-build-0.1", context, q{}, "256000"},
		"context in M":        {xaiOct, "grok-4.20-0309-reasoning", context, q{}, "1000000"},
		"price per image":     {xaiOct, "grok-imagine-image", in, q{}, ""},
		"input, May":          {xaiMay, "grok-4.20-multi-agent-0309", in, q{}, "1.25"},
		"output, May":         {xaiMay, "grok-4-1-fast-non-reasoning", out, q{}, "0.50"},
		"no cached price":     {xaiMay, "grok-4.3", read, q{}, ""},
		"first of two, glued": {xaiDec, "grok-code-fast-1", in, q{}, "0.20"},
		"last of two, glued":  {xaiDec, "grok-4-0709", out, q{}, "15.00"},
		"context in full":     {xaiDec, "grok-3", context, q{}, "131072"},
		"per image output":    {xaiDec, "grok-2-image-1212", in, q{}, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got := sourcetest.Value(parseXAICapture(t, tt.page), tt.subject, tt.field, tt.q); got != tt.want {
				t.Errorf("%s of %s (%+v) = %q, want %q", tt.field, tt.subject, tt.q, got, tt.want)
			}
		})
	}
}

func TestXAIRecordedPagesAreWhole(t *testing.T) {
	for p, want := range map[string]struct{ models, numbers int }{xaiDec: {9, 27}, xaiMay: {6, 18}, xaiOct: {5, 35}} {
		found := parseXAICapture(t, p)
		if got := len(page.PricedSubjects(found)); got != want.models || len(found) != want.numbers {
			t.Errorf("%s: %d models and %d numbers, want %d and %d", p, got, len(found), want.models, want.numbers)
		}
	}
}

func TestXAIServiceHeadings(t *testing.T) {
	rows := sourcetest.Text(t, "pricing_xai", "rows")
	for name, tt := range map[string]struct{ headings, service string }{
		"batch":               {"### Batch API Pricing", "batch"},
		"priority":            {"### Priority", "priority"},
		"flex":                {"### Flex (50% off)", "flex"},
		"fast":                {"### Fast mode", "fast"},
		"class in a service":  {"## Batch API\n\n### Language models", "batch"},
		"service in a class":  {"## Batch API\n\n### Priority", "priority"},
		"a model, no service": {"### Heron 7 Fast", ""},
	} {
		t.Run(name, func(t *testing.T) {
			body := rows + "\n" + tt.headings + "\n\n| Model | Input / 1M tokens | Output / 1M tokens |\n| --- | --- | --- |\n| heron-8 | $0.70 | $1.90 |\n"
			found, err := parseXAI([]web.Payload{{Body: []byte(body), FetchedAt: sourcetest.Date}})
			if got := sourcetest.Value(found, "heron-8", data.PriceInput, data.Qualifiers{Service: tt.service}); got != "0.70" || err != nil {
				t.Errorf("input of heron-8 for %q = %q, %v, want 0.70", tt.service, got, err)
			}
		})
	}
}

// TestXAIServiceRows names services in rows between those of the models.
func TestXAIServiceRows(t *testing.T) {
	rows := sourcetest.Text(t, "pricing_xai", "rows")
	const header = "\n### More\n\n| Model | Input / 1M tokens | Output / 1M tokens |\n| --- | --- | --- |\n"
	for name, tt := range map[string]struct{ group, service string }{
		"batch, alone":     {"| **Batch** | | |", "batch"},
		"priority, across": {"| Priority | Priority | Priority |", "priority"},
		"with the unit":    {"| Batch API | Per million tokens | |", "batch"},
		"another group":    {"| Batch | | |\n| heron-9 | $1 | $2 |\n| Language models | | |", ""},
		"after pictures":   {"| Pictures | Per image | |\n| heron-picture | $0.02 | $0.03 |\n| Batch | | |", "batch"},
		"no price":         {"| Batch | | |\n| heron-9 | | |", "batch"},
	} {
		t.Run(name, func(t *testing.T) {
			found, err := parseXAI([]web.Payload{{Body: []byte(rows + header + tt.group + "\n| heron-8 | $0.70 | $1.90 |\n"), FetchedAt: sourcetest.Date}})
			if got := sourcetest.Value(found, "heron-8", data.PriceInput, data.Qualifiers{Service: tt.service}); got != "0.70" || err != nil {
				t.Errorf("input of heron-8 for %q = %q, %v, want 0.70", tt.service, got, err)
			}
		})
	}
}

// TestXAIRefusesOtherPages changes a good page into ones that must not be read.
func TestXAIRefusesOtherPages(t *testing.T) {
	rows := sourcetest.Text(t, "pricing_xai", "rows")
	joint := sourcetest.Text(t, "pricing_xai", "joint")
	columns := sourcetest.Text(t, "pricing_xai", "columns")
	tests := map[string]string{
		"empty":                 "",
		"component not there":   "# Models and Pricing\n\nLoading models…\n\n## Tools Pricing\n\n| Tool | Cost |\n|---|---|\n| Search | $5 |\n",
		"no output column":      strings.ReplaceAll(rows, "Output / 1M tokens", "Answers"),
		"no unit":               strings.NewReplacer(" / 1M tokens", "", "per million tokens", "").Replace(rows),
		"rows alike":            strings.ReplaceAll(rows, " (≥ 200k prompt tokens)", " (< 200k prompt tokens)"),
		"prices of what":        strings.ReplaceAll(joint, "$3.00$15.00", "$3.00"),
		"four prices in one":    strings.ReplaceAll(joint, "$3.00$15.00", "$3.00$4.00$5.00$15.00"),
		"context of no size":    strings.ReplaceAll(rows, "| 500k |", "| large |"),
		"long, but how long":    strings.ReplaceAll(columns, "<div>Long context ≥ 200k tokens</div>", ""),
		"regional class unsaid": strings.ReplaceAll(rows, "(input / cached input / output)", "(input / output)"),
	}
	for name, body := range tests {
		t.Run(name, func(t *testing.T) {
			if found, err := parseXAI([]web.Payload{{Body: []byte(body), FetchedAt: sourcetest.Date}}); err == nil {
				t.Errorf("parseXAI = %d observations, want an error", len(found))
			}
		})
	}
}

// TestXAIRegionalPricesAreHeldAgainstTheirPage: prices in a sentence are read as strictly as those of the tables.
func TestXAIRegionalPricesAreHeldAgainstTheirPage(t *testing.T) {
	const before = "Requests sent to the [US regional endpoint]"
	us := data.Qualifiers{Region: "US", ContextUpTo: "200000", UpToOp: data.Below}
	for name, tt := range map[string]struct{ said, want string }{
		"as-it-is": {"", "2.20"},
	} {
		t.Run(name, func(t *testing.T) {
			rows := sourcetest.Text(t, "pricing_xai", "rows")
			if !strings.Contains(rows, before) {
				t.Fatalf("the fixture has no %s", before)
			}
			found, _ := parseXAI([]web.Payload{{Body: []byte(strings.Replace(rows, before, tt.said+"\n\n"+before, 1)), FetchedAt: sourcetest.Date}})
			if len(found) == 0 {
				t.Fatal("nothing is read")
			}
			if got := sourcetest.Value(found, "heron-7", data.PriceInput, us); got != tt.want {
				t.Errorf("input of heron-7 at the US endpoint = %q, want %q", got, tt.want)
			}
		})
	}
}

func TestXAIRefusesRecordedPages(t *testing.T) {
	for _, page := range []string{challengePage, googleNov, deepSeekSep, "pages/claude.com/pricing@2026-05-08.html"} {
		if found, err := parseXAI([]web.Payload{sourcetest.Capture(t, page, "")}); err == nil {
			t.Errorf("%s: %d observations, want an error", page, len(found))
		}
	}
}

func parseXAICapture(t *testing.T, page string) []data.Observation {
	t.Helper()
	found, err := parseXAI([]web.Payload{sourcetest.Capture(t, page, "")})
	if err != nil {
		t.Fatalf("%s: %v", page, err)
	}
	return found
}
