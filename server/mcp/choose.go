package mcp

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/scoring"
)

type chooseQuestion struct {
	UseCase  string      `json:"use_case,omitempty" jsonschema:"id of a kind of work from use-cases.json; its task is then what costs are about. Absent: costs are per 1M tokens, three of input to one of output"`
	Needs    *needs      `json:"needs,omitempty" jsonschema:"what the model must have"`
	MaxUSD   data.Number `json:"max_usd,omitzero" jsonschema:"the cost may be no higher, in USD"`
	MinScore data.Number `json:"min_score,omitzero" jsonschema:"the overall score may be no lower, 0 to 100"`
}

type needs struct {
	Context int64 `json:"context,omitempty" jsonschema:"tokens of context window"`
	Vision  bool  `json:"vision,omitempty" jsonschema:"prompts may hold images"`
	Tools   bool  `json:"tools,omitempty" jsonschema:"the model can call tools"`
}

type chooseAnswer struct {
	about
	Basis     string         `json:"basis" jsonschema:"what the costs are for"`
	Choices   []choice       `json:"choices" jsonschema:"cheapest first: no other model that fits is known to do as well, by the lower end of its score, for less"`
	Beaten    []beaten       `json:"beaten" jsonschema:"models that fit and are not worth it"`
	Dominated int            `json:"dominated" jsonschema:"how many models fit and are no choice"`
	Unfit     map[string]int `json:"unfit,omitempty" jsonschema:"how many models are left out, by the reason"`
	Evidence  []string       `json:"evidence" jsonschema:"resources that say where scores and costs come from"`
}

// choice is one model with its score and cost.
type choice struct {
	Model     string       `json:"model"`
	USD       *data.Number `json:"usd,omitempty" jsonschema:"exact; absent: it lies between low and high, since nobody states a cache price"`
	Low       *data.Number `json:"low,omitempty"`
	High      *data.Number `json:"high,omitempty" jsonschema:"absent: it may be more"`
	Score     data.Number  `json:"score" jsonschema:"overall, 0 to 100"`
	ScoreLow  data.Number  `json:"scoreLow" jsonschema:"of the 90 % interval"`
	ScoreHigh data.Number  `json:"scoreHigh"`
	Measured  data.Number  `json:"measured" jsonschema:"share of the score that was measured, the rest is estimated"`

	candidate scoring.Candidate
}

type beaten struct {
	Model string `json:"model"`
	By    string `json:"by" jsonschema:"the best model that certainly costs less and whose whole interval of scores lies above"`
}

// choose says which models are worth their cost for some work.
func (b *Book) choose(_ context.Context, q chooseQuestion, now time.Time) (*chooseAnswer, error) {
	scores, err := b.scores()
	if err != nil {
		return nil, err
	}
	a := &chooseAnswer{about: b.about(), Choices: []choice{}, Beaten: []beaten{}, Unfit: map[string]int{}, Evidence: []string{uriOf(data.ScoresPath), uriOf(data.TariffsPath)}}
	var all []choice
	frontier, losers := []string(nil), map[string]string{}
	if q.UseCase == "" {
		a.Basis = "1M tokens, three of input to one of output"
		all, err = b.blended(scores, a, now)
	} else {
		var work data.UseCaseCosts
		if work, err = useCase(scores, q.UseCase); err != nil {
			return nil, err
		}
		frontier, losers = work.Frontier, work.Beaten
		s := work.Scenario
		a.Basis = fmt.Sprintf("one task of %s: %d prompt tokens, of them %d read from and %d written to a cache, and %d of answers, in %d requests, at the most expensive hour",
			work.ID, s.InputTokens, s.CacheReadTokens, s.CacheWriteTokens, s.OutputTokens, s.Requests)
		all = ofUseCase(scores, work, a)
		err = b.measured(all, work)
	}
	if err != nil {
		return nil, err
	}
	fit := slices.DeleteFunc(slices.Clone(all), func(c choice) bool {
		why := b.lacks(c, q)
		if why != "" {
			a.Unfit[why]++
		}
		return why != ""
	})
	if len(fit) == 0 {
		return nil, fmt.Errorf("no model fits: %s", reasons(a.Unfit))
	}
	if len(fit) < len(all) || frontier == nil {
		frontier, losers = compared(fit)
	}
	a.sort(fit, frontier, losers)
	return a, nil
}

