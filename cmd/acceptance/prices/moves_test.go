package prices

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"pricepoint/data"
)

// movesBefore are the days on which the year's changes were published when the gate looked at their size alone.
const movesBefore = `
2026-05-11 deepseek-v4-pro pricing.input       0.435
2026-05-11 deepseek-v4-pro pricing.output      0.87
2026-05-11 deepseek-v4-pro pricing.cacheCreate 0.435
2026-05-18 deepseek-v4-pro pricing.cacheRead   0.003625
2026-08-24 gpt-5-6-terra   pricing.input       2
2026-08-24 gpt-5-6-terra   pricing.output      12
2026-08-24 gpt-5-6-terra   pricing.cacheRead   0.2
2026-08-24 gpt-5-6-terra   pricing.cacheCreate 2.5
2026-08-24 gpt-5-6-luna    pricing.input       0.2
2026-08-24 gpt-5-6-luna    pricing.output      1.2
2026-08-24 gpt-5-6-luna    pricing.cacheRead   0.02
2026-08-24 gpt-5-6-luna    pricing.cacheCreate 0.25
2026-08-31 gpt-5-6-sol     pricing.input       4
2026-08-31 gpt-5-6-sol     pricing.output      20
2026-08-31 gpt-5-6-sol     pricing.cacheRead   0.4
2026-08-31 gpt-5-6-sol     pricing.cacheCreate 5
2026-09-07 qwen3-7-max     pricing.input       1.25
2026-09-07 qwen3-7-max     pricing.output      3.75
2026-09-21 deepseek-v4-pro pricing.input       1.32
2026-09-21 deepseek-v4-pro pricing.output      3.96
2026-09-21 deepseek-v4-pro pricing.cacheRead   0.044
2026-09-21 deepseek-v4-pro pricing.cacheCreate 1.32
2026-09-28 grok-4-5        pricing.cacheRead   0.3
`

// latest is how long after its old day a move may be published: it waits for one more fetch, or for a list that agrees.
const latest = 14 * 24 * time.Hour

// testHistoryWaits asks that real history does not wait because of rules that are made against misreadings.
func testHistoryWaits(t *testing.T, weeks []historyWeek) {
	changes := weeks[len(weeks)-1].changes.Changes
	var out strings.Builder
	table := tabwriter.NewWriter(&out, 0, 0, 2, ' ', 0)
	for _, line := range linesOf(movesBefore) {
		cells := strings.Fields(line)
		was, err := time.Parse(time.DateOnly, cells[0])
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(changes, func(c data.Change) bool {
			return c.Tool == cells[1] && c.Field == cells[2] && c.New != nil && c.New.String() == cells[3] // no price comes back
		})
		if i < 0 {
			t.Errorf("%s of %s never becomes %s, as it did on %s", cells[2], cells[1], cells[3], cells[0])
			continue
		}
		c := changes[i]
		fmt.Fprintf(table, "\n%s\t%s\t%s -> %s\t%s\t%s\t%s", c.Tool, c.Field, c.Old, c.New, cells[0], c.At.Format(time.DateOnly), c.Kind)
		if c.At.After(was.Add(latest)) {
			t.Errorf("%s of %s becomes %s on %s, and did so on %s", c.Field, c.Tool, c.New, c.At.Format(time.DateOnly), cells[0])
		}
	}
	table.Flush()
	t.Logf("what moved, the day it was published before, the day it is published now:%s", &out)
}
