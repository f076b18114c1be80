package export_test

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pricepoint/data"
)

// The rules by which programs check what they read. Programs that can be installed read the files themselves in
// cmd/acceptance/clients; the rules of the others were read in their sources and documentation on 2026-11-22.

// strict decodes a file into the fields that a program knows.
func strict(t *testing.T, body []byte, into any) {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		t.Fatal(err)
	}
}

// TestLiteLLMTakesTheMap holds the map to LiteLLM's JSON Schema: litellm_provider is required, every price is a number of
// at least 0, and every value an object, or the import of LiteLLM fails.
func TestLiteLLMTakesTheMap(t *testing.T) {
	var entries map[string]map[string]any
	strict(t, bare(t, world())["litellm-bare.json"].Body, &entries)
	for key, e := range entries {
		if provider, ok := e["litellm_provider"].(string); !ok || provider == "" || e["mode"] != "chat" {
			t.Errorf("%s has the provider %v and the mode %v", key, e["litellm_provider"], e["mode"])
		}
		for field, value := range e {
			if price, is := value.(float64); strings.Contains(field, "cost") && (!is || price < 0) {
				t.Errorf("%s: %s is %v", key, field, value)
			}
		}
		for _, field := range []string{"input_cost_per_token", "output_cost_per_token", "max_input_tokens"} {
			if _, ok := e[field].(float64); !ok {
				t.Errorf("%s has no %s", key, field)
			}
		}
	}
	for _, key := range []string{"sample_spec", "fallback_generalizations"} {
		if entries[key] != nil {
			t.Errorf("%s would take the place of LiteLLM's own", key)
		}
	}
}

// TestAiderFindsTheKeysThatUsersType is by aider/models.py of 2026-05: it looks a model up exactly as typed, and bills cache
// hits twice where input_cost_per_token_cache_hit is there.
func TestAiderFindsTheKeysThatUsersType(t *testing.T) {
	var entries map[string]map[string]any
	strict(t, bare(t, world())["litellm-bare.json"].Body, &entries)
	for _, key := range []string{"claude-opus-5", "anthropic/claude-opus-5", "gpt-5.5", "openai/gpt-5.5", "deepseek/deepseek-v4-pro",
		"gemini/gemini-3.5-flash", "xai/grok-4.7", "dashscope/qwen3.8-max"} {
		if entries[key] == nil {
			t.Errorf("there is no %s", key)
		}
	}
	for key, e := range entries {
		if e["input_cost_per_token_cache_hit"] != nil {
			t.Errorf("%s would have its cache hits billed twice", key)
		}
	}
	if entries["gemini-3.5-flash"] != nil {
		t.Error("gemini-3.5-flash means Vertex AI at LiteLLM, which is another seller")
	}
}

// TestOnlyIdsOfTheMakerAreKeys looks for the names that must not be: of boards, of settings, of other days, of two tools,
// and ours.
func TestOnlyIdsOfTheMakerAreKeys(t *testing.T) {
	for name, f := range bare(t, world()) {
		for _, key := range []string{`"gpt-5-5"`, `GPT-5.5-2026`, `high-effort`, `v4-old`, `deepseek-v5`, `deepseek-ai`, `"both"`} {
			if strings.Contains(string(f.Body), key) && !(name == "litellm-bare.json" && key == `"gpt-5-5"`) { // where it is metadata
				t.Errorf("%s has %s", name, key)
			}
		}
	}
}

// TestOpenLITTakesTheList is by openlit 1.15.0: four kinds of models, USD per thousand tokens.
func TestOpenLITTakesTheList(t *testing.T) {
	var list struct {
		Chat map[string]struct {
			PromptPrice, CompletionPrice       *json.Number
			CacheReadPrice, CacheCreationPrice json.Number
		} `json:"chat"`
		Embeddings, Images, Audio map[string]struct{}
	}
	strict(t, bare(t, world())["openlit.json"].Body, &list)
	if list.Embeddings == nil || list.Images == nil || list.Audio == nil {
		t.Error("a kind of models is missing")
	}
	m := list.Chat["claude-opus-5"]
	if m.PromptPrice == nil || *m.PromptPrice != "0.005" || *m.CompletionPrice != "0.025" || m.CacheReadPrice != "0.0005" || m.CacheCreationPrice != "0.00625" {
		t.Errorf("claude-opus-5 costs %+v", m)
	}
}

