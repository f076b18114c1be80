package leaderboard

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
)

// rankedBoard is a mirror of the two boards that are needed, each of 20 models with 500 tasks.
func rankedBoard() string {
	var text strings.Builder
	text.WriteString("benchmark,task,model,rank,accuracy,stderr,reasoning_effort\n")
	for _, board := range []string{"swebench", "lcb"} {
		for i := range 20 {
			share := 0.9 - 0.03*float64(i)
			fmt.Fprintf(&text, "%s,overall,model-%d,%d,%.1f,%.3f,\n", board, i, i+1, 100*share, 100*math.Sqrt(share*(1-share)/500))
		}
	}
	return text.String()
}

// TestVals misreads rows of a board whose ranks and standard errors tell so.
func TestVals(t *testing.T) {
	for _, c := range []struct {
		name, old, with string
		refused         int
		fails           bool
	}{
		{name: "as printed"},
		{"a result above those of better ranks", "swebench,overall,model-9,10,63.0", "swebench,overall,model-9,10,93.0", 1, false},
		{"a result of another standard error", "swebench,overall,model-3,4,81.0", "swebench,overall,model-3,4,82.0", 1, false},
		{name: "ranks turned round", fails: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.Replace(rankedBoard(), c.old, c.with, 1)
			if c.fails {
				for i := range 20 {
					text = strings.ReplaceAll(text, fmt.Sprintf("model-%d,%d,", i, i+1), fmt.Sprintf("model-%d,%d,", i, 20-i))
				}
			}
			var refused page.Refused
			_, err := parseVals([]web.Payload{{Body: []byte(text)}}, &refused)
			if len(refused) != c.refused || (err != nil) != c.fails {
				t.Errorf("it refuses %d rows, want %d: %v", len(refused), c.refused, err)
			}
		})
	}
}
