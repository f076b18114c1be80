package catalog

import (
	"slices"

	"pricepoint/data"
	"pricepoint/data/yaml"
)

// Tool is one model that can be bought, with what was last verified about it.
type Tool struct {
	ID          string   `yaml:"id"`
	Name        string   `yaml:"name"`
	Provider    string   `yaml:"-"` // provider id, from the name of the file
	Categories  []string `yaml:"categories"`
	Released    string   `yaml:"released"`              // YYYY-MM
	Predecessor string   `yaml:"predecessor,omitempty"` // id of the listed tool before it in its maker's line, by the maker's names; others may stand between them
	URL         string   `yaml:"url"`                   // the provider's pricing page
	Description string   `yaml:"description"`
	BestFor     string   `yaml:"bestFor"`
	Features    []string `yaml:"features"`             // typed are only those that follow from nothing else; Load adds the others
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

	Deprecated bool   `yaml:"deprecated,omitempty"` // the provider recommends it for nothing any more, or has announced an end
	Legacy     bool   `yaml:"legacy,omitempty"`     // the provider would rather see another one used for new work, and sells it as before
	Shutdown   Date   `yaml:"shutdown,omitempty"`   // announced last day of service
	Successor  string `yaml:"successor,omitempty"`  // id of the tool that the provider names to follow it
	// Lifecycle is where these were read; required when one of them is there.
	Lifecycle *Evidence `yaml:"lifecycle,omitempty"`
}

func (t Tool) validate(check *checks, at yaml.Place) {
	check.slug(at.Key("id"), t.ID)
	check.text(at.Key("name"), t.Name, 100)
	check.text(at.Key("description"), t.Description, 500)
	check.text(at.Key("bestFor"), t.BestFor, 200)
	check.texts(at.Key("strengths"), t.Strengths)
	check.texts(at.Key("weaknesses"), t.Weaknesses)
	t.validateFeatures(check, at.Key("features"))
	check.https(at.Key("url"), t.URL)
	check.released(at.Key("released"), t.Released)
	check.categoryList(at.Key("categories"), t.Categories)
	if len(t.Categories) == 0 {
		check.Add(at.Key("categories"), "the tool has no category")
	}
	t.Context.validate(check, at.Key("context"))
	t.Prices.validate(check, at.Key("prices"))
	t.validateLongPrompts(check, at.Key("prices"))
	validateScores(check, t.Scores, at.Key("scores"))
	t.validateProperties(check, at)
	t.validateLifecycle(check, at)
	t.validatePredecessor(check, at.Key("predecessor"))
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

// Score is one verified benchmark result.
type Score struct {
	Evidence `yaml:",inline"`
	Column   string      `yaml:"column"` // id of a benchmark column
	Value    data.Number `yaml:"value"`  // 0-100
	Entry    string      `yaml:"entry"`  // the row's name on the board
	Effort   string      `yaml:"effort,omitempty"`
	// PrintedBy is who prints the copy of the board that was read: of basis third-party.
	PrintedBy string `yaml:"printedBy,omitempty"`
}

func validateScores(check *checks, scores []Score, at yaml.Place) {
	var columns []string
	for i, s := range scores {
		here := at.Item(i)
		columns = append(columns, s.Column)
		check.evidence(here, s.Evidence)
		check.text(here.Key("entry"), s.Entry, 200)
		check.effort(here.Key("effort"), s.Effort)
		switch {
		case s.Basis == ThirdParty:
			check.text(here.Key("printedBy"), s.PrintedBy, 100)
		case s.Basis == Page && s.PrintedBy != "":
			check.Add(here.Key("printedBy"), "what the board itself says is no copy; remove printedBy")
		}
		if !slices.ContainsFunc(check.catalog.Scoring.Columns, func(c Column) bool { return c.ID == s.Column }) {
			check.Add(here.Key("column"), "no column in scoring.yaml has the id %q", s.Column)
		}
		if s.Value.IsNegative() || s.Value.GreaterThan(data.Int(100).Decimal) {
			check.Add(here.Key("value"), "%s is not a score from 0 to 100", s.Value)
		}
	}
	check.distinct(at, "column", columns)
}
