package data

import "slices"

// SellersDocument is /api/sellers.json: who else sells the tools, and for how much, in the words of the lists that every refresh
// reads. Nobody has seen a seller print any of it: it is never merged with what a maker prints, and no number of a tool rests on it.
type SellersDocument struct {
	Version     string       `json:"version"`
	LastUpdated Timestamp    `json:"lastUpdated"`
	Lists       []SellerList `json:"lists"`
	Tools       []ToolOffers `json:"tools"` // in the order of tools.json; those that nobody else sells are left out
}

// SellerList is a list that names sellers.
type SellerList struct {
	ID        string    `json:"id"` // source
	Publisher string    `json:"publisher"`
	URL       string    `json:"url"`
	FetchedAt Timestamp `json:"fetchedAt"`
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

	Input      *Number `json:"input,omitempty"`
	Output     *Number `json:"output,omitempty"`
	CacheRead  *Number `json:"cacheRead,omitempty"`
	CacheWrite *Number `json:"cacheCreate,omitempty"`

	Further []OfferLine `json:"further,omitempty"` // its prices under other terms
	// Difference is how much more than the maker it charges, in percent of the maker's price, to one decimal: of input or of output, whichever
	// differs more. Absent: one of the prices is not known, or the offer is free or paid otherwise.
	Difference *Number `json:"difference,omitempty"`
}

// OfferLine is one price of an offer under other terms.
type OfferLine struct {
	Class   BillingClass `json:"class"`
	Price   Number       `json:"price"`
	Over    int64        `json:"over,omitempty"`    // tokens: of longer prompts than this
	Service string       `json:"service,omitempty"` // batch flex priority fast
}

// Price is what an offer charges for a class of tokens, nil where the list does not say.
func (o Offer) Price(class BillingClass) *Number {
	return map[BillingClass]*Number{ClassInput: o.Input, ClassOutput: o.Output, ClassCacheRead: o.CacheRead, ClassCacheWrite: o.CacheWrite}[class]
}

// Tariff is what an offer comes to as a tariff. A cache price that the list does not state is unknown, and not free.
func (o Offer) Tariff(tool, name string) Tariff {
	t := Tariff{ID: tool, Name: name, Seller: o.Seller}
	all := slices.Clone(o.Further)
	for _, class := range []BillingClass{ClassInput, ClassOutput, ClassCacheRead, ClassCacheWrite} {
		if price := o.Price(class); price != nil {
			all = append(all, OfferLine{Class: class, Price: *price})
		} else {
			t.Lines = append(t.Lines, TariffLine{Class: class, State: PriceNotStated, Per: PerMillionTokens, Evidence: o.evidence()})
		}
	}
	for _, l := range all {
		line := TariffLine{Class: l.Class, Terms: Terms{Service: l.Service}, State: Priced, Price: &l.Price, Per: PerMillionTokens, Evidence: o.evidence()}
		if l.Price.IsZero() {
			line.State = FreeOfCharge
		}
		band := ContextBand{Over: l.Over}
		for _, longer := range all {
			if longer.Class == l.Class && longer.Service == l.Service && longer.Over > l.Over && (band.UpTo == 0 || longer.Over < band.UpTo) {
				band.UpTo = longer.Over
			}
		}
		if band != (ContextBand{}) {
			line.Terms.Context = &band
		}
		t.Lines = append(t.Lines, line)
	}
	return t
}

func (o Offer) evidence() BriefEvidence {
	return BriefEvidence{Method: Fed, Confidence: Low, Source: o.List, Basis: OnList}
}
