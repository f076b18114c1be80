package catalog

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"pricepoint/data"
	"pricepoint/data/yaml"
)

// OffPeak are the prices, in USD per million tokens, at all hours but some.
type OffPeak struct {
	Evidence  `yaml:",inline"`
	Peak      Hours        `yaml:"peak"` // the other hours
	Input     data.Number  `yaml:"input"`
	Output    data.Number  `yaml:"output"`
	CacheRead *data.Number `yaml:"cacheRead,omitempty"`
}

// Hours are hours of a week, in the notation of data.WeeklyHours.
type Hours struct{ data.WeeklyHours }

// UnmarshalText reads hours.
func (h *Hours) UnmarshalText(text []byte) (err error) {
	h.WeeklyHours, err = data.ParseWeeklyHours(string(text))
	return err
}

// TariffRule is what a provider states of the prices of a service or a region without printing them: so many times those
// of the standard service, or of everywhere. A factor of 1 says that they are the same.
type TariffRule struct {
	Evidence `yaml:",inline"`
	Sold     `yaml:",inline"`
	Service  string              `yaml:"service,omitempty" check:"oneof=batch|flex|priority|fast"`
	Region   string              `yaml:"region,omitempty"`
	Classes  []data.BillingClass `yaml:"classes,omitempty" check:"oneof=input|output|reasoning|cacheRead|cacheWrite|cacheWrite1h|cacheWrite12h|cacheStorage|audio.input|audio.cacheRead"` // absent: all
	Factor   data.Number         `yaml:"factor" check:"above=0 most=10"`
	Until    Date                `yaml:"until,omitempty"`              // its last day; absent: none is stated
	Quote    string              `yaml:"quote" check:"text=500 quote"` // the printed text
}

// Sold says of which tools something is that their provider states.
type Sold struct {
	Provider string   `yaml:"provider" check:"known=provider"`
	Tools    []string `yaml:"tools,omitempty" check:"distinct"` // ids; absent: all of the provider
}

// Of reports whether a tool is among them.
func (s Sold) Of(t Tool) bool {
	return s.Provider == t.Provider && (s.Tools == nil || slices.Contains(s.Tools, t.ID))
}

// validate checks that the provider has these tools.
func (s Sold) validate(check *checks, at yaml.Place) {
	for i, id := range s.Tools {
		if !slices.ContainsFunc(check.catalog.Tools, func(t Tool) bool { return t.ID == id && s.Of(t) }) {
			check.Add(at.Key("tools").Item(i), "%s has no tool %q", s.Provider, id)
		}
	}
}

// validate checks that the rule leads somewhere, from tools that there are, by one way.
func (r TariffRule) validate(check *checks, at yaml.Place) {
	r.Sold.validate(check, at)
	if (r.Service == "") == (r.Region == "") {
		check.Add(at, "one of service and region must say where the rule leads")
	}
}

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

// Holidays are the public holidays of a country, as far ahead as they are known.
type Holidays struct {
	Evidence `yaml:",inline"`
	Country  string `yaml:"country"` // as data.WeeklyHours has it
	Days     []Date `yaml:"days" check:"day"`
	To       Date   `yaml:"to" check:"day"` // the last day of which it is known whether it is one
}

// In writes the days off into hours that depend on them.
func (c *Catalog) In(h data.WeeklyHours) data.WeeklyHours {
	h.DaysOff, h.KnownTo = nil, ""
	if known := data.Find(c.Holidays, func(known Holidays) bool { return known.Country == h.Holidays }); known != nil {
		h.KnownTo, h.DaysOff = known.To.Text, data.Each(known.Days, func(day Date) string { return day.Text })
	}
	return h
}
