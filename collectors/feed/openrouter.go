package feed

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

func init() {
	collectors.Register(collectors.Source{Name: "feed_openrouter", Publisher: "OpenRouter", Parse: parseOpenRouter}, "https://openrouter.ai/api/v1/models")
}

// openRouterRates are the prices of tokens. Images, requests and searches are not, and what reasoning tokens cost has
// no field of its own.
var openRouterRates = slices.Concat(
	ratesOf("", "prompt", "completion", "input_cache_read", "input_cache_write", "input_cache_write_1h"),
	ratesOf("audio", "audio", "audio_output", "input_audio_cache"),
	ratesOf("image", "image_token"),
)

// openRouterModel is one route to a model: "model:batch" and "model:free" are others than "model".
type openRouterModel struct {
	ID      string                     `json:"id"`
	Slug    string                     `json:"canonical_slug"`
	Context json.RawMessage            `json:"context_length"`
	Pricing map[string]json.RawMessage `json:"pricing"`
	Think   json.RawMessage            `json:"reasoning"`
}

func parseOpenRouter(docs []web.Payload, _ *page.Refused) ([]data.Observation, error) {
	models, err := openRouterModels(docs[0].Body)
	if err != nil {
		return nil, err
	}
	var found feedReading
	for _, raw := range models {
		var model openRouterModel
		if page.UnmarshalOnce(raw, &model) == nil && feedName(model.ID) != "" {
			found.add(model.observe(docs[0])...)
		}
	}
	return found.prices()
}

// openRouterModels unwraps the list of models. Copies of the feed leave the wrapper out.
func openRouterModels(body []byte) ([]json.RawMessage, error) {
	var models []json.RawMessage
	if json.Unmarshal(body, &models) == nil && models != nil {
		return models, nil
	}
	var answer struct{ Data []json.RawMessage }
	if err := json.Unmarshal(body, &answer); err != nil {
		return nil, fmt.Errorf("models: %v", err)
	}
	if answer.Data == nil {
		return nil, errors.New(`models: neither a list nor an object with "data"`)
	}
	return answer.Data, nil
}

func (m openRouterModel) observe(doc web.Payload) []data.Observation {
	route := feedModel{doc: doc, subject: feedName(m.ID), label: m.ID, unit: data.USDPerToken}
	if slug := feedName(m.Slug); slug != "" && slug != m.ID {
		route.label += " (" + slug + ")"
	}
	found := route.observe(m.tariffs(), openRouterRates)
	var think struct {
		Efforts []string `json:"supported_efforts"`
		Default string   `json:"default_effort"`
	}
	_ = json.Unmarshal(m.Think, &think) // absent, or of another shape
	slices.Reverse(think.Efforts)       // it names the hardest first
	return slices.Concat(found, route.context("context_length", m.Context), route.efforts("reasoning", think.Efforts, think.Default))
}

// tariffs returns the base price and what overrides it.
func (m openRouterModel) tariffs() []tariff {
	base := tariff{prices: m.Pricing}
	if _, route, _ := strings.Cut(m.ID, ":"); slices.Contains(feedServices, route) {
		base.q.Service = route
	}
	all := []tariff{base}
	var overrides []map[string]json.RawMessage
	if json.Unmarshal(m.Pricing["overrides"], &overrides) != nil {
		return all
	}
	for _, prices := range overrides {
		t := tariff{prices: prices, q: base.q}
		if t.readConditions() {
			all = append(all, t)
		}
	}
	return all
}

// readConditions reads under which conditions an override holds: a length of the prompt, or hours. One whose
// conditions nobody here knows says nothing about any other request.
func (t *tariff) readConditions() bool {
	for key, value := range t.prices {
		switch {
		case key == "min_prompt_tokens":
			if t.q.ContextOver = feedTokens(value); t.q.ContextOver != "" {
				t.q.OverOp = data.AtLeast
			}
		case strings.HasPrefix(key, "utc_"):
			t.hours = true
		case !isOpenRouterPrice(value):
			return false
		}
	}
	if t.q.ContextOver != "" {
		t.where = "min_prompt_tokens " + t.q.ContextOver + " "
	}
	if t.hours {
		t.where += "utc " + feedNumber(t.prices["utc_start"]) + "-" + feedNumber(t.prices["utc_end"]) + " "
	}
	return t.where != ""
}

// isOpenRouterPrice tells prices from conditions: prices are numbers in quotation marks, or null.
func isOpenRouterPrice(value json.RawMessage) bool {
	text, quoted := strings.CutPrefix(string(value), `"`)
	return text == "null" || quoted && feedDigits.MatchString(strings.Trim(text, `-"`))
}
