package page

import (
	"fmt"
	"strings"

	"pricepoint/data"
	"pricepoint/data/rating"

	"pricepoint/server/page/facts"
)

// useCasesPage is the page of all kinds of work.
type useCasesPage struct {
	frame
	Works []useCaseView
}

// useCaseView is one kind of work.
type useCaseView struct {
	data.UseCase
	Paragraphs []string // of the introduction
	Scenario   string   // in words
	Picks      []pick
	Failure    string      // what a failed task is taken to cost, and why; "": nobody measures the work
	Unmeasured string      // why nobody does
	Rate       *facts.Link // where the cost of an hour comes from
	Otherwise  string      // who would come first if a failure cost less or more
	Ties       []string    // who is not told apart
	Guesses    []guess     // tools of which too little is measured
	Excluded   []exclusion // tools that are not ranked
	Beaten     int         // tools that another one beats
}

// guess is a tool of which too little is measured for the work.
type guess struct {
	ID, Name, Cost, Score, Bounds string
	Why                           string // it is no recommendation
}

// exclusion are the tools that one reason keeps off.
type exclusion struct {
	Why   string
	Tools []data.ToolRef
}

// pick is a recommended tool.
type pick struct {
	Place         int
	ID, Name      string
	Cost, Bound   string
	Score, Bounds string
	Why           string // what holds of it and not of any other pick
	Standing      string // what speaks against it: "superseded by …"
	Newer         []guess

	Finished, Range       string // what a finished task costs; "": nobody measures the work
	Share, Attempt, Board string
}

func useCasesView(f frame, d facts.Documents) any {
	return useCasesPage{f, data.Each(d.UseCases.UseCases, func(u data.UseCase) useCaseView { return useCaseViewOf(d, u) })}
}

func useCaseViewOf(d facts.Documents, u data.UseCase) useCaseView {
	v := useCaseView{UseCase: u, Paragraphs: strings.Split(u.Intro, "\n")}
	costs := data.Find(d.Scores.UseCases, func(c rating.UseCaseCosts) bool { return c.ID == u.ID })
	if costs == nil {
		costs = &rating.UseCaseCosts{}
	} else {
		v.Scenario = scenarioWords(costs.Scenario)
	}
	for i, id := range u.TopPicks {
		v.Picks = append(v.Picks, pickOf(d, id, i+1, *costs))
	}
	v.Beaten, v.Failure, v.Otherwise, v.Unmeasured = len(costs.Order)-len(costs.Frontier()), failure(d, *costs), otherwise(d, *costs), costs.Unmeasured.String()
	v.Rate = facts.LinkTo(d.Scores.FailureRate.Source)
	v.Ties = data.Each(costs.Ties, func(tied []string) string { return names(d, tied) })
	v.Guesses = data.Each(costs.Provisional, func(p rating.ProvisionalPick) guess { return guessOf(d, *costs, p) })
	for _, e := range costs.Excluded {
		if data.Find(costs.Provisional, func(p rating.ProvisionalPick) bool { return p.ID == e.ID }) == nil {
			v.Excluded = leaveOut(d, v.Excluded, e)
		}
	}
	return v
}

func guessOf(d facts.Documents, c rating.UseCaseCosts, p rating.ProvisionalPick) guess {
	return guess{Why: d.Scores.Because(c, p), ID: p.ID, Name: d.Name(p.ID), Cost: "$" + facts.Amount(p.USD), Score: facts.Points(p.Expected), Bounds: facts.Between(p.Interval.Low, p.Interval.High)}
}

func leaveOut(d facts.Documents, all []exclusion, e rating.ExcludedTool) []exclusion {
	tool := data.ToolRef{ID: e.ID, Name: d.Name(e.ID)}
	if same := data.Find(all, func(x exclusion) bool { return x.Why == e.String() }); same != nil {
		same.Tools = append(same.Tools, tool)
		return all
	}
	return append(all, exclusion{e.String(), []data.ToolRef{tool}})
}

// failure says what a failed task is taken to cost: time of a person at a rate.
func failure(d facts.Documents, c rating.UseCaseCosts) string {
	if c.FailureUSD == nil {
		return ""
	}
	return fmt.Sprintf("%s: %d minutes of a person at %s an hour", c.FailureUSD.Dollars(), c.FailureMinutes, d.Scores.FailureRate.USD.Dollars())
}

// otherwise says who would come first if a failure cost a tenth and ten times as much.
func otherwise(d facts.Documents, c rating.UseCaseCosts) string {
	switch {
	case c.AtTenth == "" || c.AtTenTimes == "":
		return ""
	case c.AtTenth == c.AtTenTimes:
		return d.Name(c.AtTenth) + " would come first if it cost a tenth, or ten times as much"
	}
	return d.Name(c.AtTenth) + " would come first if it cost a tenth, " + d.Name(c.AtTenTimes) + " if it cost ten times as much"
}

// names joins the names of tools: "A, B and C".
func names(d facts.Documents, ids []string) string {
	return data.Conjunction(data.Each(ids, d.Name), "and")
}

func scenarioWords(s rating.FullScenario) string {
	text := data.Int(s.InputTokens).Grouped() + " tokens in"
	if s.CacheReadTokens > 0 {
		text += " (" + data.Int(s.CacheReadTokens).Grouped() + " of them read from the cache"
		if s.CacheWriteTokens > 0 {
			text += ", " + data.Int(s.CacheWriteTokens).Grouped() + " written to it"
		}
		text += ")"
	}
	text += ", " + data.Int(s.OutputTokens).Grouped() + " out, in " + data.Int(s.Requests).Grouped() + " request"
	if s.Requests != 1 {
		text += "s"
	}
	return text
}

func pickOf(d facts.Documents, id string, place int, c rating.UseCaseCosts) pick {
	p := pick{Place: place, ID: id, Name: d.Name(id)}
	if r := data.Find(c.Order, func(r rating.RankedTool) bool { return r.ID == id }); r != nil {
		p.rank(d, *r)
	}
	for _, s := range c.Successors {
		if s.Of == id {
			p.Newer = append(p.Newer, guessOf(d, c, s))
		}
	}
	p.Cost, p.Bound = costWords(c, id)
	if m := data.Find(d.Scores.Models, func(m rating.ScoredModel) bool { return m.ModelID == id }); m != nil {
		p.Score, p.Bounds = facts.Points(m.OverallScore), facts.Between(m.Interval.Low, m.Interval.High)
	}
	if s := (facts.About{Evidence: d.Evidence(id)}).Standings(d)[0]; s.Key != facts.Current && s.Key != facts.Unscored {
		p.Standing = s.Text
	}
	return p
}

// rank says what the order of the work says of a pick.
func (p *pick) rank(d facts.Documents, r rating.RankedTool) {
	if r.BeatenBy != "" {
		p.Why = "beaten by " + d.Name(r.BeatenBy)
	}
	if r.Seconds != nil {
		p.Why = facts.Joined(p.Why, "an answer to a contest problem took it "+r.Seconds.Round(0).String()+" seconds")
	}
	if r.Until != "" {
		p.Why = facts.Joined(p.Why, "today’s price is known to hold until "+r.Until)
	}
	if f := r.Finished; f != nil {
		p.Finished, p.Attempt = f.Dollars()
		p.Range, p.Share, p.Board = f.Low.Dollars()+" to "+f.High.Dollars(), facts.PercentOf(f.Share), facts.Joined(d.BoardName(f.Board), f.Effort)
	}
}
