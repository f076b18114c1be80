package documents

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"text/template"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/rating"
	"pricepoint/normalize"
	"pricepoint/scoring"
)

// useCases is api/use-cases.json.
func useCases(d normalize.Decision) ([]byte, error) {
	doc := data.UseCasesDocument{LastUpdated: d.Manifest.GeneratedAt}
	for _, u := range d.UseCases {
		f := faqData(d, u)
		intro, err := intro(d, u, f)
		faq := slices.Clone(u.FAQ)
		for i, q := range faq {
			answer, wrong := rendered(q.A, f)
			faq[i].A, err = answer, cmp.Or(err, wrong)
		}
		if err != nil {
			return nil, fmt.Errorf("use case %s: %v", u.Slug, err)
		}
		var ids []string
		for _, p := range u.Picks {
			ids = append(ids, p.ID)
		}
		doc.UseCases = append(doc.UseCases, data.UseCase{
			ID: u.Slug, Slug: u.Slug, Title: u.Title, Description: u.Description, Keyword: u.Keyword,
			SortBy: string(u.SortBy), Intro: intro, TopPicks: ids, FAQ: faq,
			Scenario: data.Scenario{InputTokens: u.Scenario.InputTokens, OutputTokens: u.Scenario.OutputTokens},
		})
	}
	return data.Encode(doc), nil
}

// intro is that of a use case, and says where no board tells what a finished task costs, and which prices are about to change.
func intro(d normalize.Decision, u normalize.UseCase, f FAQData) (string, error) {
	text, err := rendered(u.Intro, f)
	if why := u.Unmeasured.String(); why != "" {
		text += "\n" + strings.ToUpper(why[:1]) + why[1:] + "."
	}
	var holds []string
	for _, p := range u.Picks {
		t := d.Tool(p.ID)
		if day := until(d, *t); day != "" {
			holds = append(holds, "until "+day+" for "+t.Name)
		}
	}
	if len(holds) > 0 {
		text += "\nToday's price is known to hold " + series(holds, " and ") + "."
	}
	return text, err
}

// FAQData is what an intro or an FAQ answer of the catalogue can name. Everything is formatted for reading.
type FAQData struct {
	Picks         []Pick // the recommended tools in order, 3 to 5
	First, Second Pick   // the first two of Picks
	Other         Pick   // the highest overall score among the recommended tools of other providers than First's; no name: there is none
	Best          Pick   // the highest overall score among all fitting tools; of equal ones the cheapest
	Cheapest      Pick   // the lowest cost for the scenario among the recommended tools
	Dearest       Pick   // the highest cost for the scenario among the recommended tools
	Largest       Pick   // the largest context window among the recommended tools
	Tied          string // the other recommended tools that are not told apart from First by what the list goes by: "A, B and C"; "": First is ahead
	Untimed       string // the recommended tools that nobody has timed: "A, B and C"; "": none, or the work does not need speed
	Newer         Newer  // a tool that nobody has measured, follows one of the list and costs no more; no name: there is none
	Boards        string // those that were read and say what a finished task costs, the closest to the work first: "A, B and C"; "": none
	Fitting       int    // how many tools were candidates
	InputTokens   string // of the scenario: "40,000"
	OutputTokens  string
}

// Pick is one tool in an FAQ answer.
type Pick struct {
	Name     string // Claude Opus 5
	Provider string // Anthropic
	Cost     string // of the scenario: "$0.0123", or "at most $0.0123" where nobody states a cache price
	Score    string // overall score: "93.6"
	Prompt   string // the most tokens that its prompt may have: "922,000"

	Finished, Board string // measured cost of a finished task, failures included: "$2.65", or "≈$2.65" where it is an estimate, and where: "DeepSWE"; "": nobody has measured it
	Seconds         string // that an attempt takes where speed is measured: "21"; "": nobody has timed it, or the work does not need it
}

// Newer is a tool that nobody has measured yet.
type Newer struct{ Name, Of, Cost, Score string }

