package catalog

import (
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"pricepoint/data"
	"pricepoint/data/yaml"
)

// checks are what every kind of value is held against. What is wrong goes into the report.
type checks struct {
	catalog *Catalog
	yaml.Report
}

// evidence checks who read a fact, when and where.
func (c *checks) evidence(at yaml.Place, e Evidence) {
	c.past(at.Key("verified"), e.Verified)
	c.https(at.Key("source"), e.Source)
	oneOf(c, at.Key("basis"), e.Basis, Page, ThirdParty, Rule)
}

// nowhere is what is wrong with an address that leads to no number.
const nowhere = "%s is a whole site or repository, in which nobody finds the number; cite its page, file or line"

// trusted checks that a fact is trusted no further than whose word it is and where its address leads to deserve.
func (c *checks) trusted(at yaml.Place, e Evidence, stated Confidence) {
	oneOf(c, at, stated, High, Medium, Low)
	if e.leadsNowhere() && stated != Low {
		c.Add(at, nowhere+", or write low", e.Source)
	} else if most := e.Word().AtMost(stated); most != stated {
		c.Add(at, "the maker was not seen to print it, so it is never of %s confidence; write %s", stated, most)
	}
}

// past refuses a date after the catalogue itself was verified.
func (c *checks) past(at yaml.Place, d Date) {
	if d.First.After(c.catalog.Verified.First) {
		c.Add(at, "%s is after %s, when the catalogue was verified; correct it, or move the date in catalogue.yaml on", d.Text, c.catalog.Verified.Text)
	}
}

// released checks a month, which must not be after the catalogue was verified.
func (c *checks) released(at yaml.Place, month string) {
	first, err := time.Parse("2006-01", month)
	if err != nil {
		c.Add(at, "%q is not a month; write it as 2006-01", month)
		return
	}
	c.past(at, Date{Text: month, First: first})
}

func (c *checks) https(at yaml.Place, address string) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" || u.Host == "" || strings.ContainsAny(address, " \t\n") {
		c.Add(at, "%q is not an https address", address)
	}
}

// slug checks an identifier: lower-case words of letters and digits, joined by single hyphens.
func (c *checks) slug(at yaml.Place, id string) {
	for word := range strings.SplitSeq(id, "-") {
		if word == "" || strings.Trim(word, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
			c.Add(at, "%q is not an identifier; use lower-case letters, digits and single hyphens", id)
			return
		}
	}
}

// text checks a sentence for people: there, without space around it, and at most limit characters.
func (c *checks) text(at yaml.Place, text string, limit int) {
	switch trimmed := strings.TrimSpace(text); {
	case trimmed == "":
		c.Add(at, "the text is empty; write it")
	case utf8.RuneCountInString(trimmed) > limit:
		c.Add(at, "the text has %d characters, at most %d are allowed; shorten it", utf8.RuneCountInString(trimmed), limit)
	}
}

// texts checks a list of short texts.
func (c *checks) texts(at yaml.Place, all []string) {
	for i, text := range all {
		c.text(at.Item(i), text, 200)
	}
	c.distinct(at, "", all)
}

// cell refuses a name that a spreadsheet would take for a formula: names stand in CSV documents as they are.
func (c *checks) cell(at yaml.Place, name string) {
	if strings.IndexAny(name, "=+-@\t\r") == 0 {
		c.Add(at, "%q begins like a formula of a spreadsheet; begin with a letter or a digit", name)
	}
}

// distinct reports every value of a list that stood there before. key is the key it has in each item, "" for
// the item itself.
func (c *checks) distinct(at yaml.Place, key string, values []string) {
	for i, v := range values {
		if slices.Index(values, v) == i {
			continue
		}
		here := at.Item(i)
		if key != "" {
			here = here.Key(key)
		}
		c.Add(here, "%q appears twice; remove or rename one", v)
	}
}

func oneOf[T ~string](c *checks, at yaml.Place, value T, allowed ...T) {
	if !slices.Contains(allowed, value) {
		c.Add(at, "%q is not one of %q", value, allowed)
	}
}

func (c *checks) above0(at yaml.Place, n data.Number) {
	if !n.IsPositive() {
		c.Add(at, "%s is not above 0", n)
	}
}

// collector checks the form of a collector's name; which there are is not known here.
func (c *checks) collector(at yaml.Place, name string) {
	kind, rest, _ := strings.Cut(name, "_")
	if rest == "" || !slices.Contains([]string{"pricing", "leaderboard", "feed", "lifecycle"}, kind) {
		c.Add(at, "%q is not a source; its name begins with pricing_, leaderboard_, feed_ or lifecycle_", name)
	}
}

// effort checks a reasoning setting.
func (c *checks) effort(at yaml.Place, effort string) {
	if !slices.Contains(c.catalog.Scoring.EffortOrder, effort) {
		c.Add(at, "effort %q is not in effortOrder of scoring.yaml", effort)
	}
}

// categoryList checks that every slug is a category and stands there once.
func (c *checks) categoryList(at yaml.Place, slugs []string) {
	c.distinct(at, "", slugs)
	for i, slug := range slugs {
		if !slices.ContainsFunc(c.catalog.Categories, func(known Category) bool { return known.Slug == slug }) {
			c.Add(at.Item(i), "no category in categories.yaml has the slug %q", slug)
		}
	}
}
