package data

import "strings"

// Quantity is one published number of a model, and what observations call it.
type Quantity struct {
	Name     string // in the published documents
	Observed Field  // in observations
	Unit     string
	Words    string // for people
	Short    string // for people, where the unit is told besides
}

// The places of the four prices in a row.
const (
	InputPlace = iota
	OutputPlace
	CacheReadPlace
	CacheWritePlace
)

// Prices are the four published prices, each in its place.
var Prices = [...]Quantity{
	InputPlace:      {FieldInput, PriceInput, string(USDPerMillion), "input price", "input"},
	OutputPlace:     {FieldOutput, PriceOutput, string(USDPerMillion), "output price", "output"},
	CacheReadPlace:  {FieldCacheRead, PriceCacheRead, string(USDPerMillion), "cache read price", "cache read"},
	CacheWritePlace: {FieldCacheWrite, PriceCacheWrite, string(USDPerMillion), "cache write price", "cache write"},
}

// ContextSize is the largest prompt a model takes.
var ContextSize = Quantity{FieldContext, ContextTokens, string(Tokens), "context window", "context window"}

// Class is the class of tokens that a price is of, "" for any other number.
func (f Field) Class() BillingClass {
	if class, isPrice := strings.CutPrefix(string(f), "price."); isPrice && f != PriceOther {
		return BillingClass(class)
	}
	return ""
}

// PriceOf is the published price of a class of tokens, nil where there is none.
func PriceOf(class BillingClass) *Quantity {
	return Find(Prices[:], func(q Quantity) bool { return q.Observed.Class() == class })
}
