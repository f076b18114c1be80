package data

// ScoresDocument is /api/scores.json: how every overall score came about, how far it can be trusted, and what each kind
// of work costs with each tool. benchmarks.methodology explains it.
type ScoresDocument struct {
	Version            string               `json:"version"`
	LastUpdated        Timestamp            `json:"lastUpdated"`
	MethodologyVersion string               `json:"methodologyVersion"`
	MinObservedWeight  Number               `json:"minObservedWeight"` // a tool with less measured weight has no score
	Population         AbilityPopulation    `json:"population"`
	Columns            []ScoreColumn        `json:"columns"`
	Evaluation         []CalibrationFigures `json:"evaluation"`
	Provisional        []ProvisionalFigures `json:"provisional"` // how far the provisional scores of unscored tools are off
	Models             []ScoredModel        `json:"models"`      // best first
	Unscored           []UnscoredModel      `json:"unscored"`
	UseCases           []UseCaseCosts       `json:"useCases"`
	CacheUnknown       []string             `json:"cacheUnknown"` // tools for whose cache reads or writes nobody states a price; those tokens count at the input price
}

// AbilityPopulation describes the ability that is expected of a model before anything is measured, and what this was
// learnt from. One unit of ability is the standard deviation among models released at the same time.
type AbilityPopulation struct {
	Origin       Number `json:"origin"`       // year; the average ability of models released then is 0
	Trend        Number `json:"trend"`        // units of ability a year
	Kinship      Number `json:"kinship"`      // share of its distance from the trend that a model hands on to the next of its line; only provisional scores use it
	Results      int64  `json:"results"`      // to which the curves were fitted
	Models       int64  `json:"models"`       // that have these results, listed here or not
	NewestResult string `json:"newestResult"` // day on which the newest of the boards was read
}

// ScoreColumn is one board: how it counts, how far it can be trusted, and its curve.
type ScoreColumn struct {
	ID          string      `json:"id"`
	Name        string      `json:"name"`
	Publisher   string      `json:"publisher"`           // who measured the results
	PrintedBy   string      `json:"printedBy,omitempty"` // who printed the copy in which the newest of them was read; absent: the publisher
	Weight      Number      `json:"weight"`              // 0: supports estimates only
	Size        int64       `json:"size,omitempty"`      // how many tasks a result is a share of; absent where no interval needs it
	State       State       `json:"state"`
	FrozenSince string      `json:"frozenSince,omitempty"` // the day since which the board takes no new models
	Leak        string      `json:"leak,omitempty"`        // what is known about solutions that models have seen before, or about broken tasks; it may also say that nothing is known
	Note        string      `json:"note,omitempty"`
	Curve       *ScoreCurve `json:"curve"` // null: the column counts the same answers as another one and is not used
}

// ScoreCurve is the result a board is expected to give: 100 * ceiling / (1 + exp(difficulty - slope * ability)).
type ScoreCurve struct {
	Slope      Number `json:"slope"`
	Difficulty Number `json:"difficulty"`
	Ceiling    Number `json:"ceiling"`
	Noise      Number `json:"noise"` // spread of results about the curve
	Width      Number `json:"width"` // half the 90 % interval of an estimate, in standard deviations; 0: never estimated
}

// CalibrationFigures are mean absolute errors in points, found by hiding known results.
type CalibrationFigures struct {
	Hidden    string `yaml:"hidden" json:"hidden"`                   // run: together with other counts of the same answers; tasks: together with all results on the same tasks
	Published bool   `yaml:"published" json:"published"`             // true: only models that would be published even without the hidden result
	Board     string `yaml:"board,omitempty" json:"board,omitempty"` // only results of this column; absent: of all
	Cells     int64  `yaml:"cells" json:"cells"`

	Cell                Number `yaml:"cell" json:"cell"`       // of the hidden result
	Overall             Number `yaml:"overall" json:"overall"` // of the overall score, over the benchmarks known of the model
	Moved               Number `yaml:"moved" json:"moved"`     // how far the published overall score moves
	ColumnMean          Number `yaml:"columnMean" json:"columnMean"`
	ColumnMeanOverall   Number `yaml:"columnMeanOverall" json:"columnMeanOverall"`
	WeightedMean        Number `yaml:"weightedMean" json:"weightedMean"`
	WeightedMeanOverall Number `yaml:"weightedMeanOverall" json:"weightedMeanOverall"`
	Coverage            Number `yaml:"coverage" json:"coverage"` // share of the results that the 90 % interval holds, 0-1
}

// ProvisionalBasis says what a provisional score rests on.
type ProvisionalBasis string

