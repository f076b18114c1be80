package rating

import "pricepoint/data"

// SolvedDocument is /api/solved.json: what a solved task costs, as boards have measured it. An attempt is one run at one
// task, solved or not; the cost per solved task is the money of all attempts divided by the number of solved ones.
// Figures of two boards cannot be compared, nor can those of two harnesses on one board.
type SolvedDocument struct {
	Version     string         `json:"version"`     // of the snapshot
	LastUpdated data.Timestamp `json:"lastUpdated"` // when the refresh behind this snapshot ran; what costs are re-priced at
	Boards      []SolvedBoard  `json:"boards"`
	Rows        []SolvedCost   `json:"rows"` // by board in the order of boards, then by cost per solved task, those without one last
}

// SolvedBoard is a board that prints what its attempts cost.
type SolvedBoard struct {
	ID         string     `yaml:"id" json:"id" check:"slug"`
	Name       string     `yaml:"name" json:"name" check:"cell text=100"`
	Release    string     `yaml:"release,omitempty" json:"release,omitempty"` // of tasks and verifiers; another release is another benchmark
	Work       SolvedWork `yaml:"work" json:"work"`
	MeasuredBy string     `yaml:"measuredBy" json:"measuredBy" check:"text=100"` // who ran the attempts
	PrintedBy  string     `yaml:"-" json:"printedBy,omitempty"`                  // who printed what was read, where that is somebody else
	Source     string     `yaml:"source" json:"source" check:"collector"`        // the collector
	URL        string     `yaml:"url" json:"url" check:"https"`
	License    string     `yaml:"license" json:"license" check:"text=300"`
	Tasks      int64      `yaml:"tasks,omitempty" json:"tasks,omitempty" check:"least=0"` // that a full run attempts; absent: not known
	Harness    string     `yaml:"harness,omitempty" json:"harness,omitempty"`             // the agent of the rows that are shown; absent: the board does not name it, or each model has one of its own, which the row names
	Indicative bool       `yaml:"indicative,omitempty" json:"indicative,omitempty"`       // its pass rate is no plain share of attempts, so that a cost per solved task only gives an idea
	Note       string     `yaml:"note,omitempty" json:"note,omitempty" check:"text=600"`
	Unlisted   int        `yaml:"-" json:"unlisted"` // rows with a cost whose model is not listed

	State       data.State     `yaml:"-" json:"state"`
	LastChecked data.Timestamp `yaml:"-" json:"lastChecked"` // when its values were last found again; null: never
	LastChanged data.Timestamp `yaml:"-" json:"lastChanged"` // when its values last differed from the reading before; null: never
}

// SolvedWork is what a board asks for.
type SolvedWork string

// The kinds of work.
const (
	RepositoryWork SolvedWork = "repository" // to change a repository until its tests pass, in many requests
	TerminalWork   SolvedWork = "terminal"   // to get something done in a terminal, in many requests
	AnswerWork     SolvedWork = "answer"     // to answer once
	ExerciseWork   SolvedWork = "exercise"   // to complete a file, with a second try after the tests have failed
)

// SolvedCost is one model on one board, at one effort, under one harness. Nothing is averaged or filled in across those.
type SolvedCost struct {
	ModelID        string `json:"modelId"`
	Board          string `json:"board"`
	Entry          string `json:"entry"`            // the model as printed
	Effort         string `json:"effort,omitempty"` // reasoning setting; absent: none stated
	Harness        string `json:"harness,omitempty"`
	HarnessVersion string `json:"harnessVersion,omitempty"`
	Shown          bool   `json:"shown"` // it stands for the model on the board where only one row does: the board's own harness, at the highest effort

	Attempts int64       `json:"attempts,omitempty"` // that count; absent: not stated
	Solved   int64       `json:"solved,omitempty"`   // of them; absent: not stated, or none
	Tasks    int64       `json:"tasks,omitempty"`    // different ones that were attempted; absent: not stated
	Share    data.Number `json:"share"`              // of the attempts that solved their task, 0-1; as exact as it is stated

	CostPerAttempt data.Number   `json:"costPerAttempt"` // USD, mean over all attempts, as published
	Basis          SolvedBasis   `json:"basis"`          // the prices behind it
	CostPerSolved  *data.Number  `json:"costPerSolved"`  // USD, at the same prices; null: nothing was solved
	Interval       *CostInterval `json:"interval,omitempty"`
	Spread         *SolvedSpread `json:"spread,omitempty"`   // what the interval was made from; absent: too little is known
	Restated       []Restatement `json:"restated,omitempty"` // costs that were published of the same attempts before; the newest first

	Tokens  *SolvedTokens `json:"tokens,omitempty"`  // absent: the board prints none
	Seconds *data.Number  `json:"seconds,omitempty"` // that an attempt took, mean; absent: not stated
	Calls   *data.Number  `json:"calls,omitempty"`   // requests to the model an attempt, mean; absent: not stated

	Repriced []RepricedCost     `json:"repriced"` // at today's tariff; two where it differs by the hour, the more expensive hours first
	Evidence data.BriefEvidence `json:"evidence"` // of the published cost
}

