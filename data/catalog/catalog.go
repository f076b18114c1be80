// Package catalog is what people curate: the tools with their last verified prices and scores, providers,
// categories, platforms, use cases, aliases, benchmarks with their weights, and the limits of the gate.
// The YAML files beside this file are embedded; start at Catalog for their shape and at Load for how they
// are read. Everything in them that changes a published number is dated and cites its source.
//
// It computes nothing: which value is published, and every score, is decided in package normalize.
package catalog

import (
	"time"

	"pricepoint/data"
)

// Catalog is the whole curated knowledge, valid by construction: Load refuses anything else.
type Catalog struct {
	Verified    Date   // when the catalogue as a whole was last gone through
	Digest      string // sha256 over all its files, hexadecimal
	Tools       []Tool // by provider, then as in the files
	Providers   []Provider
	Categories  []Category
	Platforms   []Platform
	UseCases    []UseCase
	Scoring     Scoring
	Calibration Calibration
	Naming      Naming
	Gate        Gate
}

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

// Context is the maximum context window.
type Context struct {
	Evidence `yaml:",inline"`
	Tokens   int64 `yaml:"tokens"`
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

// Confidence is how far a price can be trusted.
type Confidence = data.Confidence

// The confidences, as data explains them.
const (
	High   = data.High
	Medium = data.Medium
	Low    = data.Low
)

// Score is one verified benchmark result.
type Score struct {
	Evidence `yaml:",inline"`
	Column   string      `yaml:"column"` // id of a benchmark column
	Value    data.Number `yaml:"value"`  // 0-100
	Entry    string      `yaml:"entry"`  // the row's name on the board
	Effort   string      `yaml:"effort,omitempty"`
}

// ScopedAlias is a spelling that means the tool only under a condition.
type ScopedAlias struct {
	Name   string `yaml:"name"`
	Source string `yaml:"source,omitempty"` // collector name; empty: every source
	From   Date   `yaml:"from,omitempty"`   // means this tool from this day on
	Until  Date   `yaml:"until,omitempty"`  // and up to this day
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

// Category is a group of tools.
type Category struct {
	Slug        string `yaml:"slug"`
	Name        string `yaml:"name"`
	Description string `yaml:"description"`
}

// Platform is an editor, IDE or command-line tool that wraps models.
type Platform struct {
	Evidence    `yaml:",inline"`
	ID          string `yaml:"id"`
	Name        string `yaml:"name"`
	Description string `yaml:"description"`
	Pricing     string `yaml:"pricing"`
	URL         string `yaml:"url"`
}

// UseCase is a kind of work tools are recommended for.
type UseCase struct {
	Slug        string     `yaml:"slug"`
	Title       string     `yaml:"title"`
	Description string     `yaml:"description"`
	Keyword     string     `yaml:"keyword"` // what someone would type into a search box
	Intro       string     `yaml:"intro"`
	SortBy      SortRule   `yaml:"sortBy"`
	Categories  []string   `yaml:"categories,omitempty"` // only tools of one of these; empty: all
	MinContext  int64      `yaml:"minContext,omitempty"` // tokens a fitting tool must take
	Needs       []string   `yaml:"needs,omitempty"`      // features a fitting tool must list
	Scenario    Scenario   `yaml:"scenario"`
	FAQ         []Question `yaml:"faq"`
}

// Scenario is the token count of one typical task.
type Scenario struct {
	InputTokens      int64 `yaml:"inputTokens"` // all prompt tokens, the cached ones included
	OutputTokens     int64 `yaml:"outputTokens"`
	CacheReadTokens  int64 `yaml:"cacheReadTokens"`
	CacheWriteTokens int64 `yaml:"cacheWriteTokens"`
	Requests         int64 `yaml:"requests"` // how many requests they are spread over; the average one must fit a tool's window
}

// Question is one entry of an FAQ. The answer is a text/template over what the build knows of the use case;
// prices, scores and ranks in it are rendered, never typed in. See normalize.FAQData for the fields.
type Question struct {
	Q string `yaml:"q"`
	A string `yaml:"a"`
}

// SortRule orders the top picks of a use case.
type SortRule string

// The sort rules.
const (
	ByOverallScore  SortRule = "overallScore"
	ByPrice         SortRule = "price" // cost of the scenario
	ByValue         SortRule = "value" // overallScore per cost of the scenario
	ByContextWindow SortRule = "contextWindow"
	BySWEBench      SortRule = "sweBench"
	ByLiveCodeBench SortRule = "liveCodeBench"
	ByHumanEval     SortRule = "humanEval"
	ByBigCodeBench  SortRule = "bigCodeBench"
	ByOutputPrice   SortRule = "outputPrice"
	ByReleaseDate   SortRule = "releaseDate"
)

// SortRules lists every sort rule.
var SortRules = []SortRule{ByOverallScore, ByPrice, ByValue, ByContextWindow, BySWEBench, ByLiveCodeBench,
	ByHumanEval, ByBigCodeBench, ByOutputPrice, ByReleaseDate}

// Scoring says which boards make the scores, and how much each counts.
type Scoring struct {
	MethodologyVersion string      `yaml:"methodologyVersion"`
	Methodology        string      `yaml:"methodology"` // published text
	MinObservedWeight  data.Number `yaml:"minObservedWeight"`
	Columns            []Column    `yaml:"columns"`
	EffortOrder        []string    `yaml:"effortOrder"` // lowest first; an unstated effort is ""
}

// Column is one board of one publisher. The four with a weight are the published benchmarks; the others are
// supporting evidence.
type Column struct {
	ID          string            `yaml:"id"` // sweBench liveCodeBench humanEval bigCodeBench, or an own name when supporting
	Name        string            `yaml:"name"`
	Publisher   string            `yaml:"publisher"`
	URL         string            `yaml:"url"`
	Metric      string            `yaml:"metric"`
	License     string            `yaml:"license"`
	Weight      data.Number       `yaml:"weight"`
	Source      string            `yaml:"source"` // the collector that reads it
	Field       data.Field        `yaml:"field"`
	Qualifiers  map[string]string `yaml:"qualifiers,omitempty"`  // which of its rows: board, split, harness
	FrozenSince Date              `yaml:"frozenSince,omitempty"` // the board takes no new models since
	Leak        string            `yaml:"leak,omitempty"`        // what is known of solutions that models have seen, or of broken tasks
	Note        string            `yaml:"note,omitempty"`
}

// Gate holds the limits a value must keep to be published without a person looking at it. Factors compare a new
// value with the one that stands.
type Gate struct {
	Ratio        data.Number `yaml:"ratio"`        // input and output: a move by this factor or more is held
	CacheRatio   data.Number `yaml:"cacheRatio"`   // the same for cache prices
	RereadBelow  data.Number `yaml:"rereadBelow"`  // below this factor a later reading of the provider's page ends the hold
	ScorePoints  data.Number `yaml:"scorePoints"`  // a score that moves by more is held
	MovedShare   data.Number `yaml:"movedShare"`   // of a source's values: when more than these move at once
	MovedAtLeast int64       `yaml:"movedAtLeast"` // and at least this many, none of its changes count
	GoneShare    data.Number `yaml:"goneShare"`    // of a source's values: when more than these are missing, none of its changes count
	// StandIns are the feeds that stand in where nobody states a price first hand, the most careful first.
	StandIns []string `yaml:"standIns"`
	// Bands bound every price, in USD per million tokens; 0 is always allowed.
	Bands map[data.Field]Band `yaml:"bands"`
}

// Band is a closed range.
type Band struct {
	Min data.Number `yaml:"min"`
	Max data.Number `yaml:"max"`
}

// Date is a day, month or year as it was stated.
type Date struct {
	Text  string    // 2026-09-02, 2026-09 or 2026
	First time.Time // its first instant, UTC
}

// IsZero reports whether no date was stated.
func (d Date) IsZero() bool { return d.Text == "" }