// The bases, best first.
const (
	OnResults     ProvisionalBasis = "results"     // its own, of boards without a weight or with too little
	OnPredecessor ProvisionalBasis = "predecessor" // the tool before it in its maker's line, and when both were released
	OnReleaseDate ProvisionalBasis = "releaseDate" // nothing but when it was released
)

// ProvisionalBases are all of them, best first.
var ProvisionalBases = []ProvisionalBasis{OnResults, OnPredecessor, OnReleaseDate}

// ProvisionalFigures are mean absolute errors in points, found by hiding of one model after the other everything that a
// provisional score with this basis has to do without.
type ProvisionalFigures struct {
	RestsOn  ProvisionalBasis `yaml:"restsOn" json:"restsOn"`
	Width    Number           `yaml:"width" json:"width"`       // half the 90 % interval, in standard deviations
	Models   int64            `yaml:"models" json:"models"`     // hidden
	Cells    int64            `yaml:"cells" json:"cells"`       // their results on boards with a weight
	Cell     Number           `yaml:"cell" json:"cell"`         // of those results
	Overall  Number           `yaml:"overall" json:"overall"`   // of their weighted mean
	Half     Number           `yaml:"half" json:"half"`         // half the interval of that mean, on average
	Coverage Number           `yaml:"coverage" json:"coverage"` // share of the means that the 90 % interval holds, 0-1
}

// ScoredModel is one overall score and everything it was made from.
type ScoredModel struct {
	ModelID      string             `json:"modelId"`
	OverallScore Number             `json:"overallScore"` // exact; benchmarks.json rounds it to one decimal
	Interval     ScoreInterval      `json:"interval"`
	Rank         ScoreRank          `json:"rank"`
	Coverage     Number             `json:"coverage"`     // the weight that was measured, 0-1
	Ability      Number             `json:"ability"`      // on the scale of the curves
	AbilityError Number             `json:"abilityError"` // its standard error
	AbilityRange AbilityInterval    `json:"abilityRange"`
	Benchmarks   []ScorePart        `json:"benchmarks"`
	Supporting   []SupportingResult `json:"supporting"`
}

// ScoreInterval holds the score with a probability of 90 %: if every benchmark measured the model, and ran what it has
// measured again, its score would lie in here. It does not say how well the benchmarks stand for anybody's work.
type ScoreInterval struct {
	Low  Number `json:"low"`
	High Number `json:"high"`
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
	Value     Number         `json:"value"` // as printed, 0-100; for an estimate, the curve at the model's ability
	Estimated bool           `json:"estimated"`
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
	Column    string `json:"column"`
	Value     Number `json:"value"`
	Publisher string `json:"publisher"`           // who measured it
	PrintedBy string `json:"printedBy,omitempty"` // who printed the copy that was read; absent: the publisher
	Entry     string `json:"entry"`
	Effort    string `json:"effort,omitempty"`
	Harness   string `json:"harness,omitempty"`
}

// UnscoredModel is a tool without an overall score.
type UnscoredModel struct {
	ModelID     string           `json:"modelId"`
	Coverage    Number           `json:"coverage"` // the weight that was measured, 0-1
	Why         string           `json:"why"`
	Provisional ProvisionalScore `json:"provisional"`
}

// ProvisionalScore is what can be said of a tool before enough of it is measured: the score it would be expected to have
// if every benchmark measured it. It is no score: benchmarks.json has none, no rank counts it, and nothing is recommended
// by it.
type ProvisionalScore struct {
	OverallScore Number             `json:"overallScore"`
	Interval     ScoreInterval      `json:"interval"` // 90 %
	RestsOn      ProvisionalBasis   `json:"restsOn"`
	Predecessor  string             `json:"predecessor,omitempty"` // the tool before it in its line, which its ability is expected to take after
	Ability      Number             `json:"ability"`               // on the scale of the curves
	AbilityError Number             `json:"abilityError"`          // its standard error
	AbilityRange AbilityInterval    `json:"abilityRange"`
	Benchmarks   []ScorePart        `json:"benchmarks"`
	Supporting   []SupportingResult `json:"supporting"`
}

// AbilityInterval holds an ability with a probability of 90 %.
type AbilityInterval struct {
	Low  Number `json:"low"`
	High Number `json:"high"`
}

