package mcp

import (
	"cmp"
	"slices"
	"time"

	"pricepoint/data"
	"pricepoint/data/advice"
	"pricepoint/data/rating"
)

type chooseQuestion struct {
	UseCase     string      `json:"use_case" jsonschema:"the kind of work, such as bug-fixing; what there is no such kind of is answered with all there are"`
	Provider    string      `json:"provider,omitempty" jsonschema:"only models of this company"`
	OpenWeights bool        `json:"open_weights,omitempty" jsonschema:"only models whose weights can be downloaded"`
	Context     int64       `json:"context,omitempty" jsonschema:"tokens that the model must take"`
	Budget      data.Number `json:"budget_usd,omitzero" jsonschema:"USD that a finished task may cost, or the typical task by its tariff where nobody measures the work"`
}

type chooseAnswer struct {
	about
	advice.Advice
}

// choose says which models are worth their cost for some work.
func (b *Book) choose(q chooseQuestion, _ time.Time) (*chooseAnswer, error) {
	scores, noScores := kept[rating.ScoresDocument](b, data.ScoresPath)
	tools, noTools := kept[data.ToolsDocument](b, data.ToolsPath)
	provenance, noProvenance := kept[data.ProvenanceDocument](b, data.ProvenancePath)
	if err := cmp.Or(noScores, noTools, noProvenance); err != nil {
		return nil, err
	}
	asked := advice.Question{UseCase: q.UseCase, OpenWeights: q.OpenWeights, Context: q.Context}
	if !q.Budget.IsZero() {
		asked.Budget = &q.Budget
	}
	if q.Provider != "" {
		asked.Providers = []string{q.Provider}
	}
	said, err := advice.Documents{Scores: scores, Tools: tools, Provenance: provenance}.Ask(asked)
	if err != nil {
		return nil, err
	}
	return &chooseAnswer{b.about(), *said}, nil
}

// usualChoices is how many choices stay at the cost of everything else.
const usualChoices = 5

// shorten drops what matters least: who is beaten, whom a reason keeps out, what nobody has measured, then the last choices.
func (a *chooseAnswer) shorten() bool {
	a.More = "shortened; everything is in /" + data.ScoresPath
	return a.dropBeaten() || a.shortenExcluded(12) || dropLast(&a.Provisional, 3) || a.shortenExcluded(3) || dropLast(&a.Choices, usualChoices) ||
		dropLast(&a.Provisional, 1) || a.shortenExcluded(0) || dropLast(&a.Choices, 1) || dropLast(&a.Excluded, 0)
}

// dropBeaten drops the last choice that another one beats, unless it is the only one.
func (a *chooseAnswer) dropBeaten() bool {
	for last, c := range slices.Backward(a.Choices) {
		if c.BeatenBy != "" && len(a.Choices) > 1 {
			a.Choices = slices.Delete(slices.Clone(a.Choices), last, last+1)
			return true
		}
	}
	return false
}

// shortenExcluded counts instead of naming the last models of the longest list that has more than some.
func (a *chooseAnswer) shortenExcluded(named int) bool {
	for i := range a.Excluded {
		e := &a.Excluded[i]
		if len(e.Models) > named {
			e.Others, e.Models = e.Others+len(e.Models)-named, e.Models[:named]
			return true
		}
	}
	return false
}
