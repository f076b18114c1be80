package pricing

import (
	"regexp"
	"testing"

	"pricepoint/collectors/page"
	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

const (
	anthropicNov  = "pages/docs.claude.com/en__docs__about-claude__pricing@2025-11-06.md"
	anthropicFeb  = "pages/platform.claude.com/docs__en__about-claude__pricing@2026-02-07.md"
	anthropicJul  = "pages/platform.claude.com/docs__en__about-claude__pricing@2026-07-24.md"
	anthropicAug  = "pages/platform.claude.com/docs__en__about-claude__pricing@2026-08-21.md"
	anthropicSep  = "pages/platform.claude.com/docs__en__about-claude__pricing@2026-09-02.excerpt.md"
	openAIOct     = "pages/platform.openai.com/docs__pricing@2025-10-15.jina.md"
	openAIJan     = "pages/platform.openai.com/docs__pricing@2026-01-24.md"
	openAIJun     = "pages/developers.openai.com/api__docs__pricing@2026-06-26.html2md.md"
	openAIAug     = "pages/developers.openai.com/api__docs__pricing@2026-08-28.md"
	deepSeekMay   = "pages/api-docs.deepseek.com/quick_start__pricing@2026-05-08.html"
	deepSeekAug   = "pages/api-docs.deepseek.com/quick_start__pricing@2026-08-31.fragment.html"
	deepSeekSep   = "pages/api-docs.deepseek.com/quick_start__pricing@2026-09-16.excerpt.html"
	challengePage = "pages/openai.com/api__pricing@2026-05-08.cf-challenge.html"
)

// recordedPages lists the captures a source must read, and how many models each prices for input and output.
var recordedPages = map[string]struct {
	source string
	models int
}{
	anthropicNov: {"pricing_anthropic", 9},
	anthropicFeb: {"pricing_anthropic", 11},
	anthropicJul: {"pricing_anthropic", 15}, // 16 rows, two of them for one model
	anthropicAug: {"pricing_anthropic", 15},
	anthropicSep: {"pricing_anthropic", 17},
	openAIOct:    {"pricing_openai", 55},
	openAIJan:    {"pricing_openai", 68},
	openAIJun:    {"pricing_openai", 17},
	openAIAug:    {"pricing_openai", 59},
	deepSeekMay:  {"pricing_deepseek", 2},
	deepSeekAug:  {"pricing_deepseek", 2},
	deepSeekSep:  {"pricing_deepseek", 2},
}

// knownPages are the captures of pricing pages that a test has read.
var knownPages = map[string][]data.Observation{}

// parseRecorded reads one capture with the source it belongs to, once for all tests.
func parseRecorded(t *testing.T, page string) []data.Observation {
	t.Helper()
	if found, known := knownPages[page]; known {
		return found
	}
	s := sourcetest.Named(t, Sources(), recordedPages[page].source)
	found, err := s.Parse([]web.Payload{sourcetest.Capture(t, page, s.Requests[0][0].URL)})
	if err != nil {
		t.Fatalf("%s: %v", page, err)
	}
	knownPages[page] = found
	return found
}

// TestRecordedPrices compares with prices read off the captures by a person.
func TestRecordedPrices(t *testing.T) {
	type q = data.Qualifiers
	const in, out, read, write = data.PriceInput, data.PriceOutput, data.PriceCacheRead, data.PriceCacheWrite
	const peakHours = "UTC; mon,tue,wed,thu,fri 01:00-04:00; mon,tue,wed,thu,fri 06:00-10:00"
	googleOnly, bedrockToo := "retired, except on Google Cloud", "retired, except on Bedrock and Google Cloud"
	tests := map[string]struct {
		page    string
		subject string
		field   data.Field
		q       data.Qualifiers
		want    string // "" when the page prints none
	}{
		"escaped dollar":              {anthropicNov, "Claude Opus 4.1", in, q{Service: "standard"}, "15"},
		"deprecated":                  {anthropicNov, "Claude Sonnet 3.7", out, q{Service: "standard", Status: "deprecated"}, "15"},
		"digits as printed":           {anthropicNov, "Claude Haiku 3.5", write, q{Service: "standard", CacheTTL: "1h"}, "1.6"},
		"batch of 2025":               {anthropicNov, "Claude Haiku 3", in, q{Service: "batch"}, "0.125"},
		"long prompts, models above":  {anthropicNov, "Claude Sonnet 4", in, q{Service: "standard", ContextOver: "200000"}, "6"},
		"long prompts, output":        {anthropicNov, "Claude Sonnet 4.5", out, q{Service: "standard", ContextOver: "200000"}, "22.50"},
		"short row, padded unevenly":  {anthropicFeb, "Claude Haiku 3", read, q{Service: "standard"}, "0.03"},
		"five-minute write":           {anthropicFeb, "Claude Opus 4.6", write, q{Service: "standard", CacheTTL: "5m"}, "6.25"},
		"fast, long prompts":          {anthropicFeb, "Claude Opus 4.6", out, q{Service: "fast", ContextOver: "200000"}, "225"},
		"fast, short prompts":         {anthropicFeb, "Claude Opus 4.6", in, q{Service: "fast", ContextUpTo: "200000"}, "30"},
		"long prompts, next row":      {anthropicFeb, "Claude Opus 4.6", out, q{Service: "standard", ContextOver: "200000"}, "37.50"},
		"long prompts, two names":     {anthropicFeb, "Claude Sonnet 4", in, q{Service: "standard", ContextOver: "200000"}, "6"},
		"promotion billed now":        {anthropicJul, "Claude Sonnet 5", in, q{Service: "standard", Kind: "promotional", ValidUntil: "2026-08-31"}, "2"},
		"promotion, output":           {anthropicJul, "Claude Sonnet 5", out, q{Service: "standard", Kind: "promotional", ValidUntil: "2026-08-31"}, "10"},
		"announced rise":              {anthropicJul, "Claude Sonnet 5", in, q{Service: "standard", Kind: "announced", ValidFrom: "2026-09-01"}, "3"},
		"announced rise, cache":       {anthropicJul, "Claude Sonnet 5", read, q{Service: "standard", Kind: "announced", ValidFrom: "2026-09-01"}, "0.30"},
		"announced rise, batch":       {anthropicJul, "Claude Sonnet 5", out, q{Service: "batch", Kind: "announced", ValidFrom: "2026-09-01"}, "7.50"},
		"retired, one exception":      {anthropicJul, "Claude Opus 4", out, q{Service: "standard", Status: googleOnly}, "75"},
		"limited availability":        {anthropicJul, "Claude Mythos 5", in, q{Service: "standard", Status: "limited availability"}, "10"},
		"fast, two models in a row":   {anthropicJul, "Claude Opus 4.8", out, q{Service: "fast"}, "50"},
		"retired, two exceptions":     {anthropicAug, "Claude Haiku 3.5", read, q{Service: "standard", Status: bedrockToo}, "0.08"},
		"promotion became standard":   {anthropicAug, "Claude Sonnet 5", in, q{Service: "standard"}, "2"},
		"batch of a retired model":    {anthropicAug, "Claude Opus 4.1", in, q{Service: "batch", Status: bedrockToo}, "7.50"},
		"glued footnote digit":        {anthropicSep, "Claude Fable 5.1", read, q{Service: "standard"}, "0.25"},
		"no footnote on the old":      {anthropicSep, "Claude Fable 5", read, q{Service: "standard"}, "1"},
		"hour write beside footnote":  {anthropicSep, "Claude Mythos 5.1", write, q{Service: "standard", CacheTTL: "1h", Status: "limited availability"}, "20"},
		"first of 2025":               {openAIOct, "gpt-5", in, q{Service: "batch"}, "0.625"},
		"last of 2025":                {openAIOct, "babbage-002", out, q{Service: "standard"}, "0.40"},
		"January standard":            {openAIJan, "gpt-5.2", in, q{Service: "standard"}, "1.75"},
		"January batch":               {openAIJan, "gpt-5.2", in, q{Service: "batch"}, "0.875"},
		"January flex":                {openAIJan, "gpt-5.2", read, q{Service: "flex"}, "0.0875"},
		"January priority":            {openAIJan, "gpt-5.2", out, q{Service: "priority"}, "28.00"},
		"January dash":                {openAIJan, "gpt-5.2-pro", read, q{Service: "standard"}, ""},
		"January pro":                 {openAIJan, "gpt-5.2-pro", out, q{Service: "standard"}, "168.00"},
		"no fine-tuned price":         {openAIJan, "gpt-4.1-2025-04-14", in, q{Service: "standard"}, ""},
		"text price of a voice model": {openAIJan, "gpt-realtime", in, q{Service: "standard"}, "4.00"},
		"audio price of the same":     {openAIJan, "gpt-realtime", in, q{Service: "standard", Modality: "audio"}, "32.00"},
		"legacy model":                {openAIJan, "gpt-4-32k", out, q{Service: "standard"}, "120.00"},
		"legacy batch":                {openAIJan, "gpt-3.5-turbo-0125", in, q{Service: "batch"}, "0.25"},
		"June standard":               {openAIJun, "gpt-5.5", out, q{Service: "standard"}, "30.00"},
		"June batch":                  {openAIJun, "gpt-5.4", read, q{Service: "batch"}, "0.13"},
		"June flex":                   {openAIJun, "gpt-5.5-pro", in, q{Service: "flex"}, "15.00"},
		"June priority":               {openAIJun, "gpt-5.5", in, q{Service: "priority"}, "12.50"},
		"long context of no length":   {openAIJun, "gpt-5.5", out, q{Service: "standard", ContextOver: data.LongContext}, "45.00"},
		"no long context":             {openAIJun, "gpt-5.4-nano", out, q{Service: "standard"}, "1.25"},
		"cell of a spanned name":      {openAIJun, "gpt-realtime-2", out, q{Service: "standard", Modality: "text"}, "24.00"},
		"spanned name in batch":       {openAIJun, "gpt-image-1.5", read, q{Service: "batch", Modality: "text"}, "0.63"},
		"spanned category":            {openAIJun, "o4-mini-deep-research", in, q{Service: "batch"}, "1.00"},
		"specialised, priority":       {openAIJun, "gpt-5.3-codex", read, q{Service: "priority"}, "0.35"},
		"transcribed text":            {openAIJan, "gpt-4o-transcribe", out, q{Service: "standard"}, "10.00"},
		"transcribed speech":          {openAIJan, "gpt-4o-transcribe", in, q{Service: "standard", Modality: "audio"}, "6.00"},
		"speech gives no audio":       {openAIJan, "gpt-4o-transcribe", out, q{Service: "standard", Modality: "audio"}, ""},
		"with speakers":               {openAIJan, "gpt-4o-transcribe-diarize", in, q{Service: "standard", Modality: "audio"}, "6.00"},
		"spoken text":                 {openAIJan, "gpt-4o-mini-tts", in, q{Service: "standard"}, "0.60"},
		"speech":                      {openAIJan, "gpt-4o-mini-tts", out, q{Service: "standard", Modality: "audio"}, "12.00"},
		"speech of 2025":              {openAIOct, "gpt-4o-mini-transcribe", in, q{Service: "standard", Modality: "audio"}, "3.00"},
		"by the minute, January":      {openAIJan, "Whisper", in, q{Service: "standard"}, ""},
		"embedding of one price":      {openAIJan, "text-embedding-3-large", in, q{Service: "standard"}, "0.13"},
		"embedding, batch":            {openAIJan, "text-embedding-3-large", in, q{Service: "batch"}, "0.065"},
		"embedding has no output":     {openAIJan, "text-embedding-3-large", out, q{Service: "standard"}, ""},
		"transcription, June":         {openAIJun, "gpt-4o-transcribe", in, q{Service: "standard"}, "2.50"},
		"transcription, August":       {openAIAug, "gpt-4o-mini-transcribe", out, q{Service: "standard"}, "5.00"},
		"with speakers, August":       {openAIAug, "gpt-4o-transcribe-diarize", in, q{Service: "standard"}, "2.50"},
		"by the minute only":          {openAIAug, "gpt-transcribe", in, q{Service: "standard"}, ""},
		"embedding, August":           {openAIAug, "text-embedding-ada-002", in, q{Service: "standard"}, "0.10"},
		"August standard":             {openAIAug, "gpt-5.4", in, q{Service: "standard", ContextUpTo: "272000", UpToOp: data.Below}, "2.50"},
		"August batch":                {openAIAug, "gpt-5.4", read, q{Service: "batch", ContextUpTo: "272000", UpToOp: data.Below}, "0.13"},
		"August flex":                 {openAIAug, "gpt-5.4", out, q{Service: "flex", ContextUpTo: "272000", UpToOp: data.Below}, "7.50"},
		"August fast mode":            {openAIAug, "gpt-5.4", in, q{Service: "fast", ContextUpTo: "272000", UpToOp: data.Below}, "5.00"},
		"long context":                {openAIAug, "gpt-5.5", out, q{Service: "standard", ContextOver: "272000", OverOp: data.AtLeast}, "45.00"},
		"long context, batch dash":    {openAIAug, "gpt-5.5-pro", in, q{Service: "batch", ContextOver: "272000", OverOp: data.AtLeast}, ""},
		"cache write":                 {openAIAug, "gpt-5.6-sol", write, q{Service: "standard"}, "5.00"},
		"cache write, long context":   {openAIAug, "gpt-5.6-sol", write, q{Service: "standard", ContextOver: data.LongContext}, "10.00"},
		"one price for any length":    {openAIAug, "gpt-5.4-mini", in, q{Service: "standard"}, "0.75"},
		"August dash":                 {openAIAug, "gpt-5.2-pro", read, q{Service: "standard"}, ""},
		"specialised, fast mode":      {openAIAug, "gpt-5.3-codex", out, q{Service: "fast"}, "28.00"},
		"for vetted customers only":   {openAIAug, "gpt-5.6-cyber", in, q{Service: "standard"}, "12.50"},
		"a row of dashes":             {openAIAug, "gpt-5.4-cyber", in, q{Service: "standard"}, ""},
		"free is zero":                {openAIAug, "omni-moderation-latest", in, q{Service: "standard"}, "0"},
		"a price per minute":          {openAIAug, "gpt-realtime-whisper", out, q{Service: "standard"}, ""},
		"discounted":                  {deepSeekMay, "deepseek-v4-pro", in, q{Kind: "promotional"}, "0.435"},
		"struck list price":           {deepSeekMay, "deepseek-v4-pro", in, q{Kind: "list"}, "1.74"},
		"struck list price, output":   {deepSeekMay, "deepseek-v4-pro", out, q{Kind: "list"}, "3.48"},
		"discounted cache hit":        {deepSeekMay, "deepseek-v4-pro", read, q{Kind: "promotional"}, "0.003625"},
		"footnoted name":              {deepSeekMay, "deepseek-v4-flash", out, q{}, "0.28"},
		"off-peak":                    {deepSeekAug, "deepseek-v4-pro", read, q{Window: "offPeak"}, "0.022"},
		"peak":                        {deepSeekAug, "deepseek-v4-pro", out, q{Window: "peak"}, "3.96"},
		"peak, September":             {deepSeekSep, "deepseek-flash", in, q{Window: "peak", Hours: peakHours}, "0.3"},
		"off-peak, September":         {deepSeekSep, "deepseek-flash", read, q{Window: "offPeak", Hours: "outside " + peakHours}, "0.003"},
		"context length":              {deepSeekSep, "deepseek-v4-pro", data.ContextTokens, q{}, "1000000"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got := sourcetest.Value(parseRecorded(t, tt.page), tt.subject, tt.field, tt.q); got != tt.want {
				t.Errorf("%s of %s (%+v) = %q, want %q", tt.field, tt.subject, tt.q, got, tt.want)
			}
		})
	}
}

