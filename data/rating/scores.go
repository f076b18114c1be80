// Package rating holds the documents that rate models: scores, what a solved task costs, who is recommended for which work, and what a
// router needs of all that. Start at ScoresDocument and at SolvedDocument.
//
// Like package data it decides nothing, and others may copy its types.
package rating

import "pricepoint/data"

import "cmp"

// ScoresDocument is /api/scores.json: how every overall score came about, how far it can be trusted, and what each kind
// of work costs with each model. benchmarks.methodology explains it.
type ScoresDocument struct {
	Version            string               `json:"version"`
	LastUpdated        data.Timestamp       `json:"lastUpdated"`
	MethodologyVersion string               `json:"methodologyVersion"`
	MinObservedWeight  data.Number          `json:"minObservedWeight"` // a model with less measured weight has no score
	MaxHalfWidth       data.Number          `json:"maxHalfWidth"`      // nor one whose interval reaches further to a side
	Width              data.Number          `json:"width"`             // half the 90 % interval of an estimated result, radians
	StandIns           []StandIn            `json:"standIns"`
	Neighbours         []Neighbour          `json:"neighbours"`
	Forward            ForwardCoverage      `json:"forward"`
	Population         AbilityPopulation    `json:"population"`
	Columns            []ScoreColumn        `json:"columns"`
	Evaluation         []CalibrationFigures `json:"evaluation"`
	Provisional        []ProvisionalFigures `json:"provisional"` // how far the provisional scores of unscored models are off
	Models             []ScoredModel        `json:"models"`      // best first
	Unscored           []UnscoredModel      `json:"unscored"`
	UseCases           []UseCaseCosts       `json:"useCases"`
	FailureRate        FailureRate          `json:"failureRate"`
	CacheUnknown       []string             `json:"cacheUnknown"` // models for whose cache reads or writes nobody states a price; those tokens count at the input price
}

// AbilityPopulation describes the ability that is expected of a model before anything is measured, and what this was
// learnt from. One unit of ability is the standard deviation among models released at the same time.
type AbilityPopulation struct {
	Origin       data.Number `yaml:"origin" json:"origin" check:"above=0"`             // year; the average ability of models released then is 0
	Trend        data.Number `yaml:"trend" json:"trend"`                               // units of ability a year
	Kinship      data.Number `yaml:"kinship" json:"kinship" check:"least=0 most=0.99"` // share of its distance from the trend that a model hands on to the next of its line; only provisional scores use it
	Results      int64       `yaml:"-" json:"results"`                                 // to which the lines were fitted
	Models       int64       `yaml:"-" json:"models"`                                  // that have these results, listed here or not
	NewestResult string      `yaml:"-" json:"newestResult"`                            // day on which the newest of the boards was read
}

// ScoreColumn is one board: how it counts, how far it can be trusted, and its line.
type ScoreColumn struct {
	ID          string      `json:"id"`
	Name        string      `json:"name"`
	Publisher   string      `json:"publisher"`             // who measured the results
	PrintedBy   string      `json:"printedBy,omitempty"`   // who printed the copy in which the newest of them was read; absent: the publisher
	MeasuredBy  data.By     `json:"measuredBy,omitempty"`  // in which capacity; absent: the board ran the models itself
	StandsInFor string      `json:"standsInFor,omitempty"` // id of the column in which these results count for a model that it lacks
	Weight      data.Number `json:"weight"`                // 0: supports estimates only
	Unit        data.Unit   `json:"unit,omitempty"`        // of its results; absent: percent
	Size        int64       `json:"size,omitempty"`        // how many tasks a result is a share of; absent where no interval needs it
	State       data.State  `json:"state"`
	FrozenSince string      `json:"frozenSince,omitempty"` // the day since which the board takes no new models
	Leak        string      `json:"leak,omitempty"`        // what is known about solutions that models have seen before, or about broken tasks; it may also say that nothing is known
	Note        string      `json:"note,omitempty"`
	Line        *ScoreLine  `json:"line"` // null: estimates do not use the column
}

// ScoreLine is the result that a board is expected to give: at the angle level + loading * ability, in radians, where the
// angle of a score is asin(sqrt(score / 100)).
type ScoreLine struct {
	Level   data.Number `yaml:"level" json:"level"`
	Loading data.Number `yaml:"loading" json:"loading" check:"above=0"`
	Noise   data.Number `yaml:"noise" json:"noise" check:"above=0"` // scale of the distances of results from the line
}

