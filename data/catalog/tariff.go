package catalog

import (
	"slices"

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
