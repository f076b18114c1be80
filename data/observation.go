package data

// Observation is one number as a source prints it, before anyone decides whether it is true.
type Observation struct {
	Source     string      `json:"source"`             // the collector: pricing_anthropic
	Subject    string      `json:"subject"`            // the name cell without links, footnote marks and bracketed qualifiers
	Field      Field       `json:"field"`              // what the number is
	Value      string      `json:"value"`              // a decimal, digits as printed
	Unit       Unit        `json:"unit"`               // the printed unit; nothing is converted here
	Qualifiers Qualifiers  `json:"qualifiers"`         // under which conditions the number holds
	Quote      string      `json:"quote"`              // the printed text the value was read from
	Computed   string      `json:"computed,omitempty"` // how the value follows from the quote when nobody prints it: "2.5 less 50%"
	Address    PageAddress `json:"address,omitzero"`   // where on the page it stands
	URL        string      `json:"url"`                // the address that was asked
	FetchedAt  Timestamp   `json:"fetchedAt"`          // when the payload was received
	SHA256     string      `json:"sha256"`             // of the payload, hexadecimal
}

// Field names what the number of an observation is.
type Field string

// The fields. A leaderboard that is not one of the four benchmarks has score.<board>.
const (
	PriceInput        Field = "price.input"
	PriceOutput       Field = "price.output"
	PriceCacheRead    Field = "price.cacheRead"
	PriceCacheWrite   Field = "price.cacheWrite"
	PriceCacheStorage Field = "price.cacheStorage"
	ContextTokens     Field = "context.tokens"
	ScoreSWEBench     Field = "score.sweBench"
	ScoreLiveCode     Field = "score.liveCodeBench"
	ScoreHumanEval    Field = "score.humanEval"
	ScoreHumanEvalP   Field = "score.humanEvalPlus"
	ScoreBigCode      Field = "score.bigCodeBench"
)

// Unit is the printed unit of a value.
type Unit string

// The units. A source that prints anything else has failed; a unit is never guessed.
const (
	USDPerMillion        Unit = "USD/1M tokens"
	USDPerThousand       Unit = "USD/1K tokens"
	USDPerToken          Unit = "USD/token"
	CentsPerToken        Unit = "cents/token"
	CNYPerMillion        Unit = "CNY/1M tokens"
	EURPerMillion        Unit = "EUR/1M tokens"
	USDPerMillionPerHour Unit = "USD/1M tokens/hour"
	Percent              Unit = "percent"
	Fraction             Unit = "fraction"
	Tokens               Unit = "tokens"
)

// Qualifiers are the conditions under which a number holds; an empty one was not stated.
type Qualifiers struct {
	Service     string `json:"service,omitempty"`       // standard batch flex priority fast
	CacheTTL    string `json:"cacheTTL,omitempty"`      // 5m 1h
	ContextOver string `json:"contextOver,omitempty"`   // prompts of more than this many tokens
	ContextUpTo string `json:"contextUpTo,omitempty"`   // prompts of at most this many tokens
	OverOp      string `json:"contextOverOp,omitempty"` // >= where a prompt of exactly contextOver tokens counts too
	UpToOp      string `json:"contextUpToOp,omitempty"` // < where a prompt of exactly contextUpTo tokens does not count
	Window      string `json:"window,omitempty"`        // peak offPeak
	Hours       string `json:"hours,omitempty"`         // when that is, as WeeklyHours.Notation writes it: UTC; mon,tue 01:00-04:00
	Region      string `json:"region,omitempty"`        // empty or global: everywhere
	Kind        string `json:"kind,omitempty"`          // list promotional announced
	ValidFrom   string `json:"validFrom,omitempty"`     // first day, 2006-01-02
	ValidUntil  string `json:"validUntil,omitempty"`    // last day, 2006-01-02
	Promised    string `json:"promised,omitempty"`      // day, 2006-01-02, up to which it was promised at least; what comes then was not said
	Modality    string `json:"modality,omitempty"`      // text audio image video
	Status      string `json:"status,omitempty"`        // as printed: retired, deprecated, limited availability
	Remark      string `json:"remark,omitempty"`        // words beside the number that nobody has understood; such a number is never the headline
	Effort      string `json:"effort,omitempty"`        // reasoning setting of a score
	Harness     string `json:"harness,omitempty"`       // the agent or scaffold that produced a score
	Board       string `json:"board,omitempty"`         // which table of a leaderboard
	Split       string `json:"split,omitempty"`         // which variant of a benchmark
	From        string `json:"from,omitempty"`          // first day of a score window, 2006-01-02
	To          string `json:"to,omitempty"`            // last day of a score window, 2006-01-02
}

// The operators of bounds that differ from what the names of the bounds say.
const (
	AtLeast = ">="
	Below   = "<"
)

// The kinds of prices, as Qualifiers have them; a price without one is what is billed.
const (
	KindList        = "list"        // what is billed when there is no promotion
	KindPromotional = "promotional" // below the list price for a while
	KindAnnounced   = "announced"   // will be billed later
)
