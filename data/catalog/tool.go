package catalog

import (
	"slices"
	"strings"

	"pricepoint/data"
	"pricepoint/data/yaml"
)

// Tool is one model that can be bought, with what was last verified about it.
type Tool struct {
	ID          string   `yaml:"id"`
	Name        string   `yaml:"name"`
	Provider    string   `yaml:"-"` // provider id, from the name of the file
	Categories  []string `yaml:"categories"`
	Released    string   `yaml:"released"` // YYYY-MM
	URL         string   `yaml:"url"`      // the provider's pricing page
	Description string   `yaml:"description"`
	BestFor     string   `yaml:"bestFor"`
	Features    []string `yaml:"features"`
	Strengths   []string `yaml:"strengths,omitempty"`  // curated ones; most follow from the numbers
	Weaknesses  []string `yaml:"weaknesses,omitempty"` // curated ones
	Context     Context  `yaml:"context"`
	Prices      Prices   `yaml:"prices"`
	Scores      []Score  `yaml:"scores,omitempty"`

	// Properties are other figures, by where they were read.
	Properties []Properties `yaml:"properties,omitempty"`

	// Aliases are spellings that mean this tool in every source.
	Aliases []string `yaml:"aliases,omitempty"`
	// ScopedAliases mean it only in one source, or only from a date on.
	ScopedAliases []ScopedAlias `yaml:"scopedAliases,omitempty"`

	Deprecated bool   `yaml:"deprecated,omitempty"` // the provider advises against new use
	Shutdown   Date   `yaml:"shutdown,omitempty"`   // announced last day of service
	Successor  string `yaml:"successor,omitempty"`  // id of the tool that the provider names to follow it
	// Lifecycle is where these three were read; required when one of them is there.
	Lifecycle *Evidence `yaml:"lifecycle,omitempty"`
}

func (t Tool) validate(check *checks, at yaml.Place) {
	check.slug(at.Key("id"), t.ID)
	check.text(at.Key("name"), t.Name, 100)
	check.text(at.Key("description"), t.Description, 500)
	check.text(at.Key("bestFor"), t.BestFor, 200)
	check.texts(at.Key("features"), t.Features)
	check.texts(at.Key("strengths"), t.Strengths)
	check.texts(at.Key("weaknesses"), t.Weaknesses)
	if len(t.Features) < 2 {
		check.Add(at.Key("features"), "%d features, at least 2 are needed", len(t.Features))
	}
	check.https(at.Key("url"), t.URL)
	check.released(at.Key("released"), t.Released)
	check.categoryList(at.Key("categories"), t.Categories)
	if len(t.Categories) == 0 {
		check.Add(at.Key("categories"), "the tool has no category")
	}
	t.Context.validate(check, at.Key("context"))
	t.Prices.validate(check, at.Key("prices"))
	validateScores(check, t.Scores, at.Key("scores"))
	t.validateProperties(check, at)
	t.validateLifecycle(check, at)
	check.cell(at.Key("name"), t.Name)
}

// Context is the maximum context window.
type Context struct {
	Evidence `yaml:",inline"`
	Tokens   int64 `yaml:"tokens"`
}

// A context window outside these bounds is a slip: thousands for tokens, or a zero too many.
const minContextTokens, maxContextTokens = 1_000, 20_000_000

func (c Context) validate(check *checks, at yaml.Place) {
	check.evidence(at, c.Evidence)
	if c.Tokens < minContextTokens || c.Tokens > maxContextTokens {
		check.Add(at.Key("tokens"), "%d tokens is outside the plausible %d to %d", c.Tokens, minContextTokens, maxContextTokens)
	}
}

// Prices are in USD per million tokens: standard service, smallest context tier, global region, peak hours.
type Prices struct {
	Evidence   `yaml:",inline"`
	Confidence Confidence   `yaml:"confidence"`
	Input      data.Number  `yaml:"input"`
	Output     data.Number  `yaml:"output"`
	CacheRead  *data.Number `yaml:"cacheRead,omitempty"`  // absent: not billed apart, see CacheRule
	CacheWrite *data.Number `yaml:"cacheWrite,omitempty"` // absent: not billed apart, see CacheRule; 5-minute write where several
	// CacheRule says what an absent cache price means; required when one is absent.
	CacheRule CacheRule `yaml:"cacheRule,omitempty"`
	// Announced are prices that the provider said will hold later. They are never published before someone has
	// read them again on their day.
	Announced []AnnouncedPrices `yaml:"announced,omitempty"`
}

