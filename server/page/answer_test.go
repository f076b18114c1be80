package page

import (
	"strings"
	"testing"

	"pricepoint/data"
	"pricepoint/data/rating"

	"pricepoint/server/page/facts"
)

// ranked is a tool in the order of a verdict: its id, and where a board measures the work that board, the share that it
// solves and what an attempt costs.
func ranked(words string) rating.RankedTool {
	f := strings.Fields(words)
	if len(f) == 1 {
		return rating.RankedTool{ID: f[0]}
	}
	return rating.RankedTool{ID: f[0], Finished: &rating.FinishedTask{Board: f[1], Share: data.MustNumber(f[2]), AttemptUSD: data.MustNumber(f[3]),
		USD: data.MustNumber("7"), Low: data.MustNumber("6"), High: data.MustNumber("8"), Basis: rating.RepricedExact}}
}

func TestAnswers(t *testing.T) {
	n := data.MustNumber
	costs := map[string]data.Number{"a": n("3"), "b": n("1"), "c": n("2"), "d": n("0.5")}
	for _, tt := range []struct {
		name, want string
		order      []string // the first three are recommended
		ties       [][]string
		mixed      bool
	}{
		{"one board", "Cheapest b 2, Value a 1, Best c 3", []string{"a near 0.5 3", "b near 0.4 1", "c near 0.6 2", "d near 0.9 0.1"}, nil, false},
		{"the first with one other", "Cheapest, value a 1, Best b 2", []string{"a near 0.5 1", "b near 0.6 2", "c far 0.9 0.1"}, nil, false},
		{"the first is alone on its board", "Cheapest, value a 1, Best b 2", []string{"a far 0.2 1", "b near 0.6 3", "c near 0.5 2"}, nil, true},
		{"all are alone", "Cheapest, value, best a 1", []string{"a far 0.2 3", "b near 0.6 2", "c odd 0.5 1"}, nil, false},
		{"nobody measures it", "Cheapest b 2, Value a 1, Best c 3", []string{"a", "b", "c", "d"}, nil, false},
		{"a tie", "Cheapest b 2, Value, best a 1; tied with B", []string{"a near 0.5 3", "b near 0.4 1"}, [][]string{{"a", "b", "d"}}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := rating.UseCaseCosts{ID: "work", USD: costs, Boards: []string{"near", "far", "odd"}, Ties: tt.ties}
			picks := []string{}
			for _, words := range tt.order {
				c.Order = append(c.Order, ranked(words))
				picks = append(picks, c.Order[len(c.Order)-1].ID)
			}
			if c.Order[0].Finished != nil {
				usd := n("20")
				c.FailureUSD = &usd
			}
			d := facts.Documents{UseCases: data.UseCasesDocument{UseCases: []data.UseCase{{ID: "work", Title: "Work", TopPicks: picks[:min(3, len(picks))]}}}}
			for id, score := range map[string]string{"a": "50", "b": "60", "c": "70", "d": "80"} {
				d.Tools.Tools = append(d.Tools.Tools, data.Tool{ID: id, Name: strings.ToUpper(id)})
				d.Scores.Models = append(d.Scores.Models, rating.ScoredModel{ModelID: id, OverallScore: n(score)})
			}
			c.Successors = []rating.ProvisionalPick{{ID: "d", Of: picks[0]}}
			a := answerOf(d, c)
			if got := answerWords(a); got != tt.want || a.Mixed != tt.mixed {
				t.Errorf("got  %s, mixed %v\nwant %s, %v", got, a.Mixed, tt.want, tt.mixed)
			}
			if a.Newer == nil || a.Newer.Name != "D" || a.Newer.Of != "A" {
				t.Errorf("newer is %+v", a.Newer)
			}
		})
	}
}

func answerWords(a answer) string {
	var rows []string
	for _, r := range a.Rows {
		rows = append(rows, r.Label+" "+r.ID+" "+string(rune('0'+r.Place)))
	}
	text := strings.Join(rows, ", ")
	if a.Tied != "" {
		text += "; tied with " + a.Tied
	}
	return text
}

// TestWhyTheFirstIsFirst has another model that costs less and solves more on the board that both rows show.
func TestWhyTheFirstIsFirst(t *testing.T) {
	c := rating.UseCaseCosts{ID: "work", Boards: []string{"near", "far"}, Order: []rating.RankedTool{ranked("a near 0.5 3"), ranked("b near 0.6 1")}}
	usd := data.MustNumber("20")
	c.FailureUSD = &usd
	d := facts.Documents{UseCases: data.UseCasesDocument{UseCases: []data.UseCase{{ID: "work", Title: "Work", TopPicks: []string{"a", "b"}}}}}
	a := answerOf(d, c)
	if want := "On this board alone, b costs less than a and solves no less. a comes first over all boards together."; a.Beats != want {
		t.Errorf("got %q, want %q", a.Beats, want)
	}
	if first, other := a.Rows[1].Of, a.Rows[0].Of; first != "first over all boards" || other != "least for an attempt, solves most, least for a finished task" {
		t.Errorf("the rows are the first in %q and %q", first, other)
	}
	for id, costs := range map[string][2]string{"a": {"0.4", "1"}, "b": {"0.2", "2"}} {
		attempt := data.MustNumber(costs[1])
		d.Solved.Rows = append(d.Solved.Rows, rating.SolvedCost{ModelID: id, Board: "far", Shown: true, Share: data.MustNumber(costs[0]),
			Repriced: []rating.RepricedCost{{CostPerAttempt: &attempt}}})
	}
	if got, want := answerOf(d, c).Beats, "since far counts too: there it solves 40 % at $1.00 an attempt, and b 20 % at $2.00."; !strings.HasSuffix(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
