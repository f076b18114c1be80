package documents

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// TestFilledInRemarks looks at a tool with which nothing is remarkable: its price is the fourth of six, its window neither
// long nor short, and every benchmark has measured it.
func TestFilledInRemarks(t *testing.T) {
	features := []string{"Reasoning", "Vision input", "400K-token context"}
	for _, tt := range []struct {
		name               string
		tools              int
		value              string // on every benchmark, where the others have 51, 52 and so on
		features           []string
		strength, weakness string
	}{
		{"first", 6, "60", features, "Best result: 1st of 6 on SWE-bench Verified", "Speed and long runs are not measured"},
		{"in-the-better-third", 6, "54.5", features, "Best result: 2nd of 6 on SWE-bench Verified", "Speed and long runs are not measured"},
		{"in-the-better-half", 6, "53.5", features, "Features: Reasoning, Vision input", "Speed and long runs are not measured"},
		{"last", 6, "40", features, "Features: Reasoning, Vision input", "Weakest result: 6th of 6 on SWE-bench Verified"},
		{"first-of-few", 4, "60", features, "Features: Reasoning, Vision input", "Speed and long runs are not measured"},
		{"no-features", 6, "40", features[2:], "Context window of 400K tokens", "Weakest result: 6th of 6 on SWE-bench Verified"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := smallCatalog()
			c.Tools = nil
			for i := range tt.tools {
				c.Tools = append(c.Tools, measuredTool(c, fmt.Sprintf("t%d", i), fmt.Sprint(i+1), fmt.Sprint(50+i)))
			}
			c.Tools[0] = measuredTool(c, "t0", "3.5", tt.value)
			c.Tools[0].Features = tt.features
			for _, m := range document[data.BenchmarksDocument](t, built(t, c), data.BenchmarksPath).Benchmarks.Models {
				if m.ModelID != "t0" {
					continue
				}
				if diff := cmp.Diff([][]string{{tt.strength}, {tt.weakness}}, [][]string{m.Strengths, m.Weaknesses}); diff != "" {
					t.Errorf("strengths and weaknesses differ (-want +got):\n%s", diff)
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
