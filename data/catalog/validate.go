package catalog

import (
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"pricepoint/data/yaml"
)

// sizes are how many of each the published documents hold.
type sizes struct{ tools, providers, categories, platforms, useCases int }

var published = sizes{tools: 61, providers: 10, categories: 5, platforms: 11, useCases: 20}

// validate checks what the values mean; each kind of thing has its own file.
func (l *loader) validate(want sizes) {
	l.validateSizes(want)
	for i, t := range l.catalog.Tools {
		l.validateTool(t, l.toolAt[i])
	}
	l.validateSpellings()
	l.validateProviders()
	l.validateCategories()
	l.validatePlatforms()
	l.validateUseCases()
	l.validateScoring()
	l.validateCalibration()
	l.validateNaming()
	l.validateGate()
}

func (l *loader) validateSizes(want sizes) {
	c := l.catalog
	for _, s := range []struct {
		at        yaml.Place
		have, all int
		what      string
	}{
		{l.in("catalogue.yaml"), len(c.Tools), want.tools, "tools in tools/*.yaml"},
		{l.in("providers.yaml").Key("providers"), len(c.Providers), want.providers, "providers"},
		{l.in("categories.yaml").Key("categories"), len(c.Categories), want.categories, "categories"},
		{l.in("platforms.yaml").Key("platforms"), len(c.Platforms), want.platforms, "platforms"},
		{l.in("use-cases.yaml").Key("useCases"), len(c.UseCases), want.useCases, "use cases"},
	} {
		if s.have != s.all {
			l.Add(s.at, "%d %s, but exactly %d are published", s.have, s.what, s.all)
		}
	}
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

func (l *loader) validatePlatforms() {
	at := l.in("platforms.yaml").Key("platforms")
	var ids []string
	for i, p := range l.catalog.Platforms {
		here := at.Item(i)
		ids = append(ids, p.ID)
		l.slug(here.Key("id"), p.ID)
		l.evidence(here, p.Evidence)
		l.text(here.Key("name"), p.Name, 100)
		l.text(here.Key("description"), p.Description, 500)
		l.text(here.Key("pricing"), p.Pricing, 500)
		l.https(here.Key("url"), p.URL)
	}
	l.distinct(at, "id", ids)
}

// evidence checks who read a fact, when and where.
func (l *loader) evidence(at yaml.Place, e Evidence) {
	l.past(at.Key("verified"), e.Verified)
	l.https(at.Key("source"), e.Source)
	oneOf(l, at.Key("basis"), e.Basis, Page, ThirdParty)
}

// past refuses a date after the catalogue itself was verified.
func (l *loader) past(at yaml.Place, d Date) {
	if d.First.After(l.catalog.Verified.First) {
		l.Add(at, "%s is after %s, when the catalogue was verified; correct it, or move the date in catalogue.yaml on", d.Text, l.catalog.Verified.Text)
	}
}

func (l *loader) https(at yaml.Place, address string) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" || u.Host == "" || strings.ContainsAny(address, " \t\n") {
		l.Add(at, "%q is not an https address", address)
	}
}

// slug checks an identifier: lower-case words of letters and digits, joined by single hyphens.
func (l *loader) slug(at yaml.Place, id string) {
	for word := range strings.SplitSeq(id, "-") {
		if word == "" || strings.Trim(word, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
			l.Add(at, "%q is no identifier; use lower-case letters, digits and single hyphens", id)
			return
		}
	}
}

// text checks a sentence for people: there, without space around it, and at most limit characters.
func (l *loader) text(at yaml.Place, text string, limit int) {
	switch trimmed := strings.TrimSpace(text); {
	case trimmed == "":
		l.Add(at, "the text is empty; write it")
	case utf8.RuneCountInString(trimmed) > limit:
		l.Add(at, "the text has %d characters, at most %d are allowed; shorten it", utf8.RuneCountInString(trimmed), limit)
	}
}

// distinct reports every value of a list that stood there before. key is the key it has in each item, "" for
// the item itself.
func (l *loader) distinct(at yaml.Place, key string, values []string) {
	for i, v := range values {
		if slices.Index(values, v) == i {
			continue
		}
		here := at.Item(i)
		if key != "" {
			here = here.Key(key)
		}
		l.Add(here, "%q stands here twice; remove or rename one", v)
	}
}

func oneOf[T ~string](l *loader, at yaml.Place, value T, allowed ...T) {
	if !slices.Contains(allowed, value) {
		l.Add(at, "%q is none of %q", value, allowed)
	}
}
