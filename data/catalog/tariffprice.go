package catalog

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"pricepoint/data"
	"pricepoint/data/yaml"
)

// TariffPrice is what a provider's page prints beside the published prices and no collector reads. Exactly one of Price and
// TimesInput is there.
type TariffPrice struct {
	Quotation  `yaml:",inline"`
	Sold       `yaml:",inline"`
	Services   []string          `yaml:"services,omitempty" check:"distinct oneof=standard|batch|flex|priority|fast"` // absent: standard
	Class      data.BillingClass `yaml:"class"`
	Price      *data.Number      `yaml:"price,omitempty" check:"above=0"`      // USD for each Per
	Long       *data.Number      `yaml:"long,omitempty"`                       // the same for long prompts, where tools have long ones; absent: for any prompt
	Per        Measure           `yaml:"per,omitempty"`                        // there where Price is
	TimesInput *data.Number      `yaml:"timesInput,omitempty" check:"above=0"` // so many times the price of input, for every size of prompt
}

// Measure is an amount of something that is counted, such as 1000 searches.
type Measure struct{ data.Measure }

// UnmarshalText reads a measure.
func (m *Measure) UnmarshalText(text []byte) error {
	fmt.Sscanf(string(text), "%d %s", &m.Amount, &m.Of) // what it does not read is missing below
	if m.Of == "" || fmt.Sprint(m.Amount, " ", m.Of) != string(text) {
		return fmt.Errorf("%q is no measure, which look like 1000 searches", text)
	}
	return nil
}

// At are the services at which it holds, as terms have them: "" for the standard one.
func (p TariffPrice) At() []string {
	all := slices.Clone(p.Services)
	if i := slices.Index(all, "standard"); i >= 0 {
		all[i] = ""
	}
	if all == nil {
		all = []string{""}
	}
	return all
}

// countedIn says what the classes of a TariffPrice are counted in.
var countedIn = map[data.BillingClass]string{
	data.ClassCacheRead: "tokens", data.ClassCacheWrite1h: "tokens", data.ClassCacheWrite12h: "tokens", data.ClassCacheStorage: "tokenHours",
	"audio.input": "tokens", "audio.cacheRead": "tokens", data.ClassSearches: "searches",
}

// validate checks that the price is there for a class with its measure, and that its quote says the number.
func (p TariffPrice) validate(check *checks, at yaml.Place) {
	p.Quotation.validate(check, at)
	p.Sold.validate(check, at)
	of, known := countedIn[p.Class]
	if !known {
		check.Add(at.Key("class"), "%q is none of the classes: %s", p.Class, sorted(countedIn))
		return
	}
	number := cmp.Or(p.Price, p.TimesInput)
	switch {
	case number == nil || p.Price != nil && p.TimesInput != nil:
		check.Add(at, "one of price and timesInput must say what it costs")
		return
	case p.Price != nil && p.Per.Of != of, p.TimesInput != nil && (p.Per.Of != "" || of != "tokens" || p.Services != nil):
		check.Add(at, "per, %q, is not what %s is counted in", fmt.Sprint(p.Per.Amount, " ", p.Per.Of), p.Class)
	}
	if p.Long != nil && (p.Price == nil || of != "tokens" || p.Long.LessThan(p.Price.Decimal)) {
		check.Add(at.Key("long"), "%s must be a price of tokens that is not below the one of shorter prompts", p.Long)
	}
	if !strings.Contains(p.Quote, number.String()) {
		check.Add(at.Key("quote"), "the quote does not say %s", number)
	}
}