// StandIn is how a result of one board counts for a model that another lacks, as learnt from the models that both have.
type StandIn struct {
	Board  string      `yaml:"board" json:"board"`
	By     string      `yaml:"by" json:"by"`
	Offset data.Number `yaml:"offset" json:"offset"` // points to add: the median difference, the lower one of an even number
	Half   data.Number `yaml:"half" json:"half"`     // half the 90 % interval of the sum, points
	Pairs  int64       `yaml:"pairs" json:"pairs"`   // models that both have
}

// CalibrationFigures are how far a method's estimates are off: mean absolute errors in points, found by hiding known results.
type CalibrationFigures struct {
	Split  string      `yaml:"split" json:"split"`   // random: a tenth of the results; model: everything known of a tenth of the models, and of each one result; own: the same, and all of its results with a weight; forward: everything about models released in a quarter or later, and of each one result
	Method string      `yaml:"method" json:"method"` // abilityAndNeighbours is the one in use; oneFactor, neighbours, ridge and columnMean are held against it
	Cells  int64       `yaml:"cells" json:"cells" check:"least=1"`
	Error  data.Number `yaml:"error" json:"error" check:"least=0"`
}

// ForwardCoverage is what the 90 % intervals held of models that were released later than everything that was known, in
// the quarters on which nothing was chosen.
type ForwardCoverage struct {
	Since  string      `yaml:"since" json:"since"`                      // month
	Cells  int64       `yaml:"cells" json:"cells"`                      // single results
	Cell   data.Number `yaml:"cell" json:"cell" check:"least=0 most=1"` // share of them that was held, 0-1
	Scores int64       `yaml:"scores" json:"scores"`
	Score  data.Number `yaml:"score" json:"score" check:"least=0 most=1"` // share of overall scores, some of whose results were hidden
}

// Neighbour is a model that others are compared with.
type Neighbour struct {
	ID      string                 `yaml:"id" json:"id"`           // a model, or the words of another one's name
	Results map[string]data.Number `yaml:"results" json:"results"` // by column, 0-100
}

// ProvisionalBasis says what a provisional score rests on.
type ProvisionalBasis string

// The bases, best first.
const (
	OnResults     ProvisionalBasis = "results"     // its own, of boards without a weight or with too little
	OnPredecessor ProvisionalBasis = "predecessor" // the model before it in its maker's line, and when both were released
	OnReleaseDate ProvisionalBasis = "releaseDate" // nothing but when it was released
)

// ProvisionalBases are all of them, best first.
var ProvisionalBases = []ProvisionalBasis{OnResults, OnPredecessor, OnReleaseDate}

// ProvisionalFigures are how far provisional scores with this basis are off: asked about models that were released later
// than everything that was known.
type ProvisionalFigures struct {
	RestsOn  ProvisionalBasis `yaml:"restsOn" json:"restsOn"`
	Width    data.Number      `yaml:"width" json:"width" check:"above=0"`              // half the 90 % interval, radians
	Models   int64            `yaml:"models" json:"models" check:"least=1"`            // asked about
	Error    data.Number      `yaml:"error" json:"error"`                              // of the weighted mean of their results, points
	Half     data.Number      `yaml:"half" json:"half"`                                // half the interval of that mean, on average
	Coverage data.Number      `yaml:"coverage" json:"coverage" check:"least=0 most=1"` // share of the models of the judged quarters that was held with the width of those before, 0-1
}

// ScoredModel is one overall score and everything it was made from.
type ScoredModel struct {
	ModelID      string             `json:"modelId"`
	OverallScore data.Number        `json:"overallScore"` // exact; benchmarks.json rounds it to one decimal
	Interval     ScoreInterval      `json:"interval"`
	Rank         ScoreRank          `json:"rank"`
	Coverage     data.Number        `json:"coverage"`     // the weight that was measured, 0-1
	Ability      data.Number        `json:"ability"`      // on the scale of the lines
	AbilityError data.Number        `json:"abilityError"` // its standard error
	AbilityRange AbilityInterval    `json:"abilityRange"`
	Benchmarks   []ScorePart        `json:"benchmarks"`
	Supporting   []SupportingResult `json:"supporting"`
}

// ScoreInterval holds the score with a probability of 90 %: if every benchmark measured the model, and ran what it has
// measured again, its score would lie in here. It does not say how well the benchmarks stand for anybody's work.
type ScoreInterval struct {
	Low  data.Number `json:"low"`
	High data.Number `json:"high"`
}

