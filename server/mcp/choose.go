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
	Choices   []choice       `json:"choices" jsonschema:"in the order of the use case, else cheapest first: no other model that fits beats them"`
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
	Score     data.Number  `json:"score" jsonschema:"overall, 0 to 100; provisional where little of it is measured"`
	ScoreLow  data.Number  `json:"scoreLow" jsonschema:"of the 90 % interval"`
	ScoreHigh data.Number  `json:"scoreHigh"`
	Measured  data.Number  `json:"measured" jsonschema:"share of the score that was measured, the rest is estimated"`

	candidate scoring.Candidate
}

type beaten struct {
	Model string `json:"model"`
	By    string `json:"by" jsonschema:"the best model that is known to do better and to cost no more"`
}

// choose says which models are worth their cost for some work.
func (b *Book) choose(_ context.Context, q chooseQuestion, now time.Time) (*chooseAnswer, error) {
	scores, err := b.scores()
	if err != nil {
		return nil, err
	}
	a := &chooseAnswer{about: b.about(), Choices: []choice{}, Beaten: []beaten{}, Unfit: map[string]int{}, Evidence: []string{uriOf(data.ScoresPath), uriOf(data.TariffsPath)}}
	var all []choice
	losers := map[string]string{}
	if q.UseCase == "" {
		a.Basis = "1M tokens, three of input to one of output"
		if all, err = b.blended(scores, a, now); err != nil {
			return nil, err
		}
	} else {
		work, err := useCase(scores, q.UseCase)
		if err != nil {
			return nil, err
		}
		s := work.Scenario
		a.Basis = fmt.Sprintf("one task of %s: %d prompt tokens, of them %d read from and %d written to a cache, and %d of answers, in %d requests, at the dearest hour",
			work.ID, s.InputTokens, s.CacheReadTokens, s.CacheWriteTokens, s.OutputTokens, s.Requests)
		all = ofUseCase(scores, work, a, losers)
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
	if q.UseCase == "" {
		fit, losers = compared(fit)
	}
	a.sort(fit, losers)
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

// ofUseCase are the models that are ranked for some work, in order, with the cost of its task; losers gets who beats whom.
func ofUseCase(scores data.ScoresDocument, work data.UseCaseCosts, a *chooseAnswer, losers map[string]string) (all []choice) {
	for _, e := range work.Excluded {
		a.Unfit[e.String()]++
	}
	for _, r := range work.Order {
		c := scored(estimated(scores, r.ID), work.USD[r.ID])
		if bound, doubtful := work.Bounds[r.ID]; doubtful {
			c.candidate.Doubt = scoring.Doubt{Less: c.USD.Sub(bound.Least.Decimal), More: bound.Most == nil}
			c.USD, c.Low, c.High = nil, &bound.Least, bound.Most
		}
		losers[r.ID], all = r.BeatenBy, append(all, c)
	}
	return all
}

// estimated is a model with its score, the provisional one where it has no other.
func estimated(scores data.ScoresDocument, id string) data.ScoredModel {
	for _, m := range scores.Models {
		if m.ModelID == id {
			return m
		}
	}
	for _, u := range scores.Unscored {
		if u.ModelID == id {
			return data.ScoredModel{ModelID: id, OverallScore: u.Provisional.OverallScore, Interval: u.Provisional.Interval, Coverage: u.Coverage}
		}
	}
	return data.ScoredModel{ModelID: id}
}

func scored(m data.ScoredModel, usd data.Number) choice {
	return choice{
		Model: m.ModelID, USD: &usd, Score: rounded(m.OverallScore), ScoreLow: rounded(m.Interval.Low), ScoreHigh: rounded(m.Interval.High), Measured: m.Coverage,
		candidate: scoring.Candidate{ID: m.ModelID, Tariff: usd.Decimal, Key: scoring.Exactly(usd.Neg(), m.Interval.Low.Decimal),
			Score: scoring.Interval{Score: m.OverallScore.Decimal, Low: m.Interval.Low.Decimal, High: m.Interval.High.Decimal}},
	}
}

func rounded(n data.Number) data.Number { return data.Number{Decimal: scoring.Published(n.Decimal)} }

// blended are all models that anybody should be sent to, with the cost of a million tokens.
func (b *Book) blended(scores data.ScoresDocument, a *chooseAnswer, now time.Time) (all []choice, err error) {
	for _, m := range scores.Models {
		t, listed := b.tool(m.ModelID)
		known := b.evidence(m.ModelID)
		input, p := known.Value(data.FieldInput), known.Properties
		switch {
		case !listed:
		case p.Deprecated || p.Retired || p.ShutdownDate != "" && p.ShutdownDate <= now.Format(time.DateOnly):
			a.Unfit["its provider advises against new use, or sells it no more"]++
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
	case !q.MaxUSD.IsZero() && c.candidate.Tariff.GreaterThan(q.MaxUSD.Decimal):
		return "costs more than max_usd"
	case !q.MaxUSD.IsZero() && c.candidate.Doubt.More:
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

// compared puts the cheapest first, and finds who beats whom.
func compared(fit []choice) (ordered []choice, losers map[string]string) {
	var work scoring.Work
	for _, c := range fit {
		work.Fitting = append(work.Fitting, c.candidate)
	}
	losers = map[string]string{}
	for _, r := range work.Judge().Order {
		losers[r.ID] = r.BeatenBy
		ordered = append(ordered, fit[slices.IndexFunc(fit, func(c choice) bool { return c.Model == r.ID })])
	}
	return ordered, losers
}

// sort tells those that are worth their cost, in order, and who of those that are left beats the rest.
func (a *chooseAnswer) sort(fit []choice, losers map[string]string) {
	for _, c := range fit {
		by := losers[c.Model]
		if !slices.ContainsFunc(fit, func(c choice) bool { return c.Model == by }) {
			a.Choices = append(a.Choices, c)
			continue
		}
		a.Dominated++
		a.Beaten = append(a.Beaten, beaten{c.Model, by})
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
