// Package catalog is what people curate: the tools with their last verified prices and scores, providers,
// categories, platforms, use cases, aliases, benchmarks with their weights, and the limits of the gate.
// The YAML files beside this file are embedded; start at Catalog for their shape and at Load for how they
// are read. Everything in them that changes a published number is dated and cites its source.
//
// It computes nothing: which value is published, and every score, is decided in package normalize.
package catalog

import "slices"

// Catalog is the whole curated knowledge, valid by construction: Load refuses anything else.
type Catalog struct {
	Verified     Date        // when the catalogue as a whole was last gone through
	Digest       string      // sha256 over all its files, hexadecimal
	Tools        []Tool      // by provider, then as in the files
	Withdrawn    []Withdrawn // tools that were listed once
	Providers    []Provider
	TariffRules  []TariffRule
	TariffPrices []TariffPrice
	Holidays     []Holidays
	Categories   []Category
	Platforms    []Platform
	Offers       []Offer // of subscription plans
	UseCases     []UseCase
	FailureRate  FailureRate
	Scoring      Scoring
	Calibration  Calibration
	Naming       Naming
	Solved       Solved
	Gate         Gate
	Audit        Audit
}

// Provider is a company that sells tools first hand.
type Provider struct {
	ID         string `yaml:"id"`
	Name       string `yaml:"name"`
	PricingURL string `yaml:"pricingUrl"`
	// Region is the one whose price is published when the provider prices every region apart; empty: the price
	// that holds everywhere.
	Region string `yaml:"region,omitempty"`
}

func (l *loader) validateProviders() {
	at := l.in("providers.yaml").Key("providers")
	var ids, names []string
	for i, p := range l.catalog.Providers {
		ids, names = append(ids, p.ID), append(names, p.Name)
		l.slug(at.Item(i).Key("id"), p.ID)
		l.cell(at.Item(i).Key("name"), p.Name)
		l.https(at.Item(i).Key("pricingUrl"), p.PricingURL)
		if !slices.ContainsFunc(l.catalog.Tools, func(t Tool) bool { return t.Provider == p.ID }) {
			l.Add(at.Item(i), "provider %q has no tool", p.ID)
		}
	}
	l.distinct(at, "id", ids)
	l.distinct(at, "name", names)
}

// Category is a group of tools.
type Category struct {
	Slug        string `yaml:"slug"`
	Name        string `yaml:"name"`
	Description string `yaml:"description"`
}

func (l *loader) validateCategories() {
	at := l.in("categories.yaml").Key("categories")
	var slugs []string
	for i, c := range l.catalog.Categories {
		slugs = append(slugs, c.Slug)
		l.slug(at.Item(i).Key("slug"), c.Slug)
		l.text(at.Item(i).Key("name"), c.Name, 100)
		l.text(at.Item(i).Key("description"), c.Description, 500)
		if !slices.ContainsFunc(l.catalog.Tools, func(t Tool) bool { return slices.Contains(t.Categories, c.Slug) }) {
			l.Add(at.Item(i), "category %q has no tool", c.Slug)
		}
	}
	l.distinct(at, "slug", slugs)
}

// Platform is an editor, IDE or command-line tool that wraps models. What it costs stands with the offers.
type Platform struct {
	ID          string `yaml:"id"`
	Name        string `yaml:"name"`
	Description string `yaml:"description"`
	URL         string `yaml:"url"`
}

func (l *loader) validatePlatforms() {
	at := l.in("platforms.yaml").Key("platforms")
	var ids []string
	for i, p := range l.catalog.Platforms {
		here := at.Item(i)
		ids = append(ids, p.ID)
		l.slug(here.Key("id"), p.ID)
		l.text(here.Key("name"), p.Name, 100)
		l.text(here.Key("description"), p.Description, 500)
		l.https(here.Key("url"), p.URL)
	}
	l.distinct(at, "id", ids)
}
