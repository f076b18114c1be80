// Package listing tells what the tools of a snapshot cost and how they score, one line each: which of them are asked
// for, and in which order; and which of them advice says to take for some work. Start at Of, then Query.Select, and at TellChoice.
//
// It decides no value: all it says stands in the documents of a snapshot. A price that nobody states is absent here,
// although the documents show the input price in its place.
package listing

import (
	"cmp"
	"time"

	"pricepoint/cmd/internal/published"
	"pricepoint/data"
	"pricepoint/data/market"
	"pricepoint/data/rating"
)

// Tool is one tool in a list. Prices are in USD per million tokens.
type Tool struct {
	ID         string   `json:"id"`
	Name       string   `json:"name"`
	Provider   string   `json:"provider"`
	Categories []string `json:"categories"`

	Input      data.Number     `json:"input"`
	Output     data.Number     `json:"output"`
	CacheRead  *data.Number    `json:"cacheRead"`          // null: nobody states it
	CacheWrite *data.Number    `json:"cacheCreate"`        // null: nobody states it
	Confidence data.Confidence `json:"confidence"`         // the lower of those of the input and the output price
	Basis      data.Basis      `json:"basis"`              // whose word the price of input is, or that of output where that is not the maker's
	Publisher  string          `json:"publisher"`          // who printed it
	Promised   string          `json:"promised,omitempty"` // day up to which the prices were promised as a promotion; it has passed

	Words Words `json:"words"` // price by price

	ContextTokens    data.Number     `json:"contextTokens"`
	InputLimitTokens int64           `json:"inputLimitTokens,omitempty"` // of one prompt, where that is less than the context
	MaxOutputTokens  int64           `json:"maxOutputTokens,omitempty"`
	InputModalities  []data.Modality `json:"inputModalities"` // none: nobody states them
	Features         []string        `json:"features"`

	Score          *data.Number `json:"overallScore"` // 0-100; null: too little of it is measured, as for those below
	PricePerPoint  *data.Number `json:"pricePerScorePoint"`
	Provisional    *Expected    `json:"provisional,omitempty"` // what is expected of a tool without a score
	DeepSWE        *data.Number `json:"deepSWE"`
	VibeCode       *data.Number `json:"vibeCode"`
	TerminalBench4 *data.Number `json:"terminalBench4"`
	SWEBench       *data.Number `json:"sweBench"`
	LiveCodeBench  *data.Number `json:"liveCodeBench"`
	BigCodeBench   *data.Number `json:"bigCodeBench"`
	HumanEval      *data.Number `json:"humanEval"`

	Released      string     `json:"releaseDate"` // YYYY-MM
	State         State      `json:"state"`
	ShutdownDate  string     `json:"shutdownDate,omitempty"`  // announced last day of service
	ShutdownBasis data.Basis `json:"shutdownBasis,omitempty"` // whose word that day is
	Successor     string     `json:"successor,omitempty"`
	URL           string     `json:"url"`
}

// Words are whose word each price is.
type Words struct {
	Input      Word `json:"input"`
	Output     Word `json:"output"`
	CacheRead  Word `json:"cacheRead"`
	CacheWrite Word `json:"cacheCreate"`
}

// Word is whose word a price is, and how far it can be trusted; both are empty where nobody states the price.
type Word struct {
	Basis      data.Basis      `json:"basis,omitempty"`
	Confidence data.Confidence `json:"confidence,omitempty"`
	Promised   string          `json:"promised,omitempty"` // day up to which the price was promised as a promotion; it has passed
}

// Expected is a provisional score with its 90 % interval, 0-100.
type Expected struct {
	Score   data.Number             `json:"overallScore"`
	Low     data.Number             `json:"low"`
	High    data.Number             `json:"high"`
	RestsOn rating.ProvisionalBasis `json:"restsOn"`
}

// State says how long a tool will be sold, as far as that is known.
type State string

// The states.
const (
	Sold       State = "sold"       // nothing else is known
	Legacy     State = "legacy"     // its provider prefers another one for new work, and sells it as before
	Deprecated State = "deprecated" // its provider recommends it for nothing any more, and has named no last day
	Ending     State = "ending"     // its provider has named a last day
	Ended      State = "ended"      // that day has passed, or its provider has retired it
	Gone       State = "gone"       // of a model that is no tool: its provider's page no longer prices it
)

// States are all of them.
var States = []State{Sold, Legacy, Deprecated, Ending, Ended, Gone}

// Of are the tools of a snapshot as they are on a day, in published order.
func Of(snapshot data.Snapshot, now time.Time) ([]Tool, error) {
	tools, noTools := published.Document[data.ToolsDocument](snapshot, data.ToolsPath)
	provenance, noProvenance := published.Document[data.ProvenanceDocument](snapshot, data.ProvenancePath)
	scores, noScores := published.Document[rating.ScoresDocument](snapshot, data.ScoresPath)
	all := []Tool{}
	for _, t := range tools.Tools {
		behind := data.Find(provenance.Tools, func(p data.ToolProvenance) bool { return p.ID == t.ID })
		l := listed(t, *cmp.Or(behind, &data.ToolProvenance{}), now)
		l.Provisional = expected(scores, t.ID)
		all = append(all, l)
	}
	return all, cmp.Or(noTools, noProvenance, noScores)
}

