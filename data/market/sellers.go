package market

import "pricepoint/data"

import "slices"

// SellersDocument is /api/sellers.json: who else sells the tools, and for how much, in the words of the lists that every refresh
// reads. Nobody has seen a seller print any of it: it is never merged with what a maker prints, and no number of a tool rests on it.
type SellersDocument struct {
	Version     string         `json:"version"`
	LastUpdated data.Timestamp `json:"lastUpdated"`
	Lists       []SellerList   `json:"lists"`
	Tools       []ToolOffers   `json:"tools"` // in the order of tools.json; those that nobody else sells are left out
}

// SellerList is a list that names sellers.
type SellerList struct {
	ID        string         `json:"id"` // source
	Publisher string         `json:"publisher"`
	URL       string         `json:"url"`
	FetchedAt data.Timestamp `json:"fetchedAt"`
}

// ToolOffers are the offers of one tool.
type ToolOffers struct {
	ID     string  `json:"id"` // in tools.json
	Name   string  `json:"name"`
	Maker  string  `json:"maker"`
	Offers []Offer `json:"offers"` // by seller, region and list
}

// Offer is one row of a list: what a seller is said to charge. Prices are in USD per million tokens at the standard service and for
// the shortest prompts; absent: the list does not state it.
type Offer struct {
	Seller string `json:"seller"`           // as people call it, or its key on the list
	Region string `json:"region,omitempty"` // as the name of the row says it: eu, us-east-1; absent: not said
	List   string `json:"list"`             // source, in lists
	Name   string `json:"name"`             // of the row, letter by letter

	Input      *data.Number `json:"input,omitempty"`
	Output     *data.Number `json:"output,omitempty"`
	CacheRead  *data.Number `json:"cacheRead,omitempty"`
	CacheWrite *data.Number `json:"cacheCreate,omitempty"`

	Further []OfferLine `json:"further,omitempty"` // its prices under other terms
	// Difference is how much more than the maker it charges, in percent of the maker's price, to one decimal: of input or of output, whichever
	// differs more. Absent: one of the prices is not known, or the offer is free or paid otherwise.
	Difference *data.Number `json:"difference,omitempty"`
}

// OfferLine is one price of an offer under other terms.
type OfferLine struct {
	Class   data.BillingClass `json:"class"`
	Price   data.Number       `json:"price"`
	Over    int64             `json:"over,omitempty"`    // tokens: of longer prompts than this
	Service string            `json:"service,omitempty"` // batch flex priority fast
}

// Price is what an offer charges for a class of tokens, nil where the list does not say.
func (o Offer) Price(class data.BillingClass) *data.Number {
	return map[data.BillingClass]*data.Number{data.ClassInput: o.Input, data.ClassOutput: o.Output, data.ClassCacheRead: o.CacheRead, data.ClassCacheWrite: o.CacheWrite}[class]
}

// Tariff is what an offer comes to as a tariff. A cache price that the list does not state is unknown, and not free.
func (o Offer) Tariff(tool, name string) data.Tariff {
	t := data.Tariff{ID: tool, Name: name, Seller: o.Seller}
	all := slices.Clone(o.Further)
	for _, class := range []data.BillingClass{data.ClassInput, data.ClassOutput, data.ClassCacheRead, data.ClassCacheWrite} {
		if price := o.Price(class); price != nil {
			all = append(all, OfferLine{Class: class, Price: *price})
		} else {
			t.Lines = append(t.Lines, data.TariffLine{Class: class, State: data.PriceNotStated, Per: data.PerMillionTokens, Evidence: o.evidence()})
		}
	}
	for _, l := range all {
		line := data.TariffLine{Class: l.Class, Terms: data.Terms{Service: l.Service}, State: data.Priced, Price: &l.Price, Per: data.PerMillionTokens, Evidence: o.evidence()}
		if l.Price.IsZero() {
			line.State = data.FreeOfCharge
		}
		band := data.ContextBand{Over: l.Over}
		for _, longer := range all {
			if longer.Class == l.Class && longer.Service == l.Service && longer.Over > l.Over && (band.UpTo == 0 || longer.Over < band.UpTo) {
				band.UpTo = longer.Over
			}
		}
		if band != (data.ContextBand{}) {
			line.Terms.Context = &band
		}
		t.Lines = append(t.Lines, line)
	}
	return t
}

func (o Offer) evidence() data.BriefEvidence {
	return data.BriefEvidence{Method: data.Fed, Confidence: data.Low, Source: o.List, Basis: data.OnList}
}
