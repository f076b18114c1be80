package feed

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// azureRegions are those whose prices are read.
var azureRegions = []string{"eastus2", "swedencentral"}

// The list has the form of https://learn.microsoft.com/en-us/rest/api/cost-management/retail-prices/azure-retail-prices.
func init() {
	s := collectors.Source{Name: "feed_azure", Publisher: "Microsoft", Untried: true, Next: nextAzure, Parse: parseAzure}
	for _, region := range azureRegions {
		filter := url.Values{"$filter": {"serviceName eq 'Foundry Models' and priceType eq 'Consumption' and armRegionName eq '" + region + "'"}}
		s.Requests = append(s.Requests, web.Alternatives(azurePrices+"?"+filter.Encode()))
	}
	collectors.Register(s)
}

const azurePrices = "https://prices.azure.com/api/retail/prices"

// azurePage is a page of up to 1,000 prices.
type azurePage struct {
	Items []struct {
		Currency string          `json:"currencyCode"`
		Price    json.RawMessage `json:"retailPrice"`
		Region   string          `json:"armRegionName"`
		Meter    string          `json:"meterName"`
		Unit     string          `json:"unitOfMeasure"`
		Type     string
	}
	Next string `json:"NextPageLink"`
}

// nextAzure leads to the page behind the first one of a region, on the same site.
func nextAzure(doc web.Payload) []web.Request {
	var p azurePage
	if json.Unmarshal(doc.Body, &p) != nil || !strings.HasPrefix(p.Next, azurePrices+"?") {
		return nil
	}
	return web.Alternatives(p.Next)
}

// azureUnits are those of tokens.
var azureUnits = map[string]data.Unit{"1K": data.USDPerThousand, "1M": data.USDPerMillion}

// parseAzure reads the meters of tokens. Their names are words such as "gpt 5 mini Inp glbl Tokens": those that say how it is sold are
// taken out, and what is left is the name of the model.
func parseAzure(docs []web.Payload, _ *page.Refused) ([]data.Observation, error) {
	var found feedReading
	for _, doc := range docs {
		var p azurePage
		if err := json.Unmarshal(doc.Body, &p); err != nil {
			return nil, fmt.Errorf("prices: %v", err)
		}
		for _, item := range p.Items {
			words := strings.Fields(strings.NewReplacer("-", " ", "_", " ").Replace(strings.ToLower(item.Meter)))
			field, q, known := offerTerms(words)
			name, unit, price := azureName(words), azureUnits[item.Unit], feedNumber(item.Price)
			if !known || name == "" || unit == "" || price == "" || item.Currency != "USD" || item.Type != "Consumption" || feedName(item.Region) == "" {
				continue
			}
			at := data.PageAddress{Row: item.Meter, Column: item.Region}
			name = "azure/" + azureRegion(words, item.Region) + "/" + name
			found.add(doc.Observe(name, field, price, unit, item.Meter+" | "+price, at, q))
		}
	}
	return found.offers()
}

// azureScopes are the words of a meter by which requests are answered anywhere, in a zone of several regions, or in one region.
var azureScopes = map[string]string{
	"glbl": "global", "gl": "global", "global": "global", "dzn": "zone", "dz": "zone", "dzone": "zone", "regnl": "", "rgnl": "", "regional": "",
}

// azureRegion is where a request is answered.
func azureRegion(words []string, of string) string {
	for _, w := range words {
		switch azureScopes[w] {
		case "global":
			return "global"
		case "zone":
			return map[string]string{"eastus2": "us", "swedencentral": "eu"}[of]
		}
	}
	return of
}

// azureName is what is left of a meter without the words that say how it is sold.
func azureName(words []string) string {
	name := slices.DeleteFunc(slices.Clone(words), func(w string) bool {
		_, scope := azureScopes[w]
		return scope || offerWords[w] != ""
	})
	return feedName(strings.Join(name, "-"))
}