func TestRecordedPagesAreWhole(t *testing.T) {
	for p, want := range recordedPages {
		t.Run(p, func(t *testing.T) {
			found := parseRecorded(t, p)
			if got := len(page.PricedSubjects(found)); got != want.models {
				t.Errorf("%d models have an input and an output price, want %d", got, want.models)
			}
			type said struct {
				subject string
				field   data.Field
				q       data.Qualifiers
			}
			first := map[said]string{}
			for _, o := range found {
				key := said{o.Subject, o.Field, o.Qualifiers}
				if before, ok := first[key]; ok && before != o.Value {
					t.Errorf("%s of %s (%+v) is %s and %s", o.Field, o.Subject, o.Qualifiers, before, o.Value)
				}
				first[key] = o.Value
				if o.Field != data.ContextTokens && o.Unit != data.USDPerMillion {
					t.Errorf("%s of %s is in %s, want %s", o.Field, o.Subject, o.Unit, data.USDPerMillion)
				}
			}
		})
	}
}

// TestRecordedOpenAIIsWhole compares with the number of cells that hold a price of tokens, counted on the captures without
// those for fine-tuned models. Of August
// are missing 8 that it repeats for vetted customers.
func TestRecordedOpenAIIsWhole(t *testing.T) {
	for page, want := range map[string]int{openAIOct: 285, openAIJan: 361, openAIJun: 142, openAIAug: 511 - 8} {
		if got := len(parseRecorded(t, page)); got != want {
			t.Errorf("%s: %d prices, want %d", page, got, want)
		}
	}
}

