package page

import (
	"bytes"
	"encoding/json"

	"pricepoint/data"
	"pricepoint/data/rating"

	"pricepoint/server/page/facts"
)

// explorerPath is where the scripts of the first page find what it shows only when it is asked for: all columns of the table, and
// the answers, costs and measurements of all kinds of work.
const explorerPath = "/explorer.json"

// explorer is that file.
type explorer struct {
	Version string                     `json:"version"`
	Groups  []group                    `json:"groups"`
	Tools   map[string]explorerTool    `json:"tools"`
	Works   map[string]explorerWork    `json:"works"`
	Boards  map[string][]measuredPoint `json:"boards"`
}

// explorerTool is what rows of the table can be filtered by, and their further cells by column.
type explorerTool struct {
	Categories []string              `json:"categories"`
	Takes      []data.Modality       `json:"takes"`
	Cells      map[string]facts.Cell `json:"cells"`
}

// explorerWork is the answer for a kind of work, as HTML of the page, and what the work costs with each tool that can do it.
type explorerWork struct {
	Answer string              `json:"answer"`
	Costs  map[string]taskCost `json:"costs"`
}

// explorerFile renders the file; links in its answers lead from the first page.
func explorerFile(site Site, d facts.Documents) ([]byte, error) {
	e := explorer{Version: site.Version, Groups: furtherGroups(), Tools: map[string]explorerTool{}, Works: map[string]explorerWork{}, Boards: map[string][]measuredPoint{}}
	for _, a := range d.Each() {
		t := explorerTool{Categories: a.Tool.Category, Takes: a.Evidence.Properties.InputModalities, Cells: map[string]facts.Cell{}}
		for _, c := range furtherColumns {
			if c.cell != nil {
				t.Cells[c.Key] = c.cell(a, d)
			}
		}
		e.Tools[a.Tool.ID] = t
	}
	for _, c := range d.Scores.UseCases {
		answer, err := render("answer", answerOf(d, c))
		if err != nil {
			return nil, err
		}
		if site.Copied {
			answer = relinked(answer, site.root("/"))
		}
		answered, w := answerBoard(d, c), explorerWork{Answer: string(bytes.TrimSpace(answer)), Costs: map[string]taskCost{}}
		for _, t := range d.Tools.Tools {
			w.Costs[t.ID] = taskCostOf(d, c, answered, t.ID)
		}
		e.Works[c.ID] = w
	}
	for _, b := range d.Boards() {
		e.Boards[b.ID] = measuredOn(d, b.ID)
	}
	return json.Marshal(e)
}

// taskCost is what one task of a kind of work costs with a tool: a finished one where a board measures the work, else by price list.
type taskCost struct {
	Text  string     `json:"text,omitempty"`  // "": nobody can tell
	Value string     `json:"value,omitempty"` // exact
	Low   string     `json:"low,omitempty"`
	High  string     `json:"high,omitempty"`
	Each  string     `json:"each,omitempty"`  // what is paid for one attempt, exactly; a month is a multiple of it
	Board string     `json:"board,omitempty"` // that measured it, where it is not that of the answer: such costs cannot be compared
	Mark  facts.Mark `json:"mark,omitempty"`
	Why   string     `json:"why,omitempty"`
}

// Month is what a month of the usual number of tasks costs.
func (c taskCost) Month() string {
	if c.Each == "" {
		return ""
	}
	return facts.MonthOf(data.MustNumber(c.Each))
}

// taskCostOf also needs the board whose figures the answer shows.
func taskCostOf(d facts.Documents, c rating.UseCaseCosts, answered, tool string) taskCost {
	if c.FailureUSD == nil {
		return listedCost(c, tool)
	}
	r := data.Find(c.Order, func(r rating.RankedTool) bool { return r.ID == tool })
	if r == nil || r.Finished == nil {
		return taskCost{Why: "nobody has measured it at this work"}
	}
	f := r.Finished
	cost := taskCost{Value: f.USD.String(), Low: f.Low.String(), High: f.High.String(), Each: f.AttemptUSD.String()}
	cost.Text, _ = f.Dollars()
	cost.Why = "between " + f.Low.Dollars() + " and " + f.High.Dollars() + ", measured on " + facts.Joined(d.BoardName(f.Board), f.Effort)
	if f.Board != answered {
		cost.Board = d.BoardName(f.Board)
	}
	return cost
}

// listedCost is the cost by tariff and scenario.
func listedCost(c rating.UseCaseCosts, tool string) taskCost {
	usd, can := c.USD[tool]
	if !can {
		return taskCost{Why: "it cannot do this work"}
	}
	cost := taskCost{Text: "$" + facts.Amount(usd), Value: usd.String(), Low: usd.String(), High: usd.String(), Each: usd.String()}
	if _, is := c.Bounds[tool]; is {
		_, cost.Why = costWords(c, tool)
		cost.Mark = facts.Unstated
	}
	return cost
}

// measuredPoint is a tool on the plot of one board.
type measuredPoint struct {
	ID      string      `json:"id"`
	Share   data.Number `json:"share"`   // of the tasks, solved
	Attempt data.Number `json:"attempt"` // what one costs
	Solved  data.Number `json:"solved"`  // what all attempts cost, divided by the tasks they solved
	Low     data.Number `json:"low"`
	High    data.Number `json:"high"`
	Front   bool        `json:"front,omitempty"` // no other one solves as much for less
	Then    bool        `json:"then,omitempty"`  // at the prices of the run: nobody can tell today's
	Setting string      `json:"setting,omitempty"`
}

// measuredOn are the tools whose costs can be compared on a board.
func measuredOn(d facts.Documents, board string) (all []measuredPoint) {
	for _, r := range d.Solved.Rows {
		figure, ok := r.Comparable()
		if !ok || !r.Shown || r.Board != board {
			continue
		}
		attempt, _, today := r.Today()
		if !today {
			attempt = r.CostPerAttempt
		}
		all = append(all, measuredPoint{ID: r.ModelID, Share: r.Share, Attempt: attempt, Solved: *figure.CostPerSolved, Low: figure.Interval.Low, High: figure.Interval.High,
			Then: figure.Repriced == "", Setting: facts.Joined(r.Effort, r.Harness)})
	}
	for i, p := range all {
		all[i].Front = data.Find(all, p.isBeatenBy) == nil
	}
	return all
}

func (p measuredPoint) isBeatenBy(o measuredPoint) bool {
	share, cost := o.Share.Cmp(p.Share.Decimal), o.Solved.Cmp(p.Solved.Decimal)
	return share >= 0 && cost <= 0 && (share > 0 || cost < 0)
}