// AnnouncedPrices are the prices, in USD per million tokens, that will hold from a day on; absent: no change was said.
type AnnouncedPrices struct {
	From       Date         `yaml:"from"`
	Source     string       `yaml:"source"` // URL
	Input      *data.Number `yaml:"input,omitempty"`
	Output     *data.Number `yaml:"output,omitempty"`
	CacheRead  *data.Number `yaml:"cacheRead,omitempty"`
	CacheWrite *data.Number `yaml:"cacheWrite,omitempty"`
}

// CacheRule says why a cache price is absent.
type CacheRule string

// The cache rules. Both publish the input price; they differ in what the evidence claims.
const (
	SameAsInput CacheRule = "same-as-input" // the provider bills such tokens as input
	Unknown     CacheRule = "unknown"       // nobody states it; the input price is an upper bound
)

func (p Prices) validate(check *checks, at yaml.Place) {
	check.evidence(at, p.Evidence)
	oneOf(check, at.Key("confidence"), p.Confidence, High, Medium, Low)
	if p.Confidence == Low && strings.TrimSpace(p.Note) == "" {
		check.Add(at.Key("note"), "a price of low confidence needs a note that says why")
	}
	check.inBand(at.Key("input"), data.PriceInput, &p.Input)
	check.inBand(at.Key("output"), data.PriceOutput, &p.Output)
	check.inBand(at.Key("cacheRead"), data.PriceCacheRead, p.CacheRead)
	check.inBand(at.Key("cacheWrite"), data.PriceCacheWrite, p.CacheWrite)
	if p.Output.LessThan(p.Input.Decimal) {
		check.Add(at.Key("output"), "output at %s is cheaper than input at %s; are they swapped?", p.Output, p.Input)
	}
	if p.CacheRead != nil && p.CacheRead.GreaterThan(p.Input.Decimal) {
		check.Add(at.Key("cacheRead"), "cache reads at %s are dearer than input at %s; are they swapped?", p.CacheRead, p.Input)
	}
	p.validateCacheRule(check, at)
	p.validateAnnounced(check, at.Key("announced"))
}

// validateAnnounced checks prices that are to come: they may not be in force already.
func (p Prices) validateAnnounced(check *checks, at yaml.Place) {
	for i, a := range p.Announced {
		here := at.Item(i)
		check.https(here.Key("source"), a.Source)
		if a.From.IsZero() || !a.From.First.After(p.Verified.First) {
			check.Add(here.Key("from"), "%q is not after the prices above were verified (%s)", a.From.Text, p.Verified.Text)
		}
		for _, price := range []struct {
			key   string
			field data.Field
			n     *data.Number
		}{{"input", data.PriceInput, a.Input}, {"output", data.PriceOutput, a.Output}, {"cacheRead", data.PriceCacheRead, a.CacheRead}, {"cacheWrite", data.PriceCacheWrite, a.CacheWrite}} {
			check.inBand(here.Key(price.key), price.field, price.n)
		}
	}
}

// validateCacheRule asks for a rule exactly where a cache price is absent.
func (p Prices) validateCacheRule(check *checks, at yaml.Place) {
	absent := p.CacheRead == nil || p.CacheWrite == nil
	switch {
	case absent && p.CacheRule == "":
		check.Add(at.Key("cacheRule"), "a cache price is absent, so cacheRule must say why: %s or %s", SameAsInput, Unknown)
	case !absent && p.CacheRule != "":
		check.Add(at.Key("cacheRule"), "both cache prices are there, so cacheRule has nothing to say; remove it")
	case absent:
		oneOf(check, at.Key("cacheRule"), p.CacheRule, SameAsInput, Unknown)
	}
}

// Score is one verified benchmark result.
type Score struct {
	Evidence `yaml:",inline"`
	Column   string      `yaml:"column"` // id of a benchmark column
	Value    data.Number `yaml:"value"`  // 0-100
	Entry    string      `yaml:"entry"`  // the row's name on the board
	Effort   string      `yaml:"effort,omitempty"`
}

func validateScores(check *checks, scores []Score, at yaml.Place) {
	var columns []string
	for i, s := range scores {
		here := at.Item(i)
		columns = append(columns, s.Column)
		check.evidence(here, s.Evidence)
		check.text(here.Key("entry"), s.Entry, 200)
		check.effort(here.Key("effort"), s.Effort)
		if !slices.ContainsFunc(check.catalog.Scoring.Columns, func(c Column) bool { return c.ID == s.Column }) {
			check.Add(here.Key("column"), "no column in scoring.yaml has the id %q", s.Column)
		}
		if s.Value.IsNegative() || s.Value.GreaterThan(data.Int(100).Decimal) {
			check.Add(here.Key("value"), "%s is not a score from 0 to 100", s.Value)
		}
	}
	check.distinct(at, "column", columns)
}
