package feed

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// bedrockRegions are those whose price lists are read: one of each continent.
var bedrockRegions = []string{"us-east-1", "eu-central-1", "ap-northeast-1"}

// bedrockOffers are the two price lists of Bedrock: of what Amazon sells itself, and of what makers sell over its marketplace. Their
// form is that of https://docs.aws.amazon.com/awsaccountbilling/latest/aboutv2/using-the-aws-price-list-bulk-api-fetching-price-list-files-manually.html.
var bedrockOffers = []string{"AmazonBedrock", "AmazonBedrockFoundationModels"}

func init() {
	s := collectors.Source{Name: "feed_bedrock", Publisher: "Amazon", Untried: true, Parse: parseBedrock}
	for _, region := range bedrockRegions {
		for _, offer := range bedrockOffers {
			s.Requests = append(s.Requests, web.Alternatives("https://pricing.us-east-1.amazonaws.com/offers/v1.0/aws/"+offer+"/current/"+region+"/index.json"))
		}
	}
	collectors.Register(s)
}

// bedrockList is a price list: what is sold, and its terms by the same keys.
type bedrockList struct {
	Products map[string]struct {
		Attributes map[string]string
	}
	Terms struct {
		OnDemand map[string]map[string]struct {
			Dimensions map[string]bedrockPrice `json:"priceDimensions"`
		}
	}
}

type bedrockPrice struct {
	Unit        string
	Description string
	Price       struct{ USD string } `json:"pricePerUnit"`
}

// parseBedrock reads what tokens cost on demand. A row whose words nobody here knows prices nothing.
func parseBedrock(docs []web.Payload, _ *page.Refused) ([]data.Observation, error) {
	var found feedReading
	for _, doc := range docs {
		var list bedrockList
		if err := json.Unmarshal(doc.Body, &list); err != nil {
			return nil, fmt.Errorf("price list: %v", err)
		}
		for _, sku := range slices.Sorted(maps.Keys(list.Products)) {
			for _, term := range list.Terms.OnDemand[sku] {
				if o, ok := bedrockRow(doc, list.Products[sku].Attributes, term.Dimensions); ok {
					found.add(o)
				}
			}
		}
	}
	return found.offers()
}

// bedrockRow reads one product: a model of Amazon's own list has an attribute of that name, one of the marketplace stands as a service.
func bedrockRow(doc web.Payload, of map[string]string, prices map[string]bedrockPrice) (o data.Observation, ok bool) {
	name, edition := strings.CutSuffix(of["servicename"], " (Amazon Bedrock Edition)")
	if !edition {
		name = of["model"]
	}
	if name = feedName(name); name == "" || len(prices) != 1 || of["regionCode"] == "" {
		return o, false
	}
	for _, p := range prices {
		words := strings.Fields(strings.NewReplacer("-", " ", "_", " ", "|", " ", ":", " ").Replace(strings.ToLower(of["inferenceType"] + " " + of["feature"] + " " + p.Description)))
		field, q, known := offerTerms(words)
		unit := bedrockUnit(p, edition)
		if !known || unit == "" || feedNumber(json.RawMessage(p.Price.USD)) == "" {
			return o, false
		}
		region := of["regionCode"]
		if slices.Contains(words, "global") {
			region = "global"
		}
		at, quote := data.PageAddress{Row: name, Column: p.Description}, name+" | "+p.Description+" | "+p.Price.USD
		o = doc.Observe("amazon-bedrock/"+region+"/"+name, field, p.Price.USD, unit, quote, at, q)
	}
	return o, true
}

// bedrockUnit is what a price is for, "" where it is not for tokens. The marketplace counts units, and says what they are.
func bedrockUnit(p bedrockPrice, edition bool) data.Unit {
	switch words := strings.ToLower(p.Description); {
	case strings.EqualFold(p.Unit, "1K tokens"):
		return data.USDPerThousand
	case strings.EqualFold(p.Unit, "1M tokens"), edition && strings.EqualFold(p.Unit, "units") && strings.Contains(words, "million") && strings.Contains(words, "tokens"):
		return data.USDPerMillion
	}
	return ""
}