// CostInterval holds a cost per solved task with a probability of 90 %, for other tasks of the same kind and the same
// prices. Of two rows of a board, the cheaper one can be told only where the intervals are apart.
type CostInterval struct {
	Low  data.Number `json:"low"`  // USD
	High data.Number `json:"high"` // USD
}

// Overlaps reports whether a cost of both intervals is the same.
func (i CostInterval) Overlaps(other CostInterval) bool {
	return !i.High.LessThan(other.Low.Decimal) && !other.High.LessThan(i.Low.Decimal)
}

// SolvedSpread is what an interval is made from: cost * exp(± 1.645 * se), where
// se^2 = (variation^2 + q - 2 * correlation * variation * sqrt(q)) / attempts and q = (1 - share) / share. Where a row counts its
// attempts, share is that of the counts.
type SolvedSpread struct {
	Kind        SpreadKind  `json:"kind"`
	Variation   data.Number `json:"variation"`   // standard deviation of the cost of attempts divided by their mean
	Correlation data.Number `json:"correlation"` // between what an attempt cost and whether it solved its task
	Attempts    data.Number `json:"attempts"`    // independent ones that say as much: repeated attempts at one task count less
}

// SpreadKind says how the spread of costs is known.
type SpreadKind string

// The kinds of spread.
const (
	PerInstance   SpreadKind = "perInstance"   // cost and result of every attempt are published
	MeanMedian    SpreadKind = "meanMedian"    // the variation follows from the mean and the median, as of a log-normal; the correlation is that of other boards
	AssumedSpread SpreadKind = "assumedSpread" // both are those that boards with details have
)

// SolvedBasis says which prices a published cost was calculated with.
type SolvedBasis struct {
	Kind      BasisKind     `json:"kind"`
	Text      string        `json:"text,omitempty"`      // of the publisher
	Deviation *data.Number  `json:"deviation,omitempty"` // of the cost of the tokens at these prices from the published one, as a share of it: -0.114 is 11.4 % less
	At        string        `json:"at,omitempty"`        // a day on which a tariff had these prices, 2006-01-02
	Prices    []SolvedPrice `json:"prices,omitempty"`    // without cacheWrite, where that cost the same as input
	LongOver  int64         `json:"longOver,omitempty"`  // tokens of a prompt above which that tariff was dearer; absent: it was not
	Note      string        `json:"note,omitempty"`      // what is to be known about these prices, for people
}

// BasisKind says how the prices are known.
type BasisKind string

// The kinds of basis.
const (
	BasisStated  BasisKind = "stated"  // the publisher says it in words
	BasisTariff  BasisKind = "tariff"  // they reproduce the cost within 1 %
	BasisTier    BasisKind = "tier"    // they reproduce other rows of the model, and this one but for the higher prices of long prompts, of which tokens do not tell
	BasisUnknown BasisKind = "unknown" // nobody says, and no known tariff reproduces it
)

// SolvedPrice is what a class of tokens costs.
type SolvedPrice struct {
	Class data.BillingClass `json:"class"`
	Price data.Number       `json:"price"`          // USD per million tokens
	Line  *int              `json:"line,omitempty"` // place of its line in the lines of the model in tariffs.json; absent: of an earlier tariff
	URL   string            `json:"url,omitempty"`  // of who states it
}

// Restatement is a cost that was published of the same attempts before. It is a change of prices or of the calculation, not of
// the model.
type Restatement struct {
	CostPerAttempt data.Number    `json:"costPerAttempt"` // USD
	Until          data.Timestamp `json:"until"`          // when another one was first read
	BasisText      string         `json:"basisText,omitempty"`
}

// SolvedTokens are the tokens of a mean attempt, by class. Input has the next three classes as its parts, and output has
// reasoning.
type SolvedTokens struct {
	Input      *data.Number `json:"input,omitempty"`
	Uncached   *data.Number `json:"uncached,omitempty"` // neither read from a cache nor known to be written to one
	CacheRead  *data.Number `json:"cacheRead,omitempty"`
	CacheWrite *data.Number `json:"cacheWrite,omitempty"` // absent: not stated
	Output     *data.Number `json:"output,omitempty"`
	Reasoning  *data.Number `json:"reasoning,omitempty"`

	UncachedWritten bool `json:"uncachedWritten,omitempty"` // with this provider the agent has every prompt written to a cache, so that uncached tokens are billed as that
}

