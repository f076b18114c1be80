package export_test

import (
	"bytes"
	"encoding/json"
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
