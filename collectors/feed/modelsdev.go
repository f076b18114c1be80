package feed

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

func init() {
	collectors.Register(collectors.Source{Name: "feed_modelsdev", Publisher: "models.dev", Lineage: []string{"OpenRouter", "Vercel"}, Parse: parseModelsDev},
		"https://models.dev/api.json")
}

// modelsDevRates are the prices of tokens; what reasoning tokens cost has no field of its own.
var modelsDevRates = append(ratesOf("", "input", "output", "cache_read", "cache_write"), ratesOf("audio", "input_audio", "output_audio")...)

type modelsDevModel struct {
	Cost         map[string]json.RawMessage
	Limit        struct{ Context json.RawMessage }
	Experimental json.RawMessage
	Options      json.RawMessage `json:"reasoning_options"`
}

// modelsDevMode is another service of the same model. What is sent to get it says which.
type modelsDevMode struct {
	Cost     map[string]json.RawMessage
	Provider struct {
		Body struct {
			Tier  string `json:"service_tier"`
			Speed string
		}
	}
}

func parseModelsDev(docs []web.Payload, _ *page.Refused) ([]data.Observation, error) {
	var providers map[string]struct{ Models map[string]json.RawMessage }
	err := json.Unmarshal(docs[0].Body, &providers)
	if _, other := errors.AsType[*json.UnmarshalTypeError](err); err != nil && !other { // an odd provider has no models
		return nil, fmt.Errorf("providers: %v", err)
	}
	if err := page.Repeated(docs[0].Body); err != nil {
		return nil, fmt.Errorf("providers: %w", err)
	}
	var found feedReading
	for _, provider := range slices.Sorted(maps.Keys(providers)) {
		models := providers[provider].Models
		for _, id := range slices.Sorted(maps.Keys(models)) {
			name := feedName(provider + "/" + id)
			var model modelsDevModel
			if name != "" && json.Unmarshal(models[id], &model) == nil {
				m := feedModel{doc: docs[0], subject: name, label: name, unit: data.USDPerMillion}
				found.add(m.observe(model.tariffs(), modelsDevRates)...)
				found.add(m.context("limit.context", model.Limit.Context)...)
				found.add(m.efforts("reasoning_options", model.efforts(), "")...)
			}
		}
	}
	return found.prices()
}

// efforts are what a request may say of how hard to think. A budget in tokens and a switch are none.
func (m modelsDevModel) efforts() []string {
	var options []struct {
		Type   string
		Values []string
	}
	_ = json.Unmarshal(m.Options, &options) // absent, or of another shape
	for _, o := range options {
		if o.Type == "effort" {
			return o.Values
		}
	}
	return nil
}

// tariffs returns the base price, those of longer prompts and those of other services.
func (m modelsDevModel) tariffs() []tariff {
	all := append([]tariff{{prices: m.Cost}}, m.tiers()...)
	var other struct{ Modes map[string]modelsDevMode }
	_ = json.Unmarshal(m.Experimental, &other) // absent, or no list of modes
	for _, name := range slices.Sorted(maps.Keys(other.Modes)) {
		mode := other.Modes[name]
		for _, service := range []string{mode.Provider.Body.Tier, mode.Provider.Body.Speed, name} {
			if slices.Contains(feedServices, service) {
				all = append(all, tariff{prices: mode.Cost, q: data.Qualifiers{Service: service}, where: "modes." + name + " "})
				break
			}
		}
	}
	return all
}

// tiers returns the prices of longer prompts. Where the feed lists tiers, context_over_200k repeats one of them for old
// readers, even where its true bound is another.
func (m modelsDevModel) tiers() []tariff {
	var tiers []map[string]json.RawMessage
	_ = json.Unmarshal(m.Cost["tiers"], &tiers) // absent
	var all []tariff
	for _, prices := range tiers {
		var tier struct {
			Type string
			Size json.RawMessage
		}
		if json.Unmarshal(prices["tier"], &tier) == nil && tier.Type == "context" && feedTokens(tier.Size) != "" {
			all = append(all, modelsDevTier(prices, feedTokens(tier.Size)))
		}
	}
	var over map[string]json.RawMessage
	if len(tiers) == 0 && json.Unmarshal(m.Cost["context_over_200k"], &over) == nil {
		all = append(all, modelsDevTier(over, "200000"))
	}
	return all
}

func modelsDevTier(prices map[string]json.RawMessage, over string) tariff {
	return tariff{prices: prices, q: data.Qualifiers{ContextOver: over}, where: "context over " + over + " "}
}
