package normalize

import (
	"time"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// Method says how a value came about.
type Method string

// The methods.
const (
	Collected Method = "collected" // read on the provider's or board's page
	Curated   Method = "catalogue" // verified by a person
	Ruled     Method = "rule"      // follows from another value by a stated rule
)

// Value is one number with what stands behind it.
type Value struct {
	Number data.Number
	Evidence
}

// Evidence is what stands behind a value.
type Evidence struct {
	Method      Method
	Confidence  catalog.Confidence
	Source      string // collector, or "catalogue"
	URL         string
	Quote       string    // the printed text, or the rule
	Note        string    // a doubt that whoever verified the value had
	SHA256      string    // of the payload the quote stands in
	At          time.Time // when it was read or verified
	Placeholder bool      // verified after the time of the build: nothing else exists
}

// price decides one price of a tool. First hand wins, the newest of it: what the provider's page prints, or what
// a person verified on it later. A value from a third party only stands in.
func (b *build) price(t catalog.Tool, field data.Field, curated data.Number) Value {
	fact := curatedValue(curated, t.Prices.Evidence, t.Prices.Confidence, b.now)
	printed, ok := b.printed(t, field)
	switch {
	case !ok:
		return fact
	case b.knownLater(t.Prices.Evidence, printed.At):
		return fact
	default:
		return printed
	}
}

// optionalPrice decides a price that a provider may not bill apart; then the input price is what such a token costs.
func (b *build) optionalPrice(t catalog.Tool, field data.Field, curated *data.Number, input Value) Value {
	if curated != nil {
		return b.price(t, field, *curated)
	}
	if printed, ok := b.printed(t, field); ok {
		return printed
	}
	rule := input
	rule.Method, rule.Quote = Ruled, "same as input"
	if t.Prices.CacheRule == catalog.Unknown {
		rule.Quote, rule.Confidence = unknownRule[field], catalog.Low
	}
	return rule
}

// unknownRule says what stands in for a cache price that nobody states. Reading from a cache is never dearer than
// not having one; writing to it can be.
var unknownRule = map[data.Field]string{
	data.PriceCacheRead:  "unknown, input as upper bound",
	data.PriceCacheWrite: "unknown, input price shown",
}

// printed is the price the provider's own page states for a field, when it states one that may be published.
func (b *build) printed(t catalog.Tool, field data.Field) (Value, bool) {
	o, price, ok, err := headline(b.firstHand[t.ID][field], b.providers[t.Provider].Region)
	if err == nil && ok {
		err = withinBand(price, b.catalog.Gate.Bands[field])
	}
	if err != nil {
		b.note(t.ID, field, err)
	}
	if err != nil || !ok {
		return Value{}, false
	}
	return collectedValue(price, o), true
}

func curatedValue(n data.Number, e catalog.Evidence, c catalog.Confidence, now time.Time) Value {
	return Value{n, Evidence{
		Method: Curated, Confidence: c, Source: "catalogue", URL: e.Source, Note: e.Note,
		At: e.Verified.First, Placeholder: e.Verified.First.After(now),
	}}
}

func collectedValue(n data.Number, o data.Observation) Value {
	return Value{n, Evidence{
		Method: Collected, Confidence: catalog.High, Source: o.Source, URL: o.URL, Quote: o.Quote,
		SHA256: o.SHA256, At: o.FetchedAt.Time,
	}}
}
