package leaderboard

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

func TestSumInstances(t *testing.T) {
	var tooMany strings.Builder
	for i := range maxInstances {
		fmt.Fprintf(&tooMany, `"t%d": {"cost": 1, "resolved": true},`, i)
	}
	for _, tt := range []struct{ name, printed, want string }{
		{"sums", `{"a": {"cost": 0.1, "resolved": true, "api_calls": 3}, "b": {"cost": 0.30000000000000004, "resolved": false}, "c": {"cost": 2, "resolved": true}}`,
			"3 attempts, 2 solved, cost 2.40000000000000004, of solved 2.1, squares 4.1000000000000000240000000000000016"},
		{"a-cost-of-zero", `{"a": {"cost": 0, "resolved": false}, "b": {"cost": 1, "resolved": true}}`, "2 attempts, 1 solved, cost 1, of solved 1, squares 1"},
		{"another-key", `{"a": {"cost": 1, "resolved": true}, "updated": "2026-10-15", "meta": {"by": "us"}}`, "1 attempts, 1 solved, cost 1, of solved 1, squares 1"},
		{"nothing", ``, ""},
		{"null", `null`, ""},
		{"none", `{}`, ""},
		{"a-list", `[{"cost": 1, "resolved": true}]`, ""},
		{"without-a-result", `{"a": {"cost": 1}}`, ""},
		{"without-a-cost", `{"a": {"cost": 1, "resolved": true}, "b": {"resolved": true}}`, ""},
		{"an-endless-exponent", `{"a": {"cost": 1e999999999, "resolved": true}}`, ""},
		{"a-negative-cost", `{"a": {"cost": -1, "resolved": true}}`, ""},
		{"a-result-that-is-no-boolean", `{"a": {"cost": 1, "resolved": "yes"}}`, ""},
		{"one-task-twice", `{"a": {"cost": 1, "resolved": true}, "a": {"cost": 2, "resolved": true}}`, ""},
		{"more-than-any-board-has", `{` + tooMany.String() + `"last": {"cost": 1, "resolved": true}}`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := ""
			if s, ok := sumInstances(json.RawMessage(tt.printed)); ok {
				got = fmt.Sprintf("%d attempts, %d solved, cost %s, of solved %s, squares %s", s.attempts, s.solved, s.cost, s.costOfSolved, s.squares)
			}
			if got != tt.want {
				t.Errorf("sumInstances = %q, want %q", got, tt.want)
			}
		})
	}
}
