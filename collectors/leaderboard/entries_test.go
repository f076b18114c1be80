package leaderboard

import (
	"strings"
	"testing"

	"pricepoint/collectors"
	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// TestRepeatedEntries lists a model of a board a second time, with another score, or gives it two scores: none is read.
func TestRepeatedEntries(t *testing.T) {
	evalPlus := sourcetest.Named(t, Sources(), "leaderboard_evalplus")
	row := func(name, score string) string {
		return `"` + name + `": {"pass@1": {"humaneval": ` + score + `, "humaneval+": ` + score + `}}`
	}
	board := func(rows ...string) []web.Payload {
		return []web.Payload{{Body: []byte("{" + strings.Join(rows, ",") + "}"), FetchedAt: sourcetest.Date}}
	}
	rows := []string{row("a", "81.1"), row("b", "82.2"), row("c", "83.3"), row("d", "84.4"), row("e", "85.5"), row("f", "86.6")}
	for name, tt := range map[string]struct {
		more    string
		refused int
		models  int
	}{
		"once":             {row("g", "80"), 0, 7},
		"twice, the same":  {row("a", "81.1"), 0, 6},
		"twice, different": {row("a", "91.1"), 1, 5},
		"two scores":       {`"g": {"pass@1": {"humaneval": 80, "humaneval": 81, "humaneval+": 79}}`, 1, 6},
	} {
		t.Run(name, func(t *testing.T) {
			found, refused, err := collectors.Parse(evalPlus, board(append(rows, tt.more)...))
			if err != nil || len(refused) != tt.refused {
				t.Fatalf("Parse refuses %d rows (%v), want %d", len(refused), err, tt.refused)
			}
			models := map[string]bool{}
			for _, o := range found {
				models[o.Subject] = models[o.Subject] || o.Field == data.ScoreHumanEval
			}
			if len(models) != tt.models {
				t.Errorf("%d models have a score, want %d", len(models), tt.models)
			}
		})
	}
}
