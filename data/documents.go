package data

import "slices"

// Find is the first element that is meant, nil when there is none.
func Find[E any](all []E, meant func(E) bool) *E {
	if i := slices.IndexFunc(all, meant); i >= 0 {
		return &all[i]
	}
	return nil
}

// NoFirst orders two answers to a question.
func NoFirst(x, y bool) int {
	switch {
	case x == y:
		return 0
	case y:
		return -1
	}
	return 1
}

// Each is what is made of every element, in their order; nil where there are none.
func Each[E, V any](all []E, of func(E) V) (made []V) {
	for _, e := range all {
		made = append(made, of(e))
	}
	return made
}

// ToolsDocument is /api/tools.json.
type ToolsDocument struct {
	Tools       []Tool    `json:"tools"`       // every model that can be bought
	LastUpdated Timestamp `json:"lastUpdated"` // when the refresh behind this snapshot ran
	TotalTools  int       `json:"totalTools"`  // length of tools
}

// Providers are those of the tools, by name.
func (d ToolsDocument) Providers() []string {
	return slices.Compact(slices.Sorted(slices.Values(Each(d.Tools, func(t Tool) string { return t.Provider }))))
}

// Tool is one model that can be bought.
type Tool struct {
	ID            string   `json:"id"`            // slug; the other documents refer to the model by it
	Name          string   `json:"name"`          // as the provider writes it
	Provider      string   `json:"provider"`      // company name
	Category      []string `json:"category"`      // category slugs
	Pricing       Pricing  `json:"pricing"`       // USD per million tokens
	Description   string   `json:"description"`   // what it is and what to know before buying
	ContextWindow string   `json:"contextWindow"` // maximum context size as text: <tokens / 1000, rounded down>K tokens
	Features      []string `json:"features"`      // key capabilities
	BestFor       string   `json:"bestFor"`       // recommended use
	ReleaseDate   string   `json:"releaseDate"`   // YYYY-MM
	URL           string   `json:"url"`           // the official pricing page
}

// Pricing is what a new customer is billed, in USD per million tokens. A token class without a price of its own has the
// price at which such tokens are billed; where nobody states that price, it is the input price, and provenance.json says
// so. 0 means free, never unknown.
type Pricing struct {
	Input      Number `json:"input"`       // USD per million prompt tokens
	Output     Number `json:"output"`      // USD per million answer tokens, reasoning included
	CacheRead  Number `json:"cacheRead"`   // USD per million prompt tokens read from the cache
	CacheWrite Number `json:"cacheCreate"` // USD per million prompt tokens written to the cache
}

// ByField are the prices by the field of their evidence.
func (p Pricing) ByField() map[string]Number {
	return map[string]Number{FieldInput: p.Input, FieldOutput: p.Output, FieldCacheRead: p.CacheRead, FieldCacheWrite: p.CacheWrite}
}

// BenchmarksDocument is /api/benchmarks.json.
type BenchmarksDocument struct {
	Benchmarks  Benchmarks `json:"benchmarks"`  // the scores and how they came about
	LastUpdated Timestamp  `json:"lastUpdated"` // when the refresh behind this snapshot ran
}

// Benchmarks holds the scores and how they came about.
type Benchmarks struct {
	Version     string            `json:"version"`     // methodology version + "+" + snapshot version
	RunDate     Timestamp         `json:"runDate"`     // newest successful reading of a board
	Methodology string            `json:"methodology"` // how the scores are made, for people
	Sources     []BenchmarkSource `json:"sources"`     // the boards, including those that only support estimates
	Models      []ModelScore      `json:"models"`      // the scored models, best first
}

// BenchmarkSource is one board the scores come from.
type BenchmarkSource struct {
	ID          string    `json:"id"`          // slug of the board
	Name        string    `json:"name"`        // of the benchmark and its variant
	Publisher   string    `json:"publisher"`   // who ran the models
	URL         string    `json:"url"`         // the board
	Metric      string    `json:"metric"`      // what its number means
	Weight      Number    `json:"weight"`      // share of overallScore, 0 = supporting evidence only
	License     string    `json:"license"`     // of the published results
	LastChecked Timestamp `json:"lastChecked"` // null: not read since the catalogue was made
	LastChanged Timestamp `json:"lastChanged"` // when its results last differed; null: not known
	State       State     `json:"state"`       // how current it is
}