// UseCaseCosts is what the scenario of a use case costs with every tool, and which tools are worth it.
type UseCaseCosts struct {
	ID       string            `json:"id"`
	Scenario FullScenario      `json:"scenario"`
	USD      map[string]Number `json:"usd"`      // tool -> exact cost by the lines of its tariff for requests of this size, at the most expensive hour; absent: it cannot do the work
	Bounds   map[string]Bound  `json:"bounds"`   // tool -> how far that cost may be off because nobody states a cache price; a tool that is not here has an exact cost
	Frontier []string          `json:"frontier"` // cheapest by tariff first: nobody who can do the work is known to do as well, by the lower end of the score's interval, for less
	Beaten   map[string]string `json:"beaten"`   // tool -> the best tool that certainly costs less and whose whole interval of scores lies above
	BeatenOn map[string]string `json:"beatenOn"` // tool -> the board whose costs per solved task say that what beats it costs less; absent: usd says so
	Unfit    map[string]string `json:"unfit"`    // tool -> why it is not recommended for this

	Boards     []string          `json:"boards"`             // of solved.json whose tasks are like this work, the closest first: costs are compared on the first that has measured both tools, by usd where none has
	Measured   map[string]string `json:"measured"`           // tool that can do the work -> the closest of these boards that has measured it; absent: none has
	RankedOn   string            `json:"rankedOn,omitempty"` // the board whose costs per solved task order the list; absent: sortBy is calculated without any
	Picks      []PickReason      `json:"picks"`              // the top picks in order, with what they rest on
	Ties       [][]string        `json:"ties"`               // tools that are not told apart by what the list goes by, in order; topPicks may end amid them
	Successors []PickSuccessor   `json:"successors"`         // tools without a score that may soon stand here
}

// PickReason is why a tool is recommended, and what that rests on.
type PickReason struct {
	ID      string        `json:"id"`
	Why     PickWhy       `json:"why"`
	Key     *PickKey      `json:"key"` // what the list goes by; null: the tool lacks it
	Cost    PickCost      `json:"cost"`
	Score   ScoreInterval `json:"score"`             // interval of the overall score
	Seconds *Number       `json:"seconds,omitempty"` // that an attempt takes on the board that speed is measured on; absent: not asked or not measured
}

// PickWhy says what brought a tool onto a list; a pick has the first that holds.
type PickWhy string

// The reasons.
const (
	PickFills   PickWhy = "fills"   // beaten, too slow or never timed; too few others are left
	PickBest    PickWhy = "best"    // ahead of all others
	PickTied    PickWhy = "tied"    // nobody is known to be ahead of it; of such tools the cheaper ones come first, and the better ones where the list goes by cost or release
	PickCheaper PickWhy = "cheaper" // certainly costs less than every pick before it
	PickNext    PickWhy = "next"    // comes next
)

// PickKey is the value a list is ordered by, larger first, by the lower end of its 90 % interval. A context window counts as
// up to a tenth larger: nobody would notice. A list by price goes by the negative cost.
type PickKey struct {
	Value Number `json:"value"`
	Low   Number `json:"low"` // the same as value where it is exact
	High  Number `json:"high"`
}

// PickCost is what the work costs with a tool, as far as the list compares it.
type PickCost struct {
	Basis CostBasis `json:"basis"`
	Board string    `json:"board,omitempty"` // of a measured cost
	USD   Number    `json:"usd"`             // per solved task of the board, or of the scenario
	Low   *Number   `json:"low,omitempty"`   // 90 % interval of a measured cost
	High  *Number   `json:"high,omitempty"`
}

// CostBasis says what a cost is of.
type CostBasis string

// The bases of a cost.
const (
	SolvedTask   CostBasis = "solved" // a solved task, measured: failed attempts are in
	TariffOfWork CostBasis = "tariff" // the tokens of the scenario, by the tariff
)

// PickSuccessor is a tool without a score that follows a recommended one, or one that only its provider's advice or
// announced end keeps off the list.
type PickSuccessor struct {
	ID       string        `json:"id"`
	Of       string        `json:"of"`
	Listed   bool          `json:"listed"`   // of is on the list
	USD      Number        `json:"usd"`      // what the scenario costs with it
	Cheaper  bool          `json:"cheaper"`  // certainly cheaper than of, by the tariffs
	Expected Number        `json:"expected"` // provisional score
	Interval ScoreInterval `json:"interval"` // of the provisional score
}

// Bound is what is known of a cost that rests on a cache price which nobody states: the input price is counted in its
// place. No tool counts as cheaper than another because of such a cost.
type Bound struct {
	Least Number  `json:"least"` // USD, if reading from the cache cost nothing
	Most  *Number `json:"most"`  // USD; null: it may be more, since writing to the cache may cost more than input
}

// FullScenario is the token count of one typical task with its cache traffic.
type FullScenario struct {
	InputTokens      int64 `json:"inputTokens"` // all prompt tokens, cached ones included
	OutputTokens     int64 `json:"outputTokens"`
	CacheReadTokens  int64 `json:"cacheReadTokens"`
	CacheWriteTokens int64 `json:"cacheWriteTokens"`
	Requests         int64 `json:"requests"` // over which the tokens are spread
}
