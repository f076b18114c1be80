package normalize

import (
	"cmp"
	"regexp"
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/market"
	"pricepoint/data/rating"
	"pricepoint/normalize/read"
	"pricepoint/scoring"
)

// Decision is everything that one snapshot publishes, before any of it is a document.
type Decision struct {
	Catalog    *catalog.Catalog
	Manifest   data.Manifest // without its files
	Tools      []Tool        // in the order of the catalogue; see Add
	Models     Models        // what makers sell besides
	Sellers    Sellers       // who else sells the tools
	Solved     SolvedCosts
	Audit      Audit
	UseCases   []UseCase         // in the order of the catalogue
	Findings   []data.Finding    // most urgent first
	PriceCells []data.PriceCells // by provider
	Aliases    []data.Alias      // by name

	place map[string]int // in Tools, by id
}

// Tool is a tool of the catalogue with what was decided about it. The evidence of a value says where it was read, who
// agrees, what is announced, and which finding holds another value back.
type Tool struct {
	catalog.Tool
	ProviderName string

	Input, Output, CacheRead, CacheWrite data.Evidence

	Window  data.Evidence            // the context window
	Results map[string]data.Evidence // of benchmarks, by column id
	Figures []data.Evidence          // computed from the others: overall score, price per score point; none without a score

	Tariff  data.Tariff // everything that it costs
	Efforts []market.Efforts

	// Life is what its maker's lifecycle page says of its end; nil where the catalogue says what is known of that.
	Life *read.Life

	// Stage is what its provider's page flags it as; "" when it does not. The catalogue's word may go further.
	Stage Stage

	Estimate    scoring.Estimate
	Scored      bool                    // enough is measured for a score
	Provisional rating.ProvisionalBasis // what the estimate rests on where it is no score; "": it is one
}

// Prices are the four prices, each in its place.
func (t Tool) Prices() [len(data.Prices)]data.Evidence {
	return [...]data.Evidence{t.Input, t.Output, t.CacheRead, t.CacheWrite}
}

// Score is the overall score, exactly.
func (t Tool) Score() decimal.Decimal { return t.Estimate.Overall.Score }

// ContextTokens is the size of the context window.
func (t Tool) ContextTokens() int64 { return t.Window.Value.IntPart() }

// PromptTokens is how many tokens a prompt may have: fewer than the context window where its provider says so.
func (t Tool) PromptTokens() int64 {
	if limit := t.Tariff.Limits.Input; limit > 0 {
		return min(limit, t.ContextTokens())
	}
	return t.ContextTokens()
}

// UncertainPrice reports whether what a tool costs is of low confidence.
func (t Tool) UncertainPrice() bool {
	return t.Input.Confidence == data.Low || t.Output.Confidence == data.Low
}

// Figure is a computed figure, nil when there is none.
func (t Tool) Figure(field string) *data.Number {
	if e := data.Find(t.Figures, func(e data.Evidence) bool { return e.Field == field }); e != nil {
		return &e.Value
	}
	return nil
}

// Add puts a decided tool behind the others.
func (d *Decision) Add(t Tool) {
	if d.place == nil {
		d.place = map[string]int{}
	}
	d.place[t.ID] = len(d.Tools)
	d.Tools = append(d.Tools, t)
}

// Tool is the decided tool of an id, nil when it is not listed.
func (d Decision) Tool(id string) *Tool {
	if i, listed := d.place[id]; listed {
		return &d.Tools[i]
	}
	return nil
}

// UseCase is a kind of work with what it costs with every tool, and which tools are recommended for it.
type UseCase struct {
	catalog.UseCase
	scoring.Verdict
	Costs    map[string]data.Number   // tool id -> USD
	Doubts   map[string]scoring.Doubt // tool id -> about that cost; only where there is one
	Fitting  []scoring.Candidate      // the tools that can do the work and that the use case is about
	Excluded []rating.ExcludedTool    // the others, in the order of the catalogue

	Unmeasured rating.Unmeasured // why no board says what a finished task costs, "" where boards do

	Provisional []rating.ProvisionalPick // those of them that nobody has measured, by what is expected of them, best first
	Successors  []rating.ProvisionalPick // those of them that follow a pick and cost no more
}

// live puts what the page says of the life of a tool in the place of what the catalogue says.
func (t *Tool) live(l read.Life) {
	t.Life = &l
	if l.State == "" {
		return
	}
	t.Legacy = l.State == data.LegacyState
	t.Deprecated, t.Shutdown, t.Successor, t.Lifecycle = l.State == data.DeprecatedState || l.State == data.RetiredState, catalog.Date{}, l.Successor, nil
	if day, err := time.Parse(time.DateOnly, l.Ends); err == nil {
		t.Shutdown = catalog.Day(day)
	}
	stages := map[string]Stage{data.RetiredState: RetiredStage, data.DeprecatedState: DeprecatedStage, data.LegacyState: LegacyStage}
	t.Stage = cmp.Or(stages[l.State], t.Stage)
}

// Stage is how near its end a tool is, as its provider's page flags it beside the price.
type Stage string

// The stages. A tool that is flagged otherwise, or not at all, has none.
const (
	LegacyStage     Stage = "legacy"     // it is sold as before, and another one is preferred for new work
	DeprecatedStage Stage = "deprecated" // it is still sold, and not for new use
	RetiredStage    Stage = "retired"    // its provider no longer sells it; others may
)

// flags are the words by which pages put that a tool is near its end.
var flags = map[Stage]*regexp.Regexp{
	DeprecatedStage: regexp.MustCompile(`(?i)^(now |currently )?(deprecated|sunset|obsolete|retiring)\b`),
	LegacyStage:     regexp.MustCompile(`(?i)^(now |currently )?legacy\b`),
	RetiredStage:    regexp.MustCompile(`(?i)^(now |currently )?(retired|discontinued|end[- ]of[- ]life|eol)\b`),
}

// stageOf is the stage that a flag means.
func stageOf(flag string) Stage {
	for stage, words := range flags {
		if words.MatchString(flag) {
			return stage
		}
	}
	return ""
}

// PlanConfidence is how far a plan can be trusted by now: one that nobody has verified for long is doubted.
func (d Decision) PlanConfidence(p catalog.Plan) data.Confidence {
	if d.unverified(p) > d.Catalog.Gate.DoubtAfter() {
		return lower(p.Confidence)
	}
	return p.Confidence
}

// PlanIsOld reports whether nobody has verified a plan for so long that it has to be told with its month.
func (d Decision) PlanIsOld(p catalog.Plan) bool { return d.unverified(p) > d.Catalog.Gate.AskAfter() }

// unverified is for how long nobody has verified a plan; 0 if nobody ever has.
func (d Decision) unverified(p catalog.Plan) time.Duration {
	if p.LastStated().IsZero() {
		return 0
	}
	return d.Manifest.GeneratedAt.Sub(p.LastStated().First)
}
