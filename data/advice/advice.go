// Package advice answers which tools to take for some work: the verdict that scores.json publishes, narrowed to what somebody
// can use. Start at Ask.
//
// It judges nothing: who is ahead, tied, beaten or left out stands in the verdict. The command line and the answers to coding
// agents both come from here.
package advice

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"pricepoint/data"
	"pricepoint/data/rating"
)

// Question is what somebody wants to do, and what they can use.
type Question struct {
	UseCase     string       // id, in any spelling
	Providers   []string     // names of companies; none: all
	OpenWeights bool         // the weights can be downloaded
	Context     int64        // tokens that the tool must take; 0: as many as the work needs
	Budget      *data.Number // USD for a finished task, for the scenario where nobody measures the work; nil: any
}

// Documents are what questions are answered from.
type Documents struct {
	Scores     rating.ScoresDocument
	Tools      data.ToolsDocument
	Provenance data.ProvenanceDocument
}

// Advice is an answer.
type Advice struct {
	UseCase    string            `json:"useCase"`
	Measured   bool              `json:"measured" jsonschema:"boards measure such work, and the order goes by what a finished task costs; false: the order goes by tariff and score"`
	Unmeasured rating.Unmeasured `json:"unmeasured,omitempty" jsonschema:"why boards do not: nobody measures it, too little of theirs has been read (unread), or they measure how well it is done alone (result)"`
	FailureUSD *data.Number      `json:"failureUSD,omitempty" jsonschema:"what a failed task is taken to cost"`
	AtTenth    string            `json:"atTenth,omitempty" jsonschema:"who of all models would come first if a failure cost a tenth of that"`
	AtTenTimes string            `json:"atTenTimes,omitempty" jsonschema:"who of all models would if it cost ten times as much"`

	Choices     []Choice      `json:"choices" jsonschema:"best first"`
	Provisional []Provisional `json:"provisional" jsonschema:"no recommendation: these could do the work, and too little of them is measured; best first by what is expected of them"`
	Excluded    []Excluded    `json:"excluded" jsonschema:"who is left out, by the reason"`
}

// Choice is a ranked tool that meets the wishes.
type Choice struct {
	Model    string                `json:"model"`
	Pick     int                   `json:"pick,omitempty" jsonschema:"place among the recommended of all models"`
	Tie      int                   `json:"tie,omitempty" jsonschema:"models with the same number are not told apart"`
	BeatenBy string                `json:"beatenBy,omitempty" jsonschema:"does as well or better for no more"`
	Relative *data.Number          `json:"relative,omitempty" jsonschema:"how many times what it costs with the average model a finished task costs, over all boards; the order goes by it"`
	Finished *rating.FinishedTask  `json:"finished,omitempty" jsonschema:"usd is attemptUSD + (1 - share) * failureUSD, all of one row of one board"`
	Task     *Range                `json:"scenario,omitempty" jsonschema:"what the typical task costs by the tariff; only where nobody measures the work"`
	Score    *data.Number          `json:"score,omitempty" jsonschema:"overall, 0 to 100; only where nobody measures the work"`
	Interval *rating.ScoreInterval `json:"interval,omitempty" jsonschema:"90 %, of the score"`
	Seconds  *data.Number          `json:"seconds,omitempty" jsonschema:"that an attempt takes, where the work needs speed; absent: nobody has timed it"`
	Until    string                `json:"until,omitempty" jsonschema:"last day for which today's price is known to hold; absent: no such day within 90"`
	Newer    []Provisional         `json:"newer,omitempty" jsonschema:"of the same line and no more expensive, and provisional"`
}

// Range is an amount in USD.
type Range struct {
	USD  *data.Number `json:"usd,omitempty" jsonschema:"exact; absent: it lies between low and high, since nobody states a cache price"`
	Low  *data.Number `json:"low,omitempty"`
	High *data.Number `json:"high,omitempty" jsonschema:"absent beside a low: it may be more"`
}