// TestNewAPITakesTheRatios holds the file to what new-api asks of a source: at most 10 MB, success, positive ratios, and an
// expression exactly where the mode says so. It marks a ratio of 37.5 with a completion ratio of 1 as not to be trusted.
func TestNewAPITakesTheRatios(t *testing.T) {
	body := bare(t, world())["new-api.json"].Body
	var source struct {
		Success bool
		Data    struct {
			Model       map[string]data.Number `json:"model_ratio"`
			Completion  map[string]data.Number `json:"completion_ratio"`
			Cache       map[string]data.Number `json:"cache_ratio"`
			CreateCache map[string]data.Number `json:"create_cache_ratio"`
			Mode        map[string]string      `json:"billing_mode"`
			Expression  map[string]string      `json:"billing_expr"`
		}
	}
	strict(t, body, &source)
	if !source.Success || len(body) > 10<<20 {
		t.Errorf("success %t in %d bytes", source.Success, len(body))
	}
	for id, ratio := range source.Data.Model {
		completion, ok := source.Data.Completion[id]
		if !ok || !ratio.IsPositive() || !completion.IsPositive() || source.Data.Mode[id] != "" {
			t.Errorf("%s: ratio %s, completion %s, mode %q", id, ratio, completion, source.Data.Mode[id])
		}
		if ratio.Equal(data.MustNumber("37.5")) && completion.Equal(data.Int(1)) {
			t.Errorf("%s is marked as not to be trusted", id)
		}
	}
	for id, mode := range source.Data.Mode {
		if mode != "tiered_expr" || !strings.Contains(source.Data.Expression[id], "tier(") {
			t.Errorf("%s: mode %q with the expression %q", id, mode, source.Data.Expression[id])
		}
	}
	if len(source.Data.Mode) != len(source.Data.Expression) || len(source.Data.Mode) == 0 {
		t.Errorf("%d modes for %d expressions", len(source.Data.Mode), len(source.Data.Expression))
	}
}

// TestMLflowTakesTheCatalogue is by the reader of schema 1.0.
func TestMLflowTakesTheCatalogue(t *testing.T) {
	var catalogue struct {
		Version string `json:"schema_version"`
		Models  map[string]struct {
			Mode         string
			Window       map[string]int64 `json:"context_window"`
			Pricing      map[string]json.Number
			Capabilities map[string]bool
			Updated      string `json:"last_updated_at"`
		}
	}
	strict(t, bare(t, world())["mlflow/anthropic.json"].Body, &catalogue)
	m, ok := catalogue.Models["claude-opus-5"]
	if !ok || catalogue.Version != "1.0" || m.Mode != "chat" || m.Window["max_input"] != 1_000_000 || m.Window["max_output"] != 128_000 {
		t.Errorf("version %q, %+v", catalogue.Version, m)
	}
	want := map[string]json.Number{"input_per_million_tokens": "5", "output_per_million_tokens": "25", "cache_read_per_million_tokens": "0.5", "cache_write_per_million_tokens": "6.25"}
	for name, price := range want {
		if m.Pricing[name] != price {
			t.Errorf("%s is %s, want %s", name, m.Pricing[name], price)
		}
	}
	if m.Updated != "2026-11-20" {
		t.Errorf("last updated at %q, which is not when the price was verified", m.Updated)
	}
}

// TestLangfuseTakesTheRequests holds each request to the API: a pattern that compiles and fits the ids alone, and exactly
// one default tier without conditions.
func TestLangfuseTakesTheRequests(t *testing.T) {
	var requests []struct {
		ModelName, MatchPattern, Unit string
		PricingTiers                  []struct {
			Name       string
			IsDefault  bool
			Priority   int
			Conditions []any
			Prices     map[string]json.Number
		}
	}
	strict(t, bare(t, world())["langfuse.json"].Body, &requests)
	var names []string
	for _, r := range requests {
		names = append(names, r.ModelName)
		if len(r.PricingTiers) != 1 || !r.PricingTiers[0].IsDefault || r.PricingTiers[0].Priority != 0 || r.PricingTiers[0].Conditions == nil || r.Unit != "TOKENS" {
			t.Errorf("%s: %+v", r.ModelName, r.PricingTiers)
		}
		pattern, err := regexp.Compile(r.MatchPattern)
		if err != nil || !pattern.MatchString(r.ModelName) || pattern.MatchString(r.ModelName+"x") || pattern.MatchString("x"+r.ModelName) {
			t.Errorf("%s: the pattern %s: %v", r.ModelName, r.MatchPattern, err)
		}
		if strings.Contains(r.ModelName, ".") && pattern.MatchString(strings.ReplaceAll(r.ModelName, ".", "x")) {
			t.Errorf("%s: the pattern %s takes any character for a point", r.ModelName, r.MatchPattern)
		}
	}
	if !slices.IsSorted(names) || len(slices.Compact(names)) != len(requests) {
		t.Errorf("a name is there twice: %v", names)
	}
}