// Others are the models of a snapshot that their makers price and that are no tools: of them no score is known, and nothing that
// their pricing pages do not say.
func Others(snapshot data.Snapshot, now time.Time) ([]Tool, error) {
	models, err := published.Document[market.ModelsDocument](snapshot, data.ModelsPath)
	if err != nil {
		return nil, err
	}
	var all []Tool
	for _, m := range models.Models {
		if m.Tool != "" {
			continue
		}
		behind := data.ToolProvenance{ID: m.Key, Values: m.Evidence}
		t := data.Tool{ID: m.Key, Name: m.Name, Provider: m.Maker, Category: []string{}, Features: []string{}}
		for field, price := range map[string]*data.Number{data.FieldInput: &t.Pricing.Input, data.FieldOutput: &t.Pricing.Output} {
			if n := stated(behind, field); n != nil {
				*price = *n
			}
		}
		l := listed(t, behind, now)
		l.URL = behind.Value(data.FieldInput).URL
		if l.State = Sold; m.State == market.GoneFromPage {
			l.State = Gone
		}
		all = append(all, l)
	}
	return all, nil
}

// expected is the provisional score of a tool, nil when it has a score or the snapshot is older than such scores.
func expected(scores rating.ScoresDocument, id string) *Expected {
	unscored := data.Find(scores.Unscored, func(u rating.UnscoredModel) bool { return u.ModelID == id })
	if unscored == nil || unscored.Provisional.RestsOn == "" {
		return nil
	}
	p := unscored.Provisional
	return &Expected{Score: p.OverallScore.Tenths(), Low: p.Interval.Low.Tenths(), High: p.Interval.High.Tenths(), RestsOn: p.RestsOn}
}

// listed is a tool with what stands behind it.
func listed(t data.Tool, behind data.ToolProvenance, now time.Time) Tool {
	p := behind.Properties
	l := Tool{
		ID: t.ID, Name: t.Name, Provider: t.Provider, Categories: t.Category, Features: t.Features, Released: t.ReleaseDate, URL: t.URL,
		Input: t.Pricing.Input, Output: t.Pricing.Output, CacheRead: stated(behind, data.FieldCacheRead), CacheWrite: stated(behind, data.FieldCacheWrite),
		Confidence:       lower(behind.Value(data.FieldInput), behind.Value(data.FieldOutput)),
		InputLimitTokens: p.InputLimitTokens, MaxOutputTokens: p.MaxOutputTokens, InputModalities: append([]data.Modality{}, p.InputModalities...),
		Score: stated(behind, data.FieldOverall), PricePerPoint: stated(behind, data.FieldPerPoint),
		DeepSWE: stated(behind, "deepSWE"), VibeCode: stated(behind, "vibeCode"), TerminalBench4: stated(behind, "terminalBench4"),
		SWEBench: stated(behind, "sweBench"), LiveCodeBench: stated(behind, "liveCodeBench"), BigCodeBench: stated(behind, "bigCodeBench"), HumanEval: stated(behind, "humanEval"),
		State: stateOf(p, now), ShutdownDate: p.ShutdownDate, Successor: p.Successor,
	}
	if p.ShutdownDate != "" {
		l.ShutdownBasis = p.BasisOf(data.PropertyShutdown)
	}
	l.Basis, l.Publisher, l.Promised = modelWord(behind, now)
	l.Words = Words{
		word(behind, data.FieldInput, now), word(behind, data.FieldOutput, now),
		word(behind, data.FieldCacheRead, now), word(behind, data.FieldCacheWrite, now),
	}
	if window := stated(behind, data.FieldContext); window != nil {
		l.ContextTokens = *window
	}
	return l
}

// stated is the exact value of a field, nil when there is none or somebody else's stands in for it.
func stated(behind data.ToolProvenance, field string) *data.Number {
	e := behind.Value(field)
	if e == nil || e.Method == "" || e.Unstated() {
		return nil
	}
	return &e.Value
}

// word is whose word a price is.
func word(behind data.ToolProvenance, field string, now time.Time) Word {
	if stated(behind, field) == nil {
		return Word{}
	}
	e := behind.Value(field)
	w := Word{Basis: e.Basis, Confidence: e.Confidence}
	if e.PromiseOver(now) {
		w.Promised = e.Conditions.Promised
	}
	return w
}

// modelWord is whose word the prices are, and the day that has passed up to which they were promised.
func modelWord(behind data.ToolProvenance, now time.Time) (basis data.Basis, publisher, promised string) {
	for _, field := range []string{data.FieldInput, data.FieldOutput} {
		e := behind.Value(field)
		if e == nil {
			continue
		}
		if basis == "" || basis.FirstHand() && !e.Basis.FirstHand() {
			basis, publisher = e.Basis, e.Brief().Printer()
		}
		if e.PromiseOver(now) {
			promised = e.Conditions.Promised
		}
	}
	return basis, publisher, promised
}

// lower is the lower of two confidences.
func lower(x, y *data.Evidence) data.Confidence {
	for _, c := range []data.Confidence{data.Low, data.Medium} {
		if x != nil && x.Confidence == c || y != nil && y.Confidence == c {
			return c
		}
	}
	return data.High
}

func stateOf(p data.Properties, now time.Time) State {
	switch today := now.UTC().Format(time.DateOnly); {
	case p.Retired, p.ShutdownDate != "" && p.ShutdownDate < today:
		return Ended
	case p.ShutdownDate != "":
		return Ending
	case p.Deprecated:
		return Deprecated
	case p.State == data.LegacyState:
		return Legacy
	default:
		return Sold
	}
}