// TestPagesWithoutPricesFail hands each source pages that a server may answer with and that are not the price page.
func TestPagesWithoutPricesFail(t *testing.T) {
	tables := regexp.MustCompile(`(?m)^\s*\|.*$|(?s)<table.*?</table>`)
	for page, want := range recordedPages {
		doc := sourcetest.Capture(t, page, "")
		stripped, empty := doc, doc
		stripped.Body, empty.Body = tables.ReplaceAll(doc.Body, nil), nil
		bad := map[string]web.Payload{
			"empty page":     empty,
			"tables removed": stripped,
			"challenge":      sourcetest.Capture(t, challengePage, ""),
			"other product":  sourcetest.Capture(t, "pages/claude.com/pricing@2026-05-08.html", ""),
			"one model":      sourcetest.Capture(t, "pages/developers.openai.com/api__docs__models__gpt-5.6-sol@2026-09-25.md", ""),
		}
		s := sourcetest.Named(t, Sources(), want.source)
		if want.source == "pricing_anthropic" {
			delete(bad, "other product") // it is the other page of this provider
		}
		for name, doc := range bad {
			t.Run(page+"/"+name, func(t *testing.T) {
				if found, err := s.Parse([]web.Payload{doc}); err == nil {
					t.Errorf("Parse = %d observations, want an error", len(found))
				}
			})
		}
	}
}
