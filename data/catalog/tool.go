package catalog

import (
	"pricepoint/data"
	"pricepoint/data/yaml"
)

// Tool is one model that can be bought, with what was last verified about it.
type Tool struct {
	ID          string   `yaml:"id" check:"slug"`
	Name        string   `yaml:"name" check:"text=100 cell"`
	Provider    string   `yaml:"-"` // provider id, from the name of the file
	Uncurated   bool     `yaml:"-"` // nobody has written anything of it: it stands on its provider's page
	Categories  []string `yaml:"categories" check:"distinct known=category many=1"`
	Released    string   `yaml:"released" check:"month"`                   // YYYY-MM
	Predecessor string   `yaml:"predecessor,omitempty" check:"known=tool"` // id of the listed tool before it in its maker's line, by the maker's names; others may stand between them
	URL         string   `yaml:"url" check:"https"`                        // the provider's pricing page
	Description string   `yaml:"description" check:"text=500"`
	BestFor     string   `yaml:"bestFor" check:"text=200"`
	Features    []string `yaml:"features" check:"distinct"`                      // typed are only those that follow from nothing else; Load adds the others
	Strengths   []string `yaml:"strengths,omitempty" check:"distinct text=200"`  // curated ones; most follow from the numbers
	Weaknesses  []string `yaml:"weaknesses,omitempty" check:"distinct text=200"` // curated ones
	Context     Context  `yaml:"context"`
	Prices      Prices   `yaml:"prices"`
	Scores      []Score  `yaml:"scores,omitempty" check:"distinct=column"`

	// Properties are other figures, by where they were read.
	Properties []Properties `yaml:"properties,omitempty"`

	// Aliases are spellings that mean this tool in every source.
	Aliases []string `yaml:"aliases,omitempty"`
	// ScopedAliases mean it only in one source, or only from a date on.
	ScopedAliases []ScopedAlias `yaml:"scopedAliases,omitempty"`

	Deprecated bool   `yaml:"deprecated,omitempty"`                   // the provider recommends it for nothing any more, or has announced an end
	Legacy     bool   `yaml:"legacy,omitempty"`                       // the provider would rather see another one used for new work, and sells it as before
	Shutdown   Date   `yaml:"shutdown,omitempty"`                     // announced last day of service
	Successor  string `yaml:"successor,omitempty" check:"known=tool"` // id of the tool that the provider names to follow it
	// Lifecycle is where these were read; required when one of them is there.
	Lifecycle *Evidence `yaml:"lifecycle,omitempty"`
}

func (t Tool) validate(check *checks, at yaml.Place) {
	t.validateFeatures(check, at.Key("features"))
	t.validateProperties(check, at)
	t.validateLifecycle(check, at)
	t.validatePredecessor(check, at.Key("predecessor"))
}

// Context is the maximum context window.
type Context struct {
	Evidence `yaml:",inline"`
	Tokens   int64 `yaml:"tokens" check:"least=1000 most=20000000"` // outside it is a slip: thousands for tokens, or a zero too many
}

// Score is one verified benchmark result.
type Score struct {
	Evidence `yaml:",inline"`
	Column   string      `yaml:"column" check:"known=column"`    // id of a benchmark column
	Value    data.Number `yaml:"value" check:"least=0 most=100"` // 0-100
	Entry    string      `yaml:"entry" check:"text=200"`         // the row's name on the board
	Effort   string      `yaml:"effort,omitempty" check:"effort"`
	// PrintedBy is who prints the copy of the board that was read: of basis third-party.
	PrintedBy string `yaml:"printedBy,omitempty"`
}

func (s Score) validate(check *checks, at yaml.Place) {
	switch {
	case s.Basis == data.ThirdParty:
		check.text(at.Key("printedBy"), s.PrintedBy, "100")
	case s.Basis == data.OwnPage && s.PrintedBy != "":
		check.Add(at.Key("printedBy"), "what the board itself says is no copy; remove printedBy")
	}
}
