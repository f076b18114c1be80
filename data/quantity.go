package data

import (
	"fmt"
	"strings"
)

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

// UnitOfPrice is what a printed price is counted in.
type UnitOfPrice struct {
	Currency string  // USD EUR CNY
	Per      Measure // what the price is for, once it is shifted
	Shift    int32   // the power of ten that turns the printed number into one for Per
}

// PerMillionTokens is what most prices are for.
var PerMillionTokens = Measure{Amount: 1_000_000, Of: "tokens"}

var perMillionTokenHours = Measure{Amount: 1_000_000, Of: "tokenHours"}

// unitsOfPrice are the units that a price may have.
var unitsOfPrice = map[Unit]UnitOfPrice{
	USDPerMillion:        {"USD", PerMillionTokens, 0},
	USDPerThousand:       {"USD", PerMillionTokens, 3},
	USDPerToken:          {"USD", PerMillionTokens, 6},
	CentsPerToken:        {"USD", PerMillionTokens, 4},
	EURPerMillion:        {"EUR", PerMillionTokens, 0},
	CNYPerMillion:        {"CNY", PerMillionTokens, 0},
	USDPerMillionPerHour: {"USD", perMillionTokenHours, 0},
}

// OfPrice says what a price in this unit is counted in; false: it is not the unit of a price.
func (u Unit) OfPrice() (UnitOfPrice, bool) {
	of, ok := unitsOfPrice[u]
	return of, ok
}

// Price is the printed price, exactly, for the measure of its unit.
func (o Observation) Price() (Number, UnitOfPrice, error) {
	of, ok := o.Unit.OfPrice()
	if !ok {
		return Number{}, of, fmt.Errorf("%s of %s is in %q, which is no unit of prices", o.Field, o.Subject, o.Unit)
	}
	n, err := ParseNumber(o.Value)
	if err != nil {
		return Number{}, of, fmt.Errorf("%s of %s: %v", o.Field, o.Subject, err)
	}
	return Number{n.Shift(of.Shift)}, of, nil
}