// useCase is a kind of work by its id.
func useCase(scores data.ScoresDocument, id string) (data.UseCaseCosts, error) {
	var ids []string
	for _, u := range scores.UseCases {
		if form(u.ID) == form(id) {
			return u, nil
		}
		ids = append(ids, u.ID)
	}
	return data.UseCaseCosts{}, fmt.Errorf("there is no use case %q; there are %s", clip(data.Visible(id), longestName), strings.Join(ids, ", "))
}

// ofUseCase are the models that can do some work, with the cost of its task.
func ofUseCase(scores data.ScoresDocument, work data.UseCaseCosts, a *chooseAnswer) (all []choice) {
	for _, m := range scores.Models {
		usd, priced := work.USD[m.ModelID]
		why, unfit := work.Unfit[m.ModelID]
		_, loser := work.Beaten[m.ModelID]
		switch {
		case !priced:
			a.Unfit["has no cost"]++
			continue
		case unfit && !loser && !slices.Contains(work.Frontier, m.ModelID):
			a.Unfit[why]++
			continue
		}
		c := scored(m, usd)
		if bound, doubtful := work.Bounds[m.ModelID]; doubtful {
			c.USD, c.Low, c.High = nil, &bound.Least, bound.Most
			c.candidate.Cost.Doubt = scoring.Doubt{Less: usd.Sub(bound.Least.Decimal), More: bound.Most == nil}
		}
		all = append(all, c)
	}
	if n := len(scores.Unscored); n > 0 {
		a.Unfit["has no score"] += n
	}
	return all
}

func scored(m data.ScoredModel, usd data.Number) choice {
	return choice{
		Model: m.ModelID, USD: &usd, Score: rounded(m.OverallScore), ScoreLow: rounded(m.Interval.Low), ScoreHigh: rounded(m.Interval.High), Measured: m.Coverage,
		candidate: scoring.Candidate{ID: m.ModelID, Cost: scoring.Cost{Tariff: usd.Decimal},
			Score: scoring.Interval{Score: m.OverallScore.Decimal, Low: m.Interval.Low.Decimal, High: m.Interval.High.Decimal}},
	}
}

func rounded(n data.Number) data.Number { return data.Number{Decimal: scoring.Published(n.Decimal)} }

// measured adds what a solved task costs on the boards that are like the work.
func (b *Book) measured(all []choice, work data.UseCaseCosts) error {
	if len(work.Boards) == 0 {
		return nil
	}
	solved, err := b.solved()
	if err != nil {
		return err
	}
	for i, c := range all {
		for _, board := range work.Boards {
			for _, row := range solved.Rows {
				if f, ok := row.Comparable(); ok && row.Shown && row.Board == board && row.ModelID == c.Model {
					all[i].candidate.Cost.Solved = append(all[i].candidate.Cost.Solved,
						scoring.Solved{Board: board, Cost: f.CostPerSolved.Decimal, Low: f.Interval.Low.Decimal, High: f.Interval.High.Decimal})
				}
			}
		}
	}
	return nil
}

// blended are all models that anybody should be sent to, with the cost of a million tokens.
func (b *Book) blended(scores data.ScoresDocument, a *chooseAnswer, now time.Time) (all []choice, err error) {
	for _, m := range scores.Models {
		t, listed := b.tool(m.ModelID)
		known := b.evidence(m.ModelID)
		input, p := known.Value(data.FieldInput), known.Properties
		switch {
		case !listed:
		case p.Deprecated || p.Retired || p.ShutdownDate != "" && p.ShutdownDate <= now.Format(time.DateOnly):
			a.Unfit["its provider no longer recommends it, or sells it no more"]++
		case input != nil && input.Confidence == data.Low:
			a.Unfit["has a price of low confidence"]++
		default:
			usd := decimal.NewFromInt(3).Mul(t.Pricing.Input.Decimal).Add(t.Pricing.Output.Decimal).Div(decimal.NewFromInt(4))
			all = append(all, scored(m, data.Number{Decimal: usd}))
		}
	}
	if n := len(scores.Unscored); n > 0 {
		a.Unfit["has no score"] += n
	}
	return all, nil
}

