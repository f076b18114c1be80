package catalog

import (
	"time"

	"pricepoint/data"
	"pricepoint/data/yaml"
)

// Gate holds the limits a value must keep to be published without a person looking at it. Factors compare a new
// value with the one that stands.
type Gate struct {
	Ratio          data.Number `yaml:"ratio" check:"above=1"`             // input and output: a move by this factor or more is held
	CacheRatio     data.Number `yaml:"cacheRatio" check:"above=1"`        // the same for cache prices
	RereadBelow    data.Number `yaml:"rereadBelow" check:"above=1"`       // below this factor a later reading of the provider's page ends the hold
	ScorePoints    data.Number `yaml:"scorePoints" check:"above=1"`       // a score that moves by more is held
	MovedShare     data.Number `yaml:"movedShare" check:"above=0 most=1"` // of a source's values: when more than these move at once
	MovedAtLeast   int64       `yaml:"movedAtLeast"`                      // and at least this many, none of its changes count
	GoneShare      data.Number `yaml:"goneShare" check:"above=0 most=1"`  // of a source's values: when more than these are missing, none of its changes count
	DoubtAfterDays int64       `yaml:"doubtAfterDays" check:"least=1"`    // a value that nobody has found for longer loses confidence
	AskAfterDays   int64       `yaml:"askAfterDays"`                      // and one that nobody has found for longer than this is a finding
	AloneForDays   int64       `yaml:"aloneForDays" check:"least=1"`      // a change that only its own page states is a finding for so long
	// TogetherAtLeast models of a page that move at once are looked at: in one column by one factor, or any that are
	// TogetherShare of a board. Two are enough where all that moved on the page moved by one factor.
	TogetherAtLeast int64       `yaml:"togetherAtLeast"`
	TogetherShare   data.Number `yaml:"togetherShare" check:"above=0 most=1"`
	SameFactor      data.Number `yaml:"sameFactor" check:"above=0 most=1"` // factors that differ by at most this share are one factor
	// ExchangeRates are what a USD costs, by currency: prices that all moved by such a factor, give or take RateWithin, are
	// perhaps in that currency.
	ExchangeRates map[string]data.Number `yaml:"exchangeRates" check:"above=0"`
	RateWithin    data.Number            `yaml:"rateWithin" check:"above=0 most=1"`
	// TermWords are words of texts around prices that may say when or for whom these hold. Of a text with none of them and
	// one of PlainWords at least, a later reading of the page is enough to take it for one that says nothing.
	TermWords  []string `yaml:"termWords,omitempty"`
	PlainWords []string `yaml:"plainWords,omitempty"`
	// StandIns are the feeds that stand in where nobody states a price first hand, the most careful first.
	StandIns []string `yaml:"standIns" check:"distinct"`
	// Bands bound every price, in USD per million tokens; 0 is always allowed.
	Bands map[data.Field]Band `yaml:"bands"`
}

// DoubtAfter is how long after it was last found a value loses confidence.
func (g Gate) DoubtAfter() time.Duration { return days(g.DoubtAfterDays) }

// AskAfter is how long after it was last found a person should look at a value.
func (g Gate) AskAfter() time.Duration { return days(g.AskAfterDays) }

// AloneFor is how long a change that only its own page states is a finding.
func (g Gate) AloneFor() time.Duration { return days(g.AloneForDays) }

func days(n int64) time.Duration { return time.Duration(n) * 24 * time.Hour }

// Band is a closed range.
type Band struct {
	Min data.Number `yaml:"min"`
	Max data.Number `yaml:"max"`
}

// pricedFields are the prices of a tool; each has a band.
var pricedFields = []data.Field{data.PriceInput, data.PriceOutput, data.PriceCacheRead, data.PriceCacheWrite}

func (g Gate) validate(check *checks, at yaml.Place) {
	for _, field := range sorted(g.Bands) {
		band, here := g.Bands[field], at.Key("bands").Key(string(field))
		if !band.Min.IsPositive() || band.Max.LessThan(band.Min.Decimal) {
			check.Add(here, "%s to %s is not a band of prices", band.Min, band.Max)
		}
	}
	for _, field := range pricedFields {
		if _, ok := g.Bands[field]; !ok {
			check.Add(at.Key("bands"), "%s has no band", field)
		}
	}
}

// inBand checks a price against gate.yaml; 0 is free and always allowed.
func (c *checks) inBand(at yaml.Place, field data.Field, price data.Number) {
	band, ok := c.catalog.Gate.Bands[field]
	if !ok || price.IsZero() {
		return
	}
	if price.LessThan(band.Min.Decimal) || price.GreaterThan(band.Max.Decimal) {
		c.Add(at, "%s USD per million tokens is outside the %s to %s that gate.yaml allows", price, band.Min, band.Max)
	}
}
