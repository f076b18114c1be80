// Package catalog is what people curate: the tools with their last verified prices and scores, providers,
// categories, platforms, use cases, aliases, benchmarks with their weights, and the limits of the gate.
// The YAML files beside this file are embedded; start at Catalog for their shape and at Load for how they
// are read. Everything in them that changes a published number is dated and cites its source.
//
// It computes nothing: which value is published, and every score, is decided in package normalize.
package catalog

import (
	"fmt"
	"slices"
	"time"

	"pricepoint/data"
)

// Catalog is the whole curated knowledge, valid by construction: Load refuses anything else.
type Catalog struct {
	Verified     Date        // when the catalogue as a whole was last gone through
	Digest       string      // sha256 over all its files, hexadecimal
	Tools        []Tool      // by provider, then as in the files
	Withdrawn    []Withdrawn // tools that were listed once
	Providers    []Provider
	TariffRules  []TariffRule
	TariffPrices []TariffPrice
	Categories   []Category
	Platforms    []Platform
	Offers       []Offer // of subscription plans
	UseCases     []UseCase
	Scoring      Scoring
	Calibration  Calibration
	Naming       Naming
	Solved       Solved
	Gate         Gate
	Audit        Audit
}

// Basis says who read a fact.
type Basis string

// The bases of a fact.
const (
	Page       Basis = "page"        // read on the provider's or board's own page
	ThirdParty Basis = "third-party" // stated by someone else; ranks with the price feeds
)

// Evidence dates a fact and says where it was read.
type Evidence struct {
	Verified Date   `yaml:"verified"` // 2026-09-02, 2026-09 or 2026; a partial date counts as its first instant
	Source   string `yaml:"source"`   // URL
	Basis    Basis  `yaml:"basis"`
	Note     string `yaml:"note,omitempty"` // doubts, for people
}

// Confidence is how far a price can be trusted.
type Confidence = data.Confidence

// The confidences, as data explains them.
const (
	High   = data.High
	Medium = data.Medium
	Low    = data.Low
)

// Date is a day, month or year as it was stated.
type Date struct {
	Text  string    // 2026-09-02, 2026-09 or 2026
	First time.Time // its first instant, UTC
}

// After is the first instant after the day, month or year.
func (d Date) After() time.Time {
	switch len(d.Text) {
	case len("2006"):
		return d.First.AddDate(1, 0, 0)
	case len("2006-01"):
		return d.First.AddDate(0, 1, 0)
	default:
		return d.First.AddDate(0, 0, 1)
	}
}

// IsZero reports whether no date was stated.
func (d Date) IsZero() bool { return d.Text == "" }

// UnmarshalText reads a day, a month or a year.
func (d *Date) UnmarshalText(text []byte) error {
	for _, layout := range []string{time.DateOnly, "2006-01", "2006"} {
		if first, err := time.Parse(layout, string(text)); err == nil {
			*d = Date{Text: string(text), First: first}
			return nil
		}
	}
	return fmt.Errorf("%q is not a date; write 2006-01-02, 2006-01 or 2006", text)
}

// Day is the date of a time, in UTC.
func Day(t time.Time) Date {
	first := t.UTC().Truncate(24 * time.Hour)
	return Date{Text: first.Format(time.DateOnly), First: first}
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