// ModelScore is one scored model. A benchmark without a published result is absent, never 0.
type ModelScore struct {
	ModelID            string   `json:"modelId"`                 // a model id
	ModelName          string   `json:"modelName"`               // name of the model
	Provider           string   `json:"provider"`                // company name
	OverallScore       Number   `json:"overallScore"`            // weighted mean of boards, 0-100; benchmarks.sources has the weights
	SWEBench           *Number  `json:"sweBench,omitempty"`      // share of real repository issues resolved, 0-100
	LiveCodeBench      *Number  `json:"liveCodeBench,omitempty"` // share of competitive-programming problems solved, 0-100
	HumanEval          *Number  `json:"humanEval,omitempty"`     // share of basic functions written correctly, 0-100
	BigCodeBench       *Number  `json:"bigCodeBench,omitempty"`  // share of practical multi-step tasks solved, 0-100
	Strengths          []string `json:"strengths"`               // key strengths
	Weaknesses         []string `json:"weaknesses"`              // known limitations
	PricePerScorePoint Number   `json:"pricePerScorePoint"`      // USD: (3*input + output) / 4 / overallScore
}

// ByBoard are the results by the id of their board, nil for one that nobody has published.
func (m ModelScore) ByBoard() map[string]*Number {
	return map[string]*Number{"sweBench": m.SWEBench, "liveCodeBench": m.LiveCodeBench, "humanEval": m.HumanEval, "bigCodeBench": m.BigCodeBench}
}

// ProvidersDocument is /api/providers.json.
type ProvidersDocument struct {
	Providers   []Provider `json:"providers"`   // every company with models
	LastUpdated Timestamp  `json:"lastUpdated"` // when the refresh behind this snapshot ran
}

// Provider is a company and its models.
type Provider struct {
	Name      string    `json:"name"`      // company name
	ToolCount int       `json:"toolCount"` // length of tools
	Tools     []ToolRef `json:"tools"`     // its models
}

// ToolRef points at a model.
type ToolRef struct {
	ID   string `json:"id"`   // a model id
	Name string `json:"name"` // name of the model
}

// CategoriesDocument is /api/categories.json.
type CategoriesDocument struct {
	Categories  []Category `json:"categories"`  // every category
	LastUpdated Timestamp  `json:"lastUpdated"` // when the refresh behind this snapshot ran
}

// Category is a group of models; its id equals its slug.
type Category struct {
	ID          string   `yaml:"-" json:"id"`                                     // equals slug
	Name        string   `yaml:"name" json:"name" check:"text=100"`               // for people
	Description string   `yaml:"description" json:"description" check:"text=500"` // what belongs to it
	Slug        string   `yaml:"slug" json:"slug" check:"slug"`                   // what the category of a model holds
	Tools       []string `yaml:"-" json:"tools"`                                  // model ids
}

// PlatformsDocument is /api/platforms.json.
type PlatformsDocument struct {
	Platforms   []Platform `json:"platforms"`   // every platform
	LastUpdated Timestamp  `json:"lastUpdated"` // when the refresh behind this snapshot ran
}

// Platform is an editor, IDE or command-line tool that wraps models.
type Platform struct {
	ID          string `yaml:"id" json:"id" check:"slug"`                       // slug
	Name        string `yaml:"name" json:"name" check:"text=100"`               // as its maker writes it
	Description string `yaml:"description" json:"description" check:"text=500"` // what it is
	Pricing     string `yaml:"-" json:"pricing"`                                // summary of what it costs, for people
	URL         string `yaml:"url" json:"url" check:"https"`                    // its official website
}

// UseCasesDocument is /api/use-cases.json.
type UseCasesDocument struct {
	UseCases    []UseCase `json:"useCases"`    // every use case
	LastUpdated Timestamp `json:"lastUpdated"` // when the refresh behind this snapshot ran
}

// UseCase is a kind of work with the models recommended for it.
type UseCase struct {
	ID          string     `json:"id"`          // equals slug
	Title       string     `json:"title"`       // for people
	Slug        string     `json:"slug"`        // for addresses
	Description string     `json:"description"` // what kind of work it is
	Keyword     string     `json:"keyword"`     // search phrase
	SortBy      string     `json:"sortBy"`      // what ranks the top picks
	Intro       string     `json:"intro"`       // text of one or more lines
	Scenario    Scenario   `json:"scenario"`    // one typical task
	TopPicks    []string   `json:"topPicks"`    // 3 to 5 model ids, best first
	FAQ         []Question `json:"faq"`         // questions with answers taken from the data
}

// Scenario is the token count of one typical task.
type Scenario struct {
	InputTokens  int64 `json:"inputTokens"`  // all prompt tokens, cached ones included
	OutputTokens int64 `json:"outputTokens"` // all answer tokens
}

// Question is one entry of an FAQ.
type Question struct {
	Q string `yaml:"q" json:"q" check:"text=200"`           // question
	A string `yaml:"a" json:"a" check:"text=2000 template"` // answer
}
