package export

import (
	"strings"

	"pricepoint/data"
)

// Programs that price the sessions of coding agents. They know one price a class: that of the dearest prompts at the
// dearest hours.

// flatPrices are the four of a model; nil is a class without a price. The entries of programs have the same fields under
// other names.
type flatPrices struct{ Input, Output, CacheRead, CacheWrite *data.Number }

func (m model) flatPrices() flatPrices {
	base := m.peak.dearest()
	return flatPrices{base.shown(data.ClassInput), base.shown(data.ClassOutput), base.shown(data.ClassCacheRead), base.shown(data.ClassCacheWrite)}
}

// ccusageEntry has USD per token. Where it says nothing of tokens above 200,000, ccusage keeps what its own list has of them,
// which can be less.
type ccusageEntry struct {
	Input      *data.Number `json:"inputCostPerToken"`
	Output     *data.Number `json:"outputCostPerToken"`
	CacheRead  *data.Number `json:"cacheReadInputTokenCost,omitempty"`
	CacheWrite *data.Number `json:"cacheCreationInputTokenCost,omitempty"`

	InputAbove      *data.Number `json:"inputCostPerTokenAbove200kTokens"`
	OutputAbove     *data.Number `json:"outputCostPerTokenAbove200kTokens"`
	CacheReadAbove  *data.Number `json:"cacheReadInputTokenCostAbove200kTokens,omitempty"`
	CacheWriteAbove *data.Number `json:"cacheCreationInputTokenCostAbove200kTokens,omitempty"`
}

// writeCCUsage writes a settings file of ccusage, which lays it over its own list field by field.
func writeCCUsage(b *book) draft {
	return flat(b, "ccusage.json", func(m model) any {
		p := m.flatPrices()
		input, output, read, written := perToken(p.Input), perToken(p.Output), perToken(p.CacheRead), perToken(p.CacheWrite)
		return ccusageEntry{input, output, read, written, input, output, read, written}
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
		return tokscaleEntry(m.flatPrices())
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
		return codeburnEntry(m.flatPrices())
	}, func(entries map[string]any) any { return map[string]any{"priceOverrides": entries} })
}
