package page

import (
	"strconv"
	"strings"

	"pricepoint/data"
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
	Tie        string         // which of the picks cannot be told apart
	Unscored   []data.ToolRef // tools that can do it and that nobody could rank
	Beaten     int            // tools that another one beats
}

// pick is a recommended tool.
type pick struct {
	Place         int
	ID, Name      string
	Cost, Bound   string
	Score, Bounds string
	Why           string
	Standing      string // what speaks against it: "superseded by …"
	low, high     *data.Number
}

func useCasesView(f frame, d documents) any {
	v := useCasesPage{frame: f}
	for _, u := range d.useCases.UseCases {
		v.Works = append(v.Works, d.useCaseView(u))
	}
	return v
}

func (d documents) useCaseView(u data.UseCase) useCaseView {
	v := useCaseView{UseCase: u, Paragraphs: strings.Split(u.Intro, "\n")}
	costs := find(d.scores.UseCases, func(c data.UseCaseCosts) bool { return c.ID == u.ID })
	if costs == nil {
		costs = &data.UseCaseCosts{}
	} else {
		v.Scenario = scenarioWords(costs.Scenario)
	}
	for i, id := range u.TopPicks {
		v.Picks = append(v.Picks, d.pickOf(id, i+1, *costs))
	}
	v.Tie, v.Beaten = tieOf(v.Picks), beatenOf(*costs)
	for _, t := range d.tools.Tools {
		if find(d.scores.Unscored, func(m data.UnscoredModel) bool { return m.ModelID == t.ID }) != nil {
			if _, can := costs.USD[t.ID]; can {
				v.Unscored = append(v.Unscored, data.ToolRef{ID: t.ID, Name: t.Name})
			}
		}
	}
	return v
}

// beatenOf counts the ranked tools that another one beats.
func beatenOf(c data.UseCaseCosts) (n int) {
	for _, r := range c.Order {
		if r.BeatenBy != "" {
			n++
		}
	}
	return n
}

func scenarioWords(s data.FullScenario) string {
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

func (d documents) pickOf(id string, place int, c data.UseCaseCosts) pick {
	p := pick{Place: place, ID: id, Name: d.name(id)}
	p.Why, _ = d.worth(c, id)
	if r := find(c.Order, func(r data.RankedTool) bool { return r.ID == id }); r != nil && r.Seconds != nil {
		p.Why += "; an answer to a contest problem took it " + r.Seconds.Round(0).String() + " seconds"
	}
	if usd, can := c.USD[id]; can {
		p.Cost = "$" + amount(usd)
	}
	if b, is := c.Bounds[id]; is {
		p.Bound = boundWords(b)
	}
	if m := find(d.scores.Models, func(m data.ScoredModel) bool { return m.ModelID == id }); m != nil {
		p.Score, p.Bounds = points(m.OverallScore), bounds{m.Interval.Low, m.Interval.High}.String()
		p.low, p.high = &m.Interval.Low, &m.Interval.High
	}
	a := about{}
	if e := find(d.provenance.Tools, func(t data.ToolProvenance) bool { return t.ID == id }); e != nil {
		a.evidence = *e
	}
	if s := a.standings(d)[0]; s.Key != current && s.Key != unscored {
		p.Standing = s.Text
	}
	return p
}

// tieOf says which of the picks have scores that cannot be told apart from the best one's; "": none.
func tieOf(picks []pick) string {
	var best *pick
	for i, p := range picks {
		if p.low != nil && (best == nil || p.low.GreaterThan(best.low.Decimal)) {
			best = &picks[i]
		}
	}
	if best == nil {
		return ""
	}
	var names []string
	for _, p := range picks {
		if p.high != nil && !p.high.LessThan(best.low.Decimal) {
			names = append(names, p.Name)
		}
	}
	switch len(names) {
	case 0, 1:
		return ""
	case len(picks):
		return "By score, none of these " + strconv.Itoa(len(picks)) + " can be told from the others: their intervals overlap. The cost decides."
	}
	return "By score, " + strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1] + " cannot be told apart: their intervals overlap."
}
