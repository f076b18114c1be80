package documents

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/rating"
	"pricepoint/normalize"
)

// TestRemarksBesideOthers looks at a tool with whose places nothing is remarkable: its price is the third of six, its window
// neither long nor short, and no board has enough tools for a place on it to say something. What is said of it then is what
// the tools of like price let say.
func TestRemarksBesideOthers(t *testing.T) {
	for _, tt := range []struct {
		value string // on every benchmark, where the others have 51, 52 and so on
		want  [][]string
	}{
		{"60", [][]string{{"All scored models that cost less per token score lower"}, {}}},
		{"53.5", [][]string{{"All scored models that cost less per token score lower"}, {}}},
		{"40", [][]string{{"Price per token in the lower half of the scored models"}, {"Tool t2 costs no more per token and scores 12 points more"}}},
	} {
		c := smallCatalog()
		c.Tools = nil
		for i := range 6 {
			c.Tools = append(c.Tools, measuredTool(c, fmt.Sprintf("t%d", i), fmt.Sprint(i+1), fmt.Sprint(50+i)))
		}
		c.Tools[0] = measuredTool(c, "t0", "3.5", tt.value)
		c.Tools[0].Features = []string{"Reasoning", "Vision input"}
		if diff := cmp.Diff(tt.want, remarksOn(t, c, "t0")); diff != "" {
			t.Errorf("with %s: strengths and weaknesses differ (-want +got):\n%s", tt.value, diff)
		}
	}
}

// remarksOn are the strengths and the weaknesses of a tool.
func remarksOn(t *testing.T, c *catalog.Catalog, id string) [][]string {
	t.Helper()
	for _, m := range document[data.BenchmarksDocument](t, built(t, c), data.BenchmarksPath).Benchmarks.Models {
		if m.ModelID == id {
			return [][]string{m.Strengths, m.Weaknesses}
		}
	}
	t.Fatalf("%s is not scored", id)
	return nil
}

// TestRemarksOnALine looks at what is said of a tool beside those before and after it in its maker's line.
func TestRemarksOnALine(t *testing.T) {
	for _, tt := range []struct {
		name       string
		change     func(old, new *catalog.Tool)
		old, newer string // remarks: of the old one against it, of the newer one for it
	}{
		{"better-for-no-more", func(_, _ *catalog.Tool) {}, "New costs no more per token and scores 20 points more", "Scores 20 points more than Old before it and costs no more per token"},
		{"better-for-more", func(_, n *catalog.Tool) { n.Prices.Output = data.MustNumber("9") }, "", "Scores 20 points more than Old before it"},
		{"no-better-beyond-doubt", func(_, n *catalog.Tool) {
			for i := range n.Scores {
				n.Scores[i].Value = data.MustNumber("50")
			}
		}, "New follows it and costs no more per token", ""},
		{"no-longer-sold-to-all", func(_, n *catalog.Tool) { n.Legacy = true }, "", "Scores 20 points more than Old before it and costs no more per token"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := smallCatalog()
			for i := range c.Tools[2:] {
				c.Tools[2+i] = measuredTool(c, c.Tools[2+i].ID, "90", "30") // dear and weak
			}
			c.Tools[0], c.Tools[1] = measuredTool(c, "old", "5", "50"), measuredTool(c, "new", "5", "70")
			c.Tools[0].Name, c.Tools[1].Name, c.Tools[1].Predecessor = "Old", "New", "old"
			tt.change(&c.Tools[0], &c.Tools[1])
			against, praise := remarksOn(t, c, "old")[1], remarksOn(t, c, "new")[0]
			if got := strings.Join(against, "; "); !strings.Contains(got, tt.old) || tt.old == "" && strings.Contains(got, "New") {
				t.Errorf("against the old one is said %q, want %q", got, tt.old)
			}
			if got := strings.Join(praise, "; "); !strings.Contains(got, tt.newer) || tt.newer == "" && strings.Contains(got, "Old") {
				t.Errorf("for the new one is said %q, want %q", got, tt.newer)
			}
		})
	}
}

// TestRemarks looks at twelve tools, the later the weaker and the quicker, of which the last have something of their own:
// places by quarters, times, windows, what nobody has measured, and what has a date. A person has gone through the file.
func TestRemarks(t *testing.T) {
	c := solvedCatalog()
	c.Tools = nil
	var timed []data.Observation
	for i := range 12 {
		tool := measuredTool(c, fmt.Sprintf("t%02d", i), fmt.Sprint(1+5*i%12), fmt.Sprint(90-5*i))
		if i == 7 {
			tool.Scores = tool.Scores[1:]
		}
		c.Tools = append(c.Tools, tool)
		timed = append(timed, attempted(tool.Name, data.Qualifiers{Harness: "agent"}, map[data.Field]string{
			data.SolvedShare: "50", data.CostMean: "1", data.TimeMean: fmt.Sprint(100 - 7*i)})...)
	}
	c.UseCases[0].Speed = &catalog.Speed{Board: "work", Seconds: 1000}
	c.Tools[8].Context.Tokens = 128_000
	end, doubt, long := &c.Tools[9], &c.Tools[10], &c.Tools[11]
	rise := data.Int(40)
	end.Shutdown, end.Deprecated, end.Prices.Announced = day("2027-04-01"), true, []catalog.AnnouncedPrices{{From: day("2026-12-01"), Amounts: catalog.Amounts{Output: &rise}}}
	doubt.Legacy, doubt.Successor, doubt.Prices.Confidence, doubt.Prices.Note = true, "t09", data.Low, "A rumour."
	long.Prices.LongContext = &catalog.LongContext{Evidence: long.Prices.Evidence, Over: 272_000, Input: data.Int(17), Output: data.Int(18)}
	var b strings.Builder
	for _, m := range document[data.BenchmarksDocument](t, built(t, c, board("leaderboard_work", timed...)), data.BenchmarksPath).Benchmarks.Models {
		fmt.Fprintf(&b, "%s\n  + %s\n  - %s\n", m.ModelID, strings.Join(m.Strengths, "\n  + "), strings.Join(m.Weaknesses, "\n  - "))
	}
	golden(t, "remarks.txt", b.String())
}