// TestPiTakesTheOverrides is by pi 0.87.1: overrides under a provider and a model, and tiers with all prices that change.
func TestPiTakesTheOverrides(t *testing.T) {
	type prices struct{ Input, Output, CacheRead, CacheWrite *json.Number }
	var models struct {
		Providers map[string]struct {
			ModelOverrides map[string]struct {
				Cost struct {
					prices
					Tiers []struct {
						InputTokensAbove int64
						prices
					}
				}
			}
		}
	}
	if err := json.Unmarshal(bare(t, world())["pi.json"].Body, &models); err != nil {
		t.Fatal(err)
	}
	cost := models.Providers["openai"].ModelOverrides["gpt-5.5"].Cost
	if cost.Input == nil || *cost.Input != "5" || len(cost.Tiers) != 1 || cost.Tiers[0].InputTokensAbove != 271_999 || *cost.Tiers[0].Output != "45" {
		t.Errorf("gpt-5.5 costs %+v", cost)
	}
	if read := models.Providers["google"].ModelOverrides["gemini-3.5-flash"].Cost.CacheRead; read != nil {
		t.Errorf("a cache read that nobody prices takes the place of what pi knows: %s", *read)
	}
}

// TestCodeburnTakesTheOverrides is by codeburn 0.9.15: input and output are required, and all prices are numbers of at
// least 0, in USD per million tokens.
func TestCodeburnTakesTheOverrides(t *testing.T) {
	var settings struct {
		PriceOverrides map[string]struct{ Input, Output, CacheRead, CacheCreation *float64 }
	}
	strict(t, bare(t, world())["codeburn.json"].Body, &settings)
	for id, p := range settings.PriceOverrides {
		for _, price := range []*float64{p.Input, p.Output, p.CacheRead, p.CacheCreation} {
			if price == nil || *price < 0 {
				t.Errorf("%s: %+v", id, p)
			}
		}
	}
	if m := settings.PriceOverrides["claude-opus-5"]; m.Input == nil || *m.Input != 5 || *m.CacheCreation != 6.25 {
		t.Errorf("claude-opus-5 costs %+v", m)
	}
}

// TestTokscaleTakesTheEntries is by tokscale 4.17.0: at most 16 MB, small letters, a price above 0, and one unit for each
// price.
func TestTokscaleTakesTheEntries(t *testing.T) {
	body := bare(t, world())["tokscale.json"].Body
	var custom struct {
		Models map[string]map[string]data.Number
	}
	strict(t, body, &custom)
	if len(body) > 16<<20 || len(custom.Models) == 0 {
		t.Errorf("%d models in %d bytes", len(custom.Models), len(body))
	}
	for id, prices := range custom.Models {
		if id != strings.ToLower(id) || !prices["input_cost_per_million_tokens"].IsPositive() {
			t.Errorf("%s costs %v", id, prices)
		}
		for name := range prices {
			if !strings.HasSuffix(name, "_per_million_tokens") {
				t.Errorf("%s has %s", id, name)
			}
		}
	}
}

// TestCrushStartsWithAModelThatIsNotTheDearest is about what Crush takes when its user has not chosen.
func TestCrushStartsWithAModelThatIsNotTheDearest(t *testing.T) {
	d := world()
	for _, extra := range []struct{ id, category, released, output string }{
		{"claude-fable-5", "frontier", "2026-06", "50"}, {"claude-sonnet-5", "balanced", "2026-06", "10"},
		{"claude-sonnet-4-6", "balanced", "2026-02", "15"}, {"claude-haiku-4-5", "", "2025-10", "5"},
	} {
		tariff := opus()
		tariff.ID, tariff.Lines = extra.id, []data.TariffLine{line("input", "1", data.Terms{}), line("output", extra.output, data.Terms{})}
		d.Tariffs.Tools = append(d.Tariffs.Tools, tariff)
		d.Tools.Tools = append(d.Tools.Tools, data.Tool{ID: extra.id, Category: []string{extra.category}, ReleaseDate: extra.released})
		d.Tools.TotalTools++
		d.Aliases.Aliases = append(d.Aliases.Aliases, data.Alias{Name: "anthropic/" + extra.id, Tool: extra.id, Sources: []string{"feed_modelsdev"}})
	}
	var providers []struct {
		ID    string
		Large string `json:"default_large_model_id"`
		Small string `json:"default_small_model_id"`
	}
	if err := json.Unmarshal(bare(t, d)["catwalk/v2/providers"].Body, &providers); err != nil {
		t.Fatal(err)
	}
	if p := providers[0]; p.ID != "anthropic" || p.Large != "claude-sonnet-5" || p.Small != "claude-haiku-4-5" {
		t.Errorf("Crush starts with %+v", p)
	}
}
