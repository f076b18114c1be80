package catalog

import (
	"regexp"
	"slices"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/rating"
	"pricepoint/data/yaml"
)

// UseCase is a kind of work tools are recommended for.
type UseCase struct {
	Slug        string              `yaml:"slug" check:"slug"`
	Title       string              `yaml:"title" check:"text=100"`
	Description string              `yaml:"description" check:"text=500"`
	Keyword     string              `yaml:"keyword" check:"text=100"` // what someone would type into a search box
	Intro       string              `yaml:"intro" check:"text=3000 template"`
	SortBy      SortRule            `yaml:"sortBy"`
	Categories  []string            `yaml:"categories,omitempty" check:"distinct known=category"` // only tools of one of these; empty: all
	MinContext  int64               `yaml:"minContext,omitempty" check:"least=0 most=20000000"`   // tokens a fitting tool must take
	Needs       []string            `yaml:"needs,omitempty" check:"distinct"`                     // features a fitting tool must list
	Speed       *Speed              `yaml:"speed,omitempty"`                                      // how fast a tool must be; nil: nobody waits for it
	Boards      []string            `yaml:"boards,omitempty" check:"distinct"`                    // whose tasks are like this work, the closest first; empty: nobody measures it
	Failure     *Failure            `yaml:"failure,omitempty"`                                    // what a failed task costs; nil: no board measures the work
	Scenario    rating.FullScenario `yaml:"scenario"`                                             // one typical task; the average request must fit a tool's window
	// FAQ has answers that are text/templates over what the build knows of the use case; prices, scores and ranks in them
	// are rendered, never typed in. See documents.FAQData for the fields.
	FAQ []data.Question `yaml:"faq" check:"many=2"`
}

// Failure is what a failed attempt costs besides its tokens.
type Failure struct {
	Minutes int64       `yaml:"minutes" check:"least=0 most=1000"` // of a person, who notices it and does the task, or has it done again
	Rate    data.Number `yaml:"-"`                                 // USD an hour, the same for all work
}

// FailureRate is what an hour of a person costs.
type FailureRate struct {
	Evidence `yaml:",inline"`
	USD      data.Number `yaml:"usd" check:"above=0"`
}

// FailureUSD is what a failed task costs; zero where no board measures the work.
func (u UseCase) FailureUSD() decimal.Decimal {
	if u.Failure == nil {
		return decimal.Zero
	}
	return u.Failure.Rate.Mul(decimal.NewFromInt(u.Failure.Minutes)).DivRound(decimal.NewFromInt(60), 6)
}

// Speed is how long an attempt at a task of a board may take on average.
type Speed struct {
	Board   string `yaml:"board" check:"known=board"`
	Seconds int64  `yaml:"seconds" check:"least=1"`
}

// SortRule orders the top picks of a use case.
type SortRule string

// The sort rules.
const (
	ByOverallScore  SortRule = "overallScore"
	ByPrice         SortRule = "price"         // cost of the scenario
	ByValue         SortRule = "value"         // overallScore per cost of the scenario
	ByLiveCodeBench SortRule = "liveCodeBench" // the result of this board
	ByReleaseDate   SortRule = "releaseDate"
	ByTaskCost      SortRule = "taskCost" // what a finished task costs, on the boards that measure the work
)

// Board reports whether a list goes by the results of a board.
func (r SortRule) Board() bool { return slices.Contains(benchmarks, string(r)) }

func (u UseCase) validate(check *checks, at yaml.Place) {
	for i, feature := range u.Needs {
		if !slices.ContainsFunc(check.catalog.Tools, func(t Tool) bool { return slices.Contains(t.withDerived(), feature) }) {
			check.Add(at.Key("needs").Item(i), "no tool has the feature %q; spell it as the tools do", feature)
		}
	}
	for i, id := range u.Boards {
		if b := check.catalog.SolvedBoard(id); b == nil || b.Indicative {
			check.Add(at.Key("boards").Item(i), "no board in solved.yaml whose share is one of finished tasks has the id %q", id)
		}
	}
	if s := u.Scenario; s.CacheReadTokens+s.CacheWriteTokens > s.InputTokens {
		check.Add(at.Key("scenario").Key("inputTokens"), "%d input tokens do not hold the %d that are read from "+
			"and written to the cache; inputTokens counts those too",
			s.InputTokens, s.CacheReadTokens+s.CacheWriteTokens)
	}
	for i, q := range u.FAQ {
		if amount := typedPrice.FindString(q.A); amount != "" {
			check.Add(at.Key("faq").Item(i).Key("a"), "the answer types in a price (%s…), which will be wrong one day; "+
				"render it from a field such as {{.First.Cost}}", amount)
		}
	}
	measured := len(u.Boards) > 0
	if measured != (u.Failure != nil) || measured != (u.SortBy == ByTaskCost) {
		check.Add(at.Key("boards"), "boards, failure and sortBy: taskCost go together; write all three or none")
	}
}

// typedPrice is an amount in a text that should have been rendered from the data.
var typedPrice = regexp.MustCompile(`\$\s*\d`)