// ScoreRank is a place among the scored models, 1 for the best.
type ScoreRank struct {
	Place int `json:"place"` // equal scores share one
	Best  int `json:"best"`  // the first place that the intervals allow
	Worst int `json:"worst"` // the last
}

// ScorePart is what one benchmark adds to a score: a result that was read, or an estimate.
type ScorePart struct {
	Column    string         `json:"column"`
	Value     data.Number    `json:"value"` // as printed, 0-100; for an estimate, what line and neighbours let expect
	Estimated bool           `json:"estimated"`
	By        string         `json:"by,omitempty"`        // the column whose result stands in, with its offset added; absent: the column's own
	Interval  *ScoreInterval `json:"interval,omitempty"`  // of an estimate
	Publisher string         `json:"publisher,omitempty"` // who measured it
	PrintedBy string         `json:"printedBy,omitempty"` // who printed the copy that was read; absent: the publisher
	Entry     string         `json:"entry,omitempty"`     // the row's name on the board
	Effort    string         `json:"effort,omitempty"`
	Harness   string         `json:"harness,omitempty"` // the agent that ran it, if the row says so
}

// SupportingResult is a result of another board or publisher. It is not part of the score, but it adds to what is known
// about the model's ability.
type SupportingResult struct {
	Column    string      `json:"column"`
	Value     data.Number `json:"value"`               // in the unit of the column
	Publisher string      `json:"publisher"`           // who measured it
	PrintedBy string      `json:"printedBy,omitempty"` // who printed the copy that was read; absent: the publisher
	Entry     string      `json:"entry"`
	Effort    string      `json:"effort,omitempty"`
	Harness   string      `json:"harness,omitempty"`
}

// UnscoredModel is a model without an overall score.
type UnscoredModel struct {
	ModelID     string           `json:"modelId"`
	Coverage    data.Number      `json:"coverage"` // the weight that was measured, 0-1
	Why         string           `json:"why"`
	Provisional ProvisionalScore `json:"provisional"`
}

// ProvisionalScore is what can be said of a model before enough of it is measured: the score it would be expected to have
// if every benchmark measured it. It is no score: benchmarks.json has none, no rank counts it, and nothing is recommended
// by it.
type ProvisionalScore struct {
	OverallScore data.Number        `json:"overallScore"`
	Interval     ScoreInterval      `json:"interval"` // 90 %
	RestsOn      ProvisionalBasis   `json:"restsOn"`
	Predecessor  string             `json:"predecessor,omitempty"` // the model before it in its line, which its ability is expected to take after
	Ability      data.Number        `json:"ability"`               // on the scale of the lines
	AbilityError data.Number        `json:"abilityError"`          // its standard error
	AbilityRange AbilityInterval    `json:"abilityRange"`
	Benchmarks   []ScorePart        `json:"benchmarks"`
	Supporting   []SupportingResult `json:"supporting"`
}

// AbilityInterval holds an ability with a probability of 90 %.
type AbilityInterval struct {
	Low  data.Number `json:"low"`
	High data.Number `json:"high"`
}

// UseCaseCosts is the verdict on one kind of work: what it costs with every model, which models are worth it, and who is left
// out. Every list of recommended models is made from it.
type UseCaseCosts struct {
	ID       string                 `json:"id"`
	Scenario FullScenario           `json:"scenario"`
	USD      map[string]data.Number `json:"usd"`    // model -> exact cost of the scenario by the lines of its tariff for requests of this size, at the most expensive hour; absent: it cannot do the work
	Bounds   map[string]Bound       `json:"bounds"` // model -> how far that cost may be off because nobody states a cache price; a model that is not here has an exact cost

	Boards         []string     `json:"boards"`                   // of solved.json whose tasks are like this work, the closest first; none: unmeasured says why
	FailureUSD     *data.Number `json:"failureUSD,omitempty"`     // what a failed task costs, which finished tasks are calculated with; absent: unmeasured says why
	FailureMinutes int64        `json:"failureMinutes,omitempty"` // of a person at failureRate; they cost failureUSD
	AtTenth        string       `json:"atTenth,omitempty"`        // who would come first if a failure cost a tenth of that
	AtTenTimes     string       `json:"atTenTimes,omitempty"`     // who would if it cost ten times as much

	Unmeasured Unmeasured `json:"unmeasured,omitempty"` // why no board says what a finished task costs; absent: the boards do

	Order       []RankedTool      `json:"order"`       // every model that can be ranked, best first; who is not beaten is on the frontier
	Picks       []PickReason      `json:"picks"`       // the top picks in order
	Ties        [][]string        `json:"ties"`        // models that are not told apart, in order; topPicks may end amid them
	Excluded    []ExcludedTool    `json:"excluded"`    // the models that are not ranked, and why
	Provisional []ProvisionalPick `json:"provisional"` // those of them that could do the work and that nobody has measured, by what is expected of them, best first
	Successors  []ProvisionalPick `json:"successors"`  // those of them that follow a top pick and cost no more for the scenario
}

