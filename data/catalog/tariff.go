package catalog

import (
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

// validateOffPeak checks that it is cheaper off peak.
func (p Prices) validateOffPeak(check *checks, at yaml.Place) {
	off := p.OffPeak
	if off == nil {
		return
	}
	check.evidence(at, off.Evidence)
	if off.Peak.Outside {
		check.Add(at.Key("peak"), "these are hours outside of others; write those of the peak")
	}
	for place, price := range []*data.Number{&off.Input, &off.Output, off.CacheRead} {
		here := at.Key(priceKeys[place])
		check.inBand(here, pricedFields[place], price)
		if peak := []*data.Number{&p.Input, &p.Output, p.CacheRead}[place]; price != nil && (peak == nil || !price.LessThan(peak.Decimal)) {
			check.Add(here, "%s is not less than the price above, which is that of the peak", price)
		}
	}
}

// TariffRule is what a provider states of the prices of a service or a region without printing them: so many times those
// of the standard service, or of everywhere. A factor of 1 says that they are the same.
type TariffRule struct {
	Evidence `yaml:",inline"`
	Provider string              `yaml:"provider"`
	Tools    []string            `yaml:"tools,omitempty"`   // ids; absent: all of the provider
	Service  string              `yaml:"service,omitempty"` // batch flex priority fast
	Region   string              `yaml:"region,omitempty"`
	Classes  []data.BillingClass `yaml:"classes,omitempty"` // absent: all
	Factor   data.Number         `yaml:"factor"`
	Until    Date                `yaml:"until,omitempty"` // its last day; absent: none is stated
	Quote    string              `yaml:"quote"`           // the printed text
}

// sellers checks that there is a provider, and that it has these tools.
func (l *loader) sellers(here yaml.Place, provider string, tools []string) {
	if !slices.ContainsFunc(l.catalog.Providers, func(p Provider) bool { return p.ID == provider }) {
		l.Add(here.Key("provider"), "no provider in providers.yaml has the id %q", provider)
	}
	l.distinct(here.Key("tools"), "", tools)
	for j, id := range tools {
		if !slices.ContainsFunc(l.catalog.Tools, func(t Tool) bool { return t.ID == id && t.Provider == provider }) {
			l.Add(here.Key("tools").Item(j), "%s has no tool %q", provider, id)
		}
	}
}

// Of reports whether the rule is about a tool of its provider.
func (r TariffRule) Of(id string) bool { return r.Tools == nil || slices.Contains(r.Tools, id) }

// RulesOf are the rules of a provider, in the order of the file.
func (c *Catalog) RulesOf(provider string) []TariffRule {
	var all []TariffRule
	for _, r := range c.TariffRules {
		if r.Provider == provider {
			all = append(all, r)
		}
	}
	return all
}

// services are those that a rule can lead to.
var services = []string{"batch", "flex", "priority", "fast"}

// validateTariffRules checks that each rule leads somewhere, from tools that there are, and that its quote says a number.
func (l *loader) validateTariffRules() {
	at := l.in("tariffs.yaml").Key("rules")
	for i, r := range l.catalog.TariffRules {
		here := at.Item(i)
		l.evidence(here, r.Evidence)
		l.text(here.Key("quote"), r.Quote, 500)
		if !strings.ContainsAny(r.Quote, "0123456789") {
			l.Add(here.Key("quote"), "the quote says no number")
		}
		l.sellers(here, r.Provider, r.Tools)
		if (r.Service == "") == (r.Region == "") {
			l.Add(here, "one of service and region must say where the rule leads")
		}
		if r.Service != "" {
			oneOf(&l.checks, here.Key("service"), r.Service, services...)
		}
		if !r.Factor.IsPositive() || r.Factor.GreaterThan(data.Int(10).Decimal) {
			l.Add(here.Key("factor"), "%s does not lie above 0 and up to 10", r.Factor)
		}
		for j, class := range r.Classes {
			oneOf(&l.checks, here.Key("classes").Item(j), class, data.ClassInput, data.ClassOutput, data.ClassReasoning,
				data.ClassCacheRead, data.ClassCacheWrite, data.ClassCacheWrite1h, data.ClassCacheWrite12h, data.ClassCacheStorage, "audio.input", "audio.cacheRead")
		}
	}
}
