package data

// ToolsDocument is /api/tools.json.
type ToolsDocument struct {
	Tools       []Tool    `json:"tools"`
	LastUpdated Timestamp `json:"lastUpdated"`
	TotalTools  int       `json:"totalTools"` // len(Tools)
}

// Tool is one model that can be bought.
type Tool struct {
	ID            string   `json:"id"`
	Name          string   `json:"name"`
	Provider      string   `json:"provider"`
	Category      []string `json:"category"` // category slugs
	Pricing       Pricing  `json:"pricing"`
	Description   string   `json:"description"`
	ContextWindow string   `json:"contextWindow"` // "<tokens / 1000, rounded down>K tokens"
	Features      []string `json:"features"`
	BestFor       string   `json:"bestFor"`
	ReleaseDate   string   `json:"releaseDate"` // YYYY-MM
	URL           string   `json:"url"`         // the official pricing page
}

// Pricing is what a new customer is billed, in USD per million tokens. A class that is not billed apart
// carries the price such a token is billed at, never 0 for unknown.
type Pricing struct {
	Input       Number `json:"input"`
	Output      Number `json:"output"`
	CacheRead   Number `json:"cacheRead"`
	CacheCreate Number `json:"cacheCreate"`
}

// BenchmarksDocument is /api/benchmarks.json.
type BenchmarksDocument struct {
	Benchmarks  Benchmarks `json:"benchmarks"`
	LastUpdated Timestamp  `json:"lastUpdated"`
}

// Benchmarks holds the scores and how they came about.
type Benchmarks struct {
	Version     string            `json:"version"` // methodology version + "+" + snapshot version
	RunDate     Timestamp         `json:"runDate"` // newest successful reading of a board
	Methodology string            `json:"methodology"`
	Sources     []BenchmarkSource `json:"sources"`
	Models      []ModelScore      `json:"models"`
}

// BenchmarkSource is one board the scores come from.
type BenchmarkSource struct {
	ID          string    `json:"id"`
	Name        string    `json:"name"`
	Publisher   string    `json:"publisher"`
	URL         string    `json:"url"`
	Metric      string    `json:"metric"`
	Weight      Number    `json:"weight"` // share of overallScore, 0 = supporting evidence only
	License     string    `json:"license"`
	LastChecked Timestamp `json:"lastChecked"` // null: not read since the catalogue was made
	LastChanged Timestamp `json:"lastChanged"`
	State       State     `json:"state"`
}

// ModelScore is one scored tool. A benchmark nobody published for it is absent, never 0.
type ModelScore struct {
	ModelID            string   `json:"modelId"`
	ModelName          string   `json:"modelName"`
	Provider           string   `json:"provider"`
	OverallScore       Number   `json:"overallScore"` // 0-100
	SWEBench           *Number  `json:"sweBench,omitempty"`
	LiveCodeBench      *Number  `json:"liveCodeBench,omitempty"`
	HumanEval          *Number  `json:"humanEval,omitempty"`
	BigCodeBench       *Number  `json:"bigCodeBench,omitempty"`
	Strengths          []string `json:"strengths"`
	Weaknesses         []string `json:"weaknesses"`
	PricePerScorePoint Number   `json:"pricePerScorePoint"` // USD: (3*input + output) / 4 / overallScore
}

// ProvidersDocument is /api/providers.json.
type ProvidersDocument struct {
	Providers   []Provider `json:"providers"`
	LastUpdated Timestamp  `json:"lastUpdated"`
}

// Provider is a company and its tools.
type Provider struct {
	Name      string    `json:"name"`
	ToolCount int       `json:"toolCount"` // len(Tools)
	Tools     []ToolRef `json:"tools"`
}

// ToolRef points at a tool.
type ToolRef struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// CategoriesDocument is /api/categories.json.
type CategoriesDocument struct {
	Categories  []Category `json:"categories"`
	LastUpdated Timestamp  `json:"lastUpdated"`
}

// Category is a group of tools; its id equals its slug.
type Category struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	Description string   `json:"description"`
	Slug        string   `json:"slug"`
	Tools       []string `json:"tools"` // tool ids
}

// PlatformsDocument is /api/platforms.json.
type PlatformsDocument struct {
	Platforms   []Platform `json:"platforms"`
	LastUpdated Timestamp  `json:"lastUpdated"`
}

// Platform is an editor, IDE or command-line tool that wraps models.
type Platform struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Description string `json:"description"`
	Pricing     string `json:"pricing"`
	URL         string `json:"url"`
}

// UseCasesDocument is /api/use-cases.json.
type UseCasesDocument struct {
	UseCases    []UseCase `json:"useCases"`
	LastUpdated Timestamp `json:"lastUpdated"`
}

// UseCase is a kind of work with the tools recommended for it.
type UseCase struct {
	ID          string     `json:"id"`
	Title       string     `json:"title"`
	Slug        string     `json:"slug"`
	Description string     `json:"description"`
	Keyword     string     `json:"keyword"`
	SortBy      string     `json:"sortBy"`
	Intro       string     `json:"intro"`
	Scenario    Scenario   `json:"scenario"`
	TopPicks    []string   `json:"topPicks"` // 3 to 5 tool ids, best first
	FAQ         []Question `json:"faq"`
}

// Scenario is the token count of one typical task.
type Scenario struct {
	InputTokens  int64 `json:"inputTokens"` // all prompt tokens, cached ones included
	OutputTokens int64 `json:"outputTokens"`
}

// Question is one entry of an FAQ.
type Question struct {
	Q string `json:"q"`
	A string `json:"a"`
}