// lacks says what keeps a model from being chosen; "": nothing.
func (b *Book) lacks(c choice, q chooseQuestion) string {
	t, _ := b.tool(c.Model)
	has := func(feature string) bool { return slices.Contains(t.Features, feature) }
	switch {
	case !q.MaxUSD.IsZero() && c.candidate.Cost.Tariff.GreaterThan(q.MaxUSD.Decimal):
		return "costs more than max_usd"
	case !q.MaxUSD.IsZero() && c.candidate.Cost.Doubt.More:
		return "may cost more than max_usd: nobody states a cache price"
	case !q.MinScore.IsZero() && c.candidate.Score.Score.LessThan(q.MinScore.Decimal):
		return "scores less than min_score"
	case q.Needs == nil:
		return ""
	case q.Needs.Vision && !has("Vision input"):
		return "takes no images"
	case q.Needs.Tools && !has("Tool calling"):
		return "calls no tools"
	}
	if e := b.evidence(c.Model).Value(data.FieldContext); q.Needs.Context > 0 && (e == nil || e.Value.LessThan(decimal.NewFromInt(q.Needs.Context))) {
		return "takes less context"
	}
	return ""
}

// compared finds out again who is worth their cost, among those that are left.
func compared(fit []choice) (frontier []string, losers map[string]string) {
	losers = map[string]string{}
	var candidates []scoring.Candidate
	for _, c := range fit {
		candidates = append(candidates, c.candidate)
	}
	rivals := scoring.NewRivals(candidates)
	for _, c := range candidates {
		if !rivals.Dominate(c) {
			frontier = append(frontier, c.ID)
		}
		if by, is := rivals.Beating(c); is {
			losers[c.ID] = by.ID
		}
	}
	return frontier, losers
}

// sort tells those that are worth their cost, cheapest first, and who beats the rest.
func (a *chooseAnswer) sort(fit []choice, frontier []string, losers map[string]string) {
	slices.SortStableFunc(fit, func(x, y choice) int {
		return cmp.Or(x.candidate.Cost.Tariff.Cmp(y.candidate.Cost.Tariff), slices.Index(frontier, x.Model)-slices.Index(frontier, y.Model), cmp.Compare(x.Model, y.Model))
	})
	for _, c := range fit {
		if slices.Contains(frontier, c.Model) {
			a.Choices = append(a.Choices, c)
			continue
		}
		a.Dominated++
		if by := losers[c.Model]; by != "" {
			a.Beaten = append(a.Beaten, beaten{c.Model, by})
		}
	}
}

func reasons(unfit map[string]int) string {
	var all []string
	for _, why := range slices.Sorted(maps.Keys(unfit)) {
		all = append(all, fmt.Sprintf("%d: %s", unfit[why], why))
	}
	return clip(strings.Join(all, "; "), 1000)
}

// shorten drops what matters least: why some do not fit, who is beaten, then the dearest choices.
func (a *chooseAnswer) shorten() bool {
	a.More = "shortened; everything is in " + uriOf(data.ScoresPath)
	switch {
	case len(a.Unfit) > 3:
		rarest := slices.SortedFunc(maps.Keys(a.Unfit), func(x, y string) int { return cmp.Or(a.Unfit[x]-a.Unfit[y], cmp.Compare(x, y)) })[0]
		delete(a.Unfit, rarest)
	case len(a.Beaten) > 0:
		a.Beaten = a.Beaten[:len(a.Beaten)-1]
	case len(a.Unfit) > 0:
		a.Unfit = nil
	case len(a.Choices) > 1:
		a.Choices = a.Choices[:len(a.Choices)-1]
	default:
		return false
	}
	return true
}
