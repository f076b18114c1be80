package export

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"pricepoint/data"
)

// Programs that watch what models do and cost.

type openLITEntry struct {
	Prompt     *data.Number `json:"promptPrice"` // USD per thousand tokens
	Completion *data.Number `json:"completionPrice"`
	CacheRead  *data.Number `json:"cacheReadPrice,omitempty"`
	CacheWrite *data.Number `json:"cacheCreationPrice,omitempty"`
}

// writeOpenLIT writes the price list of OpenLIT, which takes the place of its own.
func writeOpenLIT(b *book) draft {
	const perThousand = -3
	return flat(b, "openlit.json", func(m model) any {
		base := m.peak.base()
		return openLITEntry{shifted(base.shown(data.ClassInput), perThousand), shifted(base.shown(data.ClassOutput), perThousand),
			shifted(base.known(data.ClassCacheRead), perThousand), shifted(base.known(data.ClassCacheWrite), perThousand)}
	}, func(entries map[string]any) any {
		none := map[string]any{}
		return map[string]any{"chat": entries, "embeddings": none, "images": none, "audio": none}
	})
}

type mlflowPricing struct {
	Input      *data.Number `json:"input_per_million_tokens"`
	Output     *data.Number `json:"output_per_million_tokens"`
	CacheRead  *data.Number `json:"cache_read_per_million_tokens,omitempty"`
	CacheWrite *data.Number `json:"cache_write_per_million_tokens,omitempty"`
}

// writeMLflow writes a catalogue of models for MLflow, which has one for each maker.
func writeMLflow(of maker) func(*book) draft {
	return func(b *book) draft {
		d := newDraft("mlflow/" + of.litellm + ".json")
		d.seller = of.name
		models := map[string]any{}
		for _, m := range b.models {
			if m.maker.name != of.name {
				continue
			}
			d.enter(m, len(m.names.api))
			for _, id := range m.names.api {
				models[id] = mlflowModel(m)
			}
		}
		d.body = map[string]any{"schema_version": "1.0", "models": models}
		return d
	}
}

func mlflowModel(m model) map[string]any {
	base := m.peak.base()
	window := map[string]any{}
	if n := orElse(m.limits.Input, m.limits.Context); n > 0 {
		window["max_input"] = n
	}
	if m.limits.Output > 0 {
		window["max_output"] = m.limits.Output
	}
	model := map[string]any{"mode": "chat", "context_window": window, "capabilities": map[string]any{},
		"pricing": mlflowPricing{base.shown(data.ClassInput), base.shown(data.ClassOutput), base.known(data.ClassCacheRead), base.known(data.ClassCacheWrite)}}
	if seen := latest(m.evidence.ConfirmedAt, m.evidence.VerifiedAt); !seen.IsZero() {
		model["last_updated_at"] = seen.Format(time.DateOnly)
	}
	return model
}

func latest(a, b data.Timestamp) data.Timestamp {
	if a.After(b.Time) {
		return a
	}
	return b
}

// langfuseModel is the body of a request that defines a model at Langfuse; prices are in USD per token.
type langfuseModel struct {
	Name    string         `json:"modelName"`
	Pattern string         `json:"matchPattern"`
	Unit    string         `json:"unit"`
	Tiers   []langfuseTier `json:"pricingTiers"`
}

type langfuseTier struct {
	Name       string                 `json:"name"`
	Default    bool                   `json:"isDefault"`
	Priority   int                    `json:"priority"`
	Conditions []any                  `json:"conditions"`
	Prices     map[string]data.Number `json:"prices"`
}

// langfuseUsage is what Langfuse calls the classes.
var langfuseUsage = map[data.BillingClass]string{
	data.ClassInput: "input", data.ClassOutput: "output", data.ClassCacheRead: "input_cached_tokens",
	data.ClassCacheWrite: "input_cache_creation_5m", data.ClassCacheWrite1h: "input_cache_creation_1h",
}

// writeLangfuse writes one request a tool for Langfuse.
func writeLangfuse(b *book) draft {
	d := newDraft("langfuse.json")
	requests := []langfuseModel{}
	for _, m := range b.models {
		d.enter(m, 1)
		prices := map[string]data.Number{}
		for class, name := range langfuseUsage {
			if n := m.peak.base().shown(class); n != nil {
				prices[name] = *perToken(n)
			}
		}
		patterns := make([]string, len(m.names.api))
		for i, id := range m.names.api {
			patterns[i] = regexp.QuoteMeta(id)
		}
		requests = append(requests, langfuseModel{Name: m.names.api[0], Pattern: "(?i)^(" + strings.Join(patterns, "|") + ")$", Unit: "TOKENS",
			Tiers: []langfuseTier{{Name: "Standard", Default: true, Conditions: []any{}, Prices: prices}}})
	}
	slices.SortFunc(requests, func(a, b langfuseModel) int { return strings.Compare(a.Name, b.Name) })
	d.body = requests
	return d
}
