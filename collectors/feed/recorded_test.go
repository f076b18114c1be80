package feed

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pricepoint/collectors/page"
	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// feedSources are the sources of the feeds, by their name in the index of the captures.
var feedSources = map[string]string{
	"openrouter": "feed_openrouter", "litellm": "feed_litellm", "models.dev": "feed_modelsdev",
	"genai-prices": "feed_genaiprices", "llm-prices": "feed_llmprices",
}

// recordedFeed returns one capture of a feed, unpacked.
func recordedFeed(t testing.TB, path, url string) web.Payload {
	t.Helper()
	doc := sourcetest.Capture(t, path, url)
	if strings.HasSuffix(path, ".gz") {
		packed, err := gzip.NewReader(bytes.NewReader(doc.Body))
		if err != nil {
			t.Fatal(err)
		}
		if doc.Body, err = io.ReadAll(packed); err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(doc.Body)
		doc.SHA256 = hex.EncodeToString(sum[:])
	}
	return doc
}

// feedCapture is what one visit to a feed found: one file, or one a vendor.
type feedCapture struct {
	source string
	docs   []web.Payload
}

// recordedFeeds returns every capture of every feed by what was asked and when: "feed_litellm 2026-07-24 …".
func recordedFeeds(t testing.TB) map[string]feedCapture {
	t.Helper()
	index, err := os.Open(filepath.Join(sourcetest.Captures(t), "INDEX.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer index.Close()
	captures := map[string]feedCapture{}
	for lines := bufio.NewScanner(index); lines.Scan(); {
		column := strings.Split(lines.Text(), "\t")
		source := feedSources[column[1]]
		if column[0] != "price-feed" || source == "" {
			continue
		}
		name := source + " " + column[3] + " " + column[2]
		if source == "feed_llmprices" {
			name = source + " " + column[3]
		}
		docs := append(captures[name].docs, recordedFeed(t, column[4], column[2]))
		captures[name] = feedCapture{source, docs}
	}
	return captures
}

// The captures by name; those of llm-prices are one file a vendor.
const (
	openRouterURL = " https://openrouter.ai/api/v1/models"
	litellmURL    = " https://raw.githubusercontent.com/BerriAI/litellm/main/model_prices_and_context_window.json"
	modelsDevURL  = " https://models.dev/api.json"
	genAIURL      = " https://raw.githubusercontent.com/pydantic/genai-prices/main/prices/"

	openRouterMay = "feed_openrouter 2026-05-15" + openRouterURL
	openRouterJul = "feed_openrouter 2026-07-17" + openRouterURL
	openRouterKim = "feed_openrouter 2026-07-25" + openRouterURL
	openRouterAug = "feed_openrouter 2026-08-08" + openRouterURL
	openRouterNew = "feed_openrouter 2026-08-19" + openRouterURL
	litellmJul    = "feed_litellm 2025-07-29" + litellmURL
	litellmDec    = "feed_litellm 2025-12-01" + litellmURL
	litellmMar    = "feed_litellm 2026-03-29" + litellmURL
	litellmNew    = "feed_litellm 2026-07-24" + litellmURL
	modelsDevDec  = "feed_modelsdev 2025-12-30" + modelsDevURL
	modelsDevFeb  = "feed_modelsdev 2026-02-28" + modelsDevURL
	modelsDevApr  = "feed_modelsdev 2026-04-30" + modelsDevURL
	modelsDevNew  = "feed_modelsdev 2026-07-02" + modelsDevURL
	modelsDevAll  = "feed_modelsdev 2026-09-30" + modelsDevURL
	genAIOct      = "feed_genaiprices 2025-10-27" + genAIURL + "data.json"
	genAIOctSlim  = "feed_genaiprices 2025-10-27" + genAIURL + "data_slim.json"
	genAIJan      = "feed_genaiprices 2026-01-28" + genAIURL + "data.json"
	genAIJanSlim  = "feed_genaiprices 2026-01-28" + genAIURL + "data_slim.json"
	genAIApr      = "feed_genaiprices 2026-04-30" + genAIURL + "data.json"
	genAIAprSlim  = "feed_genaiprices 2026-04-30" + genAIURL + "data_slim.json"
	genAIJul      = "feed_genaiprices 2026-07-25" + genAIURL + "data.json"
	genAIJulSlim  = "feed_genaiprices 2026-07-25" + genAIURL + "data_slim.json"
	genAINew      = "feed_genaiprices 2026-08-21" + genAIURL + "new_data/v2/data.json"
	genAINewSlim  = "feed_genaiprices 2026-08-21" + genAIURL + "new_data/v2/data_slim.json"
	genAISep      = "feed_genaiprices 2026-09-23" + genAIURL + "new_data/v2/data.json"
	llmPricesDec  = "feed_llmprices 2025-12-28"
	llmPricesApr  = "feed_llmprices 2026-04-24"
	llmPricesNew  = "feed_llmprices 2026-08-05"

	// metadata is another file of models.dev, which prints no prices.
	metadata = "feed_modelsdev 2026-07-02 https://models.dev/models.json"
)

// recordedFeedModels is how many models each capture prices for input and output, counted by other means. LiteLLM has
// two of them twice, with and without their host, which are one here. Five of all the models of models.dev have a price
// of their fast mode only; the captures before hold some of its providers. What is taken off has a lower price for long
// prompts.
var recordedFeedModels = map[string]int{
	openRouterMay: 361, openRouterJul: 338, openRouterKim: 340, openRouterAug: 395, openRouterNew: 409,
	litellmJul: 1057 - 1, litellmDec: 1549 - 1, litellmMar: 2153, litellmNew: 2523,
	modelsDevDec: 415, modelsDevFeb: 508, modelsDevApr: 537, modelsDevNew: 679, modelsDevAll: 7914 + 5 - 4,
	genAIOct: 722, genAIOctSlim: 722, genAIJan: 991, genAIJanSlim: 991, genAIApr: 1038, genAIAprSlim: 1038,
	genAIJul: 1245, genAIJulSlim: 1245, genAINew: 1270, genAINewSlim: 1270, genAISep: 1469,
	llmPricesDec: 87, llmPricesApr: 95, llmPricesNew: 116,
}

func TestRecordedFeedsAreWhole(t *testing.T) {
	for name, capture := range recordedFeeds(t) {
		t.Run(name, func(t *testing.T) {
			s := sourcetest.Named(t, Sources(), capture.source)
			found, err := s.Parse(capture.docs)
			if name == metadata {
				if err == nil {
					t.Errorf("Parse = %d observations of a file without prices, want an error", len(found))
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			want, listed := recordedFeedModels[name]
			if got := len(page.PricedSubjects(found)); got != want || !listed {
				t.Errorf("%d models have an input and an output price, want %d", got, want)
			}
			checkFeed(t, found)
			var twice page.Refused
			if twice.Distinct(found); twice.Err() != nil {
				err := twice.Err()
				t.Error(err)
			}
		})
	}
}

// TestRecordedFeedPrices compares with prices read off the captures by a person.
func TestRecordedFeedPrices(t *testing.T) {
	type q = data.Qualifiers
	const in, out, read, write, context = data.PriceInput, data.PriceOutput, data.PriceCacheRead, data.PriceCacheWrite, data.ContextTokens
	over := func(tokens string) q { return q{ContextOver: tokens} }
	captures := recordedFeeds(t)
	tests := map[string]struct {
		capture, subject string
		field            data.Field
		q                q
		want             string // "" when the feed prints none
	}{
		"decimal text":               {openRouterMay, "anthropic/claude-opus-4.5", in, q{}, "0.000005"},
		"write of unstated life":     {openRouterMay, "anthropic/claude-opus-4.5", write, q{}, "0.00000625"},
		"free is zero":               {openRouterMay, "qwen/qwen3-coder:free", out, q{}, "0"},
		"no overrides in May":        {openRouterMay, "x-ai/grok-4.3", in, over("200000"), ""},
		"long prompts, bare list":    {openRouterJul, "x-ai/grok-4.3", read, q{ContextOver: "200000", OverOp: data.AtLeast}, "0.0000004"},
		"write for an hour":          {openRouterJul, "anthropic/claude-sonnet-5", write, q{CacheTTL: "1h"}, "0.000004"},
		"write for five minutes":     {openRouterJul, "anthropic/claude-sonnet-5", write, q{CacheTTL: "5m"}, "0.0000025"},
		"audio, long prompts":        {openRouterJul, "google/gemini-2.5-pro", in, q{Modality: "audio", ContextOver: "200000", OverOp: data.AtLeast}, "0.0000025"},
		"a third party's route":      {openRouterKim, "moonshotai/kimi-k3", out, q{}, "0.000015"},
		"context length":             {openRouterKim, "minimax/minimax-m3", context, q{}, "1048576"},
		"batch route, long prompts":  {openRouterAug, "openai/gpt-5.6-luna:batch", out, q{Service: "batch", ContextOver: "272000", OverOp: data.AtLeast}, "0.0000009"},
		"fast route is a subject":    {openRouterAug, "anthropic/claude-opus-5-fast", in, q{}, "0.00001"},
		"peak":                       {openRouterNew, "deepseek/deepseek-v4-pro", in, q{Window: "peak"}, "0.00000132"},
		"peak, output":               {openRouterNew, "deepseek/deepseek-v4-pro-0813", out, q{Window: "peak"}, "0.00000396"},
		"peak, cache":                {openRouterNew, "deepseek/deepseek-v4-pro", read, q{Window: "peak"}, "0.000000044"},
		"off-peak":                   {openRouterNew, "deepseek/deepseek-v4-pro", in, q{Window: "offPeak"}, "0.00000066"},
		"no price at all hours":      {openRouterNew, "deepseek/deepseek-v4-pro", in, q{}, ""},
		"second of two bounds":       {openRouterNew, "qwen/qwen3-max", write, q{ContextOver: "128000", OverOp: data.AtLeast}, "0.0000024375"},
		"batch, cache":               {openRouterNew, "anthropic/claude-opus-4.8:batch", write, q{Service: "batch", CacheTTL: "1h"}, "0.000005"},
		"varying price":              {openRouterNew, "openrouter/auto", in, q{}, ""},
		"thinking route":             {openRouterNew, "qwen/qwen-plus-2025-07-28:thinking", in, q{Service: "thinking"}, ""},
		"exponent":                   {litellmJul, "claude-opus-4-20250514", in, q{}, "1.5e-05"},
		"batches of 2025":            {litellmJul, "gpt-4.1", out, q{Service: "batch"}, "4e-06"},
		"above 200k":                 {litellmJul, "gemini/gemini-2.5-pro", out, over("200000"), "1.5e-05"},
		"cache hit of old":           {litellmJul, "deepseek/deepseek-reasoner", read, q{}, "1.4e-07"},
		"no sample":                  {litellmJul, "sample_spec", in, q{}, ""},
		"flex":                       {litellmDec, "gpt-5", read, q{Service: "flex"}, "6.25e-08"},
		"host and region stay":       {litellmDec, "azure/us/gpt-5.1", in, q{}, "1.38e-06"},
		"bare key of the maker":      {litellmDec, "deepseek-chat", in, q{}, "6e-07"},
		"the same with its maker":    {litellmDec, "deepseek/deepseek-chat", in, q{}, "2.7e-07"},
		"write above 200k":           {litellmDec, "claude-sonnet-4-5", write, over("200000"), "7.5e-06"},
		"priority above 272k":        {litellmMar, "gpt-5.4", out, q{Service: "priority", ContextOver: "272000"}, "3.375e-05"},
		"zero as printed":            {litellmMar, "zai/glm-5", write, q{}, "0"},
		"hour above 200k":            {litellmNew, "claude-sonnet-4-5", write, q{CacheTTL: "1h", ContextOver: "200000"}, "1.2e-05"},
		"five minutes above 200k":    {litellmNew, "claude-sonnet-4-5", write, q{CacheTTL: "5m", ContextOver: "200000"}, "7.5e-06"},
		"write, priority":            {litellmNew, "gpt-5.6-sol", write, q{Service: "priority"}, "1.25e-05"},
		"first of a list":            {litellmNew, "dashscope/qwen3-max", in, q{ContextUpTo: "32000"}, "1.2e-06"},
		"middle of a list":           {litellmNew, "dashscope/qwen3-max", out, q{ContextOver: "32000", ContextUpTo: "128000"}, "1.2e-05"},
		"context as printed":         {litellmNew, "xai/grok-4-1-fast", context, q{}, "2000000.0"},
		"not the maker's own":        {litellmNew, "vertex_ai-language-models/gemini-3-pro-preview", in, q{}, "2e-06"},
		"and not under its key":      {litellmNew, "gemini-3-pro-preview", in, q{}, ""},
		"per million":                {modelsDevDec, "openai/gpt-5.1", read, q{}, "0.13"},
		"explicit zero":              {modelsDevDec, "zai/glm-4.7", write, q{}, "0"},
		"over 200k":                  {modelsDevFeb, "anthropic/claude-opus-4-6", write, over("200000"), "12.5"},
		"id with a slash":            {modelsDevFeb, "openrouter/z-ai/glm-4.7", out, q{}, "2.2"},
		"fast mode":                  {modelsDevApr, "anthropic/claude-opus-4-6", out, q{Service: "fast"}, "150"},
		"fast mode that is priority": {modelsDevApr, "openai/gpt-5.4", in, q{Service: "priority"}, "5"},
		"over 200k before tiers":     {modelsDevApr, "openai/gpt-5.4", out, over("200000"), "22.5"},
		"tier":                       {modelsDevNew, "openai/gpt-5.5", out, over("272000"), "45"},
		"repeats the tier":           {modelsDevNew, "openai/gpt-5.5", out, over("200000"), ""},
		"of all providers":           {modelsDevAll, "anthropic/claude-sonnet-5-5", write, q{}, "2.5"},
		"tier, of all providers":     {modelsDevAll, "xai/grok-4.7", read, over("200000"), "1"},
		"fast mode alone":            {modelsDevAll, "snowflake-cortex/openai-gpt-5.4", in, q{Service: "priority"}, "5"},
		"limit":                      {modelsDevNew, "anthropic/claude-opus-4-8", context, q{}, "1000000"},
		"base of tiers":              {genAIOct, "google/gemini-2.5-pro", read, q{}, "0.31"},
		"tier of the first version":  {genAIOctSlim, "google/gemini-2.5-pro", read, over("200000"), "0.625"},
		"hours, peak":                {genAIOctSlim, "deepseek/deepseek-chat", out, q{Window: "peak"}, "1.1"},
		"hours, other":               {genAIOct, "deepseek/deepseek-chat", in, q{Window: "offPeak"}, "0.135"},
		"ended":                      {genAIOct, "openai/o3", in, q{ValidUntil: "2025-06-09"}, "10"},
		"began":                      {genAIOct, "openai/o3", in, q{ValidFrom: "2025-06-10"}, "2"},
		"write of the first version": {genAIJan, "anthropic/claude-opus-4-5", write, q{}, "6.25"},
		"window":                     {genAIJanSlim, "anthropic/claude-opus-4-5", context, q{}, "200000"},
		"tier that ended":            {genAIApr, "anthropic/claude-sonnet-4-6", out, q{ContextOver: "200000", ValidUntil: "2026-03-12"}, "22.5"},
		"tier that holds":            {genAIAprSlim, "google/gemini-3.1-pro-preview", out, over("200000"), "18"},
		"announced in July":          {genAIJul, "anthropic/claude-sonnet-5", out, q{Kind: "announced", ValidFrom: "2026-09-01"}, "15"},
		"until then":                 {genAIJulSlim, "anthropic/claude-sonnet-5", out, q{ValidUntil: "2026-08-31"}, "10"},
		"second version, hour":       {genAINewSlim, "anthropic/claude-opus-4-8", write, q{CacheTTL: "1h"}, "10"},
		"second version, minutes":    {genAINew, "anthropic/claude-opus-4-8", write, q{CacheTTL: "5m"}, "6.25"},
		"tier one below the bound":   {genAISep, "openai/gpt-6-astra", in, over("271999"), "20"},
		"cached audio":               {genAINewSlim, "openai/gpt-realtime", read, q{Modality: "audio"}, "0.4"},
		"images":                     {genAINew, "openai/gpt-realtime", in, q{Modality: "image"}, "5"},
		"vendor's file":              {llmPricesDec, "openai/gpt-4.5", read, q{}, "37.5"},
		"history, current row":       {llmPricesDec, "deepseek/deepseek-chat", in, q{ValidFrom: "2025-02-08"}, "0.27"},
		"history, earlier row":       {llmPricesDec, "deepseek/deepseek-chat", in, q{ValidUntil: "2025-02-07"}, "0.14"},
		"tier by its name":           {llmPricesApr, "xai/grok-4", in, over("128000"), "6"},
		"below the tier":             {llmPricesApr, "xai/grok-4", in, q{ContextUpTo: "128000"}, "3"},
		"digits as printed":          {llmPricesApr, "xai/grok-4-fast", out, over("128000"), "1.00"},
		"no id of a tier":            {llmPricesNew, "openai/gpt-5.5-272k", in, q{}, ""},
		"tier since July":            {llmPricesNew, "openai/gpt-5.6-luna", out, q{ContextUpTo: "272000", ValidFrom: "2026-07-30"}, "1.20"},
		"announced rise":             {llmPricesNew, "anthropic/claude-sonnet-5", in, q{Kind: "announced", ValidFrom: "2026-09-01"}, "3"},
		"null":                       {llmPricesNew, "anthropic/claude-opus-4-8", read, q{}, ""},
	}
	parsed := map[string][]data.Observation{}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			found := parsed[tt.capture]
			if found == nil {
				capture := captures[tt.capture]
				var err error
				if found, err = sourcetest.Named(t, Sources(), capture.source).Parse(capture.docs); err != nil {
					t.Fatal(err)
				}
				parsed[tt.capture] = found
			}
			if got := sourcetest.Value(found, tt.subject, tt.field, tt.q); got != tt.want {
				t.Errorf("%s of %s (%+v) = %q, want %q", tt.field, tt.subject, tt.q, got, tt.want)
			}
		})
	}
}

// BenchmarkFeeds reads the newest capture of every feed.
func BenchmarkFeeds(b *testing.B) {
	captures := recordedFeeds(b)
	for _, name := range []string{openRouterNew, litellmNew, modelsDevNew, genAINewSlim, llmPricesNew} {
		capture := captures[name]
		s := sourcetest.Named(b, Sources(), capture.source)
		b.Run(capture.source, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := s.Parse(capture.docs); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
