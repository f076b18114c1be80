package feed

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

func init() {
	const repository = "https://raw.githubusercontent.com/pydantic/genai-prices/main/prices/"
	collectors.Register(collectors.Source{
		Name: "feed_genaiprices", Publisher: "genai-prices",
		Lineage: []string{"Helicone", "LiteLLM", "OpenRouter", "llm-prices"},
		Requests: [][]web.Request{{
			{URL: repository + "new_data/v2/data.json"}, // what programs ask for; the other has the same prices
			{URL: repository + "new_data/v2/data_slim.json"},
			// The first version of the format has been frozen since July 2026.
			{URL: repository + "data_slim.json", Standing: 1},
			{URL: repository + "data.json", Standing: 1},
		}},
		Parse: parseGenAIPrices,
	})
}

// genAIRates are the prices of tokens; requests and searches are not, and reasoning tokens have no field of their own.
var genAIRates = slices.Concat(
	ratesOf("", "input_mtok", "output_mtok", "cache_read_mtok", "cache_write_mtok", "cache_write_1h_mtok"),
	ratesOf("audio", "input_audio_mtok", "output_audio_mtok", "cache_audio_read_mtok"),
	ratesOf("image", "input_image_mtok", "output_image_mtok", "cache_image_read_mtok"),
	ratesOf("video", "input_video_mtok", "output_video_mtok"),
)

type genAIModel struct {
	ID      string
	Context json.RawMessage `json:"context_window"`
	Prices  json.RawMessage
}

func parseGenAIPrices(docs []web.Payload, _ *page.Refused) ([]data.Observation, error) {
	var providers []struct {
		ID     string
		Models []json.RawMessage
	}
	if err := json.Unmarshal(docs[0].Body, &providers); err != nil {
		return nil, fmt.Errorf("providers: %v", err)
	}
	var found feedReading
	for _, provider := range providers {
		for _, raw := range provider.Models {
			var model genAIModel
			if page.UnmarshalOnce(raw, &model) != nil || feedName(provider.ID+"/"+model.ID) == "" {
				continue
			}
			name := feedName(provider.ID + "/" + model.ID)
			m := feedModel{doc: docs[0], subject: name, label: name, unit: data.USDPerMillion}
			found.add(m.observe(genAITariffs(model.Prices, docs[0].FetchedAt), genAIRates)...)
			found.add(m.context("context_window", model.Context)...)
		}
	}
	return found.prices()
}

// genAIPrices is one entry of a list of prices: of those whose constraint holds, the last one counts.
type genAIPrices struct {
	Constraint map[string]json.RawMessage
	Prices     map[string]json.RawMessage
}

// genAITariffs reads the prices of a model, one set or a list of sets with constraints.
func genAITariffs(raw json.RawMessage, fetched time.Time) []tariff {
	if isObject(raw) {
		raw = slices.Concat([]byte(`[{"prices":`), raw, []byte(`}]`))
	}
	var sets []genAIPrices
	if json.Unmarshal(raw, &sets) != nil || len(sets) > maxFeedTariffs {
		return nil
	}
	var all []tariff
	for i, set := range sets {
		t, ok := set.conditions(fetched)
		if !ok {
			continue
		}
		if next := nextStart(sets[i+1:], t.q.ValidFrom); next != "" && !t.hours {
			t.q.ValidUntil = dayBefore(next)
		}
		all = append(all, genAITiers(t)...)
	}
	return all
}

// conditions reads from which day or at which hours a set of prices holds. One with a constraint that nobody here
// knows is not read.
func (s genAIPrices) conditions(fetched time.Time) (tariff, bool) {
	t := tariff{prices: s.Prices}
	start := page.Scalar(s.Constraint["start_date"])
	switch from := page.Scalar(s.Constraint["start_time"]); {
	case len(s.Constraint) == 0:
		return t, true
	case start == "" && from != "":
		t.hours, t.where = true, "hours "+feedName(from)+" "+feedName(page.Scalar(s.Constraint["end_time"]))+" "
		return t, true
	case dayBefore(start) == "" || len(s.Constraint) > 1:
		return t, false
	}
	t.q.ValidFrom, t.where = start, "start_date "+start+" "
	if start > fetched.Format(time.DateOnly) {
		t.q.Kind = "announced"
	}
	return t, true
}

// nextStart is the first day of the sets that is later than from.
func nextStart(sets []genAIPrices, from string) string {
	next := ""
	for _, s := range sets {
		start := page.Scalar(s.Constraint["start_date"])
		if start > from && (next == "" || start < next) && dayBefore(start) != "" {
			next = start
		}
	}
	return next
}

// genAITiers splits prices that depend on the length of the prompt into one tariff for each length.
func genAITiers(t tariff) []tariff {
	base := t
	base.prices = map[string]json.RawMessage{}
	all := []tariff{base}
	for _, r := range genAIRates {
		raw, stated := t.prices[r.key]
		var price struct {
			Base  json.RawMessage
			Tiers []struct{ Start, Price json.RawMessage }
		}
		if !stated || !isObject(raw) || json.Unmarshal(raw, &price) != nil {
			base.prices[r.key] = raw
			continue
		}
		base.prices[r.key] = price.Base
		for _, tier := range price.Tiers {
			over := feedTokens(tier.Start)
			if over == "" || len(all) > maxFeedTariffs {
				continue
			}
			i := slices.IndexFunc(all, func(other tariff) bool { return other.q.ContextOver == over })
			if i < 0 {
				higher := t
				higher.q.ContextOver, higher.prices = over, map[string]json.RawMessage{}
				higher.where += "over " + over + " "
				i, all = len(all), append(all, higher)
			}
			all[i].prices[r.key] = tier.Price
		}
	}
	return all
}
