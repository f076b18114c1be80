package feed

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

func init() {
	const repository = "https://raw.githubusercontent.com/BerriAI/litellm/main/"
	collectors.Register(collectors.Source{Name: "feed_litellm", Publisher: "LiteLLM", Lineage: []string{"OpenRouter", "Vercel"}, Parse: parseLiteLLM},
		repository+"model_prices_and_context_window.json",
		repository+"litellm/model_prices_and_context_window_backup.json",
	)
}

// litellmMakers are the providers that sell their own models; all others sell models that somebody else makes.
var litellmMakers = []string{"anthropic", "dashscope", "deepseek", "gemini", "minimax", "mistral", "moonshot", "openai", "xai", "zai"}

// parseLiteLLM reads the map of models. sample_spec explains the keys, and an entry without a provider is not a model. People
// write the map by hand, so that some models stand in it twice for months: with different prices, neither is read.
func parseLiteLLM(docs []web.Payload, _ *page.Refused) ([]data.Observation, error) {
	var models page.Entries
	if err := json.Unmarshal(docs[0].Body, &models); err != nil {
		return nil, fmt.Errorf("models: %v", err)
	}
	var found feedReading
	for _, key := range models.Names() {
		var entry map[string]json.RawMessage
		if key == "sample_spec" || feedName(key) == "" || json.Unmarshal(models.Of[key], &entry) != nil {
			continue
		}
		provider := feedName(page.Scalar(entry["litellm_provider"]))
		if provider == "" {
			continue
		}
		model := feedModel{doc: docs[0], subject: litellmSubject(feedName(key), provider), label: feedName(key), unit: data.USDPerToken}
		for _, t := range litellmTariffs(entry) {
			found.add(litellmPrices(model, t)...)
		}
		found.add(model.context("max_input_tokens", entry["max_input_tokens"])...)
	}
	return found.prices()
}

// litellmSubject is the key of a model, with the provider before it where the key alone would pass for the maker's
// own: "gemini-2.5-pro" is sold by Vertex, "gemini/gemini-2.5-pro" by Gemini, and "gpt-5" by OpenAI.
func litellmSubject(key, provider string) string {
	seller, _, named := strings.Cut(key, "/")
	switch {
	case named && (seller == provider || !slices.Contains(litellmMakers, seller)):
		return key
	case !named && slices.Contains(litellmMakers, provider):
		return key
	}
	return provider + "/" + key
}

// litellmTariffs returns what stands in the entry itself, and its list by length of the prompt.
func litellmTariffs(entry map[string]json.RawMessage) []tariff {
	var byLength []map[string]json.RawMessage
	_ = json.Unmarshal(entry["tiered_pricing"], &byLength) // absent, or of searches
	all := []tariff{{prices: entry}}
	for _, prices := range byLength {
		var bounds []json.RawMessage
		if json.Unmarshal(prices["range"], &bounds) != nil || len(bounds) != 2 {
			continue
		}
		t := tariff{prices: prices, where: "range " + feedNumber(bounds[0]) + "-" + feedNumber(bounds[1]) + " "}
		if t.q = (data.Qualifiers{ContextOver: feedTokens(bounds[0]), ContextUpTo: feedTokens(bounds[1])}); t.q != (data.Qualifiers{}) {
			all = append(all, t)
		}
	}
	return all
}

// litellmPrices observes the prices of a tariff by the meaning of their keys.
func litellmPrices(m feedModel, t tariff) []data.Observation {
	var rates []rate
	for _, key := range slices.Sorted(maps.Keys(t.prices)) {
		if r := litellmRate(key); r.field != "" {
			rates = append(rates, r)
		}
	}
	return m.observe([]tariff{t}, rates)
}

// litellmBases are the keys of prices of tokens; conditions follow them.
var litellmBases = slices.Concat(
	ratesOf("", "input_cost_per_token", "output_cost_per_token", "cache_read_input_token_cost", "cache_creation_input_token_cost"),
	ratesOf("", "", "", "input_cost_per_token_cache_hit"),
	ratesOf("audio", "input_cost_per_audio_token", "output_cost_per_audio_token",
		"cache_read_input_audio_token_cost", "cache_creation_input_audio_token_cost"),
	ratesOf("audio", "", "", "cache_read_input_token_cost_per_audio_token"),
	ratesOf("image", "input_cost_per_image_token", "output_cost_per_image_token", "cache_read_input_image_token_cost"),
	ratesOf("video", "input_cost_per_video_token", "output_cost_per_video_token"),
)

var litellmCondition = regexp.MustCompile(`^(.*?)(?:_above_(\d+[km])_tokens|_above_(1h)r|_(batch)(?:es|_requests)|_(flex|priority))$`)

// litellmRate reads a key from its end: "input_cost_per_token_above_272k_tokens_priority". A key with a condition that
// nobody here knows prices nothing.
func litellmRate(key string) rate {
	var q data.Qualifiers
	rest := key
	for m := litellmCondition.FindStringSubmatch(rest); m != nil; m = litellmCondition.FindStringSubmatch(rest) {
		rest = m[1]
		switch {
		case m[2] != "":
			q.ContextOver, _ = page.TokenCount(m[2])
		case m[3] != "":
			q.CacheTTL = m[3]
		default:
			q.Service = m[4] + m[5]
		}
	}
	base := slices.IndexFunc(litellmBases, func(r rate) bool { return r.key == rest })
	if base < 0 {
		return rate{key: key, q: q}
	}
	q.Modality = litellmBases[base].q.Modality
	return rate{key, litellmBases[base].field, q}
}
