package documents

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// TestNothingRemarkable looks at a tool with which nothing is remarkable: its price is the fourth of six, its window neither
// long nor short, and no board has enough tools for a place on it to say something. Nothing is said of it then.
func TestNothingRemarkable(t *testing.T) {
	for _, value := range []string{"60", "53.5", "40"} { // on every benchmark, where the others have 51, 52 and so on
		c := smallCatalog()
		c.Tools = nil
		for i := range 6 {
			c.Tools = append(c.Tools, measuredTool(c, fmt.Sprintf("t%d", i), fmt.Sprint(i+1), fmt.Sprint(50+i)))
		}
		c.Tools[0] = measuredTool(c, "t0", "3.5", value)
		c.Tools[0].Features = []string{"Reasoning", "Vision input"}
		for _, m := range document[data.BenchmarksDocument](t, built(t, c), data.BenchmarksPath).Benchmarks.Models {
			if m.ModelID != "t0" {
				continue
			}
			if diff := cmp.Diff([][]string{{}, {}}, [][]string{m.Strengths, m.Weaknesses}); diff != "" {
				t.Errorf("with %s: strengths and weaknesses differ (-want +got):\n%s", value, diff)
			}
		}
	}
}

// TestLongPromptsAreToldOf looks at the sentence of what a long prompt costs.
func TestLongPromptsAreToldOf(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(*catalog.Tool)
		want   []string
	}{
		{"over", func(*catalog.Tool) {}, []string{"Prompts of more than 272,000 tokens are billed throughout at 7 USD input and 7.5 USD output per million tokens"}},
		{"from", func(tool *catalog.Tool) {
			tool.Prices.LongContext.Over, tool.Prices.LongContext.From = 0, 272_000
		}, []string{"Prompts of 272,000 tokens and more are billed throughout at 7 USD input and 7.5 USD output per million tokens"}},
		{"read-later", func(tool *catalog.Tool) { tool.Prices.LongContext.Verified = day("2026-11-10") }, []string{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := smallCatalog()
			c.Tools = nil
			for i := range 6 {
				c.Tools = append(c.Tools, measuredTool(c, fmt.Sprintf("t%d", i), fmt.Sprint(i+1), fmt.Sprint(50+i)))
			}
			c.Tools[0] = measuredTool(c, "t0", "3.5", "60")
			c.Tools[0].Prices.LongContext = &catalog.LongContext{Evidence: c.Tools[0].Prices.Evidence, Over: 272_000,
				Input: data.MustNumber("7"), Output: data.MustNumber("7.5")}
			tt.change(&c.Tools[0])
			for _, m := range document[data.BenchmarksDocument](t, built(t, c), data.BenchmarksPath).Benchmarks.Models {
				if diff := cmp.Diff(tt.want, m.Weaknesses); m.ModelID == "t0" && diff != "" {
					t.Errorf("weaknesses (-want +got):\n%s", diff)
				}
			}
		})
	}
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
