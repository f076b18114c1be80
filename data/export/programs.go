package export

import (
	"strings"

	"pricepoint/data"
)

// piCost is what a model costs at pi, in USD per million tokens.
type piCost struct {
	Above      int64        `json:"inputTokensAbove,omitempty"` // of a tier
	Input      *data.Number `json:"input"`
	Output     *data.Number `json:"output"`
	CacheRead  *data.Number `json:"cacheRead,omitempty"`
	CacheWrite *data.Number `json:"cacheWrite,omitempty"`
	Tiers      []piCost     `json:"tiers,omitempty"`
}

func piRates(b band, price func(data.BillingClass) *data.Number) piCost {
	return piCost{b.above, price(data.ClassInput), price(data.ClassOutput), price(data.ClassCacheRead), price(data.ClassCacheWrite), nil}
}

// writePi writes the models file of pi, which keeps what it knows where the file says nothing. It knows models by the names of
// models.dev, and prices requests when they are made: no tool is of use that was withdrawn.
func writePi(b *book) draft {
	d := draft{in: map[string]bool{}, unread: !b.modelsDev}
	providers := map[string]map[string]map[string]any{}
	for _, m := range b.models {
		if m.gone {
			continue
		}
		if len(m.names.modelsDev) == 0 {
			d.missing = append(d.missing, m.id)
			continue
		}
		d.enter(m, len(m.names.modelsDev))
		if providers[m.maker.modelsDev] == nil {
			providers[m.maker.modelsDev] = map[string]map[string]any{"modelOverrides": {}}
		}
		cost := piRates(m.peak.base(), m.peak.base().known) // what pi knows already stays where nobody states it
		for _, longer := range m.peak[1:] {
			if !m.excess { // formats bill the whole request
				cost.Tiers = append(cost.Tiers, piRates(longer, longer.shown)) // a tier has all four, or pi takes none of the file
			}
		}
		for _, id := range m.names.modelsDev {
			providers[m.maker.modelsDev]["modelOverrides"][id] = map[string]any{"cost": cost}
		}
	}
	d.body = map[string]any{"providers": providers}
	return d
}

// Programs that price the sessions of coding agents. They know one price a class: that of the dearest prompts at the
// dearest hours.

// flat has an entry for each name of a tool, with one price a class.
func flat(b *book, names func(model) []string, entry func(of band) any, around func(entries map[string]any) any) draft {
	d := draft{in: map[string]bool{}}
	entries := map[string]any{}
	for _, m := range b.models {
		ids := names(m)
		d.enter(m, len(ids))
		for _, id := range ids {
			entries[id] = entry(m.peak.dearest())
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
	return flat(b, func(m model) []string { return m.names.api }, func(of band) any {
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

// writeTokscale writes the custom prices of tokscale. One of its entries takes the place of all that it knew of a model.
func writeTokscale(b *book) draft {
	return flat(b, tokscaleNames, func(of band) any {
		return tokscaleEntry{of.shown(data.ClassInput), of.shown(data.ClassOutput), of.shown(data.ClassCacheRead), of.shown(data.ClassCacheWrite)}
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
