package catalog

import (
	"slices"

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

// feature is something a tool can do.
type feature struct {
	name    string
	follows func(Tool) bool // nil: people type it
}

// features are all of them, in published order: clients filter by them, so that one thing has one name. The first three
// are typed at each tool; the others follow from what is known about it.
var features = []feature{
	{"Reasoning", nil},
	{"Tool calling", nil},
	{"Structured output", nil},
	{"Vision input", takes("image")},
	{"Video input", takes("video")},
	{"Audio input", takes("audio")},
	{"PDF input", takes("pdf")},
	{"Prompt caching", Tool.cachesPrompts},
	{"1M-token context", func(t Tool) bool { return t.Context.Tokens >= longContext }},
	{"Open weights", func(t Tool) bool { return slices.Contains(t.Categories, OpenWeights) }},
}

// OpenWeights is the category of the tools whose weights can be downloaded.
const OpenWeights = "open-weights"

const longContext = 1_000_000 // tokens

// FeatureNames are all features, in published order.
func FeatureNames() []string { return data.Each(features, func(f feature) string { return f.name }) }

func takes(kind data.Modality) func(Tool) bool {
	return func(t Tool) bool {
		return slices.ContainsFunc(t.Properties, func(p Properties) bool { return slices.Contains(p.Input, kind) })
	}
}

// cachesPrompts reports whether reading from a cache is known to cost less than input.
func (t Tool) cachesPrompts() bool {
	return t.Prices.CacheRead != nil && t.Prices.CacheRead.LessThan(t.Prices.Input.Decimal)
}

// withDerived are the typed features and those that follow, in published order.
func (t Tool) withDerived() []string {
	var all []string
	for _, f := range features {
		if f.follows != nil && f.follows(t) || slices.Contains(t.Features, f.name) {
			all = append(all, f.name)
		}
	}
	return all
}

// validateFeatures checks that the typed ones are those that are typed.
func (t Tool) validateFeatures(check *checks, at yaml.Place) {
	for i, name := range t.Features {
		if !slices.ContainsFunc(features, func(f feature) bool { return f.name == name && f.follows == nil }) {
			check.Add(at.Item(i), "%q is not one of those of %q that are typed", name, FeatureNames())
		}
	}
}

// Withdrawn is a tool that was listed once. Its names keep their meaning: who has stored one can look it up for ever,
// and no source that still prints one makes a new model of it.
type Withdrawn struct {
	ID        string   `yaml:"id" check:"slug"`
	Name      string   `yaml:"name" check:"text=100"`
	Released  string   `yaml:"released" check:"month"`                 // YYYY-MM
	Since     Date     `yaml:"since" check:"past"`                     // the first day on which the catalogue no longer lists it
	Why       string   `yaml:"why" check:"text=200"`                   // as the end of a sentence that begins with its name
	Successor string   `yaml:"successor,omitempty" check:"known=tool"` // id of the tool to look at instead, if its provider sells one
	Aliases   []string `yaml:"aliases,omitempty"`
}

// Spellings are all its names.
func (w Withdrawn) Spellings() []string { return append([]string{w.ID, w.Name}, w.Aliases...) }

// WithdrawnTool is the tool of an id that was listed once, nil if none was.
func (c *Catalog) WithdrawnTool(id string) *Withdrawn {
	return data.Find(c.Withdrawn, func(w Withdrawn) bool { return w.ID == id })
}
