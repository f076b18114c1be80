package data

import (
	"slices"
	"strings"
)

// Observation is one number as a source prints it, before anyone decides whether it is true.
type Observation struct {
	Source     string      `json:"source"`              // the collector: pricing_anthropic
	PrintedBy  string      `json:"printedBy,omitempty"` // who prints the copy that was read; empty: the publisher, whose number it is
	Subject    string      `json:"subject"`             // the name cell without links, footnote marks and bracketed qualifiers
	Field      Field       `json:"field"`               // what the number is
	Value      string      `json:"value"`               // a decimal, digits as printed
	Unit       Unit        `json:"unit"`                // the printed unit; nothing is converted here
	Qualifiers Qualifiers  `json:"qualifiers"`          // under which conditions the number holds
	Quote      string      `json:"quote"`               // the printed text the value was read from
	Computed   string      `json:"computed,omitempty"`  // how the value follows from the quote when nobody prints it: "2.5 less 50%"
	Address    PageAddress `json:"address,omitzero"`    // where on the page it stands
	URL        string      `json:"url"`                 // the address that was asked
	FetchedAt  Timestamp   `json:"fetchedAt"`           // when the payload was received
	SHA256     string      `json:"sha256"`              // of the payload, hexadecimal
}

// Field names what the number of an observation is.
type Field string

// The fields. Any other leaderboard has score.<board>.
const (
	PriceInput        Field = "price.input"
	PriceOutput       Field = "price.output"
	PriceCacheRead    Field = "price.cacheRead"
	PriceCacheWrite   Field = "price.cacheWrite"
	PriceCacheStorage Field = "price.cacheStorage"
	PriceOther        Field = "price.other" // of something else than tokens: minutes, images; its unit is a currency and what is counted (USD/minute)
	ContextTokens     Field = "context.tokens"
	ScoreSWEBench     Field = "score.sweBench"
	ScoreLiveCode     Field = "score.liveCodeBench"
	ScoreHumanEval    Field = "score.humanEval"
	ScoreHumanEvalP   Field = "score.humanEvalPlus"
	ScoreBigCode      Field = "score.bigCodeBench"
)

// What boards print beside a score, in rows of the same subject and qualifiers.
const (
	ScoreMargin Field = "margin.score" // half of a 95 % interval of the score (percentage points, elo)
	ScoreVotes  Field = "margin.votes" // comparisons by people that the score was made from (votes)
)

// What is printed of how hard a model thinks.
const (
	ReasoningEfforts Field = "reasoning.efforts" // the settings that its API takes, with blanks between them (name)
	ReasoningDefault Field = "reasoning.default" // the one that holds when a request names none (name)
)

// What makers print of the life of a model. "Not sooner than" a day is no day of retirement: that promise stands with the
// state, in Qualifiers.Promised.
const (
	LifeState       Field = "life.state"       // active legacy deprecated retired (state)
	LifeDeprecated  Field = "life.deprecated"  // the day on which its end was announced, 2006-01-02 (day)
	LifeRetires     Field = "life.retires"     // the day on which it ends, 2006-01-02 (day)
	LifeReplacement Field = "life.replacement" // the name of the model that its maker recommends instead (name)
)

// The states of LifeState.
const (
	ActiveState     = "active"
	LegacyState     = "legacy" // its maker prefers another one
	DeprecatedState = "deprecated"
	RetiredState    = "retired"
)

// What boards print of the attempts behind a score. An attempt is one run at one task, solved or not. All observations of
// one source with the same subject and qualifiers are of the same attempts. A mean is one over all of them, failures too.
const (
	SolvedShare      Field = "solved.share"      // of the attempts (percent or fraction)
	SolvedCount      Field = "solved.count"      // attempts that solved their task (attempts)
	SolvedAttempts   Field = "solved.attempts"   // all attempts that count (attempts)
	SolvedTasks      Field = "solved.tasks"      // different tasks that were attempted (tasks)
	SolvedInFour     Field = "solved.inFour"     // share of the tasks that one of about four attempts solved (fraction)
	SolvedError      Field = "solved.stderr"     // standard error of the share (percentage points)
	SolvedMargin     Field = "solved.margin"     // half of a 95 % interval of the share, of the kind that the address notes (fraction, percentage points)
	GradeMean        Field = "grade.mean"        // of the attempts, where a task can be done in part; how many did it whole is not said (percent)
	GradeError       Field = "grade.stderr"      // standard error of that mean (percentage points)
	CostMean         Field = "cost.perAttempt"   // mean (USD/attempt)
	CostMedian       Field = "cost.median"       // median over the attempts (USD/attempt)
	CostTotal        Field = "cost.total"        // of all attempts together (USD/run)
	CostAttempts     Field = "cost.attempts"     // of which that is the total, where it is not that of all (attempts)
	TokensInput      Field = "tokens.input"      // read, cached or not (tokens/attempt, tokens/run)
	TokensUncached   Field = "tokens.uncached"   // the part of the input that no cache read and no cache write covers (tokens/attempt)
	TokensCacheRead  Field = "tokens.cacheRead"  // the part of the input that a cache had (tokens/attempt, tokens/run)
	TokensCacheWrite Field = "tokens.cacheWrite" // the part of the input that was written to a cache (tokens/attempt)
	TokensOutput     Field = "tokens.output"     // written, reasoning too (tokens/attempt, tokens/run)
	TokensReasoning  Field = "tokens.reasoning"  // the part of the output that is reasoning (tokens/attempt)
	TimeMean         Field = "time.perAttempt"   // mean (seconds/attempt)
	CallsMean        Field = "calls.perAttempt"  // requests to the model, mean (calls/attempt)
)

