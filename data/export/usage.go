package export

import (
	"strings"

	"pricepoint/data"
)

// Programs that price the sessions of coding agents. They know one price a class: that of the shortest prompts at the
// dearest hours.

// ccusageEntry has USD per token.
type ccusageEntry struct {
	Input      *data.Number `json:"inputCostPerToken"`
	Output     *data.Number `json:"outputCostPerToken"`
	CacheRead  *data.Number `json:"cacheReadInputTokenCost,omitempty"`
	CacheWrite *data.Number `json:"cacheCreationInputTokenCost,omitempty"`
}

// writeCCUsage writes a settings file of ccusage, which lays it over its own list field by field.
func writeCCUsage(b *book) draft {
	return flat(b, "ccusage.json", func(m model) any {
		base := m.peak.base()
		return ccusageEntry{perToken(base.shown(data.ClassInput)), perToken(base.shown(data.ClassOutput)),
			perToken(base.shown(data.ClassCacheRead)), perToken(base.shown(data.ClassCacheWrite))}
	}, func(entries map[string]any) any {
		return map[string]any{"defaults": map[string]any{"pricingOverrides": entries}}
	})
}

type tokscaleEntry struct {
	Input      *data.Number `json:"input_cost_per_million_tokens"`
	Output     *data.Number `json:"output_cost_per_million_tokens"`
	CacheRead  *data.Number `json:"cache_read_input_token_cost_per_million_tokens,omitempty"`
	CacheWrite *data.Number `json:"cache_creation_input_token_cost_per_million_tokens,omitempty"`
}

// writeTokscale writes the custom prices of tokscale. One of its entries takes the place of all that it knew of a model. It
// looks names up in small letters, and warns of two that are one in them.
func writeTokscale(b *book) draft {
	small := func(m model) []string {
		ids := map[string]bool{}
		for _, id := range m.names.api {
			ids[strings.ToLower(id)] = true
		}
		return sorted(ids)
	}
	return flatBy(small, b, "tokscale.json", func(m model) any {
		base := m.peak.base()
		return tokscaleEntry{base.shown(data.ClassInput), base.shown(data.ClassOutput), base.shown(data.ClassCacheRead), base.shown(data.ClassCacheWrite)}
	}, func(entries map[string]any) any { return map[string]any{"models": entries} })
}

type codeburnEntry struct {
	Input      *data.Number `json:"input"`
	Output     *data.Number `json:"output"`
	CacheRead  *data.Number `json:"cacheRead,omitempty"`
	CacheWrite *data.Number `json:"cacheCreation,omitempty"`
}

// writeCodeburn writes a part of the settings of codeburn. It reckons an absent price as a part of input.
func writeCodeburn(b *book) draft {
	return flat(b, "codeburn.json", func(m model) any {
		base := m.peak.base()
		return codeburnEntry{base.shown(data.ClassInput), base.shown(data.ClassOutput), base.shown(data.ClassCacheRead), base.shown(data.ClassCacheWrite)}
	}, func(entries map[string]any) any { return map[string]any{"priceOverrides": entries} })
}