// measuredTool has the same result on every benchmark.
func measuredTool(c *catalog.Catalog, id, price, value string) catalog.Tool {
	tool := smallTool(id, "Tool "+id, "acme", price, price)
	like := tool.Scores[0]
	tool.Scores = nil
	for _, column := range c.Scoring.Columns {
		like.Column, like.Value = column.ID, data.MustNumber(value)
		tool.Scores = append(tool.Scores, like)
	}
	return tool
}

// TestThrift tells of costs only where they differ much, are known to differ, and the other tool solves as many.
func TestThrift(t *testing.T) {
	for _, tt := range []struct {
		name        string
		t0, t1      string // share, cost, and the ends of its interval
		tools       int
		board       rating.SolvedBoard
		cheap, dear string // of t0, of t1
		estimate    bool   // the cost of t1 is one
	}{
		{"an estimate", "0.96 0.107 0.1 0.12", "0.97 1.33 1.2 1.4", 12, rating.SolvedBoard{Work: rating.RepositoryWork}, "", "", true},
		{"cheaper and as good", "0.96 0.107 0.1 0.12", "0.97 1.33 1.2 1.4", 12, rating.SolvedBoard{Work: rating.RepositoryWork},
			"A solved task costs $0.107 on Issues, 12 times cheaper than with Tool t1, the cheapest other that solves as many", "", false},
		{"dearer and worse", "0.97 0.05 0.04 0.06", "0.96 200 150 250", 12, rating.SolvedBoard{Work: rating.RepositoryWork},
			"", "A solved task costs $200.00 on Issues, 4000 times as much as with Tool t0, which solves as many", false},
		{"cheaper by little", "0.96 1 0.9 1.1", "0.97 1.9 1.8 2", 12, rating.SolvedBoard{Work: rating.RepositoryWork}, "", "", false},
		{"cheaper, and nobody can tell", "0.96 1 0.5 3", "0.97 4 2 8", 12, rating.SolvedBoard{Work: rating.RepositoryWork}, "", "", false},
		{"cheaper and worse than all", "0.1 0.1 0.1 0.1", "0.05 0.9 0.8 1", 12, rating.SolvedBoard{Work: rating.RepositoryWork},
			"A solved task costs $0.100 on Issues, 100 times cheaper than with Tool t2, the cheapest other that solves as many", "", false},
		{"few tools", "0.96 0.107 0.1 0.12", "0.97 1.33 1.2 1.4", 5, rating.SolvedBoard{Work: rating.RepositoryWork}, "", "", false},
		{"single answers", "0.96 0.107 0.1 0.12", "0.97 1.33 1.2 1.4", 12, rating.SolvedBoard{Work: rating.AnswerWork}, "", "", false},
		{"no plain share", "0.96 0.107 0.1 0.12", "0.97 1.33 1.2 1.4", 12, rating.SolvedBoard{Work: rating.RepositoryWork, Indicative: true}, "", "", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.board.ID, tt.board.Name = "issues", "Issues"
			d := normalize.Decision{Solved: normalize.SolvedCosts{Boards: []rating.SolvedBoard{tt.board}}}
			for i := range tt.tools {
				figures := fmt.Sprintf("0.9 %d %d %d", 10+8*i, 9+8*i, 11+8*i)
				if i < 2 {
					figures = []string{tt.t0, tt.t1}[i]
				}
				if i == 2 {
					figures = "0.95 10 9 11"
				}
				id := fmt.Sprint("t", i)
				d.Add(normalize.Tool{Tool: catalog.Tool{ID: id, Name: "Tool " + id}})
				row := solvedRowOf(id, figures)
				if tt.estimate && i == 1 {
					row.Repriced[0].Kind = rating.RepricedEstimate
				}
				d.Solved.Rows = append(d.Solved.Rows, row)
			}
			got := thrifts(d)
			if diff := cmp.Diff([]string{tt.cheap, tt.dear}, []string{got["t0"].strength, got["t1"].weakness}); diff != "" {
				t.Errorf("strength of t0 and weakness of t1 (-want +got):\n%s", diff)
			}
		})
	}
}

func solvedRowOf(tool, figures string) rating.SolvedCost {
	var share, cost, low, high string
	fmt.Sscan(figures, &share, &cost, &low, &high)
	usd := data.MustNumber(cost)
	interval := &rating.CostInterval{Low: data.MustNumber(low), High: data.MustNumber(high)}
	return rating.SolvedCost{ModelID: tool, Board: "issues", Shown: true, Share: data.MustNumber(share),
		Repriced: []rating.RepricedCost{{Kind: rating.RepricedExact, CostPerSolved: &usd, Interval: interval}}}
}