// Sums over the attempts of a row, where a board prints each of them: what its interval is made from. No source prints them
// as sums.
const (
	SpreadAttempts   Field = "spread.attempts"     // that are printed one by one (attempts)
	SpreadSolved     Field = "spread.solved"       // of them, that solved their task (attempts)
	SpreadCost       Field = "spread.cost"         // of all of them (USD/run)
	SpreadSolvedCost Field = "spread.costOfSolved" // of those that solved their task (USD/run)
	SpreadSquares    Field = "spread.squares"      // of their costs (USD²/run)
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
	PercentagePoints     Unit = "percentage points"
	Elo                  Unit = "elo" // relative to the other models of one state of a board; no share of anything
	Votes                Unit = "votes"
	Attempts             Unit = "attempts"
	Tasks                Unit = "tasks"
	USDPerAttempt        Unit = "USD/attempt"
	USDPerRun            Unit = "USD/run" // a run is all attempts of a row
	SquareUSDPerRun      Unit = "USD²/run"
	TokensPerAttempt     Unit = "tokens/attempt"
	TokensPerRun         Unit = "tokens/run"
	SecondsPerAttempt    Unit = "seconds/attempt"
	CallsPerAttempt      Unit = "calls/attempt"
	StateUnit            Unit = "state" // of what is no number
	DayUnit              Unit = "day"
	NameUnit             Unit = "name"
)

// Qualifiers are the conditions under which a number holds; an empty one was not stated.
type Qualifiers struct {
	Service     string `json:"service,omitempty"`       // standard batch flex priority fast
	CacheTTL    string `json:"cacheTTL,omitempty"`      // 5m 1h
	ContextOver string `json:"contextOver,omitempty"`   // prompts of more than this many tokens; LongContext: of more than the page says how many
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
	MeasuredBy  By     `json:"measuredBy,omitempty"`    // in which capacity somebody ran the model; empty: the board did
	Measurer    string `json:"measurer,omitempty"`      // who that was, where it was not the board
	Split       string `json:"split,omitempty"`         // which variant of a benchmark
	From        string `json:"from,omitempty"`          // first day of a score window, 2006-01-02
	To          string `json:"to,omitempty"`            // last day of a score window, 2006-01-02
}

// By is the capacity in which somebody ran a model for a score: it says how far the result can be believed.
type By string

// The capacities other than that of the board itself. Results of one are never taken for those of another.
const (
	ByIndependent By = "independent" // a run by somebody who publishes results of all models side by side
	ByMaker       By = "maker"       // by the maker of the model
	ByQuoted      By = "quoted"      // whoever it was said so in an article; the run itself is published nowhere
)

// LongContext stands in Qualifiers.ContextOver where a page prices long prompts and does not say where they begin.
const LongContext = "long"

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

// PageAddress is where on a page a number stands, in the words of the page. A number that only changes its value keeps its
// address; so does one whose row gets other neighbours or whose column another place.
type PageAddress struct {
	Section []string `json:"section,omitempty"` // the headings, the tab and the caption over it, outermost first
	Table   string   `json:"table,omitempty"`   // the kind of table: the titles of its columns, sorted and joined; or what it is instead of a table
	Column  string   `json:"column,omitempty"`  // the title of its column; where models are columns, the label of the row
	Row     string   `json:"row,omitempty"`     // the label of its row, which names the model
	Notes   []string `json:"notes,omitempty"`   // what stands beside the number in its cell: "75% off"
}

// TableOf names the kind of a table by the titles of its columns, whatever their order.
func TableOf(titles []string) string {
	return strings.Join(slices.Sorted(slices.Values(titles)), " | ")
}

// IsZero reports whether nobody has said where the number stands.
func (a PageAddress) IsZero() bool {
	return len(a.Section)+len(a.Notes) == 0 && a.Table+a.Column+a.Row == ""
}

// Key is the same for two addresses that are one place. Capitals, spaces and "&" for "and" make no difference.
func (a PageAddress) Key() string {
	return a.TableKey() + "\t" + plain(a.Column) + "\t" + plain(a.Row) + "\t" + plain(strings.Join(a.Notes, "\n"))
}

// TableKey is the same for two addresses in one table.
func (a PageAddress) TableKey() string {
	return plain(strings.Join(a.Section, "\n")) + "\t" + plain(a.Table)
}

// plain writes a text in one way.
func plain(text string) string {
	text = strings.ReplaceAll(strings.ToLower(text), "&", " and ")
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.Join(strings.Fields(line), " ")
	}
	return strings.Join(lines, "\n")
}