// RepricedCost is what the tokens of a row cost at another time.
type RepricedCost struct {
	Hours string         `json:"hours,omitempty"` // peak or offPeak; absent: at any hour
	At    data.Timestamp `json:"at"`              // the tariff is that of this instant: standard service, everywhere
	Kind  RepricedKind   `json:"kind"`
	Why   RepricedReason `json:"why,omitempty"` // why it is not exact

	CostPerAttempt     *data.Number  `json:"costPerAttempt,omitempty"`     // USD; absent: see kind
	CostPerAttemptHigh *data.Number  `json:"costPerAttemptHigh,omitempty"` // USD, of a pair
	CostPerSolved      *data.Number  `json:"costPerSolved,omitempty"`      // USD
	CostPerSolvedHigh  *data.Number  `json:"costPerSolvedHigh,omitempty"`  // USD, of a pair
	Interval           *CostInterval `json:"interval,omitempty"`           // of the cost per solved task; of a pair, from the lower end of the one to the upper end of the other
	LeastPerAttempt    *data.Number  `json:"leastPerAttempt,omitempty"`    // USD: it costs this at least; of an estimate and a lower bound
	LeastPerSolved     *data.Number  `json:"leastPerSolved,omitempty"`     // USD

	Unpriced []data.BillingClass `json:"unpriced,omitempty"` // classes of which nobody states a price
	Prices   []SolvedPrice       `json:"prices,omitempty"`   // the tariff behind it, as in basis
}

// RepricedKind says how far a re-priced cost can be trusted.
type RepricedKind string

// The kinds of re-priced costs.
const (
	RepricedExact      RepricedKind = "exact"      // tokens of every class times their price
	RepricedPair       RepricedKind = "pair"       // between two, since it is not known which tokens were written to a cache
	RepricedEstimate   RepricedKind = "estimate"   // the published cost, moved as the cost of its tokens has moved; without tokens, as all prices have
	RepricedLowerBound RepricedKind = "lowerBound" // more than the tokens cost in short prompts, by nobody knows how much
	RepricedUnknown    RepricedKind = "unknown"
)

// RepricedReason says why a re-priced cost is not exact.
type RepricedReason string

// The reasons.
const (
	NoTokens        RepricedReason = "noTokens"        // the board does not print tokens by class
	ClassUnpriced   RepricedReason = "classUnpriced"   // nobody states the price of a class
	WritesUnknown   RepricedReason = "writesUnknown"   // writing to a cache has a price of its own, and the board does not say what was written
	LongPrompts     RepricedReason = "longPrompts"     // long prompts cost more, and means do not say how many there were
	PricesMoved     RepricedReason = "pricesMoved"     // the board does not print tokens by class, and the prices have not all changed by the same factor
	NotSold         RepricedReason = "notSold"         // the model could not be bought
	OthersAnnounced RepricedReason = "othersAnnounced" // other prices were announced for a day that has come, and nobody has read them in force
)

// Comparable is what a row is compared by with others of its board: re-priced at the most expensive hour where that is exact, a
// pair or an estimate, as published otherwise. ok is false where there is no interval, or one that begins at nothing: a
// free model is no number of times cheaper.
func (c SolvedCost) Comparable() (f SolvedFigure, ok bool) {
	f = SolvedFigure{CostPerSolved: c.CostPerSolved, Interval: c.Interval}
	if len(c.Repriced) > 0 && c.Repriced[0].Interval != nil {
		r := c.Repriced[0]
		f = SolvedFigure{CostPerSolved: r.CostPerSolved, Interval: r.Interval, Repriced: r.Kind}
	}
	return f, f.CostPerSolved != nil && f.Interval != nil && f.Interval.Low.IsPositive()
}

// Today is what an attempt costs at today's prices, at the most expensive hour, and how that is known; of a pair the higher cost. ok is
// false where nobody can tell.
func (c SolvedCost) Today() (perAttempt data.Number, kind RepricedKind, ok bool) {
	if len(c.Repriced) == 0 || c.Repriced[0].CostPerAttempt == nil {
		return data.Number{}, "", false
	}
	r := c.Repriced[0]
	if r.CostPerAttemptHigh != nil {
		return *r.CostPerAttemptHigh, r.Kind, true
	}
	return *r.CostPerAttempt, r.Kind, true
}

// WidestBoard is the board of repository work on which most models can be compared, and the rows that stand for them; the
// first of equals, and the zero board where no model can be.
func WidestBoard(boards []SolvedBoard, all []SolvedCost) (widest SolvedBoard, most []SolvedCost) {
	for _, b := range boards {
		if b.Work != RepositoryWork || b.Indicative {
			continue
		}
		var rows []SolvedCost
		for _, row := range all {
			if _, ok := row.Comparable(); ok && row.Board == b.ID && row.Shown {
				rows = append(rows, row)
			}
		}
		if len(rows) > len(most) {
			widest, most = b, rows
		}
	}
	return widest, most
}

// SolvedFigure is a cost per solved task that is compared with others.
type SolvedFigure struct {
	CostPerSolved *data.Number
	Interval      *CostInterval
	Repriced      RepricedKind // "": at the published basis
}