// Provisional is a tool that could do the work and of which too little is measured.
type Provisional struct {
	Model    string               `json:"model"`
	USD      data.Number          `json:"usd" jsonschema:"what the typical task costs by the tariff; a budget is held against it"`
	Expected data.Number          `json:"expected" jsonschema:"overall score, provisional where there is no other"`
	Interval rating.ScoreInterval `json:"interval" jsonschema:"90 %, of that"`
	Because  string               `json:"because,omitempty" jsonschema:"why it is no recommendation"`
}

// Excluded are the tools that one reason keeps out.
type Excluded struct {
	Because string   `json:"because"`
	Models  []string `json:"models"`
	Others  int      `json:"others,omitempty" jsonschema:"how many more there are"`
}

// Ask answers a question. The error names the use cases or the companies that there are, or says why nothing is left.
func (d Documents) Ask(q Question) (*Advice, error) {
	verdict, err := d.verdict(q.UseCase)
	if err != nil {
		return nil, err
	}
	w := wish{Question: q, verdict: verdict, documents: d}
	if err := w.checkProviders(); err != nil {
		return nil, err
	}
	a := &Advice{
		UseCase: verdict.ID, Measured: len(verdict.Boards) > 0, Unmeasured: verdict.Unmeasured, FailureUSD: verdict.FailureUSD, AtTenth: verdict.AtTenth, AtTenTimes: verdict.AtTenTimes,
		Choices: []Choice{}, Provisional: []Provisional{}, Excluded: []Excluded{},
	}
	for _, r := range verdict.Order {
		if c := w.choice(r); w.wanted(r.ID) && !a.exclude(r.ID, w.unusable(c)) {
			a.Choices = append(a.Choices, c)
		}
	}
	for _, p := range verdict.Provisional {
		if w.wanted(p.ID) && !a.exclude(p.ID, w.unusableUnmeasured(p)) {
			a.Provisional = append(a.Provisional, w.provisional(p))
		}
	}
	for _, e := range verdict.Excluded {
		unmeasured := slices.ContainsFunc(verdict.Provisional, func(p rating.ProvisionalPick) bool { return p.ID == e.ID })
		if w.wanted(e.ID) && !unmeasured {
			a.exclude(e.ID, e.String())
		}
	}
	slices.SortStableFunc(a.Excluded, func(x, y Excluded) int { return cmp.Compare(len(y.Models), len(x.Models)) })
	if len(a.Choices)+len(a.Provisional) == 0 {
		return nil, fmt.Errorf("nothing fits: %s", a.reasons())
	}
	return a, nil
}

func (d Documents) verdict(useCase string) (rating.UseCaseCosts, error) {
	var ids []string
	for _, u := range d.Scores.UseCases {
		if form(u.ID) == form(useCase) {
			return u, nil
		}
		ids = append(ids, u.ID)
	}
	return rating.UseCaseCosts{}, Unknown{"use case", useCase, ids}
}

// Unknown is a word of a question that means nothing.
type Unknown struct {
	What, Asked string
	There       []string
}

func (u Unknown) Error() string {
	return fmt.Sprintf("there is no %s %.100q; there are %s", u.What, u.Asked, strings.Join(u.There, ", "))
}

// form is a name without what people write differently.
func form(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return strings.ContainsRune("-_ .", r) }), "")
}

// exclude notes why a tool is left out; false where nothing speaks against it.
func (a *Advice) exclude(tool, because string) bool {
	if because == "" {
		return false
	}
	if e := data.Find(a.Excluded, func(e Excluded) bool { return e.Because == because }); e != nil {
		e.Models = append(e.Models, tool)
	} else {
		a.Excluded = append(a.Excluded, Excluded{Because: because, Models: []string{tool}})
	}
	return true
}

func (a *Advice) reasons() string {
	var all []string
	for _, e := range a.Excluded[:min(len(a.Excluded), 5)] {
		all = append(all, fmt.Sprintf("%d %s", len(e.Models), e.Because))
	}
	return cmp.Or(strings.Join(all, "; "), "no model is of the kind that is asked for")
}

// about is an interval as it is published.
func about(i rating.ScoreInterval) rating.ScoreInterval {
	return rating.ScoreInterval{Low: i.Low.Tenths(), High: i.High.Tenths()}
}