// Unmeasured is why no board says what a finished task of some work costs. Such work is judged by tariff and score.
type Unmeasured string

// The reasons.
const (
	ByNobody   Unmeasured = "nobody" // no board measures the work
	NotYetRead Unmeasured = "unread" // boards measure it, and too few of their results were read
	ResultOnly Unmeasured = "result" // a board measures how well it is done, by which the list goes, and not what that costs all told
)

// String says it in words, "" for what is measured.
func (u Unmeasured) String() string {
	return map[Unmeasured]string{
		ByNobody:   "nobody measures how many of these tasks a model finishes and what that costs, so tariff and score decide",
		NotYetRead: "too little has been read yet of the boards that measure such work, so tariff and score decide",
		ResultOnly: "what a finished task costs is not known well enough to go by, so results of a board and tariff decide",
	}[u]
}

// Frontier are the ranked models that nobody beats, in order.
func (c UseCaseCosts) Frontier() (ids []string) {
	for _, r := range c.Order {
		if r.BeatenBy == "" {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

// RankedTool is one place in the order of a kind of work.
type RankedTool struct {
	ID       string        `json:"id"`
	Relative *data.Number  `json:"relative,omitempty"` // how many times what it costs with the average model a finished task costs, over all boards; the order goes by it. Absent: the work is unmeasured
	Finished *FinishedTask `json:"finished,omitempty"` // on the closest board that has measured it; absent: the work is unmeasured
	Until    string        `json:"until,omitempty"`    // last day for which today's price is known to hold, 2006-01-02: a promotion ends then, or another price is announced; absent: no such day within 90
	Seconds  *data.Number  `json:"seconds,omitempty"`  // that an attempt takes on the board by which speed is told; absent: not asked or not measured
	BeatenBy string        `json:"beatenBy,omitempty"` // a model that is known to do as well or better for no more; absent: it is on the frontier
}

// FailureRate is what an hour of a person costs who finishes what a model has failed at.
type FailureRate struct {
	USD    data.Number `json:"usd"`
	Source string      `json:"source"` // address of the statistics that it was rounded from
	Note   string      `json:"note"`
}

// FinishedTask is what a finished task costs with a model: attemptUSD + (1 - share) * failureUSD, all from one row of a board,
// that of the effort with which it is the least. A finished task is one that the model solves, or that somebody else
// finishes after it has failed.
type FinishedTask struct {
	Board      string       `json:"board"`
	Effort     string       `json:"effort,omitempty"`
	Harness    string       `json:"harness,omitempty"`
	Share      data.Number  `json:"share"`      // of the attempts that solved their task, 0-1
	AttemptUSD data.Number  `json:"attemptUSD"` // at today's tariff, at the most expensive hour; of a pair the higher one
	Basis      RepricedKind `json:"basis"`      // how that is known: exact, pair or estimate
	USD        data.Number  `json:"usd"`
	Low        data.Number  `json:"low"` // 90 % interval, for other tasks of the same kind
	High       data.Number  `json:"high"`
}

// Dollars writes the cost, or that of an attempt, for people: ≈ before what is not exact.
func (f FinishedTask) Dollars() (finished, attempt string) {
	mark := "≈"
	if f.Basis == RepricedExact {
		mark = ""
	}
	return mark + f.USD.Dollars(), mark + f.AttemptUSD.Dollars()
}

// PickReason is why a model is recommended; its place in the order says what that rests on.
type PickReason struct {
	ID  string  `json:"id"`
	Why PickWhy `json:"why"`
}

// PickWhy says what brought a model onto a list; a pick has the first that holds.
type PickWhy string

// The reasons.
const (
	PickFills   PickWhy = "fills"   // beaten; too few others are left
	PickBest    PickWhy = "best"    // ahead of all others
	PickTied    PickWhy = "tied"    // nobody is known to be ahead of it
	PickCheaper PickWhy = "cheaper" // the scenario certainly costs less than with every pick before it
	PickNext    PickWhy = "next"    // comes next
)

// ExcludedTool is a model that is not ranked for a kind of work.
type ExcludedTool struct {
	ID     string         `json:"id"`
	Reason ExcludedReason `json:"reason"`
	Words  string         `json:"words,omitempty"` // what exactly, for people; absent: the reason says it all
}

// String is why it is not ranked, in words.
func (e ExcludedTool) String() string { return cmp.Or(e.Words, excludedWords[e.Reason]) }

var excludedWords = map[ExcludedReason]string{
	ExcludedRetired: "its provider has retired it", ExcludedDeprecated: "its provider has deprecated it",
	ExcludedPrice: "has a price of low confidence", ExcludedCategory: "is in none of the categories that this work is for",
	ExcludedUnmeasured: "nobody has measured it at such work", ExcludedOldPrices: "was measured at the prices of then, and nobody can tell what that costs today",
}

// ExcludedReason is why a model is not ranked; the first that holds.
type ExcludedReason string

// The reasons.
const (
	ExcludedRetired    ExcludedReason = "retired"    // its provider no longer sells it
	ExcludedDeprecated ExcludedReason = "deprecated" // its provider has deprecated it, or has announced an end
	ExcludedEndsSoon   ExcludedReason = "endsSoon"   // within 90 days
	ExcludedPrice      ExcludedReason = "price"      // of low confidence, or the scenario has none
	ExcludedContext    ExcludedReason = "context"    // its prompts or answers are too small for the work
	ExcludedSlow       ExcludedReason = "slow"       // it takes longer than the work allows, as a board has timed
	ExcludedFeature    ExcludedReason = "feature"    // it lacks one that the work needs
	ExcludedCategory   ExcludedReason = "category"   // the list is about others
	ExcludedUnmeasured ExcludedReason = "unmeasured" // nobody has measured it: no board like the work, or too little for a score where there is no such board
	ExcludedOldPrices  ExcludedReason = "oldPrices"  // measured, but nobody can tell what an attempt costs at today's prices
)

// ProvisionalPick is a model that nobody has measured at a kind of work. It is no recommendation: what is expected of it rests
// on other results, on its predecessor or on its release alone.
type ProvisionalPick struct {
	ID       string        `json:"id"`
	Of       string        `json:"of,omitempty"`           // the top pick that it follows in its maker's line
	USD      data.Number   `json:"usd"`                    // what the scenario costs with it, by its tariff
	Expected data.Number   `json:"expected"`               // overall score, provisional where it has none
	Interval ScoreInterval `json:"interval"`               // 90 %, of that
	Doubted  bool          `json:"priceDoubted,omitempty"` // its price is of low confidence
}

// Because says in words why a tool is no recommendation for some work: it has no score, or no board like the work has it.
func (d ScoresDocument) Because(work UseCaseCosts, p ProvisionalPick) string {
	because := "no board like this work has it"
	for _, u := range d.Unscored {
		if u.ModelID == p.ID && len(work.Boards) == 0 {
			because = u.Why
		}
	}
	if p.Doubted {
		because += "; its price is of low confidence"
	}
	return because
}

// Bound is what is known of a cost that rests on a cache price which nobody states: the input price is counted in its
// place. No model counts as cheaper than another because of such a cost.
type Bound struct {
	Least data.Number  `json:"least"` // USD, if reading from the cache cost nothing
	Most  *data.Number `json:"most"`  // USD; null: it may be more, since writing to the cache may cost more than input
}

// FullScenario is the token count of one typical task with its cache traffic.
type FullScenario struct {
	InputTokens      int64 `yaml:"inputTokens" json:"inputTokens" check:"least=1"` // all prompt tokens, cached ones included
	OutputTokens     int64 `yaml:"outputTokens" json:"outputTokens" check:"least=1"`
	CacheReadTokens  int64 `yaml:"cacheReadTokens" json:"cacheReadTokens" check:"least=0"`
	CacheWriteTokens int64 `yaml:"cacheWriteTokens" json:"cacheWriteTokens" check:"least=0"`
	Requests         int64 `yaml:"requests" json:"requests" check:"least=1"` // over which the tokens are spread
}
