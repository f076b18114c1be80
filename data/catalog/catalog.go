// Package catalog is what people curate: the tools with their last verified prices and scores, providers,
// categories, platforms, use cases, aliases, benchmarks with their weights, and the limits of the gate.
// The YAML files beside this file are embedded; start at Catalog for their shape and at Load for how they
// are read. Every fact in them is dated and cites its source.
//
// It computes nothing: which value is published, and every score, is decided in package normalize.
package catalog

import (
	"strings"

	"pricepoint/data"
	"pricepoint/data/market"
)

// Catalog is the whole curated knowledge, valid by construction: Load refuses anything else. A field says in its tags by which
// key of which file it is read; without a key it is the whole file.
type Catalog struct {
	Digest string // sha256 over all files, hexadecimal
	Tools  []Tool // by provider, then as in the files

	Verified     Date            `file:"catalogue.yaml" yaml:"verified"`                      // when the catalogue as a whole was last gone through
	Withdrawn    []Withdrawn     `file:"withdrawn.yaml" yaml:"withdrawn" check:"distinct=id"` // tools that were listed once
	Providers    []Provider      `file:"providers.yaml" yaml:"providers" check:"distinct=id distinct=name"`
	TariffRules  []TariffRule    `file:"tariffs.yaml" yaml:"rules"`
	TariffPrices []TariffPrice   `file:"tariffs.yaml" yaml:"prices"`
	Holidays     []Holidays      `file:"holidays.yaml" yaml:"holidays" check:"distinct=country"`
	Categories   []data.Category `file:"categories.yaml" yaml:"categories" check:"distinct=slug"` // without their tools
	Platforms    []data.Platform `file:"platforms.yaml" yaml:"platforms" check:"distinct=id"`     // what they cost stands with the offers
	Offers       []Offer         `file:"plans.yaml" yaml:"offers" check:"distinct=id"`            // of subscription plans
	UseCases     []UseCase       `file:"use-cases.yaml" yaml:"useCases" check:"distinct=slug"`
	FailureRate  FailureRate     `file:"use-cases.yaml" yaml:"failureRate"`
	Scoring      Scoring         `file:"scoring.yaml"`
	Calibration  Calibration     `file:"calibration.yaml"`
	Naming       Naming          `file:"naming.yaml"`
	Solved       Solved          `file:"solved.yaml"`
	Gate         Gate            `file:"gate.yaml"`
	Audit        Audit           `file:"audit.yaml"`
}

// Provider is a company that sells tools first hand.
type Provider struct {
	ID         string `yaml:"id" check:"slug"`
	Name       string `yaml:"name" check:"cell"`
	PricingURL string `yaml:"pricingUrl" check:"https"`
	// Region is the one whose price is published when the provider prices every region apart; empty: the price
	// that holds everywhere.
	Region string `yaml:"region,omitempty"`
	// ModelIDs says how the ids of its models follow from the names on its page: in small letters, also with hyphens for points;
	// empty: the page prints ids.
	ModelIDs string `yaml:"modelIds,omitempty" check:"oneof=lower|hyphens"`
}

// ModelID is how the API of the provider calls a model that its page prints under a name.
func (p Provider) ModelID(name string) string {
	if p.ModelIDs == "" {
		return name
	}
	id := strings.Join(strings.Fields(strings.ToLower(name)), "-")
	if p.ModelIDs == "hyphens" {
		id = strings.ReplaceAll(id, ".", "-")
	}
	return strings.ReplaceAll(id, "---", "-")
}

// Audit is what people know of the price lists that are compared with the providers' pages.
type Audit struct {
	Lists []AuditedList `yaml:"lists" check:"distinct=source"`
}

// AuditedList says where a list is mended and whose prices it states.
type AuditedList struct {
	Source string           `yaml:"source" check:"collector"`
	Name   string           `yaml:"name" check:"cell"`
	Mend   string           `yaml:"mend" check:"https"` // where its maintainers take corrections
	Sells  market.ListSells `yaml:"sells"`
}

// List is the list that a collector reads; one that nobody has described has no more than its name.
func (a Audit) List(source string) AuditedList {
	if l := data.Find(a.Lists, func(l AuditedList) bool { return l.Source == source }); l != nil {
		return *l
	}
	return AuditedList{Source: source, Sells: market.MakersPrice}
}
