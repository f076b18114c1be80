package export

import (
	"strings"

	"pricepoint/data"
)

// Programs that price the sessions of coding agents. They know one price a class: the highest, of prompts of
// any size and at any hour.

// flat has an entry for each name of a tool, with one price a class.
func flat(b *book, path string, names func(model) []string, entry func(of band) any, around func(entries map[string]any) any) draft {
	d := newDraft(path)
	entries := map[string]any{}
	for _, m := range b.models {
		ids := names(m)
		d.enter(m, len(ids))
		for _, id := range ids {
			entries[id] = entry(m.peak.highest())
		}
	}
	d.body = around(entries)
	return d
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
	return flat(b, "ccusage.json", func(m model) []string { return m.names.api }, func(of band) any {
		input, output, read, written := of.perToken(data.ClassInput), of.perToken(data.ClassOutput), of.perToken(data.ClassCacheRead), of.perToken(data.ClassCacheWrite)
		return ccusageEntry{input, output, read, written, input, output, read, written}
	}, func(entries map[string]any) any {
		return map[string]any{"defaults": map[string]any{"pricingOverrides": entries}}
	})
}

// tokscaleEntry has USD per million tokens.
type tokscaleEntry struct {
	Input      *data.Number `json:"input_cost_per_million_tokens"`
	Output     *data.Number `json:"output_cost_per_million_tokens"`
	CacheRead  *data.Number `json:"cache_read_input_token_cost_per_million_tokens,omitempty"`
	CacheWrite *data.Number `json:"cache_creation_input_token_cost_per_million_tokens,omitempty"`
}

// writeTokscale writes the custom prices of tokscale, which does not tell how long a cache write lasts. One of its entries takes the place of all that it knew of a model.
func writeTokscale(b *book) draft {
	return flat(b, "tokscale.json", tokscaleNames, func(of band) any {
		write, hour := of.shown(data.ClassCacheWrite), of.known(data.ClassCacheWrite1h)
		if write != nil && hour != nil && hour.GreaterThan(write.Decimal) {
			write = hour
		}
		return tokscaleEntry{of.shown(data.ClassInput), of.shown(data.ClassOutput), of.shown(data.ClassCacheRead), write}
	}, func(entries map[string]any) any { return map[string]any{"models": entries} })
}

// tokscaleNames are in small letters, in which tokscale looks names up: it warns of two that are one in them. Some that begin
// with the name of their maker it looks up behind the key of the maker only.
func tokscaleNames(m model) []string {
	ids := map[string]bool{}
	for _, id := range m.names.api {
		id = strings.ToLower(id)
		ids[id] = true
		if strings.HasPrefix(id, m.maker.modelsDev+"-") {
			ids[m.maker.modelsDev+"/"+id] = true
		}
	}
	return sorted(ids)
}