func faqData(d normalize.Decision, u normalize.UseCase) FAQData {
	f := FAQData{
		Fitting: len(u.Fitting), Newer: newer(d, u),
		InputTokens: data.Int(u.Scenario.InputTokens).Grouped(), OutputTokens: data.Int(u.Scenario.OutputTokens).Grouped(),
	}
	pick := func(c scoring.Candidate) Pick { return newPick(d, u, c) }
	var picks, others []scoring.Candidate // others are those of other providers than the first one's
	var tied, untimed []string
	for i, p := range u.Picks {
		t := d.Tool(p.ID)
		picks, f.Picks = append(picks, p.Candidate), append(f.Picks, pick(p.Candidate))
		if t.Provider != d.Tool(u.Picks[0].ID).Provider {
			others = append(others, p.Candidate)
		}
		if i > 0 && p.Why == rating.PickTied {
			tied = append(tied, t.Name)
		}
		if u.Speed != nil && seconds(d, u, p.ID) == nil {
			untimed = append(untimed, t.Name)
		}
	}
	var boards []string // those that have measured a candidate
	for _, id := range u.Boards {
		ran := func(r scoring.Run) bool { return r.Board == id }
		if slices.ContainsFunc(u.Fitting, func(c scoring.Candidate) bool { return slices.ContainsFunc(c.Runs, ran) }) {
			boards = append(boards, boardName(d, id))
		}
	}
	f.Tied, f.Untimed, f.Boards = series(tied, " and "), series(untimed, " and "), series(boards, " and ")
	f.First, f.Second = f.Picks[0], f.Picks[1]
	byCost := func(x, y scoring.Candidate) int { // what may cost more is nobody's cheapest
		return cmp.Or(data.NoFirst(x.Doubt.More, y.Doubt.More), x.Tariff.Cmp(y.Tariff))
	}
	f.Cheapest, f.Dearest = pick(slices.MinFunc(picks, byCost)), pick(slices.MaxFunc(picks, byCost))
	f.Best = pick(strongest(u.Fitting))
	if len(others) > 0 {
		f.Other = pick(strongest(others))
	}
	f.Largest = pick(slices.MaxFunc(picks, func(x, y scoring.Candidate) int {
		return cmp.Compare(d.Tool(x.ID).PromptTokens(), d.Tool(y.ID).PromptTokens())
	}))
	return f
}

// strongest has the highest score. Among equal ones it takes the cheapest and then the first id, as a list by score does,
// so that an answer names the tool that the list starts with.
func strongest(all []scoring.Candidate) scoring.Candidate {
	return slices.MinFunc(all, func(x, y scoring.Candidate) int {
		return cmp.Or(y.Score.Score.Cmp(x.Score.Score), x.Tariff.Cmp(y.Tariff), cmp.Compare(x.ID, y.ID))
	})
}

// newer is the first successor.
func newer(d normalize.Decision, u normalize.UseCase) Newer {
	if len(u.Successors) == 0 {
		return Newer{}
	}
	s := u.Successors[0]
	t, cost := d.Tool(s.ID), usd(scoring.Significant(s.USD.Decimal, 3))
	if s.Doubted {
		cost += " (a price of low confidence)"
	}
	return Newer{Name: t.Name, Of: d.Tool(s.Of).Name, Cost: cost, Score: scoring.Published(t.Score()).StringFixed(1)}
}

func newPick(d normalize.Decision, u normalize.UseCase, c scoring.Candidate) Pick {
	t := *d.Tool(c.ID)
	cost := usd(scoring.Significant(c.Tariff, 3))
	switch {
	case c.Doubt.More:
		cost = "about " + cost
	case c.Doubt.Any():
		cost = "at most " + cost
	}
	p := Pick{
		Name: t.Name, Provider: t.ProviderName, Cost: cost, Score: scoring.Published(c.Score.Score).StringFixed(1),
		Prompt: data.Int(t.PromptTokens()).Grouped(),
	}
	if r := data.Find(u.Order, func(r scoring.Ranked) bool { return r.ID == c.ID }); r != nil && r.Finished.Board != "" {
		measured := finished(r.Finished)
		p.Finished, _ = measured.Dollars()
		p.Board = boardName(d, measured.Board)
	}
	if s := seconds(d, u, c.ID); s != nil {
		p.Seconds = s.Round(0).String()
	}
	return p
}

func boardName(d normalize.Decision, id string) string {
	if b := data.Find(d.Solved.Boards, func(b rating.SolvedBoard) bool { return b.ID == id }); b != nil {
		return b.Name
	}
	return id
}

// usd writes a price with at least two decimals: $5.00, $0.0123.
func usd(d decimal.Decimal) string {
	if d.Round(2).Equal(d) {
		return "$" + d.StringFixed(2)
	}
	return "$" + d.String()
}

// rendered fills a text of the catalogue. A name that there is not is an error.
func rendered(text string, names any) (string, error) {
	tmpl, err := template.New("text").Option("missingkey=error").Parse(text)
	if err != nil {
		return "", err
	}
	var filled strings.Builder
	err = tmpl.Execute(&filled, names)
	return strings.TrimSpace(filled.String()), err
}
