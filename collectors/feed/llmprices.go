package feed

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

const (
	llmPricesSite  = "https://www.llm-prices.com/"
	llmPricesFiles = "https://raw.githubusercontent.com/simonw/llm-prices/main/data/"
)

func init() {
	collectors.Register(collectors.Source{
		Name: "feed_llmprices", Publisher: "llm-prices",
		// The current list takes the newest price of a model even when it is not due yet, and prints no dates. The site
		// makes both lists from one file a vendor; the first of those leads to the others.
		Requests: [][]web.Request{{{URL: llmPricesSite + "historical-v1.json"}, {URL: llmPricesSite + "current-v1.json"}, {URL: llmPricesFiles + "openai.json"}}},
		Next:     nextLLMPrices,
		Parse:    parseLLMPrices,
	})
}

// llmPricesVendors are the files beside the first. Some began later than others, so any may be missing.
var llmPricesVendors = []string{"amazon", "anthropic", "deepseek", "google", "meta-ai", "minimax", "mistral", "moonshot-ai", "qwen", "typesafe", "xai", "z.ai"}

// minLLMVendors is the least number of vendors, so that one vendor's file is not taken for the whole list.
const minLLMVendors = 5

func nextLLMPrices(doc web.Payload) []web.Request {
	if doc.URL != llmPricesFiles+"openai.json" {
		return nil
	}
	var pages []web.Request
	for _, vendor := range llmPricesVendors {
		pages = append(pages, web.Request{URL: llmPricesFiles + vendor + ".json"})
	}
	return pages
}

var llmPricesRates = ratesOf("", "input", "output", "input_cached")

// llmPricesModel is a model of a vendor's file, with its prices of all times.
type llmPricesModel struct {
	ID      string
	Name    string
	History []json.RawMessage `json:"price_history"`
}

func parseLLMPrices(docs []web.Payload, _ *page.Refused) ([]data.Observation, error) {
	var found feedReading
	vendors := map[string]bool{}
	add := func(doc web.Payload, vendor, id, name string, raw json.RawMessage) {
		if prices := observeLLMPrice(doc, vendor, id, name, raw); len(prices) > 0 {
			vendors[vendor] = true
			found.add(prices...)
		}
	}
	for _, doc := range docs {
		var list struct {
			Prices []json.RawMessage // of the two lists
			Vendor string            // of a vendor's file, as are the models
			Models []llmPricesModel
		}
		if err := json.Unmarshal(doc.Body, &list); err != nil {
			return nil, fmt.Errorf("prices: %v", err)
		}
		for _, raw := range list.Prices {
			var row struct{ Vendor, ID, Name string }
			if json.Unmarshal(raw, &row) == nil {
				add(doc, row.Vendor, row.ID, row.Name, raw)
			}
		}
		for _, model := range list.Models {
			for _, raw := range model.History {
				add(doc, list.Vendor, model.ID, model.Name, raw)
			}
		}
	}
	if len(vendors) < minLLMVendors {
		return nil, fmt.Errorf("prices of %d vendors, expected at least %d", len(vendors), minLLMVendors)
	}
	return found.prices()
}

// observeLLMPrice reads one row of prices. A model whose price depends on the length of the prompt has two ids, and
// the names say which is for which: "GPT-5.5 >272k" is gpt-5.5-272k, and still gpt-5.5.
func observeLLMPrice(doc web.Payload, vendor, id, name string, raw json.RawMessage) []data.Observation {
	var prices map[string]json.RawMessage
	if vendor == "" || id == "" || feedName(vendor+"/"+id+name) == "" || page.UnmarshalOnce(raw, &prices) != nil {
		return nil
	}
	from, to := page.Scalar(prices["from_date"]), page.Scalar(prices["to_date"])
	_, q := page.CutBound(name, data.Qualifiers{ValidFrom: from, ValidUntil: dayBefore(to)}) // to_date is the first day without it
	if from != "" && dayBefore(from) == "" || to != "" && q.ValidUntil == "" {
		return nil // no days
	}
	if from > doc.FetchedAt.Format(time.DateOnly) {
		q.Kind = "announced"
	}
	t := tariff{prices: prices, q: q}
	if from != "" {
		t.where = "from_date " + from + " "
	}
	if to != "" {
		t.where += "to_date " + to + " "
	}
	m := feedModel{doc: doc, subject: feedName(vendor + "/" + llmPricesModelID(id, q)), label: vendor + "/" + id + " " + name, unit: data.USDPerMillion}
	return m.observe([]tariff{t}, llmPricesRates)
}

// llmPricesModelID is an id without the length of prompt at its end, which a dash or two part from the rest:
// "gpt-5.5-272k", "gemini-2.5-pro--200k".
func llmPricesModelID(id string, q data.Qualifiers) string {
	if q.ContextOver == "" {
		return id
	}
	model, bound := strings.CutSuffix(id, "-"+strings.TrimSuffix(q.ContextOver, "000")+"k")
	if !bound {
		return id
	}
	return strings.TrimRight(model, "-")
}
